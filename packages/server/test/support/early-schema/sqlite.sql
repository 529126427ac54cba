CREATE TABLE migrations (name text primary key, applied_at text not null)

--

CREATE TABLE organizations (
    id text primary key,
    name text not null,
    created_at text not null
  , trusted integer not null default 1)

--

CREATE TABLE sites (
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

CREATE INDEX sites_domain on sites (domain)

--

CREATE TABLE sources (
    id text primary key,
    site_id text not null references sites (id) on delete cascade,
    kind text not null,
    settings_json text not null
  )

--

CREATE INDEX sources_site on sources (site_id)

--

CREATE TABLE keys (
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
    last_used_at text, addresses_json text not null default '[]', origins_json text not null default '[]', scope text check (scope in ('read', 'write')),
    check ((kind = 'assistant') = (site_id is not null))
  )

--

CREATE INDEX keys_organization on keys (organization_id)

--

CREATE TABLE syncs (
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

CREATE UNIQUE INDEX syncs_running on syncs (site_id) where status = 'running'

--

CREATE TABLE limit_counts (
    name text not null,
    subject text not null,
    slice bigint not null,
    count integer not null, expires_at bigint not null default 0,
    primary key (name, subject, slice)
  )

--

CREATE TABLE pages (
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
    terms text not null, links_json text not null default '[]', trail_json text not null default '[]', position integer, source_id text, said_version text, said_language text,
    primary key (site_id, number),
    unique (site_id, path)
  )

--

CREATE INDEX pages_lookup on pages (site_id, lookup)

--

CREATE INDEX pages_alias on pages (site_id, alias)

--

CREATE TABLE sections (
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

CREATE TABLE postings (
    site_id text not null references sites (id) on delete cascade,
    term text not null,
    bucket integer not null,
    sections integer not null,
    entries bytea not null,
    primary key (site_id, term, bucket)
  )

--

CREATE TABLE buckets (
    site_id text not null references sites (id) on delete cascade,
    bucket integer not null,
    revision integer not null,
    lengths bytea not null,
    primary key (site_id, bucket)
  )

--

CREATE TABLE "threads" ("id" text primary key, "site_id" text not null references "sites" ("id") on delete cascade, "fp" text not null, "created_at" text not null)

--

CREATE INDEX "threads_by_site" on "threads" ("site_id", "created_at")

--

CREATE TABLE "turns" ("id" text primary key, "thread_id" text not null references "threads" ("id") on delete cascade, "question" text not null, "context_json" text not null, "current_path" text, "answer" text not null, "sources_json" text not null, "status" text not null, "model" text not null, "started_at" text not null, "finished_at" text not null)

--

CREATE INDEX "turns_by_thread" on "turns" ("thread_id", "started_at")

--

CREATE TABLE "feedback" ("turn_id" text primary key references "turns" ("id") on delete cascade, "helpful" integer not null, "reason" text, "comment" text, "created_at" text not null)

--

CREATE TABLE projects (
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

CREATE INDEX projects_organization on projects (organization_id, name)

--

CREATE TABLE jobs (
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

CREATE INDEX jobs_project on jobs (project_id, id)

--

CREATE INDEX jobs_queue on jobs (queued_at, id) where status = 'active'

--

CREATE TABLE job_messages (
    job_id text not null references jobs (id) on delete cascade,
    number integer not null,
    prompt text not null,
    mode text not null,
    state text not null check (state in ('waiting', 'taken', 'dropped')),
    turn integer,
    created_at text not null, request_id text,
    primary key (job_id, number)
  )

--

CREATE TABLE job_turns (
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

CREATE UNIQUE INDEX job_turns_running on job_turns (job_id) where status = 'running'

--

CREATE TABLE job_steps (
    job_id text not null references jobs (id) on delete cascade,
    turn integer not null,
    number integer not null,
    messages_json text not null,
    primary key (job_id, turn, number)
  )

--

CREATE TABLE job_events (
    job_id text not null references jobs (id) on delete cascade,
    number integer not null,
    turn integer,
    type text not null,
    data_json text not null,
    at text not null,
    primary key (job_id, number)
  )

--

CREATE TABLE job_questions (
    turn_id text not null references turns (id) on delete cascade,
    job_id text not null references jobs (id) on delete cascade,
    primary key (turn_id, job_id)
  )

--

CREATE TABLE idempotency_keys (
    scope text not null,
    key text not null,
    body_hash text not null,
    answer_json text not null,
    created_at text not null,
    primary key (scope, key)
  )

--

CREATE TABLE webhook_deliveries (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    body text not null,
    attempts integer not null,
    next_at bigint,
    error text,
    created_at text not null
  )

--

CREATE INDEX webhook_deliveries_due on webhook_deliveries (next_at)

--

CREATE TABLE schedules (
    site_id text primary key references sites (id) on delete cascade,
    cron text not null,
    since text not null
  )

--

CREATE TABLE sync_webhooks (
    id text primary key,
    site_id text not null unique references sites (id) on delete cascade,
    secret_sealed text not null,
    created_at text not null
  )

--

CREATE TABLE visits (
    source_id text not null references sources (id) on delete cascade,
    url text not null,
    etag text,
    modified text,
    file text not null,
    hash text not null,
    links_json text not null, language text,
    primary key (source_id, url)
  )

--

CREATE TABLE "site_settings" ("site_id" text primary key references "sites" ("id") on delete cascade, "settings_json" text not null)

--

CREATE TABLE site_policies (
    site_id text primary key references sites (id) on delete cascade,
    store_questions integer not null,
    retention_days integer not null,
    open_pages integer not null
  )

--

CREATE TABLE empty_searches (
    site_id text not null references sites (id) on delete cascade,
    query text not null,
    day text not null,
    count integer not null,
    last_at text not null,
    primary key (site_id, query, day)
  )

--

CREATE INDEX turns_by_time on turns (started_at, id)

--

CREATE INDEX threads_by_reader on threads (site_id, fp)

--

CREATE TABLE link_texts (
    site_id text not null references sites (id) on delete cascade,
    term text not null,
    bucket integer not null,
    entries bytea not null,
    primary key (site_id, term, bucket)
  )

--

CREATE TABLE link_buckets (
    site_id text not null references sites (id) on delete cascade,
    bucket integer not null,
    digest text not null,
    primary key (site_id, bucket)
  )

--

CREATE TABLE embeddings (
    site_id text not null references sites (id) on delete cascade,
    model text not null,
    hash text not null,
    vector bytea not null,
    primary key (site_id, model, hash)
  )

--

CREATE TABLE section_embeddings (
    site_id text not null,
    page integer not null,
    ordinal integer not null,
    hash text not null,
    primary key (site_id, page, ordinal),
    foreign key (site_id, page, ordinal) references sections (site_id, page, ordinal) on delete cascade
  )

--

CREATE TABLE installation (id text primary key)

--

CREATE TABLE site_identities (
    site_id text primary key references sites (id) on delete cascade,
    secret_sealed text not null,
    created_at text not null
  )

--

CREATE TABLE audit_entries (
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

CREATE INDEX audit_entries_time on audit_entries (organization_id, at)

--

CREATE INDEX audit_entries_key on audit_entries (key_id, at)

--

CREATE TABLE budgets (
    organization_id text primary key references organizations (id) on delete cascade,
    answers_per_day integer,
    tokens_per_day bigint
  )

--

CREATE TABLE budget_uses (
    organization_id text not null references organizations (id) on delete cascade,
    day text not null,
    answers integer not null,
    tokens bigint not null,
    primary key (organization_id, day)
  )

--

CREATE TABLE site_limits (
    site_id text primary key references sites (id) on delete cascade,
    limits_json text not null,
    proof_secret text not null
  )

--

CREATE TABLE spent_proofs (
    signature text primary key,
    expires_at bigint not null
  )

--

CREATE INDEX limit_counts_expired on limit_counts (expires_at)

--

CREATE TABLE section_link_terms (
      site_id text not null references sites (id) on delete cascade,
      page integer not null,
      anchor text not null,
      terms text not null,
      primary key (site_id, page, anchor, terms)
    )

--

CREATE INDEX syncs_site on syncs (site_id, started_at)

--

CREATE INDEX keys_site on keys (site_id)

--

CREATE INDEX projects_site on projects (site_id)

--

CREATE INDEX job_questions_job on job_questions (job_id)

--

CREATE INDEX webhook_deliveries_project on webhook_deliveries (project_id)

--

CREATE INDEX idempotency_keys_time on idempotency_keys (created_at)

--

insert into installation values ('3f0c3c52-9f0a-4f7e-8f57-1d7f6a0d2c11')

--

insert into migrations values ('0001-organizations', '2026-11-01T00:00:00.000Z'), ('0002-pages', '2026-11-01T00:00:00.000Z'), ('0003-threads', '2026-11-01T00:00:00.000Z'), ('0004-agent', '2026-11-01T00:00:00.000Z'), ('0005-sources', '2026-11-01T00:00:00.000Z'), ('0006-site-settings', '2026-11-01T00:00:00.000Z'), ('0007-conversations', '2026-11-01T00:00:00.000Z'), ('0008-link-texts', '2026-11-01T00:00:00.000Z'), ('0009-embeddings', '2026-11-01T00:00:00.000Z'), ('0010-installation', '2026-11-01T00:00:00.000Z'), ('0011-administration', '2026-11-01T00:00:00.000Z'), ('0012-budgets', '2026-11-01T00:00:00.000Z'), ('0013-request-ids', '2026-11-01T00:00:00.000Z'), ('0014-places', '2026-11-01T00:00:00.000Z'), ('0015-limit-batches', '2026-11-01T00:00:00.000Z'), ('0016-section-links', '2026-11-01T00:00:00.000Z'), ('0017-section-link-terms', '2026-11-01T00:00:00.000Z'), ('0018-linked-sections', '2026-11-01T00:00:00.000Z'), ('0019-belongings', '2026-11-01T00:00:00.000Z'), ('0020-told-editions', '2026-11-01T00:00:00.000Z'), ('0021-trust', '2026-11-01T00:00:00.000Z'), ('0022-wrong-clocks', '2026-11-01T00:00:00.000Z')
