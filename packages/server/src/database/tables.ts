import type { Generated } from 'kysely'

/**
 * The rows of every table, as both engines return them. Times are ISO 8601 text in UTC, booleans are 0 or 1, `*_json` holds
 * JSON text, so that SQLite and PostgreSQL return the same. One file on purpose: the schema at a glance.
 */
export interface Tables {
  organizations: OrganizationRow
  sites: SiteRow
  sources: SourceRow
  site_settings: SiteSettingsRow
  site_models: SiteModelRow
  site_identities: SiteIdentityRow
  keys: KeyRow
  audit_entries: AuditEntryRow
  people: PersonRow
  sign_in_methods: SignInMethodRow
  sessions: SessionRow
  passkeys: PasskeyRow
  sign_in_states: SignInStateRow
  links: LinkRow
  connections: ConnectionRow
  connection_tokens: ConnectionTokenRow
  syncs: SyncRow
  limit_counts: LimitCountRow
  budgets: BudgetRow
  budget_uses: BudgetUseRow
  site_limits: SiteLimitsRow
  spent_proofs: SpentProofRow
  pages: PageRow
  sections: SectionRow
  postings: PostingRow
  buckets: BucketRow
  link_texts: LinkTextRow
  link_buckets: LinkBucketRow
  embeddings: EmbeddingRow
  section_embeddings: SectionEmbeddingRow
  threads: ThreadRow
  turns: TurnRow
  turn_citations: TurnCitationRow
  question_states: QuestionStateRow
  daily_counts: DailyCountRow
  test_questions: TestQuestionRow
  test_runs: TestRunRow
  test_results: TestResultRow
  feedback: FeedbackRow
  shares: ShareRow
  site_policies: SitePolicyRow
  proven_domains: ProvenDomainRow
  empty_searches: EmptySearchRow
  projects: ProjectRow
  jobs: JobRow
  job_messages: JobMessageRow
  job_turns: JobTurnRow
  job_steps: JobStepRow
  job_events: JobEventRow
  job_questions: JobQuestionRow
  idempotency_keys: IdempotencyKeyRow
  webhook_deliveries: WebhookDeliveryRow
  installation: InstallationRow
  visits: VisitRow
  sync_webhooks: SyncWebhookRow
  schedules: ScheduleRow
  digests: DigestRow
  mails: MailRow
  model_alerts: ModelAlertRow
}

/** One of those who share the server. */
export interface OrganizationRow {
  id: string
  name: string
  created_at: string
  /** 1 when it may name folders on this machine and hosts in its network. */
  trusted: Generated<number>
}

/** A documentation site. */
export interface SiteRow {
  id: string
  organization_id: string
  /** Unique within the organization. */
  domain: string
  name: string
  /** Address that page paths are relative to. */
  url: string | null
  origins_json: string
  created_at: string
  /** End of the last complete sync. */
  synced_at: string | null
}

/** How a site’s questions are answered; without a row, with the defaults. */
export interface SiteSettingsRow {
  site_id: string
  settings_json: string
  /** Signs what the webhook of `handOff` gets; null without a webhook. */
  hand_off_secret_sealed: Generated<string | null>
}

/** The language model that a site has instead of the server’s. */
export interface SiteModelRow {
  site_id: string
  /** `provider:model`. */
  model: string
  base_url: string | null
  /** Of the provider, sealed by `database/seal.ts`. */
  key_sealed: string | null
  updated_at: string
}

/** Where pages of a site come from. */
export interface SourceRow {
  id: string
  site_id: string
  kind: 'folder' | 'git' | 'website' | 'openapi'
  settings_json: string
}

/** The answer of an address of a website, when it was last read. */
export interface VisitRow {
  source_id: string
  url: string
  etag: string | null
  /** The answer's `Last-Modified`. */
  modified: string | null
  /** As its HTML declares it: the page may have been read as Markdown, which doesn’t. */
  language: string | null
  /** The page made from it. */
  file: string
  hash: string
  links_json: string
}

/** When a site is synced automatically. */
export interface ScheduleRow {
  site_id: string
  /** Cron expression, in UTC. */
  cron: string
  /** Before this time nothing is due. */
  since: string
}

/** The last week that was told of a site. */
export interface DigestRow {
  site_id: string
  /** The Monday on which it was told. */
  week: string
}

/** A mail to one of those who are told of a site. */
export interface MailRow extends QueuedRow {
  site_id: string
  recipient: string
  subject: string
}

