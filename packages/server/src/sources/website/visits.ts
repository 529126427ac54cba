import type { Database } from '../../database/database.ts'
import type { VisitRow } from '../../database/tables.ts'

/** What an address answered when it was last read. */
export type Visit = Omit<VisitRow, 'source_id' | 'links_json'> & { links: string[] }

/** Remembers what a website answered, from one sync to the next. */
export interface Visits {
  find: (url: URL) => Promise<Visit | undefined>
  store: (visit: Visit) => Promise<void>
}

export const openVisits = (database: Database, sourceId: string): Visits => ({
  find: async (url) => {
    const row = await database
      .selectFrom('visits')
      .selectAll()
      .where('source_id', '=', sourceId)
      .where('url', '=', url.href)
      .executeTakeFirst()
    return row && { ...row, links: JSON.parse(row.links_json) }
  },
  store: async ({ links, ...visit }) => {
    const row = { ...visit, source_id: sourceId, links_json: JSON.stringify(links) }
    await database
      .insertInto('visits')
      .values(row)
      .onConflict((conflict) => conflict.columns(['source_id', 'url']).doUpdateSet(row))
      .execute()
  },
})
