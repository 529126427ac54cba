import type { Counts, Statistics, StatisticsQuery } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { DailyCountRow, SiteRow } from '../../database/tables.ts'
import { addCounts, describeCounts, noCounts, sums, withoutCounts } from './counts.ts'
import { type DayRange, daysBefore, listDays, readDays } from './day-range.ts'

const usualValues = 20

type Dimension = Exclude<DailyCountRow['dimension'], 'all' | 'reader'>

/** What the figures are of: all questions, or those of one value of one dimension. */
type Part = Pick<DailyCountRow, 'dimension' | 'value'>

const everything: Part = { dimension: 'all', value: '' }
const agents: Part = { dimension: 'reader', value: 'agent' }

const partOf = (query: StatisticsQuery): Part => {
  for (const dimension of ['model', 'language', 'page', 'cited'] as const) {
    const value = query[dimension]
    if (value !== undefined) return { dimension, value }
  }
  return query.reader === 'agent' ? agents : everything
}

const readByDay = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  { part, range }: { part: Part; range: DayRange },
): Promise<Map<string, Counts>> => {
  const rows = await database
    .selectFrom('daily_counts')
    .selectAll()
    .where('site_id', '=', site.id)
    .where('dimension', '=', part.dimension)
    .where('value', '=', part.value)
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .execute()
  return new Map(rows.map((row) => [row.day, describeCounts(row)]))
}

/** The days of the part that a query names. Those of people are what agents leave of all. */
const readDaysOf = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  { query, range }: { query: StatisticsQuery; range: DayRange },
): Promise<Map<string, Counts>> => {
  const byDay = await readByDay(database, site, { part: partOf(query), range })
  if (query.reader !== 'human') return byDay
  const ofAgents = await readByDay(database, site, { part: agents, range })
  return new Map([...byDay].map(([day, counts]) => [day, withoutCounts(counts, ofAgents.get(day) ?? noCounts)]))
}

/** The values of a dimension, those with the most questions, or the most answers that did not help, first. */
const listValues = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  {
    dimension,
    range,
    limit,
    by,
  }: { dimension: Dimension; range: DayRange; limit: number; by: 'questions' | 'unhelpful' },
) => {
  const rows = await database
    .selectFrom('daily_counts')
    .select('value')
    .select(sums)
    .where('site_id', '=', site.id)
    .where('dimension', '=', dimension)
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
    .groupBy('value')
    .having(({ fn }) => fn.sum(by), '>', 0)
    .orderBy(by, 'desc')
    .orderBy('value')
    .limit(limit)
    .execute()
  return rows.map(({ value, ...row }) => ({ value, ...describeCounts(row) }))
}

/** What was asked on a site, and what became of it; the days before are for comparison. */
export const readStatistics = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  query: StatisticsQuery,
): Promise<Statistics> => {
  const range = readDays(query)
  const earlier = daysBefore(range)
  const isWhole = partOf(query) === everything && query.reader === undefined
  const limit = query.limit ?? usualValues
  const byDay = await readDaysOf(database, site, { query, range: { from: earlier.from, to: range.to } })
  const countsOf = (days: DayRange) => listDays(days).map((day) => byDay.get(day) ?? noCounts)
  const days = listDays(range).map((day) => ({ day, ...(byDay.get(day) ?? noCounts) }))
  const values = async (dimension: Dimension, by: 'questions' | 'unhelpful' = 'questions') =>
    isWhole ? listValues(database, site, { dimension, range, limit, by }) : []
  const [models, languages, pages, cited, disliked] = await Promise.all([
    values('model'),
    values('language'),
    values('page'),
    values('cited'),
    values('cited', 'unhelpful'),
  ])
  return {
    ...range,
    total: addCounts(days),
    before: addCounts(countsOf(earlier)),
    days,
    models,
    languages,
    pages,
    cited,
    disliked,
  }
}
