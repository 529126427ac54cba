create table if not exists migrations (name text primary key, applied_at text not null)

--

create table organizations (
    id text primary key,
    name text not null,
    created_at text not null
  )

--

create table sites (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    domain text not null,
    name text not null,
    url text,
    origins_json text not null,
    created_at text not null,
    synced_at text,
    unique (organization_id, domain)
  )

--

create index sites_domain on sites (domain)

--

create table sources (
    id text primary key,
    site_id text not null references sites (id) on delete cascade,
    kind text not null,
    settings_json text not null
  )

--

create index sources_site on sources (site_id)

--

create table keys (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    site_id text references sites (id) on delete cascade,
    kind text not null check (kind in ('assistant', 'administrator')),
    name text,
    hash text not null unique,
    hint text not null,
    created_at text not null,
    expires_at text,
    revoked_at text,
    last_used_at text,
    check ((kind = 'assistant') = (site_id is not null))
  )

--

create index keys_organization on keys (organization_id)

--

create table syncs (
    id text primary key,
    site_id text not null references sites (id) on delete cascade,
    status text not null check (status in ('running', 'completed', 'failed')),
    report_json text not null,
    runner text not null,
    heartbeat_at text not null,
    started_at text not null,
    finished_at text
  )

--

create unique index syncs_running on syncs (site_id) where status = 'running'

--

create table limit_counts (
    name text not null,
    subject text not null,
    slice bigint not null,
    count integer not null,
    primary key (name, subject, slice)
  )

--

create table pages (
    site_id text not null references sites (id) on delete cascade,
    number integer not null,
    path text not null,
    lookup text not null,
    slug text,
    alias text,
    file text not null,
    hash text not null,
    title text not null,
    description text,
    version text,
    language text,
    tags_json text not null,
    problems_json text not null,
    terms text not null,
    primary key (site_id, number),
    unique (site_id, path)
  )

--

create index pages_lookup on pages (site_id, lookup)

--

create index pages_alias on pages (site_id, alias)

--

create table sections (
    site_id text not null,
    page integer not null,
    ordinal integer not null,
    heading text,
    anchor text,
    breadcrumbs_json text not null,
    content text not null,
    primary key (site_id, page, ordinal),
    foreign key (site_id, page) references pages (site_id, number) on delete cascade
  )

--

create table postings (
    site_id text not null references sites (id) on delete cascade,
    term text not null,
    bucket integer not null,
    sections integer not null,
    entries bytea not null,
    primary key (site_id, term, bucket)
  )

--

create table buckets (
    site_id text not null references sites (id) on delete cascade,
    bucket integer not null,
    revision integer not null,
    lengths bytea not null,
    primary key (site_id, bucket)
  )

--

create table "threads" ("id" text primary key, "site_id" text not null references "sites" ("id") on delete cascade, "fp" text not null, "created_at" text not null)

--

create index "threads_by_site" on "threads" ("site_id", "created_at")

--

create table "turns" ("id" text primary key, "thread_id" text not null references "threads" ("id") on delete cascade, "question" text not null, "context_json" text not null, "current_path" text, "answer" text not null, "sources_json" text not null, "status" text not null, "model" text not null, "started_at" text not null, "finished_at" text not null)

--

create index "turns_by_thread" on "turns" ("thread_id", "started_at")

--

create table "feedback" ("turn_id" text primary key references "turns" ("id") on delete cascade, "helpful" integer not null, "reason" text, "comment" text, "created_at" text not null)

--

create table projects (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    site_id text references sites (id) on delete set null,
    name text not null,
    repository text not null,
    ref text not null,
    docs_folder text not null,
    host_kind text not null,
    host_url text,
    credentials_kind text,
    credentials_sealed text,
    model text,
    instructions text,
    limits_json text not null,
    prices_json text,
    webhook_url text,
    webhook_secret_sealed text,
    created_at text not null
  )

--

create index projects_organization on projects (organization_id, name)

--

create table jobs (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    status text not null check (status in ('active', 'completed', 'failed', 'archived')),
    repository text not null,
    ref text not null,
    model text not null,
    draft integer not null,
    branch text not null,
    base_commit text,
    pull_request_url text,
    pull_request_number integer,
    created_at text not null,
    archived_at text,
    queued_at text not null,
    lease_owner text,
    lease_until bigint,
    lease_number integer not null
  )

--

create index jobs_project on jobs (project_id, id)

