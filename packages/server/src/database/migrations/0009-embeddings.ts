import { sql } from 'kysely'
import type { Migration } from '../migrate.ts'

const statements = [
  sql`create table embeddings (
    site_id text not null references sites (id) on delete cascade,
    model text not null,
    hash text not null,
    vector bytea not null,
    primary key (site_id, model, hash)
  )`,
  sql`create table section_embeddings (
    site_id text not null,
    page integer not null,
    ordinal integer not null,
    hash text not null,
    primary key (site_id, page, ordinal),
    foreign key (site_id, page, ordinal) references sections (site_id, page, ordinal) on delete cascade
  )`,
]

/** What sections mean, as an embedding model says; kept by the hash of their text, so that each text is sent once. */
export const embeddings: Migration = {
  name: '0009-embeddings',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
  },
}
