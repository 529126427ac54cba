import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { publicLimits } from './limits.ts'

const handOffRequestSchema = z.object({
  threadId: z.string().min(1).max(128),
  fp: z.string().min(1).max(128),
  email: z.email().max(254).describe('Where the reader wants the reply.'),
  message: z.string().max(4_000).optional().describe('What the reader adds.'),
  withConversation: z.boolean().default(true).describe('Whether the questions and answers of the thread go along.'),
  currentPath: z.string().max(200).optional().describe('Path of the page that the reader is on.'),
})

/** Hands a conversation over to the people whom the site's settings name. */
export const sendHandOff = endpoint({
  operationId: 'sendHandOff',
  tag: 'Discovery',
  method: 'post',
  path: '/discovery/v1/assistant/{domain}/hand-off',
  summary: 'Hand a conversation over to a person',
  description:
    'Sends the reader’s address, message and, if they agree, the conversation to the webhook or the e-mail address of the ' +
    'site’s setting `handOff`, and waits until it’s accepted. Nothing of it is stored.',
  key: 'assistant',
  limits: publicLimits('hand-off', { perHour: 10, perMinute: 3 }),
  body: handOffRequestSchema,
  query: undefined,
  responses: {
    204: { description: 'Accepted by the webhook or the mail server.' },
    404: { description: 'The site hands nothing over, or this reader has no such thread.' },
    503: { description: 'The webhook or the mail server didn’t accept it. It can be sent again.' },
  },
})

/** Body of `sendHandOff`. */
export type HandOffRequest = z.infer<typeof handOffRequestSchema>
