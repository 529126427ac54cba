import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { publicLimits } from './limits.ts'

/** Query of `resumeAnswer` and `stopAnswer`. */
export const resumeQuerySchema = z.object({
  fp: z.string().min(1).max(128).default('anonymous').describe('The `fp` that the question was sent with.'),
})

const runningAnswer = {
  tag: 'Discovery',
  path: '/discovery/v2/assistant/{domain}/message/{id}/stream',
  key: 'assistant',
  body: undefined,
  query: resumeQuerySchema,
} as const

/** Streams a running answer from its start. The AI SDK's transport calls this path when it reconnects. */
export const resumeAnswer = endpoint({
  ...runningAnswer,
  operationId: 'resumeAnswer',
  method: 'get',
  summary: 'Resume reading a running answer',
  description:
    'Streams the running answer of the chat `id` from its start, if its question was sent with `resumable`. Any number of ' +
    'clients can read along. Another reader’s chat looks like one that doesn’t exist.',
  limits: publicLimits('resume'),
  responses: {
    200: {
      description: 'The answer, streamed from its start.',
      contentType: 'text/event-stream',
      headers: { 'X-Thread-Id': 'The thread this turn belongs to.', 'X-Vercel-AI-UI-Message-Stream': '`v1`' },
    },
    204: { description: 'No answer is running.' },
  },
})

/** Stops a running answer for all who read it. Has no limit, so that a reader can always stop. */
export const stopAnswer = endpoint({
  ...runningAnswer,
  operationId: 'stopAnswer',
  method: 'delete',
  summary: 'Stop a running answer',
  description:
    'Stops the model. The text so far is stored, and the stream ends with a `finish` whose `messageMetadata.stopped` is true.',
  limits: [],
  responses: { 204: { description: 'No answer is running now.' } },
})
