import { sql } from 'kysely'

/** What the limits have counted, and what organizations and sites may use. */
export const limits = [
  sql`create table limit_counts (
    name text not null,
    subject text not null,
    slice bigint not null,
    count integer not null,
    expires_at bigint not null default 0,
    primary key (name, subject, slice)
  )`,
  sql`create index limit_counts_expired on limit_counts (expires_at)`,
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
]

/**
 * On PostgreSQL, counts all requests that a process has waiting in one call. Each subject stands once, in the order in which
 * all processes lock. A group is a number of requests that count for the same subjects: `members` are their numbers, as many
 * for each group as `group_sizes` says, and as many of them are admitted as there is room for. `frees` is of subjects that
 * are full at the end: a group that was refused saw them as full as that. Slices more than a window ahead were counted by a
 * clock that was wrong, and use up nothing.
 */
export const takeAllFromLimits = sql`create function take_all_from_limits(
  limit_names text[], limit_subjects text[], limit_requests integer[], limit_seconds double precision[],
  members integer[], group_sizes integer[], group_times integer[], clock double precision,
  out instant double precision, out used bigint[], out oldest bigint[], out frees bigint[], out admitted integer[]
) language plpgsql volatile as $$
declare
  current bigint;
  total bigint;
  first bigint;
  freed bigint;
  fits bigint;
  member integer;
  start integer := 1;
  added bigint[] := '{}';
begin
  -- Counts need not survive a crash.
  perform set_config('synchronous_commit', 'off', true);
  for i in 1 .. cardinality(limit_names) loop
    perform pg_advisory_xact_lock(hashtextextended(limit_names[i] || '/' || limit_subjects[i], 0));
  end loop;
  instant := coalesce(clock, extract(epoch from clock_timestamp())::double precision);
  for i in 1 .. cardinality(limit_names) loop
    current := floor(instant / (limit_seconds[i] / 60));
    select coalesce(sum(counts.count), 0), coalesce(min(counts.slice), current) into total, first
      from limit_counts counts
      where counts.name = limit_names[i] and counts.subject = limit_subjects[i] and counts.slice between current - 60 and current + 60;
    used[i] := total;
    oldest[i] := first;
    added[i] := 0;
  end loop;
  for g in 1 .. cardinality(group_sizes) loop
    fits := group_times[g];
    foreach member in array members[start : start + group_sizes[g] - 1] loop
      fits := least(fits, limit_requests[member] - used[member] - added[member]);
    end loop;
    fits := greatest(fits, 0);
    foreach member in array members[start : start + group_sizes[g] - 1] loop
      added[member] := added[member] + fits;
    end loop;
    admitted[g] := fits;
    start := start + group_sizes[g];
  end loop;
  for i in 1 .. cardinality(limit_names) loop
    current := floor(instant / (limit_seconds[i] / 60));
    if added[i] > 0 then
      insert into limit_counts as counts (name, subject, slice, count, expires_at)
        values (limit_names[i], limit_subjects[i], current, added[i], ceil((current + 61) * (limit_seconds[i] / 60)))
        on conflict (name, subject, slice) do update set count = counts.count + excluded.count;
    end if;
    freed := null;
    total := used[i] + added[i];
    if total >= limit_requests[i] then
      select gone.slice into freed from (
        select counts.slice, sum(counts.count) over (order by counts.slice) as counted
        from limit_counts counts
        where counts.name = limit_names[i] and counts.subject = limit_subjects[i] and counts.slice between current - 60 and current + 60
      ) gone where total - gone.counted < limit_requests[i] order by gone.slice limit 1;
    end if;
    frees[i] := freed;
  end loop;
end $$`
