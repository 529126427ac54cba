import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type Site, type Sync, type SyncList, type SyncSummary, type SyncsQuery, syncSchema } from '@sidenote/contract'
import type { ExpressionBuilder } from 'kysely'
import type { Logger } from 'pino'
import { z } from 'zod'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { SiteRow, SyncRow, Tables } from '../../database/tables.ts'
import { AppError, messageOf } from '../../errors.ts'
import type { Quotas } from '../../quotas.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { type ReadSite, readAndEmbed } from '../../sources/read-and-embed.ts'
import { emptySyncReport, type SyncReport } from '../../sources/sync-report.ts'
import { observe } from '../../watch/observe.ts'
import { withSpan } from '../../watch/span.ts'
import { notify } from '../notices/notify.ts'
import { removeCopies, removeGoneCopies } from '../sites/kept-folders.ts'
import { isGone, thisRunner } from './runner.ts'
import { selectSyncs } from './select-syncs.ts'
import { type PoolPlace, SyncPool } from './sync-pool.ts'

const heartbeatMilliseconds = 1_000
const keptDays = 30
const cancelled =
  'The sync was cancelled. What it had read is in the index; the next one does not read unchanged pages twice.'
const longestCancelMilliseconds = 5_000
const pollMilliseconds = 50
const killed =
  'The server ended while this sync ran, perhaps because of it. No schedule and no webhook starts the site’s sync again until you have: run it with “sidenote sync”, and watch the server. Unchanged pages are not read twice.'
const stopped =
  'The server was stopped while it synced. The next start goes on with it; unchanged pages are not read twice.'

const storedReportSchema = syncSchema
  .pick({
    total: true,
    read: true,
    changed: true,
    unchanged: true,
    removed: true,
    failed: true,
    problems: true,
    error: true,
  })
  // Reports of earlier versions have none of these.
  .extend({
    sources: syncSchema.shape.sources.default([]),
    embeddings: syncSchema.shape.embeddings.default(null),
    brokenLinks: syncSchema.shape.brokenLinks.default(null),
    isWaiting: z.boolean().default(false),
  })

interface RunningSync {
  readonly siteId: string
  report: SyncReport
  /** Whether others have to end before it begins. */
  isWaiting: boolean
  readonly abort: AbortController
  readonly ended: Promise<void>
}

/** The syncs of this process, and the records of all. */
export interface Syncs {
  /** Where sources keep what they fetch. */
  readonly dataFolder: string
  /** Starts a sync in the background; answers the running one when there is one. */
  start: (site: SiteRow) => Promise<Sync>
  /** @throws AppError `not_found` */
  find: (site: SiteRow, id: string) => Promise<Sync>
  /** The site’s syncs, the latest first. @throws AppError `invalid_request` */
  list: (site: SiteRow, query: SyncsQuery) => Promise<SyncList>
  /** Ends a sync in whichever process, and waits for it up to five seconds. @throws AppError `not_found`, or `conflict` when it has ended */
  cancel: (site: SiteRow, id: string) => Promise<Sync>
  /** Ends what runs here for the site, and removes what its sources keep on disk. */
  forget: (siteId: string, sourceIds: readonly string[]) => Promise<void>
  /** Ends what runs here, and waits until it has. */
  stop: () => Promise<void>
}

const readReport = ({ report_json }: Pick<SyncRow, 'report_json'>) => storedReportSchema.parse(JSON.parse(report_json))

const statusOf = (row: SyncRow, isWaiting: boolean, error: string | null): Sync['status'] => {
  if (isWaiting) return 'waiting'
  return row.status === 'failed' && error === cancelled ? 'cancelled' : row.status
}

