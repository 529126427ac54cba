import type { Logger } from 'pino'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { listTopics } from '../conversations/topics.ts'
import { readStatistics } from '../statistics/read-statistics.ts'
import { hasReceivers, notify } from './notify.ts'
import { type Digest, writeDigestMail } from './write-digest-mail.ts'

const dayMilliseconds = 86_400_000
const shownTopics = 10

/** The Monday of a day’s week, in UTC: `2030-01-28`. */
export const weekOf = (now: Date): string => {
  const daysSinceMonday = (now.getUTCDay() + 6) % 7
  return new Date(now.getTime() - daysSinceMonday * dayMilliseconds).toISOString().slice(0, 10)
}

const countResolved = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  { from, to }: { from: string; to: string },
): Promise<number> => {
  const { count } = await database
    .selectFrom('question_states')
    .innerJoin('turns', 'turns.id', 'question_states.turn_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('turns.site_id', '=', site.id)
    .where('state', '=', 'resolved')
    .where('changed_at', '>=', from)
    .where('changed_at', '<', to)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What was asked in the week before, what could not be answered, and how many questions were resolved. */
const writeDigest = async (database: Database, site: SiteRow, week: string): Promise<Digest> => {
  const from = new Date(Date.parse(week) - 7 * dayMilliseconds).toISOString().slice(0, 10)
  const range = { from, to: week }
  const { total, before } = await readStatistics(database, site, range)
  const { topics } = await listTopics(database, site, { ...range, limit: shownTopics })
  return {
    ...range,
    total,
    before,
    topics: topics.map(({ question, count, readers, pages }) => ({ question, count, readers, pages })),
    resolved: await countResolved(database, site, range),
  }
}

/** Takes the digest of a week, so that one process sends it. The week in which somebody first wants one is the first to be told. */
const takeWeek = async (transaction: Database, site: Pick<SiteRow, 'id'>, week: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('digests')
    .values({ site_id: site.id, week })
    .onConflict((conflict) => conflict.column('site_id').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 1n) return false
  const { numUpdatedRows } = await transaction
    .updateTable('digests')
    .set({ week })
    .where('site_id', '=', site.id)
    .where('week', '<', week)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Tells the owners of each site about the week that has ended, once. Several processes may do so at the same time. */
export const sendDigests = async (database: Database, log: Logger, now = new Date()): Promise<void> => {
  const week = weekOf(now)
  for (const site of await database.selectFrom('sites').selectAll().execute()) {
    if (!(await hasReceivers(database, site.id, 'digest'))) continue
    await database
      .transaction()
      .execute(async (transaction) => {
        if (!(await takeWeek(transaction, site, week))) return
        const digest = await writeDigest(transaction, site, week)
        const mail = writeDigestMail(site, digest)
        await notify(transaction, site, { event: 'digest', type: 'site.digest', body: { digest }, mail })
      })
      .catch((error: unknown) => log.warn({ err: error, site: site.domain }, 'could not write the digest of a site'))
  }
}
