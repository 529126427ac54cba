import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * What links call the sections that they lead to, as the terms that a question is compared with. The next sync writes them.
 * The table of their texts stays, for a process of the version before that is still running.
 */
export const sectionLinkTerms: Migration = {
  name: '0017-section-link-terms',
  up: async (transaction) => {
    await sql`create table section_link_terms (
      site_id text not null references sites (id) on delete cascade,
      page integer not null,
      anchor text not null,
      terms text not null,
      primary key (site_id, page, anchor, terms)
    )`.execute(transaction)
  },
}
