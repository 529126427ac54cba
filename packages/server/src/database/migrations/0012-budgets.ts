import { sql } from 'kysely'
import { engineOf } from '../database.ts'
import type { Migration } from '../migrate.ts'

/** Longer than the longest window: what was counted before this step keeps counting. */
const longestWindow = 90_000

const statements = [
  sql`create table budgets (
    organization_id text primary key references organizations (id) on delete cascade,
    answers_per_day integer,
    tokens_per_day bigint
  )`,
  sql`create table budget_uses (
    organization_id text not null references organizations (id) on delete cascade,
    day text not null,
    answers integer not null,
    tokens bigint not null,
    primary key (organization_id, day)
  )`,
  sql`create table site_limits (
    site_id text primary key references sites (id) on delete cascade,
    limits_json text not null,
    proof_secret text not null
  )`,
  sql`create table spent_proofs (
    signature text primary key,
    expires_at bigint not null
  )`,
  sql`alter table limit_counts add column expires_at bigint not null default 0`,
  sql`create index limit_counts_expired on limit_counts (expires_at)`,
]

/**
 * The counting of a request in one call. Locks the counts of each subject, in the order given, then reads: each statement
 * of a volatile function sees what was committed before it. Counts need not survive a crash of PostgreSQL.
 */
const takeFromLimits = sql`create function take_from_limits(
  limit_names text[], limit_subjects text[], limit_requests integer[], limit_seconds double precision[],
  clock double precision, out instant double precision, out used bigint[], out oldest bigint[], out frees bigint[]
) language plpgsql volatile as $$
declare
  current bigint;
  total bigint;
  first bigint;
  freed bigint;
  admitted boolean := true;
begin
  perform set_config('synchronous_commit', 'off', true);
  for i in 1 .. cardinality(limit_names) loop
    perform pg_advisory_xact_lock(hashtextextended(limit_names[i] || '/' || limit_subjects[i], 0));
  end loop;
  instant := coalesce(clock, extract(epoch from clock_timestamp())::double precision);
  for i in 1 .. cardinality(limit_names) loop
    current := floor(instant / (limit_seconds[i] / 60));
    select coalesce(sum(counts.count), 0), coalesce(min(counts.slice), current) into total, first
      from limit_counts counts
      where counts.name = limit_names[i] and counts.subject = limit_subjects[i] and counts.slice >= current - 60;
    freed := null;
    if total >= limit_requests[i] then
      admitted := false;
      select gone.slice into freed from (
        select counts.slice, sum(counts.count) over (order by counts.slice) as counted
        from limit_counts counts
        where counts.name = limit_names[i] and counts.subject = limit_subjects[i] and counts.slice >= current - 60
      ) gone where total - gone.counted < limit_requests[i] order by gone.slice limit 1;
    end if;
    used[i] := total;
    oldest[i] := first;
    frees[i] := freed;
  end loop;
  if admitted then
    for i in 1 .. cardinality(limit_names) loop
      current := floor(instant / (limit_seconds[i] / 60));
      insert into limit_counts as counts (name, subject, slice, count, expires_at)
        values (limit_names[i], limit_subjects[i], current, 1, ceil((current + 61) * (limit_seconds[i] / 60)))
        on conflict (name, subject, slice) do update set count = counts.count + 1;
    end loop;
  end if;
end $$`

/** What an organization may spend in a day, a site’s own limits, and when a count may be forgotten. */
export const budgets: Migration = {
  name: '0012-budgets',
  up: async (transaction) => {
    for (const statement of statements) await statement.execute(transaction)
    const expires_at = Math.ceil(Date.now() / 1_000) + longestWindow
    await transaction.updateTable('limit_counts').set({ expires_at }).execute()
    if (engineOf(transaction) === 'postgres') await takeFromLimits.execute(transaction)
  },
}
