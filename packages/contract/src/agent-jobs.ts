import { z } from 'zod'
import { checkProblemSchema, messageModeSchema } from './agent-events.ts'
import { endpoint } from './endpoint.ts'
import { projectHourly } from './limits.ts'

const jobStatusSchema = z
  .enum(['active', 'completed', 'archived', 'failed'])
  .describe('`active` while a turn runs or a message waits.')

/** The job record of the reference interface: exactly these fields, as its clients expect. */
export const agentJobSchema = z
  .object({
    id: z.string(),
    status: jobStatusSchema,
    source: z.object({
      repository: z.string().describe('Address of the repository.'),
      ref: z.string().describe('The branch that the work starts from and that the pull request targets.'),
    }),
    model: z.string().describe('The model that does the work.'),
    prLink: z.string().nullable().describe('The pull request. Null while active, and when no file was changed.'),
    createdAt: z.iso.datetime(),
    archivedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'AgentJob' })

const prompt = z.string().min(1).max(32_000).describe('What to change in the documentation, in plain words.')

const agentJobRequestSchema = z.object({
  prompt,
  ref: z.string().min(1).max(200).nullish().describe('The branch to start from. Defaults to the project’s.'),
  draft: z.boolean().nullish().describe('Open the pull request as a draft.'),
})

const agentMessageRequestSchema = z.object({
  prompt,
  mode: messageModeSchema.nullish().describe('When a working agent reads it. Default `steer`.'),
})

/** Query of `listAgentJobs`. The server parses the address with it. */
export const agentJobsQuerySchema = z.object({
  status: jobStatusSchema.optional(),
  // Query values arrive as text.
  limit: z.coerce.number().int().min(1).max(100).optional().describe('Default 20.'),
  cursor: z.string().max(200).optional().describe('`nextCursor` of the previous page.'),
})

/** One page of a project's jobs, newest first. */
export const agentJobsSchema = z.object({
  jobs: z.array(agentJobSchema),
  nextCursor: z.string().nullable().describe('Null on the last page.'),
})

const usageSchema = z.object({
  modelCalls: z.int(),
  inputTokens: z.int(),
  outputTokens: z.int(),
  cost: z.number().nullable().describe('At the project’s prices. Null if it has none.'),
})

const agentTurnSchema = z.object({
  number: z.int(),
  status: z.enum(['running', 'completed', 'failed', 'cancelled', 'interrupted']),
  prompts: z.array(z.string()),
  summary: z.string().nullable(),
  error: z.string().nullable(),
  commit: z.string().nullable(),
  attempts: z.int().describe('How many times a worker started it.'),
  problems: z.array(checkProblemSchema).describe('Problems that validation still found on publishing.'),
  usage: usageSchema,
  startedAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
})

/** A job with its turns, branch and cost. The CLI lists and shows jobs by it, since a job record has no prompt. */
export const agentJobReportSchema = z
  .object({
    job: agentJobSchema,
    branch: z.string(),
    pullRequest: z.object({ url: z.string(), number: z.int() }).nullable(),
    waiting: z.array(z.string()).describe('Messages that the agent hasn’t received yet.'),
    turns: z.array(agentTurnSchema),
    usage: usageSchema,
  })
  .meta({ id: 'AgentJobReport' })

const operation = { tag: 'Agent', key: 'administrator', limits: [], body: undefined, query: undefined } as const
const job = { description: 'The job.', schema: agentJobSchema }
const noSuchJob = { description: 'No such project or job.' }
const idempotency =
  'With an `Idempotency-Key` header (up to 255 characters), a repeated request gets the first one’s answer for 24 hours. The same key with another body is refused with 409.'

/** Creates a job, which a worker picks up. */
export const createAgentJob = endpoint({
  ...operation,
  operationId: 'createAgentJob',
  role: 'editor',
  method: 'post',
  path: '/v2/agent/{projectId}/job',
  summary: 'Give the agent an instruction',
  description: `Runs in the background. To follow it, fetch the job or its events. ${idempotency}`,
  limits: [projectHourly('agent-create')],
  body: agentJobRequestSchema,
  responses: {
    201: job,
    404: { description: 'No such project.' },
    409: { description: 'No language model is configured, or the `Idempotency-Key` belongs to another request.' },
  },
})

/** Fetches one job. */
export const getAgentJob = endpoint({
  ...operation,
  operationId: 'getAgentJob',
  role: 'viewer',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}',
  summary: 'Fetch a job',
  responses: { 200: job, 404: noSuchJob },
})

