import { Cron } from 'croner'
import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import { invalidValue } from '../../errors.ts'
import { readHold, type Syncs } from './syncs.ts'

const checkMilliseconds = 20_000
/** Clocks of servers differ a little. What is later than this was written by one that was wrong. */
const mostAheadMilliseconds = 3_600_000

const openCron = (expression: string): Cron => new Cron(expression, { timezone: 'UTC', paused: true, mode: '5-part' })

/** @throws AppError `invalid_request` when it is no cron expression, or one of a time that never comes. */
export const checkSchedule = (expression: string): void => {
  let isEver: boolean
  try {
    isEver = openCron(expression).nextRun() !== null
  } catch (error) {
    const message = `schedule is "${expression}", but must be a cron expression of five fields, such as "0 * * * *".`
    throw invalidValue('schedule', message, error)
  }
  if (!isEver) throw invalidValue('schedule', `schedule is "${expression}", which is a time that never comes.`)
}

/**
 * Starts the syncs that are due: those whose time has come since the site was last synced, by whichever process, and
 * also while none was running. What came due several times is done once. A sync of the future, from a time when a clock was
 * wrong, holds up none. A sync that ended with its process is not started again: it may have ended it.
 */
export const startDueSyncs = async (
  database: Database,
  syncs: Pick<Syncs, 'start'>,
  now = new Date(),
): Promise<void> => {
  const latest = new Date(now.getTime() + mostAheadMilliseconds).toISOString()
  const schedules = await database
    .selectFrom('schedules')
    .selectAll()
    .select(({ selectFrom }) =>
      selectFrom('syncs')
        .whereRef('syncs.site_id', '=', 'schedules.site_id')
        .where('started_at', '<=', latest)
        .select(({ fn }) => fn.max('started_at').as('started_at'))
        .as('last'),
    )
    .execute()
  for (const { site_id, cron, since, last } of schedules) {
    const before = [last, since].filter((time) => time !== null && time <= latest).sort()
    const due = before.length === 0 ? now : openCron(cron).nextRun(new Date(before.at(-1) ?? since))
    if (!due || due > now) continue
    const site = await database.selectFrom('sites').selectAll().where('id', '=', site_id).executeTakeFirst()
    if (site && (await readHold(database, site.id)) === undefined) await syncs.start(site)
  }
}

/** Looks for due syncs until it is stopped. */
export const startScheduler = (database: Database, syncs: Syncs, log: Logger): NodeJS.Timeout =>
  setInterval(() => {
    startDueSyncs(database, syncs).catch((error: unknown) => log.warn({ err: error }, 'schedules not read'))
  }, checkMilliseconds).unref()
