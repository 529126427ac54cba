import { z } from 'zod'
import { administration, noSuchSite, publicUrl } from './admin.ts'
import { agentJobSchema } from './agent.ts'
import { endpoint } from './endpoint.ts'
import { projectHourly } from './limits.ts'

/** Where the repository lives and who opens the pull request there. */
export const codeHostKindSchema = z.enum(['github', 'gitlab', 'gitea', 'local'])

export const hostSchema = z.object({
  kind: codeHostKindSchema.describe(
    '`gitea` is Forgejo too; `local` needs no account: a repository on the server’s disk.',
  ),
  url: publicUrl.max(1_000).nullish().describe('Base of its REST API when it cannot be told from the repository.'),
})

/** How the agent signs in: a token, or an App of GitHub. Written, never read back. */
export const credentialsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), token: z.string().min(1).max(4_000) }),
  z.object({
    kind: z.literal('app'),
    appId: z.string().min(1).max(100),
    privateKey: z.string().min(1).max(20_000).describe('The text of the key file, PEM.'),
    installationId: z.int().min(1).nullish().describe('Found by the repository when left out.'),
  }),
])

/** Where a turn ends at the latest. */
export const jobLimitsSchema = z.object({
  steps: z.int().min(1).max(500).describe('Model calls. Default 60.'),
  tokens: z.int().min(1_000).max(100_000_000).describe('Input and output together. Default 2,000,000.'),
  minutes: z.int().min(1).max(240).describe('Default 20.'),
  files: z.int().min(1).max(1_000).describe('Changed files. Default 50.'),
  bytes: z.int().min(1_000).max(10_000_000).describe('Size of the diff. Default 200,000.'),
})

export const pricesSchema = z
  .object({ input: z.number().min(0).max(100_000), output: z.number().min(0).max(100_000) })
  .describe('What a million tokens cost, in any currency.')

const folder = z
  .string()
  .max(400)
  .regex(/^(?!\/)(?!.*(?:^|\/)\.{1,2}(?:\/|$)).*$/, 'must be a folder inside the repository, such as docs')

export const projectRequestSchema = z.object({
  name: z.string().min(1).max(200),
  repository: z
    .string()
    .min(1)
    .max(1_000)
    .describe(
      'Address for git, https://…; with the local host the absolute path of a repository on the server’s disk.',
    ),
  ref: z.string().min(1).max(200).nullish().describe('The branch that work starts from. Default `main`.'),
  docsFolder: folder.nullish().describe('Where the documentation lies; the whole repository when left out.'),
  host: hostSchema,
  credentials: credentialsSchema.nullish(),
  site: z
    .string()
    .max(100)
    .nullish()
    .describe('Domain of the site made from it: for search and for readers’ questions.'),
  model: z.string().min(1).max(200).nullish().describe('`provider:model`; the server’s own when left out.'),
  instructions: z
    .string()
    .max(32_000)
    .nullish()
    .describe('How to write, in words; `.sidenote/AGENTS.md` of the repository counts too.'),
  limits: jobLimitsSchema.partial().nullish(),
  prices: pricesSchema.nullish(),
  webhook: z
    .object({
      url: publicUrl.max(1_000),
      secret: z.string().min(16).max(200).describe('Signs every delivery. Written, never read back.'),
    })
    .nullish(),
})

/** A field that is left out stays as it is; `null` takes it away. */
export const projectChangeSchema = projectRequestSchema.partial()

export const projectSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    repository: z.string(),
    ref: z.string(),
    docsFolder: z.string(),
    host: z.object({ kind: codeHostKindSchema, url: z.string().nullable() }),
    credentials: z.enum(['token', 'app']).nullable().describe('The kind; the secret itself is never shown.'),
    site: z.string().nullable(),
    model: z.string().nullable(),
    instructions: z.string().nullable(),
    limits: jobLimitsSchema,
    prices: pricesSchema.nullable(),
    webhook: z.object({ url: z.string() }).nullable(),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'Project' })

