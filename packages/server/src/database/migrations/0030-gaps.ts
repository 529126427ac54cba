import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** What became of questions that weren't answered well, and when the pull request of a job was closed and its questions asked again. */
export const gaps: Migration = {
  name: '0030-gaps',
  up: async (transaction) => {
    await sql`create table question_states (
      turn_id text primary key references turns (id) on delete cascade,
      state text not null check (state in ('open', 'dismissed', 'resolved')),
      changed_at text not null,
      again_status text,
      again_answer text,
      again_sources_json text,
      again_model text,
      again_at text
    )`.execute(transaction)
    await sql`alter table jobs add column closed_at text`.execute(transaction)
    await sql`alter table jobs add column asked_again_at text`.execute(transaction)
  },
}