/** A site whose owners were told that its model fails, until it answers again. */
export interface ModelAlertRow {
  site_id: string
  at: string
}

/** The webhook that a repository calls when it has changed. */
export interface SyncWebhookRow {
  id: string
  site_id: string
  /** Key of the HMAC, sealed by `database/seal.ts`: a hash couldn’t verify signatures. */
  secret_sealed: string
  created_at: string
}

/** A key that opens the server. */
export interface KeyRow {
  id: string
  organization_id: string
  /** The site of an assistant key; null for an administrator key. */
  site_id: string | null
  kind: 'assistant' | 'administrator'
  name: string | null
  /** SHA-256 of the key, hexadecimal. */
  hash: string
  hint: string
  created_at: string
  expires_at: string | null
  revoked_at: string | null
  /** To the minute. */
  last_used_at: string | null
  /** Addresses and ranges that may send it; empty for any. */
  addresses_json: string
  /** Of an assistant key: the site’s origins that may use it; empty for all of them. */
  origins_json: string
  /** Whether an administrator key opens only GET operations, or all. Null for an assistant key. */
  scope: 'read' | 'write' | null
}

/** The secret with which an application signs its readers, sealed by `database/seal.ts`. */
export interface SiteIdentityRow {
  site_id: string
  secret_sealed: string
  created_at: string
}

/** One act with an administrator key. */
export interface AuditEntryRow {
  id: string
  organization_id: string
  at: string
  /** Null when a person did it. */
  key_id: string | null
  person_id: string | null
  /** As they were then: they outlive the person. */
  person_name: string | null
  person_email: string | null
  /** `operationId` of the contract. */
  action: string
  target: string
  /** Id or domain of what it created. */
  created: string | null
  /** Names of the fields of the body, never their values. */
  fields_json: string
  outcome: 'begun' | 'done' | 'failed' | 'refused'
  code: string | null
  address: string | null
  origin: string | null
  request_id: string
}

/** Somebody who can sign in to the dashboard. */
export interface PersonRow {
  id: string
  organization_id: string
  role: 'viewer' | 'editor' | 'owner'
  name: string
  /** In lower case. */
  email: string
  email_verified: number
  image: string | null
  created_at: string
  updated_at: string
}

/** A password of a person (`credential`), or their account with a provider of identities. The library that signs people in reads and writes it. */
export interface SignInMethodRow {
  id: string
  person_id: string
  provider: string
  account: string
  /** Hashed with scrypt. */
  password: string | null
  access_token: string | null
  refresh_token: string | null
  id_token: string | null
  access_token_expires_at: string | null
  refresh_token_expires_at: string | null
  scope: string | null
  created_at: string
  updated_at: string
}

/** A browser in which a person has signed in. */
export interface SessionRow {
  id: string
  person_id: string
  /** The cookie holds it with a signature, so that it alone opens nothing. */
  token: string
  address: string | null
  /** As it names itself. */
  browser: string | null
  expires_at: string
  created_at: string
  updated_at: string
}

/** A passkey of a person. */
export interface PasskeyRow {
  id: string
  person_id: string
  name: string | null
  credential: string
  public_key: string
  counter: number
  device_type: string
  backed_up: number
  transports: string | null
  authenticator: string | null
  created_at: string | null
}

/** An MCP client that reads a site for a person. */
export interface ConnectionRow {
  id: string
  person_id: string
  site_id: string
  /** The address of the client’s document, or the id that it was given. */
  client_id: string
  client_name: string
  /** Whose document says so; null for a client that only says it of itself. */
  client_host: string | null
  created_at: string
  /** To the minute. */
  last_used_at: string | null
  /** When it ends unless it is used before. */
  expires_at: string
}

/** What an MCP client has of a connection. Only its hash is stored. */
export interface ConnectionTokenRow {
  hash: string
  connection_id: string
  kind: 'code' | 'access' | 'refresh'
  /** Of a code: the hash of the secret that it is exchanged with, and where it was sent. */
  challenge: string | null
  redirect_address: string | null
  expires_at: string
  /** When a code or a refresh token was exchanged, which it is once. */
  used_at: string | null
}

/** What has to be remembered between two steps of signing in, such as a challenge. */
export interface SignInStateRow {
  id: string
  identifier: string
  value: string
  expires_at: string
  created_at: string
  updated_at: string
}

/** A link that can be used once: to become an owner, or to join an organization. */
export interface LinkRow {
  /** Of the token in the link. */
  hash: string
  id: string
  kind: 'setup' | 'invitation'
  organization_id: string
  role: 'viewer' | 'editor' | 'owner'
  /** Of whom is invited. */
  email: string | null
  created_at: string
  expires_at: string
}

