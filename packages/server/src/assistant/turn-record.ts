import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { TurnRow } from '../database/tables.ts'
import { observe } from '../watch/observe.ts'
import type { Models } from './models/models.ts'
import type { Conversation } from './question/conversation.ts'
import type { Source, SourceList } from './sources.ts'
import { createId, saveTurn } from './threads.ts'

/** What is kept of a turn, while it is made. */
export interface TurnRecord {
  readonly id: string
  model: string
  answer: string
  sources: SourceList | undefined
  /** True once storing it has failed. */
  isLost: boolean
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
  { conversation, threadId }: { conversation: Conversation; threadId: string },
): TurnRecord => {
  const startedAt = new Date().toISOString()
  let isSaved = false
  return {
    id: createId('message'),
    model: models[0].name,
    answer: '',
    sources: undefined,
    isLost: false,
    async save(status, outcome) {
      if (isSaved) return
      isSaved = true
      observe('answer', { outcome: outcome ?? status })
      await saveTurn(database, {
        id: this.id,
        thread_id: threadId,
        question: conversation.question,
        context_json: JSON.stringify(conversation.context),
        current_path: conversation.currentPath ?? null,
        answer: this.answer.trim(),
        sources_json: JSON.stringify(this.sources?.all.map(referenceOf) ?? []),
        status,
        model: this.model,
        started_at: startedAt,
        finished_at: new Date().toISOString(),
      }).catch((error: unknown) => {
        this.isLost = true
        observe('unstored-turn', {})
        log.error({ err: error, messageId: this.id }, 'could not store the turn')
      })
    },
  }
}

const referenceOf = ({ number, path, anchor, url }: Source) => ({ number, path, anchor, url })
