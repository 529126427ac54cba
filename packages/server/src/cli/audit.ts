import * as contract from '@sidenote/contract'
import { choice, withCsv, withCursor, withRange } from './options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from './program-parts.ts'
import { writeMore, writeTable } from './table.ts'

interface AuditOptions extends CommonOptions {
  readonly from?: string
  readonly to?: string
  readonly limit?: string
  readonly cursor?: string
  readonly action?: string
  readonly outcome?: string
  readonly key?: string
  readonly csv?: boolean
}

const nameOf = ({ key, person }: contract.AuditEntry): string => {
  if (person) return person.email
  return key?.name ?? `…${key?.hint ?? ''}`
}

const outcomeOf = ({ outcome, code }: contract.AuditEntry): string => (code === null ? outcome : `${outcome}: ${code}`)

const listAudit = async ({ client, print, printCsv }: CommandContext, options: AuditOptions): Promise<void> => {
  const { from, to, limit, cursor, action, outcome, key } = options
  const query = { from, to, limit, cursor, action, outcome, key }
  if (options.csv) return printCsv(contract.listAudit, { query })
  const audit = await client(contract.listAudit, { query }, contract.auditSchema)
  const rows = audit.entries.map((entry) => [
    entry.at,
    nameOf(entry),
    entry.action,
    entry.target,
    entry.created ?? entry.fields.join(' '),
    outcomeOf(entry),
    entry.requestId,
  ])
  const headings = ['AT', 'WHO', 'ACTION', 'TARGET', 'MADE OR SENT', 'OUTCOME', 'REQUEST']
  const table = rows.length > 0 ? writeTable(headings, rows) : 'Nothing was changed in this time.'
  print(audit, table + writeMore(audit.nextCursor))
}

/** Adds `audit` to the program. */
export const addAuditCommand = ({ program, clientCommand, contextOf }: ProgramParts): void => {
  withCsv(withCursor(withRange(clientCommand(program, 'audit', 'list who changed what, newest first'))))
    .option('--action <operation>', 'only this operation, such as revokeKey')
    .addOption(choice('--outcome <outcome>', 'only this outcome', ['begun', 'done', 'failed', 'refused']))
    .option('--key <id>', 'only what was done with this key')
    .action((options: AuditOptions) => listAudit(contextOf(options), options))
}
