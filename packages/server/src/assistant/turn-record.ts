import type { Prices, Statement } from '@sidenote/contract'
import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { TurnRow } from '../database/tables.ts'
import { findPagePath } from '../search/pages.ts'
import { languageOfText } from '../search/words/languages.ts'
import { observe } from '../watch/observe.ts'
import type { Usage } from './models/model-call.ts'
import type { Models } from './models/models.ts'
import { askedLanguage } from './question/asked-language.ts'
import type { ThreadRequest } from './recall-turn.ts'
import { nameOf, type Source, type SourceList } from './sources.ts'
import { strengthOf } from './statements.ts'
import { createId, saveTurn } from './threads.ts'

/** What is kept of a turn, while it is made. */
export interface TurnRecord {
  readonly id: string
  model: string
  answer: string
  sources: SourceList | undefined
  /** True once storing it has failed. */
  isLost: boolean
  /** The numbers of the sources that the answer cites. */
  cited: ReadonlySet<number>
  /** The statements of the answer that were checked. */
  statements: readonly Statement[]
  prices: Prices | null
  addUsage(usage: Usage): void
  /**
   * Stores the turn as it is; only the first call counts. Never rejects.
   *
   * @param outcome what the metrics count. @default the status
   */
  save(status: TurnRow['status'], outcome?: 'stopped'): Promise<void>
}

interface RecordDependencies {
  readonly database: Database
  readonly models: Models
  readonly log: Logger
}

/**
 * Starts the record of a turn. When it cannot be stored, that is logged and counted; the reader gets the answer all the
 * same, and `finish` says that it was not kept.
 */
export const startRecord = (
  { database, models, log }: RecordDependencies,
  { conversation, threadId, site, keep }: Pick<ThreadRequest, 'conversation' | 'threadId' | 'site' | 'keep'>,
): TurnRecord => {
  const startedAt = new Date().toISOString()
  const usage = { input: 0, output: 0 }
  let isSaved = false
  return {
    id: createId('message'),
    model: models[0].name,
    answer: '',
    sources: undefined,
    isLost: false,
    cited: new Set(),
    statements: [],
    prices: null,
    addUsage({ input, output }) {
      usage.input += input
      usage.output += output
    },
    async save(status, outcome) {
      if (isSaved) return
      isSaved = true
      if (!keep) observe('answer', { outcome: outcome ?? status })
      const { currentPath } = conversation
      const turn = {
        id: this.id,
        site_id: site.id,
        thread_id: threadId,
        question: conversation.question,
        context_json: JSON.stringify(conversation.context),
        current_path: currentPath ?? null,
        answer: this.answer.trim(),
        sources_json: JSON.stringify(this.sources?.all.map(referenceOf) ?? []),
        status,
        model: this.model,
        started_at: startedAt,
        finished_at: new Date().toISOString(),
        language: languageOfTurn(conversation.question, this.answer),
        strength: strengthOf(this.statements),
        statements_json: JSON.stringify(this.statements),
        input_tokens: usage.input,
        output_tokens: usage.output,
        cost: costOf(usage, this.prices),
      }
      const cited = citedPages(this.sources, this.cited)
      const store = async () => {
        const page = currentPath ? await findPagePath(database, site, currentPath) : undefined
        const complete = { ...turn, page: page ?? null }
        await (keep ? keep(complete) : saveTurn(database, complete, cited))
      }
      await store().catch((error: unknown) => {
        this.isLost = true
        observe('unstored-turn', {})
        log.error({ err: error, messageId: this.id }, 'could not store the turn')
      })
    },
  }
}

const referenceOf = (source: Source) => {
  const { number, path, anchor, url } = source
  return { number, path, anchor, url, title: nameOf(source) }
}

const citedPages = (sources: SourceList | undefined, cited: ReadonlySet<number>): string[] => [
  ...new Set(sources?.all.filter(({ number }) => cited.has(number)).map(({ path }) => path)),
]

/** By the small words of the question, or of the answer when it has none. */
const languageOfTurn = (question: string, answer: string): string | null =>
  askedLanguage(question) ?? languageOfText(answer) ?? null

const tokensPriced = 1_000_000

const costOf = ({ input, output }: Usage, prices: Prices | null): number =>
  prices ? (input * prices.input + output * prices.output) / tokensPriced : 0
