import * as contract from '@sidenote/contract'
import { type Command, Option } from 'commander'
import type { CommandContext, CommonOptions, ProgramParts } from './commands.ts'
import { writeMore, writeTable } from './table.ts'

interface AuditOptions extends CommonOptions {
  readonly from?: string
  readonly to?: string
  readonly limit?: string
  readonly cursor?: string
  readonly action?: string
  readonly outcome?: string
  readonly key?: string
}

const outcomeOf = ({ outcome, code }: contract.AuditEntry): string => (code === null ? outcome : `${outcome}: ${code}`)

const listAudit = async ({ client, print }: CommandContext, options: AuditOptions): Promise<void> => {
  const { from, to, limit, cursor, action, outcome, key } = options
  const query = { from, to, limit, cursor, action, outcome, key }
  const found = await client(contract.listAudit, { query }, contract.auditSchema)
  const rows = found.entries.map((entry) => [
    ...[entry.at, entry.key.name ?? `…${entry.key.hint}`, entry.action, entry.target],
    ...[entry.created ?? entry.fields.join(' '), outcomeOf(entry), entry.requestId],
  ])
  const headings = ['AT', 'KEY', 'ACTION', 'TARGET', 'MADE OR SENT', 'OUTCOME', 'REQUEST']
  print(
    found,
    rows.length > 0 ? writeTable(headings, rows) + writeMore(found.nextCursor) : 'Nothing was changed in this time.',
  )
}

/** Adds `audit` to the program. */
export const addAuditCommand = (program: Command, { clientCommand, contextOf }: ProgramParts): void => {
  clientCommand(program, 'audit', 'list who changed what, newest first')
    .option('--from <time>', 'from this day or time on (30 days ago)')
    .option('--to <time>', 'before this day or time (now)')
    .option('--limit <number>', 'how many')
    .option('--cursor <cursor>', 'go on after the page before')
    .option('--action <operation>', 'only this operation, such as revokeKey')
    .addOption(new Option('--outcome <outcome>', 'only these').choices(['begun', 'done', 'failed', 'refused']))
    .option('--key <id>', 'only what was done with this key')
    .action((options: AuditOptions) => listAudit(contextOf(options), options))
}
