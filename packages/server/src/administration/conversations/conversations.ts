import { contextItemSchema, type Turn, type Turns, type TurnsQuery } from '@sidenote/contract'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { FeedbackRow, SiteRow, ThreadRow, TurnRow } from '../../database/tables.ts'
import { cutPage, placeText, readCursor } from '../cursor.ts'
import { readPolicy } from '../sites/policy.ts'
import { readRange } from './range.ts'

const usualLimit = 100
const placeSchema = z.tuple([placeText, placeText])
const contextSchema = z.array(contextItemSchema)
const sourcesSchema = z.array(z.object({ path: z.string(), anchor: z.string().nullable(), url: z.string() }))

type Row = TurnRow & Pick<ThreadRow, 'fp'> & { [Name in 'helpful' | 'reason' | 'comment']: FeedbackRow[Name] | null }

/** The sources of a turn, as they were stored with it. */
export const sourcesOf = (row: Pick<TurnRow, 'sources_json'>): Turn['sources'] =>
  sourcesSchema.parse(JSON.parse(row.sources_json))

const describeTurn = (row: Row, showsText: boolean): Turn => {
  const text = <Value>(value: Value): Value | null => (showsText && row.question !== '' ? value : null)
  return {
    id: row.id,
    threadId: row.thread_id,
    fp: row.fp,
    askedAt: row.started_at,
    status: row.status,
    question: text(row.question),
    answer: text(row.answer),
    currentPath: text(row.current_path),
    context: text(contextSchema.parse(JSON.parse(row.context_json))),
    model: row.model,
    sources: sourcesOf(row),
    feedback: row.helpful === null ? null : { helpful: row.helpful === 1, reason: row.reason, comment: row.comment },
  }
}

/**
 * Turns with their threads, by time. SQLite joins in the order in which `cross join` names the tables: it would begin with the
 * threads of the site, and sort all their turns for each page of a list.
 */
export const turnsByTime = (database: Database) =>
  database.selectFrom('turns').crossJoin('threads').whereRef('threads.id', '=', 'turns.thread_id')

const turnsOfReader = (database: Database) =>
  database.selectFrom('turns').innerJoin('threads', 'threads.id', 'turns.thread_id')

const selectTurns = (database: Database, site: SiteRow, query: TurnsQuery) => {
  const range = readRange(query)
  const turns = query.threadId || query.fp ? turnsOfReader(database) : turnsByTime(database)
  let select = turns
    .leftJoin('feedback', 'feedback.turn_id', 'turns.id')
    .selectAll('turns')
    .select(['threads.fp', 'feedback.helpful', 'feedback.reason', 'feedback.comment'])
    .where('threads.site_id', '=', site.id)
    .where('turns.started_at', '>=', range.from)
    .where('turns.started_at', '<', range.to)
  if (query.status) select = select.where('turns.status', '=', query.status)
  if (query.threadId) select = select.where('threads.id', '=', query.threadId)
  if (query.fp) select = select.where('threads.fp', '=', query.fp)
  if (query.feedback === 'any') select = select.where('feedback.helpful', 'is not', null)
  else if (query.feedback) select = select.where('feedback.helpful', '=', query.feedback === 'helpful' ? 1 : 0)
  return select
}

/** What readers asked, newest first; with its text only when the site stores questions. */
export const listTurns = async (database: Database, site: SiteRow, query: TurnsQuery): Promise<Turns> => {
  const limit = query.limit ?? usualLimit
  let select = selectTurns(database, site, query)
  if (query.cursor) {
    const [time, id] = readCursor(query.cursor, placeSchema)
    select = select.where((where) =>
      where.or([
        where('turns.started_at', '<', time),
        where.and([where('turns.started_at', '=', time), where('turns.id', '<', id)]),
      ]),
    )
  }
  const rows = await select
    .orderBy('turns.started_at', 'desc')
    .orderBy('turns.id', 'desc')
    .limit(limit + 1)
    .execute()
  const { storeQuestions } = await readPolicy(database, site.id)
  const { page, nextCursor } = cutPage(rows, limit, ({ started_at, id }) => [started_at, id])
  return { turns: page.map((row) => describeTurn(row, storeQuestions)), nextCursor }
}

/** Deletes what is kept about a reader of a site: threads, and with them turns and feedback. */
export const deleteReader = async (database: Database, site: SiteRow, fp: string): Promise<{ threads: number }> => {
  const { numDeletedRows } = await database
    .deleteFrom('threads')
    .where('site_id', '=', site.id)
    .where('fp', '=', fp)
    .executeTakeFirstOrThrow()
  return { threads: Number(numDeletedRows) }
}