/** The latest syncs of sites, as these show them. */
export const readLastSyncs = async (
  database: Database,
  siteIds: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<Site['lastSync']>>> => {
  const rows = await database
    .selectFrom('syncs')
    .selectAll()
    .where('site_id', 'in', siteIds)
    .where((where) => where.not(hasLater(where)))
    .execute()
  return new Map(
    rows.map((row) => {
      const { id, status, error, startedAt, finishedAt } = describeSync(row, { domain: '' }, undefined)
      return [row.site_id, { id, status, error, startedAt, finishedAt }]
    }),
  )
}

const describeSync = (row: SyncRow, site: Pick<SiteRow, 'domain'>, current: RunningSync | undefined): Sync => {
  const { isWaiting: wasWaiting, ...stored } = readReport(row)
  const isWaiting = row.status === 'running' && (current?.isWaiting ?? wasWaiting)
  return {
    ...stored,
    ...current?.report,
    id: row.id,
    domain: site.domain,
    status: statusOf(row, isWaiting, stored.error),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
  }
}

interface StoredState {
  readonly status: SyncRow['status']
  readonly report: SyncReport
  readonly error: string | null
  readonly isWaiting?: boolean
}

const write = async (
  database: Database,
  id: string,
  { status, report, error, isWaiting = false }: StoredState,
): Promise<void> => {
  const now = new Date().toISOString()
  const isRunning = status === 'running'
  const update = database
    .updateTable('syncs')
    .set({
      status,
      report_json: JSON.stringify({ ...report, error, isWaiting }),
      heartbeat_at: now,
      finished_at: isRunning ? null : now,
    })
    .where('id', '=', id)
  if (status === 'completed') await updateOne(update)
  // A heartbeat that was overtaken by the end changes nothing; a failed one may have lost its site.
  else await update.$if(isRunning, (query) => query.where('status', '=', 'running')).execute()
}

/** Whether somebody has asked for the end of a sync. */
const isUnwanted = async (database: Database, id: string): Promise<boolean> => {
  const row = await database.selectFrom('syncs').select('cancelled_at').where('id', '=', id).executeTakeFirst()
  return typeof row?.cancelled_at === 'string'
}

/** A sync that had begun when its process ended. */
export interface KilledSync {
  readonly id: string
  readonly siteId: string
  readonly domain: string
}

/**
 * Marks the syncs of processes that are no more as failed, so that nobody waits for them. One that had not begun goes on like
 * one that was stopped.
 *
 * @returns those that had begun: one of them may have ended its process
 */
export const failInterruptedSyncs = async (database: Database): Promise<KilledSync[]> => {
  const running = await database
    .selectFrom('syncs')
    .innerJoin('sites', 'sites.id', 'syncs.site_id')
    .selectAll('syncs')
    .select('sites.domain')
    .where('status', '=', 'running')
    .execute()
  const begun: KilledSync[] = []
  for (const row of running.filter(isGone)) {
    const { isWaiting, ...report } = readReport(row)
    await write(database, row.id, { status: 'failed', report, error: isWaiting ? stopped : killed })
    if (!isWaiting) begun.push({ id: row.id, siteId: row.site_id, domain: row.domain })
  }
  return begun
}

/** Why nothing but a person may start the sync of a site; undefined when its last one did not end with its process. */
export const readHold = async (database: Database, siteId: string): Promise<string | undefined> => {
  await failInterruptedSyncs(database)
  const last = await database
    .selectFrom('syncs')
    .select(['status', 'report_json'])
    .where('site_id', '=', siteId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.status === 'failed' && readReport(last).error === killed ? killed : undefined
}

/** Was the site of a sync synced again? */
const hasLater = ({ exists, selectFrom }: ExpressionBuilder<Tables, 'syncs'>) =>
  exists(
    selectFrom('syncs as later')
      .select('later.id')
      .whereRef('later.site_id', '=', 'syncs.site_id')
      .whereRef('later.started_at', '>', 'syncs.started_at'),
  )

/**
 * Starts again what a stop has ended: nobody else knows that a webhook or a schedule had asked for it. What ended with its
 * process is left alone, as `readHold` says, or a page that kills the server would do so at every start.
 */
export const resumeStoppedSyncs = async (database: Database, syncs: Pick<Syncs, 'start'>): Promise<void> => {
  const failed = await database
    .selectFrom('syncs')
    .select(['site_id', 'report_json'])
    .where('status', '=', 'failed')
    .where((where) => where.not(hasLater(where)))
    .execute()
  for (const { site_id, report_json } of failed) {
    if (readReport({ report_json }).error !== stopped) continue
    const site = await database.selectFrom('sites').selectAll().where('id', '=', site_id).executeTakeFirst()
    if (site) await syncs.start(site)
  }
}

/** Deletes what syncs came to more than 30 days ago; the last one of each site stays. */
export const deleteOldSyncs = async (database: Database, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - keptDays * 86_400_000).toISOString()
  await database.deleteFrom('syncs').where('finished_at', '<', before).where(hasLater).execute()
}

/** Why a sync was ended: somebody did not want it any more, or the server stops. */
const reasonOf = ({ reason }: AbortSignal): string => (reason === cancelled ? cancelled : stopped)

const summarize = ({ problems, sources: _sources, brokenLinks, ...sync }: Sync): SyncSummary => ({
  ...sync,
  problemCount: problems.length,
  brokenLinkCount: brokenLinks?.count ?? 0,
})

interface SyncedStore {
  readonly searchIndex: SearchIndex
  readonly readSite: ReadSite
  readonly quotas: Quotas
}

/**
 * Opens the syncs of this process. One runs at a time for each site, whichever process was asked, and here no more than the
 * quotas say; others wait for their turn.
 */
export const createSyncs = ({ searchIndex, readSite, quotas }: SyncedStore, log: Logger, dataFolder: string): Syncs => {
  const { database } = searchIndex
  const running = new Map<string, RunningSync>()
  /** Until all of a sync is over, what it tells and tidies up after the last page included. */
  const endings = new Set<Promise<void>>()
  const pool = new SyncPool(quotas)

  const run = async (site: SiteRow, id: string, sync: Omit<RunningSync, 'ended'> & { place: PoolPlace }) => {
    const writeProgress = async () => {
      await write(database, id, { status: 'running', report: sync.report, error: null, isWaiting: sync.isWaiting })
      if (await isUnwanted(database, id)) sync.abort.abort(cancelled)
    }
    const beat = setInterval(() => {
      writeProgress().catch((error: unknown) => log.warn({ err: error, sync: id }, 'sync progress not stored'))
    }, heartbeatMilliseconds)
    const end: { status: SyncRow['status']; error: string | null } = { status: 'completed', error: null }
    try {
      const onProgress = (report: SyncReport) => {
        sync.report = report
      }
      await sync.place.untilTurn
      sync.isWaiting = false
      // Before anything is read: whether it had begun decides what happens when the process ends.
      await writeProgress()
      sync.abort.signal.throwIfAborted()
      sync.report = await readAndEmbed({ searchIndex, readSite }, site, { onProgress, signal: sync.abort.signal })
      const synced_at = new Date().toISOString()
      await database.updateTable('sites').set({ synced_at }).where('id', '=', site.id).execute()
    } catch (error) {
      end.status = 'failed'
      const isStopped = sync.abort.signal.aborted
      end.error = isStopped ? reasonOf(sync.abort.signal) : messageOf(error)
      if (!isStopped) {
        log.error({ err: error, site: site.domain, sync: id }, 'sync failed')
        await notify(database, site, {
          event: 'alert',
          type: 'site.sync.failed',
          body: { sync: { id, error: end.error } },
          mail: {
            subject: `The sync of ${site.name} failed`,
            text: `${end.error}\n\nReaders get the pages that were read before.`,
            page: `/sources?sync=${id}`,
          },
        }).catch((cause: unknown) => log.error({ err: cause, sync: id }, 'could not tell of the sync'))
      }
    } finally {
      clearInterval(beat)
      sync.place.leave()
    }
    await write(database, id, { report: sync.report, ...end }).catch((error: unknown) =>
      log.error({ err: error, sync: id }, 'sync report not stored'),
    )
    running.delete(id)
    // Another one may still be reading what its sources were when it began.
    if (running.size === 0) {
      await removeGoneCopies(database, dataFolder).catch((error: unknown) =>
        log.warn({ err: error }, 'copies of earlier sources not removed'),
      )
    }
    const { changed, unchanged, removed, failed } = sync.report
    observe('sync', { status: end.status, changed, unchanged, removed, failed })
    log.info({ site: site.domain, sync: id, status: end.status, ...countsOf(sync.report) }, 'sync ended')
  }

  const launch = (site: SiteRow, id: string) => {
    const abort = new AbortController()
    const place = pool.enter({ organizationId: site.organization_id, signal: abort.signal })
    const sync = { siteId: site.id, report: emptySyncReport(), isWaiting: place.isWaiting, abort, place }
    const ended = withSpan('sync', { 'sidenote.sync': id }, () => run(site, id, sync))
    running.set(id, Object.assign(sync, { ended }))
    endings.add(ended)
    void ended.finally(() => endings.delete(ended))
  }

  const describe = (row: SyncRow, site: SiteRow) => describeSync(row, site, running.get(row.id))

  const start: Syncs['start'] = async (site) => {
    await failInterruptedSyncs(database)
    const now = new Date().toISOString()
    const row: SyncRow = {
      id: `sync_${randomUUID()}`,
      site_id: site.id,
      status: 'running',
      report_json: JSON.stringify({ ...emptySyncReport(), error: null, isWaiting: true }),
      runner: thisRunner,
      heartbeat_at: now,
      started_at: now,
      finished_at: null,
      cancelled_at: null,
    }
    const { numInsertedOrUpdatedRows } = await database
      .insertInto('syncs')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows) launch(site, row.id)
    // The running one first: by a clock that was ahead, an earlier one can have the latest start.
    const current = database
      .selectFrom('syncs')
      .selectAll()
      .where('site_id', '=', site.id)
      .orderBy((order) => order.case().when('status', '=', 'running').then(0).else(1).end())
    const found = numInsertedOrUpdatedRows
      ? row
      : await current.orderBy('started_at', 'desc').limit(1).executeTakeFirstOrThrow()
    return describe(found, site)
  }

  const find: Syncs['find'] = async (site, id) => {
    const query = database.selectFrom('syncs').selectAll().where('site_id', '=', site.id).where('id', '=', id)
    const row = await query.executeTakeFirst()
    if (!row) throw new AppError('not_found', `The site "${site.domain}" has no sync "${id}".`)
    if (row.status !== 'running' || !isGone(row)) return describe(row, site)
    await failInterruptedSyncs(database)
    return describe(await query.executeTakeFirstOrThrow(), site)
  }

  const list: Syncs['list'] = async (site, query) => {
    await failInterruptedSyncs(database)
    const { rows, nextCursor } = await selectSyncs(database, site, query)
    return { syncs: rows.map((row) => summarize(describe(row, site))), nextCursor }
  }

  const cancel: Syncs['cancel'] = async (site, id) => {
    const before = await find(site, id)
    const { numUpdatedRows } = await database
      .updateTable('syncs')
      .set({ cancelled_at: new Date().toISOString() })
      .where('id', '=', id)
      .where('status', '=', 'running')
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw new AppError('conflict', `The sync "${id}" has ended: it is ${before.status}.`)
    running.get(id)?.abort.abort(cancelled)
    let sync = await find(site, id)
    for (let waited = 0; sync.finishedAt === null && waited < longestCancelMilliseconds; waited += pollMilliseconds) {
      await wait(pollMilliseconds)
      sync = await find(site, id)
    }
    return sync
  }

  const forget: Syncs['forget'] = async (siteId, sourceIds) => {
    const ours = [...running.values()].filter((sync) => sync.siteId === siteId)
    for (const sync of ours) sync.abort.abort()
    await Promise.all(ours.map((sync) => sync.ended))
    await removeCopies(dataFolder, sourceIds)
  }

  const stop: Syncs['stop'] = async () => {
    for (const sync of running.values()) sync.abort.abort()
    await Promise.all(endings)
  }

  return { dataFolder, start, find, list, cancel, forget, stop }
}

const countsOf = ({ total, read, changed, unchanged, removed, failed }: SyncReport) => ({
  total,
  read,
  changed,
  unchanged,
  removed,
  failed,
})