/** One run of a sync. */
export interface SyncRow {
  id: string
  site_id: string
  status: 'running' | 'completed' | 'failed'
  report_json: string
  /** The process that runs it: host, process id and a random part, separated by slashes. */
  runner: string
  /** When that process last wrote. */
  heartbeat_at: string
  started_at: string
  finished_at: string | null
  /** When somebody asked for its end. */
  cancelled_at: string | null
}

/** How often the limit `name` counted `subject` in one slice of its window. */
export interface LimitCountRow {
  name: string
  subject: string
  /** Start of the slice, in seconds since 1970, divided by the length of a slice. */
  slice: number
  count: number
  /** Seconds since 1970; from then on it does not count. */
  expires_at: Generated<number>
}

/** What an organization may spend in a day; null for no limit. */
export interface BudgetRow {
  organization_id: string
  answers_per_day: number | null
  tokens_per_day: number | null
}

/** What an organization has spent in a day. */
export interface BudgetUseRow {
  organization_id: string
  /** As `2030-01-31`, in UTC. */
  day: string
  answers: number
  tokens: number
}

/** A site’s own limits, on top of everybody’s. */
export interface SiteLimitsRow {
  site_id: string
  limits_json: string
  /** Signs the challenges of this site, so that a proof counts nowhere else. */
  proof_secret: string
}

/** A proof of work that was used; it isn’t accepted again. */
export interface SpentProofRow {
  signature: string
  /** Seconds since 1970. */
  expires_at: number
}

/** A conversation of one reader on one site. */
export interface ThreadRow {
  id: string
  site_id: string
  /** Who asks: `anonymous`, or an identifier of the reader. */
  fp: string
  created_at: string
}

/** One question and its answer, stored when the answer has ended, however it ended. */
export interface TurnRow {
  /** Also the id of the assistant's message. */
  id: string
  thread_id: string
  question: string
  context_json: string
  current_path: string | null
  /** As far as it came. */
  answer: string
  sources_json: string
  status: 'answered' | 'unanswered' | 'clarifying' | 'declined' | 'aborted' | 'failed'
  model: string
  started_at: string
  finished_at: string
  /** Of its thread. */
  site_id: string
  /** The page that it was asked from; null when it wasn’t asked from a page of the site. */
  page: string | null
  /** Of the question, such as `de`; null when it can’t be told. */
  language: string | null
  /** Percent of the checked statements of the answer that a source supports; null when none was checked. */
  strength: number | null
  /** The checked statements of the answer, with their verdicts. */
  statements_json: string
  input_tokens: number
  output_tokens: number
  /** By the prices of the site’s settings. */
  cost: number
}

/** What became of a question that wasn’t answered well; without a row, it’s open. */
export interface QuestionStateRow {
  turn_id: string
  state: 'open' | 'dismissed' | 'resolved'
  changed_at: string
  /** When it was asked again, and what came of it; null until then. */
  again_at: Generated<string | null>
  again_status: Generated<TurnRow['status'] | null>
  again_answer: Generated<string | null>
  again_sources_json: Generated<string | null>
  again_model: Generated<string | null>
}

/** A page that an answer cites. */
export interface TurnCitationRow {
  turn_id: string
  path: string
}

/** What happened on one day on a site, in all or for one value of a dimension. */
export interface DailyCountRow {
  site_id: string
  dimension: 'all' | 'model' | 'language' | 'page' | 'cited' | 'reader'
  /** Empty in `all`. Of readers, only `agent` is counted: the others are people. */
  value: string
  /** As `2030-01-31`, in UTC. */
  day: string
  questions: number
  /** Those with a statement that no source supports are `weak` instead. */
  answered: number
  weak: number
  unanswered: number
  clarifying: number
  declined: number
  aborted: number
  failed: number
  helpful: number
  unhelpful: number
  input_tokens: number
  output_tokens: number
  cost: number
  /** Searches and pages that agents asked for over MCP. */
  agent_calls: number
}

/** A question whose answer is looked at again and again. */
export interface TestQuestionRow {
  id: string
  site_id: string
  /** Unique within the site. */
  question: string
  /** Paths of the pages that answer it; `null` if nobody has said. */
  pages_json: string
  tags_json: string
  current_path: string | null
  created_at: string
}

