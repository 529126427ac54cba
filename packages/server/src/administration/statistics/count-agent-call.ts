import { addDailyCounts } from '../../database/add-daily-counts.ts'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { withoutDisk } from '../../database/without-disk.ts'

/** Counts a search, a page or a question of an agent, over MCP. */
export const countAgentCall = (database: Database, site: Pick<SiteRow, 'id'>): Promise<void> =>
  withoutDisk(database, (connection) => {
    const day = new Date().toISOString().slice(0, 10)
    return addDailyCounts(connection, [{ site_id: site.id, dimension: 'all', value: '', day }], { agent_calls: 1 })
  })
