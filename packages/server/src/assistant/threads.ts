import { randomBytes } from 'node:crypto'
import type { AssistantRequest, FeedbackRequest } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow, TurnRow } from '../database/tables.ts'
import { AppError } from '../errors.ts'
import { countFeedback, countTurn } from './count-turn.ts'

/** An id that cannot be guessed: 160 random bits. */
export const createId = (kind: 'thread' | 'message'): string => `${kind}_${randomBytes(20).toString('base64url')}`

/**
 * Opens the thread that the request names, or a new one. A thread belongs to one site and one `fp`; a thread of anybody
 * else is treated exactly like one that doesn't exist.
 *
 * @throws AppError `not_found`
 */
export const openThread = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  request: Pick<AssistantRequest, 'threadId' | 'fp'>,
): Promise<string> => {
  if (request.threadId) {
    await requireThread(database, site, { threadId: request.threadId, fp: request.fp })
    return request.threadId
  }
  const id = createId('thread')
  await database
    .insertInto('threads')
    .values({ id, site_id: site.id, fp: request.fp, created_at: new Date().toISOString() })
    .execute()
  return id
}

/** Checks that a thread is the reader's, on this site. @throws AppError `not_found` */
export const requireThread = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  { threadId, fp }: { threadId: string; fp: string },
): Promise<void> => {
  const thread = await database
    .selectFrom('threads')
    .select('id')
    .where('id', '=', threadId)
    .where('site_id', '=', site.id)
    .where('fp', '=', fp)
    .executeTakeFirst()
  if (!thread) throw new AppError('not_found', `This reader has no thread "${threadId}" on the site "${site.domain}".`)
}

/** Reads the last turns of a thread, oldest first, except those whose text was erased. @param before only those that began before */
export const readTurns = async (
  database: Database,
  threadId: string,
  { limit, before }: { readonly limit: number; readonly before?: string },
): Promise<Pick<TurnRow, 'question' | 'answer'>[]> => {
  const turns = await database
    .selectFrom('turns')
    .select(['question', 'answer'])
    .where('thread_id', '=', threadId)
    .where('question', '!=', '')
    .$if(before !== undefined, (select) => select.where('started_at', '<', before ?? ''))
    .orderBy('started_at', 'desc')
    .limit(limit)
    .execute()
  return turns.reverse()
}

/** Stores a turn and the pages that its answer cites, and counts it. */
export const saveTurn = (database: Database, turn: TurnRow, cited: readonly string[]): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await transaction.insertInto('turns').values(turn).execute()
    if (cited.length > 0) {
      const rows = cited.map((path) => ({ turn_id: turn.id, path }))
      await transaction.insertInto('turn_citations').values(rows).execute()
    }
    const { fp } = await transaction
      .selectFrom('threads')
      .select('fp')
      .where('id', '=', turn.thread_id)
      .executeTakeFirstOrThrow()
    await countTurn(transaction, { ...turn, fp }, cited)
  })

/**
 * Stores what a reader says about an answer, in place of what the reader said before.
 *
 * @throws AppError `not_found` when the message is not in a thread of this reader on this site.
 */
export const saveFeedback = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  feedback: FeedbackRequest,
): Promise<void> => {
  await requireThread(database, site, feedback)
  const turn = await database
    .selectFrom('turns')
    .select(['id', 'site_id', 'started_at', 'status', 'model', 'language', 'page', 'strength'])
    .where('id', '=', feedback.messageId)
    .where('thread_id', '=', feedback.threadId)
    .executeTakeFirst()
  if (!turn) {
    throw new AppError('not_found', `Thread ${feedback.threadId} has no answer ${feedback.messageId}.`)
  }
  const columns = {
    helpful: feedback.helpful ? 1 : 0,
    reason: feedback.reason ?? null,
    comment: feedback.comment ?? null,
    created_at: new Date().toISOString(),
  }
  await database.transaction().execute(async (transaction) => {
    const earlier = transaction.selectFrom('feedback').select('helpful').where('turn_id', '=', turn.id)
    const before = await earlier.executeTakeFirst()
    await transaction
      .insertInto('feedback')
      .values({ turn_id: turn.id, ...columns })
      .onConflict((conflict) => conflict.column('turn_id').doUpdateSet(columns))
      .execute()
    await countFeedback(transaction, { ...turn, fp: feedback.fp }, { before, after: columns })
  })
}
