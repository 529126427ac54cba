import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { publicLimits } from './limits.ts'

const feedbackRequestSchema = z.object({
  messageId: z.string().min(1).max(128).describe('Id of the assistant message, from `start`.'),
  threadId: z.string().min(1).max(128),
  fp: z.string().min(1).max(128),
  helpful: z.boolean(),
  reason: z.string().max(100).nullish(),
  comment: z.string().max(4_000).nullish(),
})

/** Stores a reader's feedback on an answer; the latest feedback on a message counts. */
export const sendFeedback = endpoint({
  operationId: 'sendFeedback',
  tag: 'Discovery',
  method: 'post',
  path: '/discovery/v1/assistant/{domain}/feedback',
  summary: 'Say whether an answer helped',
  description: 'Sent again for the same message, it replaces the earlier feedback.',
  key: 'assistant',
  limits: publicLimits('feedback'),
  body: feedbackRequestSchema,
  query: undefined,
  responses: {
    204: { description: 'Stored.' },
    404: { description: 'This reader’s thread has no such message.' },
  },
})

/** Body of `sendFeedback`. */
export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>
