import { z } from 'zod'
import { filterSchema } from './search.ts'

/**
 * What readers see of a source, in `providerMetadata.sidenote` of its `source-url` part.
 * (AI SDK releases before July 2026 refuse unknown keys on the part itself.)
 */
export const sourceMetadataSchema = z.object({
  number: z.int().min(1).describe('The `n` of `[n]` in the text.'),
  path: z.string(),
  anchor: z.string().nullable(),
  heading: z.string().nullable(),
  breadcrumbs: z.array(z.string()),
  snippet: z.string().describe('The passage as plain text.'),
  version: z.string().optional().describe('The documentation version of the page, if it names one.'),
})

/** A sentence of an answer with the source that it cites. */
export const checkedCitationSchema = z
  .object({
    number: z.int().min(1).describe('The source that the sentence cites.'),
    sentence: z.string().describe('The sentence as plain text. Of a long one, its beginning.'),
    supported: z.boolean().describe('Whether the cited source says so.'),
    supportedBy: z.int().min(1).optional().describe('The source that says so instead, if the cited one doesn’t.'),
    passage: z.string().optional().describe('The supporting sentence of the source, as plain text.'),
    url: z.string().optional().describe('Link to the page, the anchor and the supporting sentence.'),
  })
  .meta({ id: 'CheckedCitation' })

const nearestPageSchema = z.object({ title: z.string(), path: z.string(), url: z.string() })

/** `messageMetadata` of `start` and `finish`. Everything but `threadId` comes with `finish`, or before `error`. */
export const messageMetadataSchema = z.object({
  threadId: z.string(),
  answered: z
    .boolean()
    .optional()
    .describe('False if the documentation doesn’t say. Absent if the answer asks back: see `data-choices`.'),
  declined: z.boolean().optional().describe('True if the question was not about this documentation.'),
  stopped: z.boolean().optional().describe('True if the reader stopped the answer.'),
  cut: z
    .boolean()
    .optional()
    .describe('True if the answer is incomplete: it got too long, or the model provider’s filter ended it.'),
  stored: z
    .boolean()
    .optional()
    .describe('False if the answer couldn’t be stored, so that feedback and follow-ups won’t find it.'),
  model: z.string().optional().describe('`quote` if no language model is configured.'),
  citations: z.array(checkedCitationSchema).optional().describe('The citations of the answer, each checked.'),
  unsupported: z.array(z.string()).optional().describe('Sentences of the answer that no source supports.'),
  nearest: z.array(nearestPageSchema).optional().describe('The nearest pages, if `answered` is false.'),
  supportUrl: z.string().optional().describe('The site’s support address, if `answered` is false.'),
  handOff: z
    .boolean()
    .optional()
    .describe('True if `answered` is false and the reader can send the conversation to a person: see `sendHandOff`.'),
  retryable: z
    .boolean()
    .optional()
    .describe('Sent before `error`, in a `message-metadata` part: whether asking again may help.'),
  retryAfterSeconds: z.int().min(1).optional().describe('Sent with `retryable`, if known: when to ask again.'),
})

/** Body of the transient `data-search` part: the first search query, before the model is asked. */
export const searchNoticeSchema = z.object({ query: z.string() })

/** Body of the `data-suggestions` part: follow-up questions that the reader can pick. */
export const suggestionsSchema = z.array(z.string())

const choiceSchema = z.object({
  label: z
    .string()
    .min(1)
    .max(80)
    .describe('A version, a language, a tag or the title of a page of the site, as plain text.'),
  question: z.string().min(1).describe('The question to ask if it is chosen, with the choice spelled out.'),
  filter: filterSchema.optional().describe('Filter to send with every question from then on.'),
})

/** Body of the `data-choices` part: 2–4 readings of an ambiguous question. The answer's text then asks back. */
export const choicesSchema = z.array(choiceSchema).min(2).max(4)

/** One reading of an ambiguous question; see `choicesSchema`. */
export type Choice = z.infer<typeof choiceSchema>
/** What readers see of a source; see `sourceMetadataSchema`. */
export type SourceMetadata = z.infer<typeof sourceMetadataSchema>
/** What an answer carries beside its text; see `messageMetadataSchema`. */
export type MessageMetadata = z.infer<typeof messageMetadataSchema>
/** A sentence of the answer that cites a source, checked against the sources. The widget's citation cards read it. */
export type CheckedCitation = z.infer<typeof checkedCitationSchema>
/** A page that may help if the sources don't answer. */
export type NearestPage = z.infer<typeof nearestPageSchema>