/** All test questions of a site, asked once. */
export interface TestRunRow {
  id: string
  site_id: string
  status: 'running' | 'completed' | 'failed'
  /** What stood in for the site’s settings; `null` for nothing. */
  settings_json: string
  questions: number
  asked: number
  /** Empty while it runs. */
  figures_json: string
  tokens: number
  cost: number
  error: string | null
  /** When its process last wrote. */
  heartbeat_at: string
  started_at: string
  finished_at: string | null
}

/** What became of a question in a run. */
export interface TestResultRow {
  run_id: string
  ordinal: number
  result_json: string
}

/** A reader’s opinion of an answer. */
export interface FeedbackRow {
  turn_id: string
  helpful: number
  reason: string | null
  comment: string | null
  created_at: string
}

/** A link to one answer, which its reader made. It has no text of its own, so it shows nothing once the answer is erased. */
export interface ShareRow {
  /** 160 random bits: whoever knows it can read the answer. */
  id: string
  turn_id: string
  /** 1 when the question is shown too. */
  with_question: number
  expires_at: string
}

/** What a site stores of questions, and whether its pages are open; defaults in `administration/sites/policy.ts`. */
export interface SitePolicyRow {
  site_id: string
  store_questions: number
  retention_days: number
  open_pages: number
  /** Since when its pages are open; null while they aren’t. */
  opened_at: Generated<string | null>
}

/** A domain that the organization of a site has proven to be its own. */
export interface ProvenDomainRow {
  domain: string
  site_id: string
  /** Where the proof was: in a file, or in a DNS record. */
  proven_by: 'file' | 'record'
  proven_at: string
  /** When it was last there. */
  checked_at: string
}

/** How often a query had no results on one day. */
export interface EmptySearchRow {
  site_id: string
  query: string
  /** As `2030-01-31`. */
  day: string
  count: number
  /** How many of `count` came from agents. */
  agent_count: number
  last_at: string
}

/** One page of a site. */
export interface PageRow {
  site_id: string
  /** Unique within the site; a new page gets the number of a removed one. */
  number: number
  /** The file below its source, without extension, `index` and `README`; search returns it. */
  path: string
  /** The path in lower case. */
  lookup: string
  /** The path that the page declares, when that differs from its file’s. */
  slug: string | null
  /** The slug in lower case. */
  alias: string | null
  file: string
  /** Of the file, and of the reader’s version. */
  hash: string
  title: string
  description: string | null
  version: string | null
  language: string | null
  /** As the page or its source declares it; null when only the address tells it. */
  said_version: string | null
  said_language: string | null
  tags_json: string
  problems_json: string
  /** The terms of the page’s postings, separated by spaces. */
  terms: string
  /** Labels of its groups in the navigation, outermost first. */
  trail_json: string
  /** Its place in the navigation; null when it isn’t there. */
  position: number | null
  /** The source that it was read from; null until that source is read again. */
  source_id: string | null
  /** The links to pages and sections of the site; as `docs/page-links.ts` says. */
  links_json: string
  /** Of its file; 0 when an earlier version has read it. */
  bytes: number
}

/** The text under one heading of a page. */
export interface SectionRow {
  site_id: string
  page: number
  ordinal: number
  heading: string | null
  anchor: string | null
  breadcrumbs_json: string
  /** Markdown, with the heading unless that is the page’s title. */
  content: string
  /** Words of prose below its heading. */
  words: number
  /** The content as blocks (`pages/block.ts`); null until the page is read again after an update. */
  blocks_json: string | null
}

/** Where a term occurs in up to 256 neighbouring pages; packed by `search/index/buckets.ts`. */
export interface PostingRow {
  site_id: string
  term: string
  bucket: number
  /** How many sections the term counts for. */
  sections: number
  entries: Uint8Array
}

/** How long the fields of up to 256 neighbouring pages are; packed by `search/index/buckets.ts`. */
export interface BucketRow {
  site_id: string
  bucket: number
  /** Goes up with every change, so that a reader of several rows notices a change in between. */
  revision: number
  lengths: Uint8Array
}

/** Which of up to 256 neighbouring pages are linked by texts that have a term; packed by `search/index/link-texts.ts`. */
export interface LinkTextRow {
  site_id: string
  term: string
  bucket: number
  entries: Uint8Array
}

/** A digest of a bucket’s link texts, so that only changed ones are written again. */
export interface LinkBucketRow {
  site_id: string
  bucket: number
  digest: string
}

/** The vector of a text; `vector` is packed by `search/embeddings/vectors.ts`. */
export interface EmbeddingRow {
  site_id: string
  model: string
  hash: string
  vector: Uint8Array
}

