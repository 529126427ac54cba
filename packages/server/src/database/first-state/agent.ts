import { sql } from 'kysely'

/** Projects, and the jobs that the agent does for them. */
export const agent = [
  sql`create table projects (
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
  )`,
  sql`create index projects_organization on projects (organization_id, name)`,
  sql`create index projects_site on projects (site_id)`,
  // The row is also the entry in the queue: who works on it, until when, and how often it was taken.
  sql`create table jobs (
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
  )`,
  sql`create index jobs_project on jobs (project_id, id)`,
  sql`create index jobs_queue on jobs (queued_at, id) where status = 'active'`,
  sql`create table job_messages (
    job_id text not null references jobs (id) on delete cascade,
    number integer not null,
    prompt text not null,
    mode text not null,
    state text not null check (state in ('waiting', 'taken', 'dropped')),
    turn integer,
    request_id text,
    created_at text not null,
    primary key (job_id, number)
  )`,
  sql`create table job_turns (
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
  )`,
  // One at a time: whatever a worker believes, a second running turn of a job cannot be stored.
  sql`create unique index job_turns_running on job_turns (job_id) where status = 'running'`,
  sql`create table job_steps (
    job_id text not null references jobs (id) on delete cascade,
    turn integer not null,
    number integer not null,
    messages_json text not null,
    primary key (job_id, turn, number)
  )`,
  sql`create table job_events (
    job_id text not null references jobs (id) on delete cascade,
    number integer not null,
    turn integer,
    type text not null,
    data_json text not null,
    at text not null,
    primary key (job_id, number)
  )`,
  sql`create table job_questions (
    turn_id text not null references turns (id) on delete cascade,
    job_id text not null references jobs (id) on delete cascade,
    primary key (turn_id, job_id)
  )`,
  sql`create index job_questions_job on job_questions (job_id)`,
  sql`create table idempotency_keys (
    scope text not null,
    key text not null,
    body_hash text not null,
    answer_json text not null,
    created_at text not null,
    primary key (scope, key)
  )`,
  sql`create index idempotency_keys_time on idempotency_keys (created_at)`,
  sql`create table webhook_deliveries (
    id text primary key,
    project_id text not null references projects (id) on delete cascade,
    body text not null,
    attempts integer not null,
    next_at bigint,
    error text,
    created_at text not null
  )`,
  sql`create index webhook_deliveries_project on webhook_deliveries (project_id)`,
  sql`create index webhook_deliveries_due on webhook_deliveries (next_at)`,
]
