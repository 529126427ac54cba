import { randomBytes } from 'node:crypto'
import type { CreatedShare, SharedAnswer, ShareRequest } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { sourcesOf } from '../database/turn-sources.ts'
import { AppError } from '../errors.ts'
import { requireThread } from './threads.ts'

const dayMilliseconds = 86_400_000
/** Links to one answer at a time. */
const mostLinks = 20

type Site = Pick<SiteRow, 'id' | 'domain'>

/**
 * Creates a link to one answer of a reader. Nothing is copied: the link shows the stored answer, so it ends with it.
 *
 * @param keptDays for how many days the site keeps the text of an answer
 * @throws AppError `not_found` when it's not this reader's answer, or its text is gone; `conflict` when it has too many links
 */
export const shareAnswer = async (
  database: Database,
  site: Site,
  { request, keptDays }: { readonly request: ShareRequest; readonly keptDays: number },
): Promise<CreatedShare> => {
  await requireThread(database, site, request)
  const turn = await database
    .selectFrom('turns')
    .select(['id', 'started_at'])
    .where('id', '=', request.messageId)
    .where('thread_id', '=', request.threadId)
    .where('answer', '!=', '')
    .executeTakeFirst()
  if (!turn) throw new AppError('not_found', `Thread ${request.threadId} has no answer ${request.messageId} to share.`)
  const id = `share_${randomBytes(20).toString('base64url')}`
  const chosen = Date.now() + request.days * dayMilliseconds
  const erased = Date.parse(turn.started_at) + keptDays * dayMilliseconds
  const expiresAt = new Date(Math.min(chosen, erased)).toISOString()
  await database.transaction().execute(async (transaction) => {
    const { count } = await transaction
      .selectFrom('shares')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('turn_id', '=', turn.id)
      .where('expires_at', '>', new Date().toISOString())
      .executeTakeFirstOrThrow()
    if (Number(count) >= mostLinks)
      throw new AppError('conflict', `The answer ${turn.id} has ${mostLinks} links already. Delete one first.`)
    const values = { id, turn_id: turn.id, with_question: request.withQuestion ? 1 : 0, expires_at: expiresAt }
    await transaction.insertInto('shares').values(values).execute()
  })
  return { id, expiresAt }
}

/** Reads a shared answer. @throws AppError `not_found` when there's no such link on this site, or it has ended */
export const readSharedAnswer = async (database: Database, site: Site, id: string): Promise<SharedAnswer> => {
  const row = await database
    .selectFrom('shares')
    .innerJoin('turns', 'turns.id', 'shares.turn_id')
    .select(['question', 'answer', 'sources_json', 'finished_at', 'with_question', 'expires_at'])
    .where('shares.id', '=', id)
    .where('turns.site_id', '=', site.id)
    .where('turns.answer', '!=', '')
    .where('expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', `The site "${site.domain}" shares no answer "${id}". It may have expired.`)
  return {
    question: row.with_question === 1 ? row.question : null,
    answer: row.answer,
    // What else was found tells more of the question than the answer does.
    sources: sourcesOf(row).flatMap(({ number, ...source }) =>
      number !== null && row.answer.includes(`[${number}]`) ? [{ ...source, number }] : [],
    ),
    answeredAt: row.finished_at,
    expiresAt: row.expires_at,
  }
}

/** Ends a link, if it's one of this reader. */
export const endShare = async (
  database: Database,
  site: Site,
  { id, fp }: { id: string; fp: string },
): Promise<void> => {
  await database
    .deleteFrom('shares')
    .where('id', '=', id)
    .where('turn_id', 'in', (select) =>
      select
        .selectFrom('turns')
        .innerJoin('threads', 'threads.id', 'turns.thread_id')
        .select('turns.id')
        .where('threads.site_id', '=', site.id)
        .where('threads.fp', '=', fp),
    )
    .execute()
}