--

create index jobs_queue on jobs (queued_at, id) where status = 'active'

--

create table job_messages (
    job_id text not null references jobs (id) on delete cascade,
    number integer not null,
    prompt text not null,
    mode text not null,
    state text not null check (state in ('waiting', 'taken', 'dropped')),
    turn integer,
    created_at text not null,
    primary key (job_id, number)
  )

--

create table job_turns (
    job_id text not null references jobs (id) on delete cascade,
    number integer not null,
    status text not null,
    attempts integer not null,
    start_commit text,
    files_json text not null,
    call_json text,
    finish_json text,
    commit_id text,
    error text,
    model_calls integer not null,
    input_tokens bigint not null,
    output_tokens bigint not null,
    cost real,
    started_at text not null,
    finished_at text,
    primary key (job_id, number)
  )

--

create unique index job_turns_running on job_turns (job_id) where status = 'running'

--

create table job_steps (
    job_id text not null references jobs (id) on delete cascade,
    turn integer not null,
    number integer not null,
    messages_json text not null,
    primary key (job_id, turn, number)
  )

--

create table job_events (
    job_id text not null references jobs (id) on delete cascade,
    number integer not null,
    turn integer,
    type text not null,
    data_json text not null,
    at text not null,
    primary key (job_id, number)
  )

--

create table job_questions (
    turn_id text not null references turns (id) on delete cascade,
    job_id text not null references jobs (id) on delete cascade,
    primary key (turn_id, job_id)
  )

--

create table idempotency_keys (
    scope text not null,
    key text not null,
    body_hash text not null,
    answer_json text not null,
    created_at text not null,
    primary key (scope, key)
  )

--

create table webhook_deliveries (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    body text not null,
    attempts integer not null,
    next_at bigint,
    error text,
    created_at text not null
  )

--

create index webhook_deliveries_due on webhook_deliveries (next_at)

--

create table schedules (
    site_id text primary key references sites (id) on delete cascade,
    cron text not null,
    since text not null
  )

--

create table sync_webhooks (
    id text primary key,
    site_id text not null unique references sites (id) on delete cascade,
    secret text not null,
    created_at text not null
  )

--

create table visits (
    source_id text not null references sources (id) on delete cascade,
    url text not null,
    etag text,
    modified text,
    file text not null,
    hash text not null,
    links_json text not null,
    primary key (source_id, url)
  )

--

create table "site_settings" ("site_id" text primary key references "sites" ("id") on delete cascade, "settings_json" text not null)

--

create table site_policies (
    site_id text primary key references sites (id) on delete cascade,
    store_questions integer not null,
    retention_days integer not null,
    open_pages integer not null
  )

--

create table empty_searches (
    site_id text not null references sites (id) on delete cascade,
    query text not null,
    day text not null,
    count integer not null,
    last_at text not null,
    primary key (site_id, query, day)
  )

--

create index turns_by_time on turns (started_at, id)

--

create index threads_by_reader on threads (site_id, fp)

--

alter table pages add column links_json text not null default '[]'

--

create table link_texts (
    site_id text not null references sites (id) on delete cascade,
    term text not null,
    bucket integer not null,
    entries bytea not null,
    primary key (site_id, term, bucket)
  )

--

create table link_buckets (
    site_id text not null references sites (id) on delete cascade,
    bucket integer not null,
    digest text not null,
    primary key (site_id, bucket)
  )

--

alter table postings alter column term type text collate "C"

--

create table embeddings (
    site_id text not null references sites (id) on delete cascade,
    model text not null,
    hash text not null,
    vector bytea not null,
    primary key (site_id, model, hash)
  )

--

create table section_embeddings (
    site_id text not null,
    page integer not null,
    ordinal integer not null,
    hash text not null,
    primary key (site_id, page, ordinal),
    foreign key (site_id, page, ordinal) references sections (site_id, page, ordinal) on delete cascade
  )

--

create table installation (id text primary key)

--

alter table keys add column addresses_json text not null default '[]'

--

alter table keys add column origins_json text not null default '[]'

--

alter table keys add column scope text check (scope in ('read', 'write'))

--

alter table sync_webhooks rename column secret to secret_sealed

--

create table site_identities (
    site_id text primary key references sites (id) on delete cascade,
    secret_sealed text not null,
    created_at text not null
  )

--