/** Lists a project's jobs, newest first. */
export const listAgentJobs = endpoint({
  ...operation,
  operationId: 'listAgentJobs',
  role: 'viewer',
  method: 'get',
  path: '/v2/agent/{projectId}/jobs',
  summary: 'List the jobs of a project',
  query: agentJobsQuerySchema,
  responses: { 200: { description: 'Newest first.', schema: agentJobsSchema } },
})

/** Sends a follow-up. A completed or failed job becomes active again; an archived one answers 409. */
export const sendAgentMessage = endpoint({
  ...operation,
  operationId: 'sendAgentMessage',
  role: 'editor',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/message',
  summary: 'Send a follow-up message to a job',
  description: `A completed or failed job becomes active again and continues in the same pull request. ${idempotency}`,
  limits: [projectHourly('agent-message')],
  body: agentMessageRequestSchema,
  responses: {
    200: job,
    404: noSuchJob,
    409: { description: 'The job is archived, or no language model is configured.' },
  },
})

/** Archives a job, and stops it first if it's running. */
export const archiveAgentJob = endpoint({
  ...operation,
  operationId: 'archiveAgentJob',
  role: 'editor',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/archive',
  summary: 'Archive a job',
  description: 'Stops the job first if it’s running. Archiving twice changes nothing.',
  responses: { 200: job, 404: noSuchJob },
})

/** Stops a running job, which then counts as failed. */
export const cancelAgentJob = endpoint({
  ...operation,
  operationId: 'cancelAgentJob',
  role: 'editor',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/cancel',
  summary: 'Stop a job',
  description: 'Ends the running turn and drops waiting messages. The job is then `failed`; a new message resumes it.',
  responses: { 200: job, 404: noSuchJob, 409: { description: 'The job is not active.' } },
})

/** Streams a job's events; see `agentEventSchema` for their bodies. */
export const watchAgentJob = endpoint({
  ...operation,
  operationId: 'watchAgentJob',
  role: 'viewer',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}/events',
  summary: 'Watch a job',
  description:
    'Server-sent events: `id` is the number, `event` the type, `data` the whole event (`AgentEvent`). Starts after `Last-Event-ID`, or at the beginning. After the last event, a `done` event carries the job; a request after that gets 204.',
  responses: {
    200: { description: 'The events, streamed.', contentType: 'text/event-stream' },
    204: { description: 'The job is not active, and there is nothing new to send.' },
    404: noSuchJob,
  },
})

/** Fetches a job with its turns and cost. */
export const getAgentJobReport = endpoint({
  ...operation,
  operationId: 'getAgentJobReport',
  role: 'viewer',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}/report',
  summary: 'See what a job did and what it cost',
  responses: { 200: { description: 'The job with its turns.', schema: agentJobReportSchema }, 404: noSuchJob },
})

/** A page for people that shows a pull request in a local repository; `prLink` leads there. */
export const getLocalPullRequest = endpoint({
  ...operation,
  key: null,
  operationId: 'getLocalPullRequest',
  method: 'get',
  path: '/agent/projects/{projectId}/pull-requests/{number}',
  summary: 'The page of a pull request in a local repository',
  description: 'For people with a browser: `prLink` leads here if the repository is a folder on the server’s disk.',
  responses: { 200: { description: 'Title, description, checks and changes.', contentType: 'text/html' } },
})

/** What a job is doing. `active` while a turn runs or a message waits. */
export type JobStatus = z.infer<typeof jobStatusSchema>
/** A job; see `agentJobSchema`. */
export type AgentJob = z.infer<typeof agentJobSchema>
/** Body of `createAgentJob`. */
export type AgentJobRequest = z.infer<typeof agentJobRequestSchema>
/** Body of `sendAgentMessage`. */
export type AgentMessageRequest = z.infer<typeof agentMessageRequestSchema>
/** Query of `listAgentJobs`, with numbers already parsed. */
export type AgentJobsQuery = z.infer<typeof agentJobsQuerySchema>
/** One page of jobs; see `agentJobsSchema`. */
export type AgentJobs = z.infer<typeof agentJobsSchema>
/** Model calls and tokens of a turn or a job. `cost` is in the currency of the project's prices. */
export type AgentUsage = z.infer<typeof usageSchema>
/** One turn of a job: what was asked, what became of it, and what it cost. */
export type AgentTurn = z.infer<typeof agentTurnSchema>
/** A job with its turns; see `agentJobReportSchema`. */
export type AgentJobReport = z.infer<typeof agentJobReportSchema>
