import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

/**
 * What links call sections stands in `link_texts`, beside what they call pages; the next sync writes it. The emptied table
 * stays for a process of the version before that is still running, the one before it goes.
 */
export const linkedSections: Migration = {
  name: '0018-linked-sections',
  up: async (transaction) => {
    await sql`delete from section_link_terms`.execute(transaction)
    await sql`drop table section_links`.execute(transaction)
  },
}
