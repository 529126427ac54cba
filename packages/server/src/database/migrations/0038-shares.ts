import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Links to single answers, and the secret of the webhook that gets conversations. */
export const shares: Migration = {
  name: '0038-shares',
  up: async (transaction) => {
    await sql`create table shares (
      id text primary key,
      turn_id text not null references turns (id) on delete cascade,
      with_question integer not null,
      expires_at text not null
    )`.execute(transaction)
    await sql`create index shares_turn on shares (turn_id)`.execute(transaction)
    await sql`create index shares_expiry on shares (expires_at)`.execute(transaction)
    await sql`alter table site_settings add column hand_off_secret_sealed text`.execute(transaction)
  },
}
