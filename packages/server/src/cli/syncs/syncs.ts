import * as contract from '@sidenote/contract'
import { type ConfirmedOptions, confirm, withConfirmation } from '../confirm.ts'
import { withCsv, withCursor, withRange } from '../options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'
import { shorten, writeMore, writeTable } from '../table.ts'
import { counted, writeReport } from './sync-report.ts'

interface ListOptions extends CommonOptions {
  readonly from?: string
  readonly to?: string
  readonly limit?: string
  readonly cursor?: string
  readonly csv?: boolean
}

const listSyncs = async (context: CommandContext, domain: string, options: ListOptions): Promise<void> => {
  const { from, to, limit, cursor, csv = false } = options
  const input = { params: { domain }, query: { from, to, limit, cursor } }
  if (csv) return context.printCsv(contract.listSyncs, input)
  const page = await context.client(contract.listSyncs, input, contract.syncsSchema)
  const rows = page.syncs.map((sync) => [
    sync.id,
    sync.status,
    sync.startedAt,
    sync.finishedAt ?? '',
    String(sync.read),
    String(sync.changed),
    String(sync.removed),
    String(sync.failed),
    String(sync.problemCount),
    shorten(sync.error),
  ])
  const headings = ['ID', 'STATUS', 'STARTED', 'FINISHED', 'READ', 'CHANGED', 'REMOVED', 'FAILED', 'PROBLEMS', 'ERROR']
  const none = `No sync of ${domain} began in this time.`
  context.print(page, rows.length > 0 ? writeTable(headings, rows) + writeMore(page.nextCursor) : none)
}

const showSync = async ({ client, print }: CommandContext, domain: string, id: string): Promise<void> => {
  const sync = await client(contract.getSync, { params: { domain, id } }, contract.syncSchema)
  const times = `Started at ${sync.startedAt}${sync.finishedAt ? `, ended at ${sync.finishedAt}` : ''}.`
  print(sync, `${times}\n${writeReport(sync)}`)
}

const cancelSync = async (
  { client, print }: CommandContext,
  { domain, id }: { domain: string; id: string },
  options: ConfirmedOptions,
): Promise<void> => {
  const params = { domain, id }
  const { finishedAt, read, total } = await client(contract.getSync, { params }, contract.syncSchema)
  if (finishedAt === null) {
    const pages = total === null ? counted(read, 'page') : `${read} of ${counted(total, 'page')}`
    await confirm(`This ends the sync of ${domain}, which has read ${pages}. Those stay in the index.`, options)
  }
  const sync = await client(contract.cancelSync, { params }, contract.syncSchema)
  print(sync, sync.finishedAt === null ? `${id} ends as soon as it can.` : writeReport(sync))
}

/** Adds `syncs …` to the program. */
export const addSyncsCommands = ({ program, clientCommand, contextOf }: ProgramParts): void => {
  const syncs = program.command('syncs').description('the syncs of a site, whoever started them')
  withCsv(
    withCursor(withRange(clientCommand(syncs, 'list <domain>', 'list the syncs of a site, the latest first'))),
  ).action((domain: string, options: ListOptions) => listSyncs(contextOf(options), domain, options))
  clientCommand(syncs, 'show <domain> <id>', 'show what a sync has read, and its problems').action(
    (domain: string, id: string, options: CommonOptions) => showSync(contextOf(options), domain, id),
  )
  withConfirmation(clientCommand(syncs, 'cancel <domain> <id>', 'end a sync that waits or runs')).action(
    (domain: string, id: string, options: ConfirmedOptions) => cancelSync(contextOf(options), { domain, id }, options),
  )
}
