import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { TurnRow } from '../database/tables.ts'
import { observe } from '../watch/observe.ts'
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
   * Stores the turn as it stands; the first call counts. Never rejects.
   *
   * @param outcome what is counted. @default the status
   */
  save(status: TurnRow['status'], outcome?: 'stopped'): Promise<void>
}

/**
 * Starts the record of a turn. One that cannot be stored is logged and counted; the reader gets the answer all the same, and
 * `finish` says that nothing of it was kept.
 */
export const startRecord = (
  { database, log, model }: { database: Database; log: Logger; model: string },
  { asked, threadId }: { asked: Conversation; threadId: string },
): TurnRecord => {
  const startedAt = new Date().toISOString()
  let saved = false
  const reference = ({ number, path, anchor, url }: Source) => ({ number, path, anchor, url })
  return {
    id: createId('message'),
    model,
    answer: '',
    sources: undefined,
    isLost: false,
    async save(status, outcome) {
      if (saved) return
      saved = true
      observe('answer', { outcome: outcome ?? status })
      await saveTurn(database, {
        id: this.id,
        thread_id: threadId,
        question: asked.question,
        context_json: JSON.stringify(asked.context),
        current_path: asked.currentPath ?? null,
        answer: this.answer.trim(),
        sources_json: JSON.stringify(this.sources?.all.map(reference) ?? []),
        status,
        model: this.model,
        started_at: startedAt,
        finished_at: new Date().toISOString(),
      }).catch((error: unknown) => {
        this.isLost = true
        observe('unstored-turn', {})
        log.error({ err: error, messageId: this.id }, 'turn not stored')
      })
    },
  }
}
