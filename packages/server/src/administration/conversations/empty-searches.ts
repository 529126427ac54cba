import type { EmptySearches, EmptySearchesQuery, SearchRequest } from '@sidenote/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { SiteRow, Tables } from '../../database/tables.ts'
import { cutPage, placeText, readCursor } from '../cursor.ts'
import { readPolicy } from '../sites/policy.ts'
import { readRange } from './range.ts'

const usualLimit = 100
const longestQuery = 200
const mostADay = 1_000
const placeSchema = z.tuple([z.int(), placeText])

const dayOf = (time: string): string => time.slice(0, 10)

/** Who is typing goes on within this time. */
const typingMilliseconds = 10_000

/**
 * Counts a search that found nothing, if the site stores questions. Of what a reader types, letter by letter, the last search
 * alone counts. Anybody can search for nonsense, so no more than 1,000 different ones are noted in a day.
 */
export const noteEmptySearch = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  { query, typing, isAgent = false }: Pick<SearchRequest, 'query' | 'typing'> & { readonly isAgent?: boolean },
): Promise<void> => {
  const { storeQuestions } = await readPolicy(database, site.id)
  if (!storeQuestions) return
  const now = new Date()
  const written = query.replace(/\s+/g, ' ').trim().toLowerCase().slice(0, longestQuery)
  const place = { site_id: site.id, query: written, day: dayOf(now.toISOString()) }
  if (typing) await takeBack(database, place, new Date(now.getTime() - typingMilliseconds))
  if (!(await isRoom(database, place))) return
  await database
    .insertInto('empty_searches')
    .values({ ...place, count: 1, agent_count: Number(isAgent), last_at: now.toISOString() })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'query', 'day']).doUpdateSet({
        count: sql<number>`empty_searches.count + 1`,
        agent_count: sql<number>`empty_searches.agent_count + ${Number(isAgent)}`,
        last_at: now.toISOString(),
      }),
    )
    .execute()
}

type Place = Pick<Tables['empty_searches'], 'site_id' | 'query' | 'day'>

/** Counts no longer what was noted since then, and is what is typed now, or its beginning. */
const takeBack = async (database: Database, { site_id, query, day }: Place, since: Date): Promise<void> => {
  const beginnings = Array.from({ length: query.length }, (_, at) => query.slice(0, at + 1).trim())
  const earlier = await database
    .selectFrom('empty_searches')
    .select(['query', 'count'])
    .where('site_id', '=', site_id)
    .where('day', '=', day)
    .where('query', 'in', beginnings)
    .where('last_at', '>', since.toISOString())
    .orderBy('last_at', 'desc')
    .executeTakeFirst()
  if (!earlier) return
  const noted = { site_id, day, query: earlier.query }
  if (earlier.count > 1) {
    await database
      .updateTable('empty_searches')
      .set({ count: sql<number>`count - 1` })
      .where((row) => row.and(noted))
      .execute()
  } else {
    await database
      .deleteFrom('empty_searches')
      .where((row) => row.and({ ...noted, count: 1 }))
      .execute()
  }
}

/** Whether the query is noted already, or one more may be. */
const isRoom = async (database: Database, { site_id, query, day }: Place): Promise<boolean> => {
  const { others, same } = await database
    .selectFrom('empty_searches')
    .select((select) => [
      select.fn.countAll<number>().as('others'),
      select.fn.sum<number | null>(select.case().when('query', '=', query).then(1).else(0).end()).as('same'),
    ])
    .where('site_id', '=', site_id)
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return others < mostADay || (same ?? 0) > 0
}

/** What readers searched for in vain, the most frequent first. */
export const listEmptySearches = async (
  database: Database,
  site: SiteRow,
  query: EmptySearchesQuery,
): Promise<EmptySearches> => {
  const limit = query.limit ?? usualLimit
  const range = readRange(query)
  // The end is not in the range: a day whose beginning it is would not be, either.
  const lastDay = dayOf(new Date(Date.parse(range.to) - 1).toISOString())
  const total = sql<number>`sum(count)`
  let select = database
    .selectFrom('empty_searches')
    .select((select) => ['query', total.as('total'), select.fn.max('last_at').as('last_at')])
    .select(sql<number>`sum(agent_count)`.as('agents'))
    .where('site_id', '=', site.id)
    .where('day', '>=', dayOf(range.from))
    .where('day', '<=', lastDay)
    .groupBy('query')
  if (query.cursor) {
    const [count, after] = readCursor(query.cursor, placeSchema)
    select = select.having((having) =>
      having.or([having(total, '<', count), having.and([having(total, '=', count), having('query', '>', after)])]),
    )
  }
  const rows = await select
    .orderBy('total', 'desc')
    .orderBy('query')
    .limit(limit + 1)
    .execute()
  const { page, nextCursor } = cutPage(rows, limit, (row) => [row.total, row.query])
  return {
    searches: page.map((row) => ({
      query: row.query,
      count: row.total,
      agentCount: row.agents,
      lastSearchedAt: row.last_at,
    })),
    nextCursor,
  }
}
