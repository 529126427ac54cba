import { sql } from 'kysely'
import type { Migration } from './migration.ts'

/** Questions that are asked again and again, and what became of them each time. */
export const testQuestions: Migration = {
  name: '0034-test-questions',
  up: async (transaction) => {
    await sql`create table test_questions (
      id text primary key,
      site_id text not null references sites (id) on delete cascade,
      question text not null,
      pages_json text not null,
      tags_json text not null,
      current_path text,
      created_at text not null,
      unique (site_id, question)
    )`.execute(transaction)
    await sql`create table test_runs (
      id text primary key,
      site_id text not null references sites (id) on delete cascade,
      status text not null check (status in ('running', 'completed', 'failed')),
      settings_json text not null,
      questions integer not null,
      asked integer not null,
      figures_json text not null,
      tokens integer not null,
      cost double precision not null,
      error text,
      heartbeat_at text not null,
      started_at text not null,
      finished_at text
    )`.execute(transaction)
    await sql`create index test_runs_of_site on test_runs (site_id, started_at)`.execute(transaction)
    await sql`create table test_results (
      run_id text not null references test_runs (id) on delete cascade,
      ordinal integer not null,
      result_json text not null,
      primary key (run_id, ordinal)
    )`.execute(transaction)
  },
}
