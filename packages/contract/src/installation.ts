import { z } from 'zod'
import { administration } from './administration.ts'
import { endpoint } from './endpoint.ts'

const modelName = (fallback: string) => z.string().nullable().describe(`\`provider:model\`. ${fallback}`)

/** How a server was started, without secrets. */
export const installationSchema = z
  .object({
    id: z.string().describe('Random id of the installation: two servers with the same one share a database.'),
    version: z.string(),
    database: z.enum(['sqlite', 'postgres']),
    dataFolder: z.string().describe('Absolute path on the server’s machine.'),
    redis: z.boolean().describe('Whether Redis is configured.'),
    model: modelName('Null if answers are quotes.'),
    fallbackModel: modelName('Null without one.'),
    embeddingModel: modelName('Null without one.'),
    rerankingModel: modelName('Null without one.'),
    checkingModel: modelName('Null if rules alone check answers.'),
    publicUrl: z.string().nullable(),
    trustedProxies: z.int(),
    agentWorkers: z.int(),
    upstream: z.string().nullable().describe('Address of another service that answers instead of this one.'),
  })
  .meta({ id: 'Installation' })

/** One result of a check: a `problem` has to be fixed, a `warning` is worth a look, `good` is fine. */
const findingSchema = z
  .object({
    level: z.enum(['good', 'warning', 'problem']),
    about: z.string().describe('What was checked, in one or two words.'),
    sentence: z.string().describe('What was found and, unless it is good, what to change.'),
  })
  .meta({ id: 'Finding' })

/** What a server found out about its models. */
export const modelFindingsSchema = z.object({ findings: z.array(findingSchema) })

const operator = { ...administration, operatorOnly: true } as const
const operatorNote = 'For administrator keys of the first organization, the operator’s. Others get 403.'

/** Fetches how the server was started. For the operator. */
export const getInstallation = endpoint({
  ...operator,
  operationId: 'getInstallation',
  role: 'owner',
  method: 'get',
  path: '/admin/v1/installation',
  summary: 'See how the server was started',
  description: operatorNote,
  responses: { 200: { description: 'Its configuration, without secrets.', schema: installationSchema } },
})

/** Has the server check its models, with its own keys and from its own network. For the operator. */
export const checkModels = endpoint({
  ...operator,
  operationId: 'checkModels',
  role: 'owner',
  method: 'post',
  path: '/admin/v1/installation/models/checks',
  summary: 'Have the server check its models',
  description: `With \`askModels\`, each model is asked for one word, which costs a few tokens. ${operatorNote}`,
  limits: [{ name: 'checks-organization-hour', subject: 'organization', requests: 100, seconds: 3_600 }],
  body: z.object({
    askModels: z.boolean().optional().describe('Default false: only names and variables are checked.'),
  }),
  responses: { 200: { description: 'A finding for each model.', schema: modelFindingsSchema } },
})

/** How a server was started; see `installationSchema`. */
export type Installation = z.infer<typeof installationSchema>
/** One result of a check; a `problem` has to be fixed, a `warning` is worth a look, `good` is fine. */
export type Finding = z.infer<typeof findingSchema>
