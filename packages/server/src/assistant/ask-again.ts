import { contextItemSchema } from '@sidenote/contract'
import { z } from 'zod'
import type { QuestionStateRow, SiteRow, TurnRow } from '../database/tables.ts'
import { type Assistant, answer } from './answer.ts'
import type { OnUsage } from './models/model-call.ts'
import { historyOf } from './question/conversation.ts'
import { readTurns } from './threads.ts'

const rememberedTurns = 6
const contextSchema = z.array(contextItemSchema)

interface Again {
  readonly site: SiteRow
  /** Ids of the turns. */
  readonly ids: readonly string[]
  readonly signal: AbortSignal
  readonly onUsage?: OnUsage | undefined
  /** Called before each question; what it throws ends the rest. */
  readonly admit?: () => Promise<void>
}

/**
 * Asks questions of a site once more, as their readers did, and stores the new answers beside the old ones: no conversation
 * and no figure changes. A question is resolved when every checked statement of its answer has support, and open otherwise.
 *
 * @returns how many were asked; those whose text is gone can’t be
 */
export const askAgain = async (
  assistant: Assistant,
  { site, ids, signal, onUsage, admit }: Again,
): Promise<{ resolved: number; open: number }> => {
  const { database } = assistant
  const rows = await database
    .selectFrom('turns')
    .select(['id', 'thread_id', 'started_at', 'question', 'context_json', 'current_path'])
    .where('site_id', '=', site.id)
    .where('id', 'in', ids)
    .where('question', '!=', '')
    .orderBy('started_at')
    .execute()
  const counts = { resolved: 0, open: 0 }
  for (const row of rows) {
    signal.throwIfAborted()
    await admit?.()
    const turn = await askOnce(assistant, row, { site, signal, onUsage })
    if (!turn) continue
    const state = isGood(turn) ? 'resolved' : 'open'
    await keepAnswer(assistant, { row, turn, state })
    counts[state]++
  }
  return counts
}

const isGood = ({ status, strength }: TurnRow): boolean => status === 'answered' && (strength ?? 100) === 100

type AskedTurn = Pick<TurnRow, 'id' | 'thread_id' | 'started_at' | 'question' | 'context_json' | 'current_path'>

/** Asks in place of the reader: with what was said before in the thread, and nothing of it is kept. */
const askOnce = async (
  assistant: Assistant,
  row: AskedTurn,
  { site, signal, onUsage }: Pick<Again, 'site' | 'signal' | 'onUsage'>,
): Promise<TurnRow | undefined> => {
  let kept: TurnRow | undefined
  const earlier = await readTurns(assistant.database, row.thread_id, { limit: rememberedTurns, before: row.started_at })
  const conversation = {
    question: row.question,
    history: historyOf(earlier),
    context: contextSchema.parse(JSON.parse(row.context_json)),
    currentPath: row.current_path ?? undefined,
  }
  const keep = async (turn: TurnRow) => {
    kept = turn
  }
  const request = { fp: 'anonymous', messages: [], currentPath: row.current_path }
  const { chunks } = await answer(assistant, { site, request, conversation, signal, onUsage, keep })
  for await (const _chunk of chunks);
  return kept
}

const keepAnswer = async (
  { database }: Pick<Assistant, 'database'>,
  { row, turn, state }: { row: AskedTurn; turn: TurnRow; state: QuestionStateRow['state'] },
): Promise<void> => {
  const values = {
    state,
    changed_at: turn.finished_at,
    again_status: turn.status,
    again_answer: turn.answer,
    again_sources_json: turn.sources_json,
    again_model: turn.model,
    again_at: turn.finished_at,
  }
  await database
    .insertInto('question_states')
    .values({ turn_id: row.id, ...values })
    .onConflict((conflict) => conflict.column('turn_id').doUpdateSet(values))
    .execute()
}
