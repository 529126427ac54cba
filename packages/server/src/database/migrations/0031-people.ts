import { sql } from 'kysely'
import { type Database, engineOf } from '../database.ts'
import type { Migration } from './migration.ts'

/** People, how they sign in, and their sessions. The columns are those that the sign-in library needs, under our names. */
const tables = [
  sql`create table people (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    role text not null check (role in ('viewer', 'editor', 'owner')),
    name text not null,
    email text not null unique,
    email_verified integer not null default 0,
    image text,
    created_at text not null,
    updated_at text not null
  )`,
  sql`create index people_organization on people (organization_id)`,
  sql`create table sign_in_methods (
    id text primary key,
    person_id text not null references people (id) on delete cascade,
    provider text not null,
    account text not null,
    password text,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at text,
    refresh_token_expires_at text,
    scope text,
    created_at text not null,
    updated_at text not null,
    unique (provider, account)
  )`,
  sql`create index sign_in_methods_person on sign_in_methods (person_id)`,
  sql`create table sessions (
    id text primary key,
    person_id text not null references people (id) on delete cascade,
    token text not null unique,
    address text,
    browser text,
    expires_at text not null,
    created_at text not null,
    updated_at text not null
  )`,
  sql`create index sessions_person on sessions (person_id)`,
  sql`create table passkeys (
    id text primary key,
    person_id text not null references people (id) on delete cascade,
    name text,
    credential text not null unique,
    public_key text not null,
    counter integer not null,
    device_type text not null,
    backed_up integer not null,
    transports text,
    authenticator text,
    created_at text
  )`,
  sql`create index passkeys_person on passkeys (person_id)`,
  sql`create table sign_in_states (
    id text primary key,
    identifier text not null,
    value text not null,
    expires_at text not null,
    created_at text not null,
    updated_at text not null
  )`,
  sql`create index sign_in_states_identifier on sign_in_states (identifier)`,
  sql`create table links (
    hash text primary key,
    id text not null unique,
    kind text not null check (kind in ('setup', 'invitation')),
    organization_id text not null references organizations (id) on delete cascade,
    role text not null check (role in ('viewer', 'editor', 'owner')),
    email text,
    created_at text not null,
    expires_at text not null
  )`,
  sql`create index links_organization on links (organization_id)`,
]

const auditIndexes = [
  sql`create index audit_entries_time on audit_entries (organization_id, at)`,
  sql`create index audit_entries_key on audit_entries (key_id, at)`,
]

/** SQLite cannot take `not null` from a column. */
const allowNoKey = async (transaction: Database): Promise<void> => {
  if (engineOf(transaction) === 'postgres') {
    await sql`alter table audit_entries alter column key_id drop not null`.execute(transaction)
    return
  }
  await sql`alter table audit_entries rename to earlier_audit_entries`.execute(transaction)
  await sql`drop index audit_entries_time`.execute(transaction)
  await sql`drop index audit_entries_key`.execute(transaction)
  await sql`create table audit_entries (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    at text not null,
    key_id text,
    action text not null,
    target text not null,
    created text,
    fields_json text not null,
    outcome text not null check (outcome in ('begun', 'done', 'failed', 'refused')),
    code text,
    address text,
    origin text,
    request_id text not null
  )`.execute(transaction)
  await sql`insert into audit_entries select * from earlier_audit_entries`.execute(transaction)
  await sql`drop table earlier_audit_entries`.execute(transaction)
  for (const index of auditIndexes) await index.execute(transaction)
}

/** An entry of the audit log names a key or a person, whose name and address outlive them. */
export const people: Migration = {
  name: '0031-people',
  up: async (transaction) => {
    for (const statement of tables) await statement.execute(transaction)
    await allowNoKey(transaction)
    for (const column of ['person_id', 'person_name', 'person_email']) {
      await transaction.schema.alterTable('audit_entries').addColumn(column, 'text').execute()
    }
    await sql`create index audit_entries_person on audit_entries (person_id, at)`.execute(transaction)
  },
}