create table audit_entries (
    id text primary key,
    organization_id text not null references organizations (id) on delete cascade,
    at text not null,
    key_id text not null,
    action text not null,
    target text not null,
    created text,
    fields_json text not null,
    outcome text not null check (outcome in ('begun', 'done', 'failed', 'refused')),
    code text,
    address text,
    origin text,
    request_id text not null
  )

--

create index audit_entries_time on audit_entries (organization_id, at)

--

create index audit_entries_key on audit_entries (key_id, at)

--

create table budgets (
    organization_id text primary key references organizations (id) on delete cascade,
    answers_per_day integer,
    tokens_per_day bigint
  )

--

create table budget_uses (
    organization_id text not null references organizations (id) on delete cascade,
    day text not null,
    answers integer not null,
    tokens bigint not null,
    primary key (organization_id, day)
  )

--

create table site_limits (
    site_id text primary key references sites (id) on delete cascade,
    limits_json text not null,
    proof_secret text not null
  )

--

create table spent_proofs (
    signature text primary key,
    expires_at bigint not null
  )

--

alter table limit_counts add column expires_at bigint not null default 0

--

create index limit_counts_expired on limit_counts (expires_at)

--

create function take_from_limits(
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
end $$

--

alter table job_messages add column request_id text

--

alter table pages add column trail_json text not null default '[]'

--

alter table pages add column position integer

--

alter table pages add column source_id text

--

create function take_all_from_limits(
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
      where counts.name = limit_names[i] and counts.subject = limit_subjects[i] and counts.slice >= current - 60;
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
        where counts.name = limit_names[i] and counts.subject = limit_subjects[i] and counts.slice >= current - 60
      ) gone where total - gone.counted < limit_requests[i] order by gone.slice limit 1;
    end if;
    frees[i] := freed;
  end loop;
end $$

--

create table section_links (
      site_id text not null references sites (id) on delete cascade,
      page integer not null,
      anchor text not null,
      text text not null,
      primary key (site_id, page, anchor, text)
    )

--

create table section_link_terms (
      site_id text not null references sites (id) on delete cascade,
      page integer not null,
      anchor text not null,
      terms text not null,
      primary key (site_id, page, anchor, terms)
    )

--

drop table section_links

--

create index syncs_site on syncs (site_id, started_at)

--

create index keys_site on keys (site_id)

--

create index projects_site on projects (site_id)

--

create index job_questions_job on job_questions (job_id)

--

create index webhook_deliveries_project on webhook_deliveries (project_id)

--

create index idempotency_keys_time on idempotency_keys (created_at)

--

alter table pages add column said_version text

--

alter table pages add column said_language text

--

alter table visits add column language text

--

alter table organizations add column trusted integer not null default 1

--

create or replace function take_all_from_limits(
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
end $$

--

insert into installation values ('3f0c3c52-9f0a-4f7e-8f57-1d7f6a0d2c11')

--

insert into migrations values ('0001-organizations', '2026-11-01T00:00:00.000Z'), ('0002-pages', '2026-11-01T00:00:00.000Z'), ('0003-threads', '2026-11-01T00:00:00.000Z'), ('0004-agent', '2026-11-01T00:00:00.000Z'), ('0005-sources', '2026-11-01T00:00:00.000Z'), ('0006-site-settings', '2026-11-01T00:00:00.000Z'), ('0007-conversations', '2026-11-01T00:00:00.000Z'), ('0008-link-texts', '2026-11-01T00:00:00.000Z'), ('0009-embeddings', '2026-11-01T00:00:00.000Z'), ('0010-installation', '2026-11-01T00:00:00.000Z'), ('0011-administration', '2026-11-01T00:00:00.000Z'), ('0012-budgets', '2026-11-01T00:00:00.000Z'), ('0013-request-ids', '2026-11-01T00:00:00.000Z'), ('0014-places', '2026-11-01T00:00:00.000Z'), ('0015-limit-batches', '2026-11-01T00:00:00.000Z'), ('0016-section-links', '2026-11-01T00:00:00.000Z'), ('0017-section-link-terms', '2026-11-01T00:00:00.000Z'), ('0018-linked-sections', '2026-11-01T00:00:00.000Z'), ('0019-belongings', '2026-11-01T00:00:00.000Z'), ('0020-told-editions', '2026-11-01T00:00:00.000Z'), ('0021-trust', '2026-11-01T00:00:00.000Z'), ('0022-wrong-clocks', '2026-11-01T00:00:00.000Z')