export const readerQuestionSchema = z.object({
  id: z.string(),
  question: z.string(),
  reason: z.enum(['unanswered', 'unhelpful']),
  comment: z.string().nullable(),
  askedAt: z.iso.datetime(),
})

export const questionGroupSchema = z
  .object({
    id: z.string().describe('The same as long as its questions are the same.'),
    questions: z.array(readerQuestionSchema),
    pages: z.array(z.object({ path: z.string(), title: z.string() })).describe('The pages that came nearest.'),
  })
  .meta({ id: 'QuestionGroup' })

export const jobFromQuestionsRequestSchema = z.object({
  group: z.string().max(100).nullish().describe('Id of the group; the largest when left out.'),
  draft: z.boolean().nullish(),
})

const project = { description: 'The project.', schema: projectSchema }
const noSuchProject = { description: 'No such project.' }
const nameTaken = { description: 'Another project has this name.' }

export const createProject = endpoint({
  ...administration,
  operationId: 'createProject',
  method: 'post',
  path: '/admin/v1/projects',
  summary: 'Add a project for agent jobs',
  body: projectRequestSchema,
  responses: { 201: project, 404: noSuchSite, 409: nameTaken },
})

export const listProjects = endpoint({
  ...administration,
  operationId: 'listProjects',
  method: 'get',
  path: '/admin/v1/projects',
  summary: 'List the projects',
  responses: { 200: { description: 'By name.', schema: z.object({ projects: z.array(projectSchema) }) } },
})

export const getProject = endpoint({
  ...administration,
  operationId: 'getProject',
  method: 'get',
  path: '/admin/v1/projects/{projectId}',
  summary: 'Fetch a project',
  responses: { 200: project, 404: noSuchProject },
})

export const updateProject = endpoint({
  ...administration,
  operationId: 'updateProject',
  method: 'patch',
  path: '/admin/v1/projects/{projectId}',
  summary: 'Change a project',
  body: projectChangeSchema,
  responses: { 200: project, 404: noSuchProject, 409: nameTaken },
})

export const deleteProject = endpoint({
  ...administration,
  operationId: 'deleteProject',
  method: 'delete',
  path: '/admin/v1/projects/{projectId}',
  summary: 'Remove a project with its jobs',
  description: 'Branches and pull requests stay where they are.',
  responses: { 204: { description: 'Removed.' }, 404: noSuchProject },
})

export const listQuestionGroups = endpoint({
  ...administration,
  operationId: 'listQuestionGroups',
  method: 'get',
  path: '/admin/v1/projects/{projectId}/question-groups',
  summary: 'See what readers asked in vain',
  description:
    'Questions of the last 90 days without an answer or with a bad one, alike ones together, largest group first.',
  responses: {
    200: { description: 'The groups.', schema: z.object({ groups: z.array(questionGroupSchema) }) },
    404: noSuchProject,
    409: { description: 'The project names no site.' },
  },
})

export const createJobFromQuestions = endpoint({
  ...administration,
  operationId: 'createJobFromQuestions',
  method: 'post',
  path: '/admin/v1/projects/{projectId}/question-groups/job',
  summary: 'Have the agent answer a group of questions in the documentation',
  limits: [projectHourly('agent-create')],
  body: jobFromQuestionsRequestSchema,
  responses: {
    201: { description: 'The job.', schema: agentJobSchema },
    404: { description: 'No such project or group, or there is nothing to answer.' },
    409: { description: 'The project names no site, no language model is configured, or a job was just made of them.' },
  },
})

export type CodeHostKind = z.infer<typeof codeHostKindSchema>
export type HostCredentials = z.infer<typeof credentialsSchema>
export type JobLimits = z.infer<typeof jobLimitsSchema>
export type Prices = z.infer<typeof pricesSchema>
export type ProjectRequest = z.infer<typeof projectRequestSchema>
export type ProjectChange = z.infer<typeof projectChangeSchema>
export type Project = z.infer<typeof projectSchema>
export type ReaderQuestion = z.infer<typeof readerQuestionSchema>
export type QuestionGroup = z.infer<typeof questionGroupSchema>