/** The text that a section had when it was embedded. */
export interface SectionEmbeddingRow {
  site_id: string
  page: number
  ordinal: number
  hash: string
}

/** A repository that the agent works on. `*_sealed` is sealed by `database/seal.ts`. */
export interface ProjectRow {
  id: string
  organization_id: string
  site_id: string | null
  name: string
  repository: string
  ref: string
  /** Empty for the whole repository. */
  docs_folder: string
  host_kind: 'github' | 'gitlab' | 'gitea' | 'local'
  host_url: string | null
  credentials_kind: 'token' | 'app' | null
  credentials_sealed: string | null
  model: string | null
  instructions: string | null
  /** Paths and globs of files that the agent may write beyond documentation and navigation. */
  writable_json: string
  /** Who commits, as git writes it; null for Sidenote. */
  author: string | null
  limits_json: string
  prices_json: string | null
  webhook_url: string | null
  webhook_secret_sealed: string | null
  /** What it’s called for: `job`, `alert`, `digest`. */
  webhook_events_json: string
  created_at: string
}

/** A job, and its entry in the queue. */
export interface JobRow {
  /** Later jobs have greater ids. */
  id: string
  project_id: string
  /** Active while a turn runs or a message waits. */
  status: 'active' | 'completed' | 'failed' | 'archived'
  repository: string
  ref: string
  model: string
  draft: number
  /** The branch of the job’s commits; a new one after its pull request was merged or closed. */
  branch: string
  /** The commit of `ref` that the branch starts at. */
  base_commit: string | null
  pull_request_url: string | null
  pull_request_number: number | null
  created_at: string
  /** When its pull request was seen to be open no longer; noted for jobs about readers’ questions. */
  closed_at: string | null
  /** When its readers’ questions were asked again. */
  asked_again_at: string | null
  archived_at: string | null
  /** When it began to wait for a worker. */
  queued_at: string
  /** The worker that holds it; null when none does. */
  lease_owner: string | null
  /** Milliseconds since 1970 by the clock of the database. */
  lease_until: number | null
  /** Goes up with every new worker: a write with an older number is refused. */
  lease_number: number
}

/** An instruction, or a follow-up to it. */
export interface JobMessageRow {
  job_id: string
  number: number
  prompt: string
  mode: 'steer' | 'queue' | 'interrupt'
  state: 'waiting' | 'taken' | 'dropped'
  /** The turn that took it. */
  turn: number | null
  created_at: string
  /** Id of the HTTP request that sent it. */
  request_id: string | null
}

/** The work on a message, or on several that came meanwhile; at most one commit. */
export interface JobTurnRow {
  job_id: string
  number: number
  status: 'running' | 'completed' | 'failed' | 'cancelled' | 'interrupted'
  /** How often a worker started on it. */
  attempts: number
  /** The commit that the files are changes of. */
  start_commit: string | null
  /** Path and text (null: removed) of every file changed so far. */
  files_json: string
  /** The model’s last answer, while its tools haven’t run yet. */
  call_json: string | null
  /** The model’s last words about the turn. */
  finish_json: string | null
  commit_id: string | null
  error: string | null
  model_calls: number
  input_tokens: number
  output_tokens: number
  cost: number | null
  started_at: string
  finished_at: string | null
}

/** The messages that one model call added to the conversation. */
export interface JobStepRow {
  job_id: string
  turn: number
  number: number
  messages_json: string
}

/** An event that clients of a job can follow. */
export interface JobEventRow {
  job_id: string
  number: number
  turn: number | null
  type: string
  data_json: string
  at: string
}

/** A reader’s question (a turn of a thread) that a job is to answer in the documentation. */
export interface JobQuestionRow {
  turn_id: string
  job_id: string
}

/** The answer to a request with an idempotency key. */
export interface IdempotencyKeyRow {
  scope: string
  key: string
  body_hash: string
  answer_json: string
  created_at: string
}

/** What is sent, and tried again until it was taken or is given up. */
export interface QueuedRow {
  id: string
  body: string
  attempts: number
  /** Milliseconds since 1970 by the clock of the database; null when it isn’t tried again. */
  next_at: number | null
  /** Why the last try failed. */
  error: string | null
  created_at: string
  /** When it was taken or given up. */
  finished_at: string | null
}

/** A webhook call. */
export interface WebhookDeliveryRow extends QueuedRow {
  project_id: string
}

/** The random id of this installation; the table has one row. */
export interface InstallationRow {
  id: string
}
