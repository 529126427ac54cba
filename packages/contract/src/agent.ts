import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { projectHourly } from './limits.ts'

/** What a job is doing. `active` while a turn runs or a message waits. */
export const jobStatusSchema = z.enum(['active', 'completed', 'archived', 'failed'])

/** The job record of the reference: these fields and no others. */
export const agentJobSchema = z
  .object({
    id: z.string(),
    status: jobStatusSchema,
    source: z.object({
      repository: z.string().describe('Address of the repository.'),
      ref: z.string().describe('The branch that the work starts from and that the pull request goes to.'),
    }),
    model: z.string().describe('The model that does the work.'),
    prLink: z.string().nullable().describe('The pull request; null while active, and when no file was changed.'),
    createdAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AgentJob' })

const prompt = z.string().min(1).max(32_000).describe('What to change in the documentation, in words.')

export const agentJobRequestSchema = z.object({
  prompt,
  ref: z.string().min(1).max(200).nullish().describe('The branch to start from; the project’s own when left out.'),
  draft: z.boolean().nullish().describe('Open the pull request as a draft.'),
})

export const messageModeSchema = z
  .enum(['steer', 'queue', 'interrupt'])
  .describe(
    'When the agent reads it while it works: at its next step (`steer`), after this turn (`queue`), or at once, ending this turn (`interrupt`).',
  )

export const agentMessageRequestSchema = z.object({
  prompt,
  mode: messageModeSchema.nullish().describe('When the agent reads it while it works. Default `steer`.'),
})

/** Values in an address arrive as text. */
export const agentJobsQuerySchema = z.object({
  status: jobStatusSchema.optional(),
  limit: z.coerce.number().int().min(1).max(100).optional().describe('Default 20.'),
  cursor: z.string().max(200).optional().describe('`nextCursor` of the page before.'),
})

export const agentJobsSchema = z.object({
  jobs: z.array(agentJobSchema),
  nextCursor: z.string().nullable().describe('Null on the last page.'),
})

/** Something that validation found in the documentation. */
export const checkProblemSchema = z.object({
  path: z.string(),
  line: z.int(),
  column: z.int(),
  rule: z.string(),
  message: z.string(),
})

export const usageSchema = z.object({
  modelCalls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.number().nullable().describe('By the project’s prices; null when it names none.'),
})

const moment = { number: z.int(), turn: z.int().nullable(), at: z.iso.datetime() }
const happening = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ ...moment, type: z.literal(type), data: z.object(data) })

/** What happened in a job, in order. `number` counts from 1 and is the `id` of the server-sent event. */
export const agentEventSchema = z
  .discriminatedUnion('type', [
    happening('asked', { prompt: z.string(), mode: messageModeSchema }),
    happening('started', {
      ref: z.string().describe('The branch that the turn begins at: of the project, or the job’s own.'),
      commit: z.string(),
      attempt: z.int(),
    }),
    happening('read', { prompts: z.array(z.string()).describe('Messages that the agent has now been given.') }),
    happening('plan', {
      items: z.array(z.object({ title: z.string(), status: z.enum(['pending', 'active', 'done']) })),
    }),
    happening('searching', { query: z.string(), hits: z.int() }),
    happening('reading', { path: z.string() }),
    happening('editing', {
      path: z.string(),
      change: z.enum(['added', 'modified', 'deleted']),
      diff: z.string().describe('A few lines, unified.'),
    }),
    happening('checking', { problems: z.array(checkProblemSchema).describe('New ones: the base did not have them.') }),
    happening('refused', {
      tool: z.string(),
      reason: z.string().describe('Why a tool did not do what the model asked.'),
    }),
    happening('said', { text: z.string().describe('What the model said beside its work.') }),
    happening('publishing', {
      stage: z.enum(['commit', 'push', 'pull-request']),
      detail: z.string().describe('The commit, the branch, or the address of the pull request.'),
    }),
    happening('waiting', {
      reason: z.string().describe('What did not answer, or had no room.'),
      seconds: z.int().describe('After which it is tried again.'),
    }),
    happening('completed', { summary: z.string(), prLink: z.string().nullable() }),
    happening('failed', { reason: z.string() }),
    happening('cancelled', { reason: z.string() }),
    happening('archived', {}),
  ])
  .meta({ id: 'AgentEvent' })

export const agentTurnSchema = z.object({
  number: z.int(),
  status: z.enum(['running', 'completed', 'failed', 'cancelled', 'interrupted']),
  prompts: z.array(z.string()),
  summary: z.string().nullable(),
  error: z.string().nullable(),
  commit: z.string().nullable(),
  attempts: z.int().describe('How often a worker took it up.'),
  problems: z.array(checkProblemSchema).describe('What validation still found when it was published.'),
  usage: usageSchema,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})

