import type { AssistantRequest, SiteSettings } from '@sidenote/contract'
import type { Logger } from 'pino'
import type { SiteRow } from '../database/tables.ts'
import type { SearchIndex } from '../search/search-index.ts'
import type { AnswerChunk } from './chunk.ts'
import { type CitationFilter, createCitationFilter } from './grounding/citations.ts'
import { askModels } from './models/ask-models.ts'
import { type Deadlines, defaultDeadlines, type ModelCall, type OnUsage } from './models/model-call.ts'
import type { Models } from './models/models.ts'
import { createPartWriter } from './part-writer.ts'
import { writePrompt } from './prompt.ts'
import { namedEditions } from './question/ambiguity.ts'
import { type Conversation, earlierQuestions } from './question/conversation.ts'
import { type Retrieval, sourceCount } from './retrieve/retrieve.ts'
import { createTools } from './tools.ts'
import type { TurnRecord } from './turn-record.ts'

/** Characters, some five pages. A model that goes on longer isn't answering any more. */
const longestAnswer = 16_000

interface StreamDependencies {
  readonly searchIndex: SearchIndex
  readonly models: Models
  readonly log: Logger
  readonly deadlines?: Deadlines
}

/** A question with everything that its answer is written from. */
export interface AnswerMaterial {
  readonly site: Pick<SiteRow, 'id' | 'name' | 'url'>
  readonly request: AssistantRequest
  readonly conversation: Conversation
  readonly settings: SiteSettings
  readonly retrieval: Retrieval
  /** What was searched for. */
  readonly query: string
  /** Gets the text of the answer, and the model that wrote it. */
  readonly record: TurnRecord
  readonly signal: AbortSignal
  readonly onUsage: OnUsage | undefined
}

/** What the text of an answer revealed. */
export interface StreamedAnswer {
  readonly citations: CitationFilter
  /** Whether the answer is cut off: it was too long, or the provider stopped it. */
  readonly isCut: boolean
}

/** Writes the prompt and streams sources, tool parts and text as they come. @throws as `askModels` */
export async function* streamAnswer(
  { searchIndex, models, log, deadlines = defaultDeadlines }: StreamDependencies,
  material: AnswerMaterial,
): AsyncGenerator<AnswerChunk, StreamedAnswer> {
  const { site, request, conversation, settings, retrieval, query, record, signal, onUsage } = material
  const { sources, others } = retrieval
  const citations = createCitationFilter(
    sources.has,
    (word) => word !== '' && sources.all.some(({ content }) => content.includes(`${word}[`)),
  )
  const writer = createPartWriter(sources, { citations, record, query })
  yield* writer.newSources()
  const call: ModelCall = {
    ...writePrompt({ name: site.name, settings }, conversation, sources.all, others),
    tools: createTools(
      { searchIndex, site, sources },
      {
        limit: sourceCount(request),
        filter: request.filter,
        currentPath: conversation.currentPath,
        namedEditions: namedEditions(conversation),
        asksBack: true,
      },
    ),
    material: () => excerptMaterial(material),
    signal,
    deadlines,
    onUsage,
  }
  let isCut = false
  for await (const part of askModels(models, call, log)) {
    if (part.type === 'cut') isCut = true
    else yield* writer.write(part)
    if (record.answer.length < longestAnswer) continue
    isCut = true
    break
  }
  yield* writer.end()
  return { citations, isCut }
}

/** What the excerpt model answers from instead of the prompt. */
const excerptMaterial = ({ site, conversation, settings, retrieval }: AnswerMaterial): object => ({
  question: conversation.question,
  earlier: earlierQuestions(conversation),
  context: conversation.context,
  sources: retrieval.sources.all,
  open: retrieval.open,
  certainty: retrieval.certainty,
  files: (conversation.attachments?.length ?? 0) + (conversation.unreadFiles ?? 0),
  siteName: settings.name ?? site.name,
  supportUrl: settings.supportUrl,
})
