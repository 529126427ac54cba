import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** MCP clients that read a site for a person, and their tokens. */
export const connections: Migration = {
  name: '0041-connections',
  up: async (transaction) => {
    await sql`create table connections (
      id text primary key,
      person_id text not null references people (id) on delete cascade,
      site_id text not null references sites (id) on delete cascade,
      client_id text not null,
      client_name text not null,
      client_host text,
      created_at text not null,
      last_used_at text,
      expires_at text not null
    )`.execute(transaction)
    await sql`create index connections_person on connections (person_id)`.execute(transaction)
    await sql`create index connections_site on connections (site_id)`.execute(transaction)
    await sql`create table connection_tokens (
      hash text primary key,
      connection_id text not null references connections (id) on delete cascade,
      kind text not null check (kind in ('code', 'access', 'refresh')),
      challenge text,
      redirect_address text,
      expires_at text not null,
      used_at text
    )`.execute(transaction)
    await sql`create index connection_tokens_connection on connection_tokens (connection_id)`.execute(transaction)
  },
}
