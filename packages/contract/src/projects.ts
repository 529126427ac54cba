import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { publicUrl } from './web-address.ts'

const codeHostKindSchema = z.enum(['github', 'gitlab', 'gitea', 'local'])

const hostSchema = z.object({
  kind: codeHostKindSchema.describe(
    '`gitea` includes Forgejo. `local` needs no account: the repository is on the server’s disk.',
  ),
  url: publicUrl.max(1_000).nullish().describe('Base address of its REST API, if the repository doesn’t imply it.'),
})

/** How the agent signs in to the code host: with a token, or as a GitHub App. Stored encrypted, never in an answer. */
export const credentialsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: z.string().min(1).max(4_000) }),
  z.object({
    kind: z.literal('app'),
    appId: z.string().min(1).max(100),
    privateKey: z.string().min(1).max(20_000).describe('The text of the key file, in PEM.'),
    installationId: z.int().min(1).nullish().describe('Looked up by the repository by default.'),
  }),
])

/** Limits of one turn. The agent stops at the first that it reaches. */
export const jobLimitsSchema = z.object({
  steps: z.int().min(1).max(500).describe('Model calls. Default 60.'),
  tokens: z.int().min(1_000).max(100_000_000).describe('Input and output together. Default 2,000,000.'),
  minutes: z.int().min(1).max(240).describe('Default 20.'),
  files: z.int().min(1).max(1_000).describe('Changed files. Default 50.'),
  bytes: z.int().min(1_000).max(10_000_000).describe('Size of the diff. Default 200,000.'),
})

/** Prices per million tokens, in any currency. Reports multiply them with the tokens used. */
export const pricesSchema = z
  .object({ input: z.number().min(0).max(100_000), output: z.number().min(0).max(100_000) })
  .describe('Price of a million tokens, in any currency.')

const folder = z
  .string()
  .max(400)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$)).*$/, 'must be a folder inside the repository, such as docs')

const writablePath = z
  .string()
  .min(1)
  .max(400)
  .regex(
    /^(?!\/)(?!.*\\)(?!.*(?:^|\/)\.{1,2}(?:\/|$)).*$/,
    'must be a path or a glob inside the repository, such as docs/openapi.yaml or docs/**/*.json',
  )

/** Files that the agent may write beyond documentation and the site’s navigation. */
export const writableSchema = z
  .array(writablePath)
  .max(100)
  .describe(
    'Paths and globs of files that the agent may write beyond pages and the site’s navigation, such as `docs/openapi.yaml`. It may change them in any way, so list no file that runs. A hidden file has to be named without wildcards.',
  )

/** Who the agent’s commits are by. */
const authorSchema = z
  .string()
  .max(200)
  .regex(
    /^[^<>\p{Cc}\s][^<>\p{Cc}]* <[^<>@\s]+@[^<>@\s]+>$/u,
    'must be a name and an address, such as Ada Lovelace <ada@example.com>',
  )
  .describe(
    'Name and address that commits are by, such as `Ada Lovelace <ada@example.com>`. They are signed off in this name.',
  )

/** What the webhook of a project is called for: the end of a job, a failed sync or model of its site, a week of its site. */
export const webhookEventSchema = z.enum(['job', 'alert', 'digest'])

const projectRequestSchema = z.object({
  name: z.string().min(1).max(200),
  repository: z
    .string()
    .min(1)
    .max(1_000)
    .describe('The repository’s https address. With the local host, its absolute path on the server’s disk.'),
  ref: z.string().min(1).max(200).nullish().describe('The branch to start from. Default `main`.'),
  docsFolder: folder.nullish().describe('Folder of the documentation. Defaults to the whole repository.'),
  host: hostSchema,
  credentials: credentialsSchema.nullish(),
  site: z
    .string()
    .max(100)
    .nullish()
    .describe('Domain of the site made from the repository, for search and for readers’ questions.'),
  model: z.string().min(1).max(200).nullish().describe('`provider:model`. Defaults to the server’s.'),
  instructions: z
    .string()
    .max(32_000)
    .nullish()
    .describe('How to write. `.sidenote/AGENTS.md` in the repository is used as well.'),
  writable: writableSchema.nullish(),
  author: authorSchema.nullish(),
  limits: jobLimitsSchema.partial().nullish(),
  prices: pricesSchema.nullish(),
  webhook: z
    .object({
      url: publicUrl.max(1_000),
      secret: z.string().min(16).max(200).describe('Signs every delivery. It can’t be read back.'),
      events: z
        .array(webhookEventSchema)
        .min(1)
        .max(3)
        .optional()
        .describe(
          'What it’s called for: `job` when a job ends, `alert` when a sync or the model of the site fails, `digest` each Monday. Default: as before, at first `job`.',
        ),
    })
    .nullish(),
})

