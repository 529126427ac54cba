import {
  type AssistantRequest,
  messageMetadataSchema,
  sendAssistantMessage,
  sourceMetadataSchema,
} from '@sidenote/contract'
import { z } from 'zod'
import type { AnswerChunk } from '../../assistant/chunk.ts'
import { agentReader } from '../../database/agent-reader.ts'
import { admitQuestion } from '../admission/admit-question.ts'
import { countRequest } from '../admission/count-request.ts'
import { beginAnswer } from '../answers/begin-answer.ts'
import type { McpCall } from './mcp-call.ts'

export const askInput = z.object({
  question: z.string().trim().min(1).max(2_000).describe('The question, as a person would ask it.'),
  version: z.string().max(100).optional().describe('Only from pages of this version of the product.'),
  language: z.string().max(100).optional().describe('Only from pages in this language, such as "en".'),
})

const citationSchema = z.object({
  number: z.int().describe('The source that the sentence cites.'),
  supported: z.boolean().describe('Whether that source says so.'),
  passage: z.string().optional().describe('The sentence of the source that says so.'),
  url: z.string().optional().describe('Link to that sentence.'),
})

const sentenceSchema = z.object({
  text: z.string(),
  supported: z.boolean().describe('Whether any source says so.'),
  citations: z.array(citationSchema),
})

export const askOutput = z.object({
  answer: z.string().describe('Markdown. `[n]` marks cite the sources.'),
  answered: z.boolean().describe('False if the documentation doesn’t say.'),
  sources: z.array(
    z.object({ number: z.int(), title: z.string(), section: z.string().nullable(), path: z.string(), url: z.string() }),
  ),
  sentences: z.array(sentenceSchema).describe('The sentences of the answer that were compared with the sources.'),
})

/** An answer with its sources, and what became of each of its sentences. */
type AskedAnswer = z.infer<typeof askOutput>

const readSource = (chunk: Extract<AnswerChunk, { type: 'source-url' }>): AskedAnswer['sources'] => {
  const source = sourceMetadataSchema.safeParse(chunk.providerMetadata?.sidenote)
  if (!source.success) return []
  const { number, heading, path } = source.data
  return [{ number, title: chunk.title ?? path, section: heading, path, url: chunk.url }]
}

/** The sentences that were compared with the sources: those that cite, and those that nothing supports. */
const readSentences = (metadata: unknown): AskedAnswer['sentences'] => {
  const { citations = [], unsupported = [] } = messageMetadataSchema.safeParse(metadata).data ?? {}
  const texts = new Set([...citations.map(({ sentence }) => sentence), ...unsupported])
  return [...texts].map((text) => ({
    text,
    supported: !unsupported.includes(text),
    citations: citations
      .filter(({ sentence }) => sentence === text)
      .map(({ number, supported, passage, url }) => ({ number, supported, passage, url })),
  }))
}

/** Reads an answer to its end. @throws Error with the sentence that readers get when it fails */
const collectAnswer = async (chunks: AsyncIterable<AnswerChunk>): Promise<AskedAnswer> => {
  const answer: AskedAnswer = { answer: '', answered: false, sources: [], sentences: [] }
  for await (const chunk of chunks) {
    if (chunk.type === 'text-delta') answer.answer += chunk.delta
    if (chunk.type === 'source-url') answer.sources.push(...readSource(chunk))
    if (chunk.type === 'error') throw new Error(chunk.errorText)
    if (chunk.type !== 'finish') continue
    answer.answered = messageMetadataSchema.safeParse(chunk.messageMetadata).data?.answered === true
    answer.sentences = readSentences(chunk.messageMetadata)
  }
  return answer
}

const writeRequest = ({ question, version, language }: z.infer<typeof askInput>): AssistantRequest => ({
  fp: agentReader,
  messages: [{ id: 'question', role: 'user', parts: [{ type: 'text', text: question }] }],
  filter: { version, language },
})

/** Asks the assistant as a reader does, and counts against the same limits. @throws AppError as `admitQuestion` */
export const askAssistant = async (
  { routes, dependencies, site, request, response, signal }: McpCall,
  input: z.infer<typeof askInput>,
): Promise<AskedAnswer> => {
  const { gate } = routes
  const body = writeRequest(input)
  const { counted, admission } = await admitQuestion(gate, dependencies.siteModels)({ site, body, request })
  const operation = sendAssistantMessage
  await countRequest(gate.takeFromLimits, { operation, request, response, payer: site, more: counted })
  const question = { site, request: body, conversation: admission, response }
  const { chunks } = await beginAnswer({ ...dependencies, gate }, question, signal)
  return collectAnswer(chunks)
}
