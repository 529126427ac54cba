import { sql } from 'kysely'

/** Organizations, and the name of this installation, by which several may share one Redis. */
export const organizations = [
  // Whether it may name folders and hosts of the machine and its network. The first one may, new ones say it of themselves.
  sql`create table organizations (
    id text primary key,
    name text not null,
    created_at text not null,
    trusted integer not null default 1
  )`,
  sql`create table installation (id text primary key)`,
]
