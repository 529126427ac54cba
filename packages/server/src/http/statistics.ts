import * as contract from '@sidenote/contract'
import { readStatistics } from '../administration/statistics/read-statistics.ts'
import { readUsage } from '../administration/statistics/read-usage.ts'
import { type CsvColumn, sendCsv, wantsCsv, writeCsv } from './csv.ts'
import type { Routes } from './mount/gate.ts'
import { mountAdministration, mountSite } from './mount/mount.ts'

const dayColumns: readonly CsvColumn<contract.Statistics['days'][number]>[] = [
  ['day', ({ day }) => day],
  ['questions', ({ questions }) => questions],
  ['answered', ({ answered }) => answered],
  ['weak', ({ weak }) => weak],
  ['unanswered', ({ unanswered }) => unanswered],
  ['asked back', ({ clarifying }) => clarifying],
  ['declined', ({ declined }) => declined],
  ['aborted', ({ aborted }) => aborted],
  ['failed', ({ failed }) => failed],
  ['helpful', ({ helpful }) => helpful],
  ['unhelpful', ({ unhelpful }) => unhelpful],
  ['input tokens', ({ inputTokens }) => inputTokens],
  ['output tokens', ({ outputTokens }) => outputTokens],
  ['cost', ({ cost }) => cost],
  ['agent calls', ({ agentCalls }) => agentCalls],
]

/** Mounts the figures of a site and of all sites of an organization, as JSON or CSV. */
export const mountStatisticsRoutes = (routes: Routes): void => {
  const { database } = routes.gate

  mountSite(routes, contract.getStatistics, async ({ site, query, request, response }) => {
    const statistics = await readStatistics(database, site, query)
    if (!wantsCsv(request, query.format)) return statistics
    return sendCsv(response, { name: 'statistics.csv', csv: writeCsv(dayColumns, statistics.days), nextCursor: null })
  })
  mountAdministration(routes, contract.getUsage, async ({ organizationId, query, request, response }) => {
    const usage = await readUsage(database, organizationId, query)
    if (!wantsCsv(request, query.format)) return usage
    return sendCsv(response, { name: 'usage.csv', csv: writeCsv(dayColumns, usage.days), nextCursor: null })
  })
}
