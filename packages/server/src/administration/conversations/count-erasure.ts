import type { Erasure } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'

const dayMilliseconds = 86_400_000

const turnsOf = (database: Database, siteId: string) =>
  database
    .selectFrom('turns')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)

const searchesOf = (database: Database, siteId: string) =>
  database
    .selectFrom('empty_searches')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('site_id', '=', siteId)

/** How many questions of a site have a text, and how many searches without results it keeps. */
export const countTexts = async (database: Database, siteId: string): Promise<Pick<Erasure, 'texts' | 'searches'>> => {
  const turns = await turnsOf(database, siteId).where('turns.question', '!=', '').executeTakeFirstOrThrow()
  const searches = await searchesOf(database, siteId).executeTakeFirstOrThrow()
  return { texts: Number(turns.count), searches: Number(searches.count) }
}

/** How many questions and searches of a site are older than so many days. */
export const countOld = async (
  database: Database,
  siteId: string,
  days: number,
): Promise<Pick<Erasure, 'questions' | 'searches'>> => {
  const before = new Date(Date.now() - days * dayMilliseconds).toISOString()
  const turns = await turnsOf(database, siteId).where('turns.started_at', '<', before).executeTakeFirstOrThrow()
  const searches = await searchesOf(database, siteId).where('last_at', '<', before).executeTakeFirstOrThrow()
  return { questions: Number(turns.count), searches: Number(searches.count) }
}
