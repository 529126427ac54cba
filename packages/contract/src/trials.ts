import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { checkedCitationSchema } from './answer-parts.ts'
import { statementSchema, turnSourceSchema, turnStatusSchema } from './conversations.ts'
import { endpoint } from './endpoint.ts'
import { siteSettingsUpdateSchema } from './settings.ts'

/** Settings that stand in for a site's own while something is tried. */
export const triedSettingsSchema = siteSettingsUpdateSchema
  .pick({ instructions: true, tone: true, glossary: true, neverTalkAbout: true, languages: true })
  .describe('Stand in for the site’s settings, which stay as they are.')

const trialRequestSchema = z.object({
  question: z.string().trim().min(1).max(12_000),
  currentPath: z.string().max(200).nullish().describe('Path of the page that it is asked from.'),
  settings: triedSettingsSchema.nullish(),
})

const trialSearchSchema = z
  .object({
    query: z.string(),
    sections: z
      .array(
        z.object({
          path: z.string(),
          title: z.string(),
          heading: z.string().nullable(),
          url: z.string(),
          score: z.number().describe('0 to 1. Sections are taken in their order, which weighs more than the score.'),
          number: z.int().nullable().describe('Of the source that it became; null when it became none.'),
        }),
      )
      .describe('The sections that were compared, the likeliest first.'),
  })
  .meta({ id: 'TrialSearch' })

const modelCallSchema = z
  .object({
    model: z.string(),
    messages: z
      .array(z.object({ role: z.string(), text: z.string() }))
      .describe('What the model was sent, with the results of the tools that it had called.'),
    output: z.string().describe('What it wrote, before marks and characters were taken out that no reader sees.'),
    milliseconds: z.int(),
    inputTokens: z.int().nullable().describe('Null when the provider does not say.'),
    outputTokens: z.int().nullable(),
    error: z.string().nullable().describe('Why the call failed, in a sentence without anything of the provider’s.'),
  })
  .meta({ id: 'ModelCall' })

const toolCallSchema = z
  .object({
    name: z.string(),
    input: z.unknown(),
    results: z.array(z.object({ number: z.int(), title: z.string(), path: z.string() })),
    error: z.string().nullable(),
  })
  .meta({ id: 'ToolCall' })

/** A question that was asked in place of a reader, with everything that led to its answer. */
export const trialSchema = z
  .object({
    question: z.string(),
    currentPath: z.string().nullable(),
    page: z.string().nullable().describe('Path of the page of the site that `currentPath` is, if it is one.'),
    status: turnStatusSchema,
    answer: z.string(),
    error: z.string().nullable().describe('What the reader would have seen in place of an answer that failed.'),
    model: z.string().describe('`quote` if no language model is configured.'),
    language: z.string().nullable(),
    sources: z.array(turnSourceSchema),
    strength: z.int().nullable(),
    statements: z
      .array(statementSchema)
      .describe('The statements of the answer that were checked, each with its verdict.'),
    citations: z
      .array(checkedCitationSchema)
      .describe('Each citation of a statement, with the passage that supports it.'),
    searches: z.array(trialSearchSchema),
    modelCalls: z.array(modelCallSchema).describe('Empty where answers are excerpts: no model was asked.'),
    toolCalls: z.array(toolCallSchema),
    inputTokens: z.int(),
    outputTokens: z.int(),
    cost: z.number().describe('By the prices in the site’s settings; 0 without prices.'),
    firstWordMilliseconds: z.int().nullable(),
    milliseconds: z.int(),
  })
  .meta({ id: 'Trial' })

/** Asks a question in place of a reader, and shows how its answer was made. */
export const tryQuestion = endpoint({
  ...administration,
  operationId: 'tryQuestion',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/sites/{domain}/trials',
  summary: 'Ask a question as a reader would, and see how it is answered',
  description:
    'It is answered as a reader’s would be, and the answer says what was searched, what the model was sent and what became of each statement. No conversation is stored and no figure changes; the budget is charged.',
  body: trialRequestSchema,
  responses: {
    200: { description: 'The answer and its making.', schema: trialSchema },
    404: noSuchSite,
    429: { description: 'The budget is used up.' },
  },
})

/** Body of `tryQuestion`. */
export type TrialRequest = z.infer<typeof trialRequestSchema>
/** A call of a model; see `trialSchema`. */
export type ModelCallRecord = z.infer<typeof modelCallSchema>
/** A question with everything that led to its answer; see `trialSchema`. */
export type Trial = z.infer<typeof trialSchema>
