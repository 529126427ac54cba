import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import type { TurnRow } from '../database/tables.ts'
import type { Conversation } from './conversation.ts'
import type { Source, SourceList } from './sources.ts'
import { createId, saveTurn } from './threads.ts'

/** What is kept of a turn, while it is made. */
export interface TurnRecord {
  readonly id: string
  model: string
  answer: string
  sources: SourceList | undefined
  /** Stores the turn as it stands; the first call counts. */
  save(status: TurnRow['status']): Promise<void>
}

/** Starts the record of a turn. A turn that cannot be stored is logged; the reader gets the answer all the same. */
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
    async save(status) {
      if (saved) return
      saved = true
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
      }).catch((error: unknown) => log.error({ err: error, messageId: this.id }, 'turn not stored'))
    },
  }
}