const projectChangeSchema = projectRequestSchema.partial()

/** A project as administrators see it: without secrets, and with every limit filled in. */
export const projectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    repository: z.string(),
    ref: z.string(),
    docsFolder: z.string(),
    host: z.object({ kind: codeHostKindSchema, url: z.string().nullable() }),
    credentials: z.enum(['token', 'app']).nullable().describe('The kind only; the secret is never shown.'),
    site: z.string().nullable(),
    model: z.string().nullable(),
    instructions: z.string().nullable(),
    writable: writableSchema,
    author: authorSchema.nullable(),
    limits: jobLimitsSchema,
    prices: pricesSchema.nullable(),
    webhook: z.object({ url: z.string(), events: z.array(webhookEventSchema) }).nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Project' })

const project = { description: 'The project.', schema: projectSchema }
const noSuchProject = { description: 'No such project.' }
const nameTaken = { description: 'Another project has this name.' }

/** Adds a project, which agent jobs belong to. */
export const createProject = endpoint({
  ...administration,
  operationId: 'createProject',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/projects',
  summary: 'Add a project for agent jobs',
  body: projectRequestSchema,
  responses: { 201: project, 404: noSuchSite, 409: nameTaken },
})

/** Lists the organization's projects. */
export const listProjects = endpoint({
  ...administration,
  operationId: 'listProjects',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/projects',
  summary: 'List the projects',
  responses: { 200: { description: 'By name.', schema: z.object({ projects: z.array(projectSchema) }) } },
})

/** Fetches one project. */
export const getProject = endpoint({
  ...administration,
  operationId: 'getProject',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/projects/{projectId}',
  summary: 'Fetch a project',
  responses: { 200: project, 404: noSuchProject },
})

/** Changes a project. `null` resets a field, an absent one stays. */
export const updateProject = endpoint({
  ...administration,
  operationId: 'updateProject',
  role: 'editor',
  method: 'patch',
  path: '/admin/v1/projects/{projectId}',
  summary: 'Change a project',
  body: projectChangeSchema,
  responses: { 200: project, 404: noSuchProject, 409: nameTaken },
})

/** Removes a project and its jobs. */
export const deleteProject = endpoint({
  ...administration,
  operationId: 'deleteProject',
  role: 'editor',
  method: 'delete',
  path: '/admin/v1/projects/{projectId}',
  summary: 'Remove a project with its jobs',
  description: 'Branches and pull requests stay.',
  responses: { 204: { description: 'Removed.' }, 404: noSuchProject },
})

/** What the webhook of a project is called for; see `webhookEventSchema`. */
export type WebhookEvent = z.infer<typeof webhookEventSchema>
/** The code host of a project. `gitea` includes Forgejo; `local` is a repository on the server's disk. */
export type CodeHostKind = z.infer<typeof codeHostKindSchema>
/** How the agent signs in to the code host; see `credentialsSchema`. */
export type HostCredentials = z.infer<typeof credentialsSchema>
/** Limits of one turn; see `jobLimitsSchema`. */
export type JobLimits = z.infer<typeof jobLimitsSchema>
/** Prices per million tokens; see `pricesSchema`. */
export type Prices = z.infer<typeof pricesSchema>
/** Body of `createProject`. */
export type ProjectRequest = z.infer<typeof projectRequestSchema>
/** Body of `updateProject`. `null` resets a field, an absent one stays. */
export type ProjectChange = z.infer<typeof projectChangeSchema>
/** A project as administrators see it; see `projectSchema`. */
export type Project = z.infer<typeof projectSchema>
