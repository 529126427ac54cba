import type { Usage, UsageQuery } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { addCounts, describeCounts, noCounts, sums } from './counts.ts'
import { listDays, readDays } from './day-range.ts'

/** What the sites of an organization have used, by day, site and model. */
export const readUsage = async (database: Database, organizationId: string, query: UsageQuery): Promise<Usage> => {
  const range = readDays(query)
  const counts = database
    .selectFrom('daily_counts')
    .innerJoin('sites', 'sites.id', 'daily_counts.site_id')
    .select(sums)
    .where('sites.organization_id', '=', organizationId)
    .where('day', '>=', range.from)
    .where('day', '<=', range.to)
  const all = counts.where('dimension', '=', 'all')
  const [byDay, bySite, byModel] = await Promise.all([
    all.select('day').groupBy('day').execute(),
    all.select('domain').groupBy('domain').orderBy('questions', 'desc').orderBy('domain').execute(),
    counts
      .where('dimension', '=', 'model')
      .select('value')
      .groupBy('value')
      .orderBy('questions', 'desc')
      .orderBy('value')
      .execute(),
  ])
  const days = new Map(byDay.map(({ day, ...row }) => [day, describeCounts(row)]))
  return {
    ...range,
    total: addCounts([...days.values()]),
    days: listDays(range).map((day) => ({ day, ...(days.get(day) ?? noCounts) })),
    models: byModel.map(({ value, ...row }) => ({ value, ...describeCounts(row) })),
    sites: bySite.map(({ domain, ...row }) => ({ domain, ...describeCounts(row) })),
  }
}
