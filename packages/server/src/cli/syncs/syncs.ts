import * as contract from '@sidenote/contract'
import { CommandError } from '../command-error.ts'
import { type ConfirmedOptions, confirm, withConfirmation } from '../confirm.ts'
import { withCsv, withCursor, withRange } from '../options.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'
import { shorten, writeMore, writeTable } from '../table.ts'
import { counted, writeBrokenLinks, writeReport } from './sync-report.ts'

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
    String(sync.brokenLinkCount),
    shorten(sync.error),
  ])
  const headings = [
    'ID',
    'STATUS',
    'STARTED',
    'FINISHED',
    'READ',
    'CHANGED',
    'REMOVED',
    'FAILED',
    'PROBLEMS',
    'LINKS',
    'ERROR',
  ]
  const none = `No sync of ${domain} began in this time.`
  context.print(page, rows.length > 0 ? writeTable(headings, rows) + writeMore(page.nextCursor) : none)
}

interface ShowOptions extends CommonOptions {
  readonly brokenLinks?: boolean
}

/** The latest sync of a site. */
const findLastSync = async ({ client }: CommandContext, domain: string): Promise<string> => {
  const query = { limit: '1' }
  const { syncs } = await client(contract.listSyncs, { params: { domain }, query }, contract.syncsSchema)
  const [last] = syncs
  if (!last) throw new CommandError(`The site "${domain}" was never synced. Run "sidenote sync ${domain}".`)
  return last.id
}

/** Prints the links that lead nowhere, and fails if there are any: for a check before documentation is published. */
const checkLinks = ({ print }: CommandContext, { domain, status, brokenLinks }: contract.Sync): void => {
  if (!brokenLinks) throw new CommandError(`The links of ${domain} were not checked: its sync is ${status}.`)
  print(brokenLinks, writeBrokenLinks(brokenLinks))
  const { count } = brokenLinks
  if (count > 0)
    throw new CommandError(`${counted(count, 'link')} of ${domain} ${count === 1 ? 'leads' : 'lead'} nowhere.`)
}

const showSync = async (
  context: CommandContext,
  { domain, id }: { domain: string; id: string | undefined },
  { brokenLinks = false }: ShowOptions,
): Promise<void> => {
  const { client, print } = context
  const params = { domain, id: id ?? (await findLastSync(context, domain)) }
  const sync = await client(contract.getSync, { params }, contract.syncSchema)
  if (brokenLinks) return checkLinks(context, sync)
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
  clientCommand(syncs, 'show <domain> [id]', 'show what a sync, or the latest one, has read, and its problems')
    .option('--broken-links', 'only the links that lead nowhere; fails if there are any')
    .action((domain: string, id: string | undefined, options: ShowOptions) =>
      showSync(contextOf(options), { domain, id }, options),
    )
  withConfirmation(clientCommand(syncs, 'cancel <domain> <id>', 'end a sync that waits or runs')).action(
    (domain: string, id: string, options: ConfirmedOptions) => cancelSync(contextOf(options), { domain, id }, options),
  )
}
