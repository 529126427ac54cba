import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** The language model that a site has instead of the server's. */
export const siteModels: Migration = {
  name: '0035-site-models',
  up: async (transaction) => {
    await sql`create table site_models (
      site_id text primary key references sites (id) on delete cascade,
      model text not null,
      base_url text,
      key_sealed text,
      updated_at text not null
    )`.execute(transaction)
  },
}
