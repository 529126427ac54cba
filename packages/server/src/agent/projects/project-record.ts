import {
  credentialsSchema,
  type HostCredentials,
  type JobLimits,
  jobLimitsSchema,
  type Prices,
  type Project,
  pricesSchema,
  writableSchema,
} from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { Seal } from '../../database/seal.ts'
import type { ProjectRow } from '../../database/tables.ts'
import { eventsOf } from '../../database/webhook-events.ts'

/** The limits of a project that sets none. */
export const defaultLimits: JobLimits = { steps: 60, tokens: 2_000_000, minutes: 20, files: 50, bytes: 200_000 }

/** What a project sets for its jobs. */
interface ProjectSettings {
  readonly limits: JobLimits
  readonly prices: Prices | null
}

/** Parses what a project sets for its jobs; limits that it doesn't set have their defaults. */
export const settingsOf = (row: Pick<ProjectRow, 'limits_json' | 'prices_json'>): ProjectSettings => ({
  limits: jobLimitsSchema.parse({ ...defaultLimits, ...ownLimitsOf(row) }),
  prices: row.prices_json === null ? null : pricesSchema.parse(JSON.parse(row.prices_json)),
})

type OwnLimits = { readonly [Name in keyof JobLimits]?: JobLimits[Name] | undefined }

/** The limits that the project itself sets. */
export const ownLimitsOf = ({ limits_json }: Pick<ProjectRow, 'limits_json'>): OwnLimits =>
  jobLimitsSchema.partial().parse(JSON.parse(limits_json))

/** Paths and globs of files that the agent may write beyond documentation and navigation. */
export const listedFilesOf = ({ writable_json }: Pick<ProjectRow, 'writable_json'>): string[] =>
  writableSchema.parse(JSON.parse(writable_json))

/** How the project signs in to its code host. Keep it out of answers, logs and prompts. */
export const openCredentials = (seal: Seal, row: ProjectRow): HostCredentials | null =>
  row.credentials_sealed === null
    ? null
    : credentialsSchema.parse(JSON.parse(seal.open(row.id, row.credentials_sealed)))

/** A project as the API shows it: without its secrets. `site` is the domain of its site. */
export const describeProjectRow = (row: ProjectRow, site: string | null): Project => ({
  id: row.id,
  name: row.name,
  repository: row.repository,
  ref: row.ref,
  docsFolder: row.docs_folder,
  host: { kind: row.host_kind, url: row.host_url },
  credentials: row.credentials_kind,
  site,
  model: row.model,
  instructions: row.instructions,
  writable: listedFilesOf(row),
  author: row.author,
  ...settingsOf(row),
  webhook: row.webhook_url === null ? null : { url: row.webhook_url, events: eventsOf(row) },
  createdAt: row.created_at,
})

/** The same, with the domain read from the database. */
export const describeProject = async (database: Database, row: ProjectRow): Promise<Project> => {
  const site = row.site_id
    ? await database.selectFrom('sites').select('domain').where('id', '=', row.site_id).executeTakeFirst()
    : undefined
  return describeProjectRow(row, site?.domain ?? null)
}
