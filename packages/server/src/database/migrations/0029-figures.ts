import { sql } from 'kysely'
import { type Database, engineOf } from '../database.ts'
import type { Migration } from './migration.ts'

/**
 * Figures that are counted as questions are asked, and what a turn is found and judged by: its site, page, language, strength,
 * statements, tokens, cost, cited pages and words.
 */
export const figures: Migration = {
  name: '0029-figures',
  up: async (transaction) => {
    for (const statement of statements(engineOf(transaction))) await sql.raw(statement).execute(transaction)
    await countEarlierTurns(transaction)
  },
}

const statements = (engine: 'sqlite' | 'postgres'): readonly string[] => [
  `create table daily_counts (
    site_id text not null references sites (id) on delete cascade,
    dimension text not null,
    value text not null,
    day text not null,
    questions integer not null,
    answered integer not null,
    weak integer not null,
    unanswered integer not null,
    clarifying integer not null,
    declined integer not null,
    aborted integer not null,
    failed integer not null,
    helpful integer not null,
    unhelpful integer not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cost double precision not null,
    agent_calls integer not null,
    primary key (site_id, dimension, value, day)
  )${engine === 'sqlite' ? ' without rowid' : ''}`,
  `create index daily_counts_by_day on daily_counts (day)`,
  `alter table turns add column site_id text not null default ''`,
  `alter table turns add column page text`,
  `alter table turns add column language text`,
  `alter table turns add column strength integer`,
  `alter table turns add column statements_json text not null default '[]'`,
  `alter table turns add column input_tokens integer not null default 0`,
  `alter table turns add column output_tokens integer not null default 0`,
  `alter table turns add column cost double precision not null default 0`,
  `update turns set site_id = (select site_id from threads where threads.id = turns.thread_id)`,
  `create index turns_of_site on turns (site_id, started_at, id)`,
  `create table turn_citations (
    turn_id text not null references turns (id) on delete cascade,
    path text not null,
    primary key (turn_id, path)
  )`,
  `create index turn_citations_by_path on turn_citations (path, turn_id)`,
  ...(engine === 'sqlite' ? sqliteWords : postgresWords),
]

/**
 * The words of questions and answers. They have no text of their own; a table gives them numbers, because SQLite may number
 * the rows of `turns` anew.
 */
const sqliteWords: readonly string[] = [
  `create table turn_words_rows (number integer primary key, turn_id text not null unique)`,
  `create virtual table turn_words using fts5 (question, answer, content='', contentless_delete=1, detail=none,
    tokenize='unicode61 remove_diacritics 0')`,
  `create trigger turn_words_added after insert on turns when new.question <> '' begin
    insert into turn_words_rows (turn_id) values (new.id);
    insert into turn_words (rowid, question, answer)
      select number, new.question, new.answer from turn_words_rows where turn_id = new.id;
  end`,
  `create trigger turn_words_removed after delete on turns begin
    delete from turn_words where rowid = (select number from turn_words_rows where turn_id = old.id);
    delete from turn_words_rows where turn_id = old.id;
  end`,
  `create trigger turn_words_erased after update of question on turns when new.question = '' begin
    delete from turn_words where rowid = (select number from turn_words_rows where turn_id = old.id);
    delete from turn_words_rows where turn_id = old.id;
  end`,
  `insert into turn_words_rows (turn_id) select id from turns where question <> '' order by started_at, id`,
  `insert into turn_words (rowid, question, answer)
    select number, question, answer from turn_words_rows join turns on turns.id = turn_words_rows.turn_id`,
]

/** Signs are blanks, so that words are parted as SQLite parts them. */
const postgresWords: readonly string[] = [
  `alter table turns add column words tsvector generated always as (to_tsvector('simple',
    translate(substr(question, 1, 20000) || ' ' || substr(answer, 1, 20000),
      '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~', repeat(' ', 32)))) stored`,
  `create index turns_by_words on turns using gin (words)`,
]

/** Counts what was asked before, whatever of it is still known. */
const countEarlierTurns = async (transaction: Database): Promise<void> => {
  const statuses = ['answered', 'weak', 'unanswered', 'clarifying', 'declined', 'aborted', 'failed']
  const sums = statuses.map((status) => `sum(case when status = '${status}' then 1 else 0 end)`)
  const feedback = [1, 0].map((helpful) => `sum(case when helpful = ${helpful} then 1 else 0 end)`)
  for (const [dimension, value] of [
    ['all', "''"],
    ['model', 'model'],
  ]) {
    await sql
      .raw(
        `insert into daily_counts (site_id, dimension, value, day, questions, ${statuses.join()}, helpful, unhelpful,
          input_tokens, output_tokens, cost, agent_calls)
        select site_id, '${dimension}', ${value}, substr(started_at, 1, 10), count(*), ${sums.join()}, ${feedback.join()}, 0, 0, 0, 0
        from turns left join feedback on feedback.turn_id = turns.id
        group by site_id, ${value === "''" ? '' : `${value}, `}substr(started_at, 1, 10)`,
      )
      .execute(transaction)
  }
}