export const agentJobReportSchema = z
  .object({
    job: agentJobSchema,
    branch: z.string(),
    pullRequest: z.object({ url: z.string(), number: z.int() }).nullable(),
    waiting: z.array(z.string()).describe('Messages that the agent has not been given yet.'),
    turns: z.array(agentTurnSchema),
    usage: usageSchema,
  })
  .meta({ id: 'AgentJobReport' })

const operation = { tag: 'Agent', key: 'administrator', limits: [], body: undefined, query: undefined } as const
const job = { description: 'The job.', schema: agentJobSchema }
const noSuchJob = { description: 'No such project or job.' }
const idempotency =
  'An `Idempotency-Key` header (at most 255 characters) makes a repeated request answer as the first one did, for 24 hours; with another body it is refused with 409.'

export const createAgentJob = endpoint({
  ...operation,
  operationId: 'createAgentJob',
  method: 'post',
  path: '/v2/agent/{projectId}/job',
  summary: 'Give the agent an instruction',
  description: `Works in the background; follow it by fetching the job or its events. ${idempotency}`,
  limits: [projectHourly('agent-create')],
  body: agentJobRequestSchema,
  responses: {
    201: job,
    404: { description: 'No such project.' },
    409: { description: 'No language model is configured, or the `Idempotency-Key` belongs to another request.' },
  },
})

export const getAgentJob = endpoint({
  ...operation,
  operationId: 'getAgentJob',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}',
  summary: 'Fetch a job',
  responses: { 200: job, 404: noSuchJob },
})

export const listAgentJobs = endpoint({
  ...operation,
  operationId: 'listAgentJobs',
  method: 'get',
  path: '/v2/agent/{projectId}/jobs',
  summary: 'List the jobs of a project',
  query: agentJobsQuerySchema,
  responses: { 200: { description: 'Newest first.', schema: agentJobsSchema } },
})

export const sendAgentMessage = endpoint({
  ...operation,
  operationId: 'sendAgentMessage',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/message',
  summary: 'Send a follow-up message to a job',
  description: `A completed or failed job becomes active again and goes on in the same pull request. ${idempotency}`,
  limits: [projectHourly('agent-message')],
  body: agentMessageRequestSchema,
  responses: {
    200: job,
    404: noSuchJob,
    409: { description: 'The job is archived, or no language model is configured.' },
  },
})

export const archiveAgentJob = endpoint({
  ...operation,
  operationId: 'archiveAgentJob',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/archive',
  summary: 'Archive a job',
  description: 'Stops it first when it is running. Archived again, it stays as it is.',
  responses: { 200: job, 404: noSuchJob },
})

export const cancelAgentJob = endpoint({
  ...operation,
  operationId: 'cancelAgentJob',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/cancel',
  summary: 'Stop a job',
  description: 'Ends the running turn and drops waiting messages; the job is `failed` then, and a message wakes it up.',
  responses: { 200: job, 404: noSuchJob, 409: { description: 'The job is not active.' } },
})

export const watchAgentJob = endpoint({
  ...operation,
  operationId: 'watchAgentJob',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}/events',
  summary: 'Watch a job',
  description:
    'Server-sent events: `id` is the number, `event` the type, `data` the whole event (`AgentEvent`). Starts after `Last-Event-ID`, or at the beginning. When nothing more will come, a last event `done` carries the job; asked again after that, the answer is 204.',
  responses: {
    200: { description: 'The events, streamed.', contentType: 'text/event-stream' },
    204: { description: 'The job is not active, and everything was seen.' },
    404: noSuchJob,
  },
})

export const getAgentJobReport = endpoint({
  ...operation,
  operationId: 'getAgentJobReport',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}/report',
  summary: 'Read what a job did and what it cost',
  responses: { 200: { description: 'The job with its turns.', schema: agentJobReportSchema }, 404: noSuchJob },
})

export type JobStatus = z.infer<typeof jobStatusSchema>
export type MessageMode = z.infer<typeof messageModeSchema>
export type AgentJob = z.infer<typeof agentJobSchema>
export type AgentJobRequest = z.infer<typeof agentJobRequestSchema>
export type AgentMessageRequest = z.infer<typeof agentMessageRequestSchema>
export type AgentJobsQuery = z.infer<typeof agentJobsQuerySchema>
export type AgentJobs = z.infer<typeof agentJobsSchema>
export type CheckProblem = z.infer<typeof checkProblemSchema>
export type AgentUsage = z.infer<typeof usageSchema>
export type AgentEvent = z.infer<typeof agentEventSchema>
export type AgentTurn = z.infer<typeof agentTurnSchema>
export type AgentJobReport = z.infer<typeof agentJobReportSchema>
