import { z } from 'zod'

/** When the agent reads a message that arrives while it works. Stored with the message, shown in its `asked` event. */
export const messageModeSchema = z
  .enum(['steer', 'queue', 'interrupt'])
  .describe(
    'When a working agent reads it: at its next step (`steer`), after this turn (`queue`), or at once, which ends this turn (`interrupt`).',
  )

/** A problem that validation found in the documentation. Lines and columns count from 1. */
export const checkProblemSchema = z.object({
  path: z.string(),
  line: z.int(),
  column: z.int(),
  rule: z.string(),
  message: z.string(),
})

const eventFields = { number: z.int(), turn: z.int().nullable(), at: z.iso.datetime() }
const event = <Type extends string, Data extends z.ZodRawShape>(type: Type, data: Data) =>
  z.object({ ...eventFields, type: z.literal(type), data: z.object(data) })

/** One event of a job. `number` counts from 1 within the job and is the `id` of the server-sent event. */
export const agentEventSchema = z
  .discriminatedUnion('type', [
    event('asked', { prompt: z.string(), mode: messageModeSchema }),
    event('started', {
      ref: z.string().describe('The branch that the turn starts from: the project’s, or the job’s own.'),
      commit: z.string(),
      attempt: z.int(),
    }),
    event('read', { prompts: z.array(z.string()).describe('Messages that the agent has now received.') }),
    event('plan', {
      items: z.array(z.object({ title: z.string(), status: z.enum(['pending', 'active', 'done']) })),
    }),
    event('searching', { query: z.string(), hits: z.int() }),
    event('reading', { path: z.string() }),
    event('editing', {
      path: z.string(),
      change: z.enum(['added', 'modified', 'deleted']),
      diff: z.string().describe('A few lines of unified diff.'),
    }),
    event('checking', { problems: z.array(checkProblemSchema).describe('Problems that the base didn’t have.') }),
    event('refused', {
      tool: z.string(),
      reason: z.string().describe('Why a tool didn’t do what the model asked.'),
    }),
    event('said', { text: z.string().describe('What the model said while working.') }),
    event('publishing', {
      stage: z.enum(['commit', 'push', 'pull-request']),
      detail: z.string().describe('The commit, the branch, or the address of the pull request.'),
    }),
    event('waiting', {
      reason: z.string().describe('What didn’t answer, or had no capacity.'),
      seconds: z.int().describe('Time until the next try.'),
    }),
    event('completed', { summary: z.string(), prLink: z.string().nullable() }),
    event('failed', { reason: z.string() }),
    event('cancelled', { reason: z.string() }),
    event('archived', {}),
  ])
  .meta({ id: 'AgentEvent' })

/** When a working agent reads a message; see `messageModeSchema`. */
export type MessageMode = z.infer<typeof messageModeSchema>
/** One event of a job; see `agentEventSchema`. */
export type AgentEvent = z.infer<typeof agentEventSchema>
