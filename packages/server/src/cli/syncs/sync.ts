import { setTimeout as wait } from 'node:timers/promises'
import * as contract from '@sidenote/contract'
import { CommandError } from '../command-error.ts'
import type { CommandContext, CommonOptions, ProgramParts } from '../program-parts.ts'
import { offerCancel } from './offer-cancel.ts'
import { createProgress, writeReport } from './sync-report.ts'

const pollMilliseconds = 250

/** Syncs a site, shows its progress, and prints the report. */
export const syncSite = async (
  { client, print }: Pick<CommandContext, 'client' | 'print'>,
  domain: string,
): Promise<void> => {
  const progress = createProgress(process.stderr)
  let sync = await client(contract.startSync, { params: { domain } }, contract.syncSchema)
  const params = { domain, id: sync.id }
  const release = offerCancel(client, sync)
  while (sync.finishedAt === null) {
    progress.show(sync)
    await wait(pollMilliseconds)
    sync = await client(contract.getSync, { params }, contract.syncSchema)
  }
  release()
  progress.end()
  print(sync, writeReport(sync))
  if (sync.status === 'failed') throw new CommandError(`The sync of ${domain} failed.`)
  if (sync.status === 'cancelled') throw new CommandError(`The sync of ${domain} was cancelled.`)
}

/** Adds `sync` to the program. */
export const addSyncCommand = ({ program, clientCommand, contextOf }: ProgramParts): void => {
  clientCommand(program, 'sync <domain>', 'read a site’s pages and bring its index up to date').action(
    (domain: string, options: CommonOptions) => syncSite(contextOf(options), domain),
  )
}
