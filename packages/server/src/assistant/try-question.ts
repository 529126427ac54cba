import { messageMetadataSchema, statementSchema, type Trial, type TrialRequest } from '@sidenote/contract'
import { z } from 'zod'
import type { SiteRow, TurnRow } from '../database/tables.ts'
import { sourcesOf } from '../database/turn-sources.ts'
import type { SectionMatch } from '../search/section-match.ts'
import { type Assistant, answer } from './answer.ts'
import type { AnswerChunk } from './chunk.ts'
import type { OnUsage } from './models/model-call.ts'
import { traceModels } from './models/trace-models.ts'
import type { RankedRetrieval } from './retrieve/retrieve.ts'
import type { Source } from './sources.ts'

interface TrialQuestion {
  readonly site: SiteRow
  readonly trial: TrialRequest
  readonly signal: AbortSignal
  readonly onUsage?: OnUsage | undefined
}

/** Sections that are shown of those that were compared. */
const mostSections = 30

const statementsSchema = z.array(statementSchema)
const resultsSchema = z.object({ results: z.array(z.object({ number: z.int(), title: z.string(), path: z.string() })) })

type Search = Trial['searches'][number]
type ToolCall = Trial['toolCalls'][number]

/** Of the source that a section became, also where its text was joined to that of another. */
const numberOf = (
  { path, anchor, heading }: Pick<SectionMatch, 'path' | 'anchor' | 'heading'>,
  all: readonly Source[],
) =>
  all.find((source) => source.path === path && source.anchor === anchor && source.heading === heading)?.number ?? null

const describeSearch = (query: string, { ranking, sources }: RankedRetrieval): Search => ({
  query,
  sections: ranking.slice(0, mostSections).map((match) => ({
    path: match.path,
    title: match.title,
    heading: match.heading,
    url: match.url,
    score: match.score,
    number: numberOf(match, sources.all),
  })),
})

/** Reads from the parts of an answer what its turn doesn’t have. */
const readChunks = async (chunks: AsyncIterable<AnswerChunk>) => {
  const startedAt = performance.now()
  const elapsed = () => Math.round(performance.now() - startedAt)
  const toolCalls = new Map<string, ToolCall>()
  let firstWordMilliseconds: number | null = null
  let error: string | null = null
  let citations: Trial['citations'] = []
  for await (const chunk of chunks) {
    if (chunk.type === 'text-delta') firstWordMilliseconds ??= elapsed()
    else if (chunk.type === 'tool-input-available') {
      toolCalls.set(chunk.toolCallId, { name: chunk.toolName, input: chunk.input, results: [], error: null })
    } else if (chunk.type === 'tool-output-available') {
      const call = toolCalls.get(chunk.toolCallId)
      if (call) call.results = resultsSchema.parse(chunk.output).results
    } else if (chunk.type === 'tool-output-error') {
      const call = toolCalls.get(chunk.toolCallId)
      if (call) call.error = chunk.errorText
    } else if (chunk.type === 'error') error = chunk.errorText
    else if (chunk.type === 'finish') {
      citations = messageMetadataSchema.safeParse(chunk.messageMetadata).data?.citations ?? []
    }
  }
  return { toolCalls: [...toolCalls.values()], firstWordMilliseconds, milliseconds: elapsed(), error, citations }
}

/**
 * Asks a question in place of a reader, and tells how its answer was made. Nothing is stored and nothing is counted.
 *
 * @throws the reason of the signal, when it fires before the end
 */
export const tryQuestion = async (
  assistant: Assistant,
  { site, trial, signal, onUsage }: TrialQuestion,
): Promise<Trial> => {
  const { question, settings } = trial
  const currentPath = trial.currentPath ?? undefined
  const modelCalls: Trial['modelCalls'] = []
  const searches: Search[] = []
  let turn: TurnRow | undefined
  const { chunks } = await answer(
    { ...assistant, models: traceModels(assistant.models, modelCalls) },
    {
      site,
      request: { fp: 'anonymous', messages: [], ...(currentPath !== undefined && { currentPath }) },
      conversation: { question, history: [], context: [], currentPath },
      signal,
      onUsage,
      settings: settings ?? undefined,
      onRetrieval: (query, retrieval) => searches.push(describeSearch(query, retrieval)),
      keep: async (row) => {
        turn = row
      },
    },
  )
  const parts = await readChunks(chunks)
  signal.throwIfAborted()
  if (!turn) throw new Error('The answer has ended without a turn.')
  return {
    question,
    currentPath: turn.current_path,
    page: turn.page,
    status: turn.status,
    answer: turn.answer,
    model: turn.model,
    language: turn.language,
    sources: sourcesOf(turn),
    strength: turn.strength,
    statements: statementsSchema.parse(JSON.parse(turn.statements_json)),
    searches,
    modelCalls,
    inputTokens: turn.input_tokens,
    outputTokens: turn.output_tokens,
    cost: turn.cost,
    ...parts,
  }
}
