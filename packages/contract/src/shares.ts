import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { publicLimits } from './limits.ts'
import { resumeQuerySchema } from './running-answers.ts'

/** For how many days a link to an answer works, at most and unless its reader says otherwise. */
const mostDays = 90
const usualDays = 30

const shareRequestSchema = z.object({
  messageId: z.string().min(1).max(128).describe('Id of the assistant message, from `start`.'),
  threadId: z.string().min(1).max(128),
  fp: z.string().min(1).max(128),
  withQuestion: z.boolean().default(true).describe('Whether the question is shown too.'),
  days: z.int().min(1).max(mostDays).default(usualDays).describe('For how long the answer can be read.'),
})

/** A new link to an answer. */
export const createdShareSchema = z
  .object({
    id: z.string().describe('Whoever knows it can read the answer.'),
    expiresAt: z.iso
      .datetime()
      .describe(
        'When the link stops working: as asked, or earlier if the site keeps the text of answers for less long.',
      ),
  })
  .meta({ id: 'CreatedShare' })

/** What a link to an answer shows: the answer, and its question if the reader shared it too. */
export const sharedAnswerSchema = z
  .object({
    question: z.string().nullable().describe('Null unless the reader shared it too.'),
    answer: z.string().describe('Markdown that cites sources as `[n]`.'),
    sources: z.array(
      z.object({
        number: z.int().min(1).describe('The `n` of `[n]` in the answer.'),
        title: z.string().nullable(),
        path: z.string(),
        anchor: z.string().nullable(),
        url: z.string(),
      }),
    ),
    answeredAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
  })
  .meta({ id: 'SharedAnswer' })

const shares = { tag: 'Discovery', key: 'assistant' } as const

/** Creates a link to one answer of a reader's conversation. */
export const createShare = endpoint({
  ...shares,
  operationId: 'createShare',
  method: 'post',
  path: '/discovery/v1/assistant/{domain}/shares',
  summary: 'Share one answer',
  description:
    'Shows this answer, and nothing else of the conversation, to whoever knows the id. The link is gone with the answer’s text: ' +
    'when the conversation is deleted, or when the site’s policy has it erased.',
  limits: publicLimits('share', { perHour: 60, perMinute: 10 }),
  body: shareRequestSchema,
  query: undefined,
  responses: {
    201: { description: 'The link’s id.', schema: createdShareSchema },
    404: { description: 'This reader’s thread has no such answer, or its text is erased.' },
    409: { description: 'The answer has 20 links already.' },
  },
})

/** Reads a shared answer. */
export const readShare = endpoint({
  ...shares,
  operationId: 'readShare',
  method: 'get',
  path: '/discovery/v1/assistant/{domain}/shares/{id}',
  summary: 'Read a shared answer',
  limits: publicLimits('shared-answer'),
  body: undefined,
  query: undefined,
  responses: {
    200: { description: 'The answer.', schema: sharedAnswerSchema },
    404: { description: 'No such link on this site, or it has expired.' },
  },
})

/** Ends a link to an answer. */
export const deleteShare = endpoint({
  ...shares,
  operationId: 'deleteShare',
  method: 'delete',
  path: '/discovery/v1/assistant/{domain}/shares/{id}',
  summary: 'Stop sharing an answer',
  limits: publicLimits('share', { perHour: 60, perMinute: 10 }),
  body: undefined,
  query: resumeQuerySchema,
  responses: { 204: { description: 'This reader shares nothing under this id now.' } },
})

/** Body of `createShare`. */
export type ShareRequest = z.infer<typeof shareRequestSchema>
/** A new link to an answer; see `createdShareSchema`. */
export type CreatedShare = z.infer<typeof createdShareSchema>
/** What a link to an answer shows; see `sharedAnswerSchema`. */
export type SharedAnswer = z.infer<typeof sharedAnswerSchema>
