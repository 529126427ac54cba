import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/** What links call the sections that they lead to. The next sync reads every page again. */
export const sectionLinks: Migration = {
  name: '0016-section-links',
  up: async (transaction) => {
    await sql`create table section_links (
      site_id text not null references sites (id) on delete cascade,
      page integer not null,
      anchor text not null,
      text text not null,
      primary key (site_id, page, anchor, text)
    )`.execute(transaction)
  },
}
