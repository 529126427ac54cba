import { databaseNow } from '../../database/clock.ts'
import type { Database } from '../../database/database.ts'
import { deleteOldEntries } from '../audit/delete-old-entries.ts'
import { memoryDays, readPolicy } from '../sites/policy.ts'
import { deleteOldSyncs } from '../syncs/syncs.ts'
import { eraseTexts } from './erase-texts.ts'

const dayMilliseconds = 86_400_000
const deliveryDays = 30
const countedDays = 400

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMilliseconds)

const deleteOld = async (database: Database, siteId: string, before: Date): Promise<void> => {
  const time = before.toISOString()
  await database.deleteFrom('turns').where('site_id', '=', siteId).where('started_at', '<', time).execute()
  await database
    .deleteFrom('threads')
    .where('site_id', '=', siteId)
    .where('created_at', '<', time)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('turns').select('turns.id').whereRef('turns.thread_id', '=', 'threads.id'))),
    )
    .execute()
  await database.deleteFrom('empty_searches').where('site_id', '=', siteId).where('last_at', '<', time).execute()
}

/** Figures have no text and are few. */
const deleteOldCounts = async (database: Database, now: Date): Promise<void> => {
  const before = daysBefore(now, countedDays).toISOString().slice(0, 10)
  await database.deleteFrom('daily_counts').where('day', '<', before).execute()
}

const deleteExpiredShares = async (database: Database, now: Date): Promise<void> => {
  await database.deleteFrom('shares').where('expires_at', '<=', now.toISOString()).execute()
}

/** No receiver is waited for so long: nobody delivers them, or an earlier version has left them. */
const deleteOldDeliveries = async (database: Database, now: Date): Promise<void> => {
  const before = daysBefore(now, deliveryDays).toISOString()
  await database.deleteFrom('webhook_deliveries').where('created_at', '<', before).execute()
  await database.deleteFrom('mails').where('created_at', '<', before).execute()
}

/** Deletes and erases what is old, and what every site’s policy does not allow to keep any longer. May run in several processes at once. */
export const applyRetention = async (database: Database, now = new Date()): Promise<void> => {
  await deleteOldEntries(database, now)
  await deleteOldSyncs(database, now)
  await deleteOldDeliveries(database, now)
  await deleteOldCounts(database, now)
  await deleteExpiredShares(database, now)
  for (const { id } of await database.selectFrom('sites').select('id').execute()) {
    const policy = await readPolicy(database, id)
    await deleteOld(database, id, daysBefore(now, policy.retentionDays))
    if (!policy.storeQuestions) await eraseTexts(database, id, daysBefore(now, memoryDays))
  }
}

const readClock = async (database: Database): Promise<{ now: number; lastUse: number | undefined }> => {
  const { now, last } = await database
    .selectFrom('keys')
    .select(({ fn }) => [databaseNow(database).as('now'), fn.max('last_used_at').as('last')])
    .executeTakeFirstOrThrow()
  return { now: Number(now), lastUse: last ? Date.parse(last) : undefined }
}

/**
 * Opens what applies retention, at the start and then each hour, by the clock of the database. Deleted is deleted for good:
 * when the clock is more than a day ahead of the time before, or at first of the last use of a key, it may be wrong, and
 * nothing is deleted until the next time. `onLeap` is told by how many days.
 */
export const createRetention = (
  database: Database,
  onLeap: (days: number) => void = () => {},
): (() => Promise<void>) => {
  let before: number | undefined
  return async () => {
    const { now, lastUse } = await readClock(database)
    const days = Math.floor((now - (before ?? lastUse ?? now)) / dayMilliseconds)
    before = now
    if (days >= 1) return onLeap(days)
    await applyRetention(database, new Date(now))
  }
}
