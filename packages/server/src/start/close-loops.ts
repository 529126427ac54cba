import { addTokens, takeAnswer } from '../administration/budgets/spend-budget.ts'
import { createModelWatch } from '../administration/notices/watch-models.ts'
import type { Syncs } from '../administration/syncs/syncs.ts'
import { type ClosedJob, listClosedJobs, noteClosedJobs, readJobQuestions } from '../agent/jobs/closed-jobs.ts'
import type { Assistant } from '../assistant/answer.ts'
import { askAgain } from '../assistant/ask-again.ts'
import type { SiteModels } from '../assistant/models/site-models.ts'
import type { SealedStore } from '../database/seal.ts'
import type { SiteRow } from '../database/tables.ts'

/** How often pull requests are looked at. */
const usualMilliseconds = 60_000

interface LoopParts extends Omit<Assistant, 'models'>, Pick<SealedStore, 'seal'> {
  readonly siteModels: Pick<SiteModels, 'of'>
  readonly syncs: Pick<Syncs, 'start'>
  /** Fires at the signal to stop. */
  readonly stopping: AbortSignal
}

/**
 * Asks readers’ questions again once the pull request of their job has been closed and a later sync has read what it changed;
 * starts that sync when nobody else has. In a fleet every process looks, and the one that takes a job asks its questions.
 */
const closeLoops = async (parts: LoopParts): Promise<void> => {
  await noteClosedJobs(parts, parts.log)
  for (const job of await listClosedJobs(parts)) {
    const site = await parts.database
      .selectFrom('sites')
      .selectAll()
      .where('id', '=', job.site_id)
      .executeTakeFirstOrThrow()
    if (await hasRead(parts, site, job)) await closeLoop(parts, site, job)
  }
}

/** Whether a sync that began after the pull request was closed has read everything; starts one when none runs. */
const hasRead = async ({ database, syncs }: LoopParts, site: SiteRow, { closed_at }: ClosedJob): Promise<boolean> => {
  const later = await database
    .selectFrom('syncs')
    .select('status')
    .where('site_id', '=', site.id)
    .where('started_at', '>=', closed_at ?? '')
    .execute()
  if (later.some(({ status }) => status === 'completed')) return true
  if (later.length === 0) await syncs.start(site)
  return false
}

/** Takes the job, so that no other process asks as well, and asks its questions. */
const closeLoop = async (parts: LoopParts, site: SiteRow, { id }: ClosedJob): Promise<void> => {
  const { database, log } = parts
  const { numUpdatedRows } = await database
    .updateTable('jobs')
    .set({ asked_again_at: new Date().toISOString() })
    .where('id', '=', id)
    .where('asked_again_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) return
  const organization = site.organization_id
  const asked = await askAgain(
    { ...parts, models: await parts.siteModels.of(site) },
    {
      site,
      ids: await readJobQuestions(parts, id),
      signal: parts.stopping,
      onUsage: ({ input, output }) =>
        void addTokens(database, organization, { tokens: input + output, now: new Date() }).catch((error: unknown) =>
          log.error({ err: error }, 'could not count tokens'),
        ),
      admit: () => takeAnswer(database, organization, new Date()),
    },
  )
  log.info({ jobId: id, site: site.domain, ...asked }, 'asked the questions of a job again')
}

/** Looks at pull requests and models every minute, one look at a time, until the timer is cleared. */
export const startLoops = (parts: LoopParts, milliseconds = usualMilliseconds): NodeJS.Timeout => {
  const { database, siteModels, stopping, log } = parts
  let isLooking = false
  const watchModels = createModelWatch(database, async (site) => {
    const [{ name, breaker }] = await siteModels.of(site)
    return { name, isFailing: breaker.isOpen() }
  })
  const warn = (message: string) => (error: unknown) => {
    if (!stopping.aborted) log.warn({ err: error }, message)
  }
  const look = async () => {
    if (isLooking || stopping.aborted) return
    isLooking = true
    await closeLoops(parts).catch(warn('could not ask questions of jobs again'))
    await watchModels().catch(warn('could not look at the models of sites'))
    isLooking = false
  }
  return setInterval(() => void look(), milliseconds).unref()
}
