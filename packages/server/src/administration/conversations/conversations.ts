import { contextItemSchema, statementSchema, type Turn, type Turns, type TurnsQuery } from '@sidenote/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import { agentReader } from '../../database/agent-reader.ts'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { sourcesOf } from '../../database/turn-sources.ts'
import { AppError } from '../../errors.ts'
import { cutPage, placeText, readCursor } from '../cursor.ts'
import { readPolicy } from '../sites/policy.ts'
import { hasWords, listsAll, rangesOf } from './find-words.ts'
import { type Range, readRange } from './range.ts'

const usualLimit = 100
const placeSchema = z.tuple([z.iso.datetime(), placeText])
const contextSchema = z.array(contextItemSchema)
const statementsSchema = z.array(statementSchema)

const turnColumns = [
  'turns.id',
  'turns.thread_id',
  'turns.started_at',
  'turns.finished_at',
  'turns.status',
  'turns.question',
  'turns.answer',
  'turns.current_path',
  'turns.context_json',
  'turns.page',
  'turns.language',
  'turns.model',
  'turns.input_tokens',
  'turns.output_tokens',
  'turns.cost',
  'turns.sources_json',
  'turns.strength',
  'turns.statements_json',
  'threads.fp',
  'feedback.helpful',
  'feedback.reason',
  'feedback.comment',
] as const

const describeTurn = (row: Row, showsText: boolean): Turn => {
  const text = <Value>(value: Value): Value | null => (showsText && row.question !== '' ? value : null)
  return {
    id: row.id,
    threadId: row.thread_id,
    fp: row.fp,
    askedAt: row.started_at,
    finishedAt: row.finished_at,
    status: row.status,
    question: text(row.question),
    answer: text(row.answer),
    currentPath: text(row.current_path),
    context: text(contextSchema.parse(JSON.parse(row.context_json))),
    page: text(row.page),
    language: row.language,
    model: row.model,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    cost: row.cost,
    sources: sourcesOf(row),
    strength: row.strength,
    statements: text(statementsSchema.parse(JSON.parse(row.statements_json))),
    feedback: row.helpful === null ? null : { helpful: row.helpful === 1, reason: row.reason, comment: row.comment },
  }
}

/** The turns of a site in a range of time, with their threads and what readers said about them. */
export const turnsOf = (database: Database, site: Pick<SiteRow, 'id'>, range: Range) =>
  database
    .selectFrom('turns')
    .innerJoin('threads', 'threads.id', 'turns.thread_id')
    .leftJoin('feedback', 'feedback.turn_id', 'turns.id')
    .where('turns.site_id', '=', site.id)
    .where('turns.started_at', '>=', range.from)
    .where('turns.started_at', '<', range.to)

/** Its turns with all that administrators see of them. */
const selectTurns = (database: Database, site: Pick<SiteRow, 'id'>, range: Range) =>
  turnsOf(database, site, range).select(turnColumns)

type Selection = ReturnType<typeof selectTurns>
type Row = Awaited<ReturnType<Selection['execute']>>[number]

const filterByOutcome = (select: Selection, { status, feedback }: TurnsQuery): Selection => {
  let filtered = select
  if (status === 'weak') filtered = filtered.where('turns.status', '=', 'answered').where('turns.strength', '<', 100)
  else if (status) filtered = filtered.where('turns.status', '=', status)
  if (feedback === 'any') return filtered.where('feedback.helpful', 'is not', null)
  return feedback ? filtered.where('feedback.helpful', '=', feedback === 'helpful' ? 1 : 0) : filtered
}

const filterTurns = (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  { query, range }: { query: TurnsQuery; range: Range },
): Selection => {
  const { threadId, fp, reader, model, language, page, cited, search } = query
  let filtered = filterByOutcome(selectTurns(database, site, range), query)
  if (threadId) filtered = filtered.where('threads.id', '=', threadId)
  if (fp) filtered = filtered.where('threads.fp', '=', fp)
  if (reader) filtered = filtered.where('threads.fp', reader === 'agent' ? '=' : '!=', agentReader)
  if (model) filtered = filtered.where('turns.model', '=', model)
  if (language) filtered = filtered.where('turns.language', '=', language)
  if (page !== undefined) filtered = filtered.where('turns.page', '=', page)
  if (cited !== undefined) {
    filtered = filtered.where('turns.id', 'in', (where) =>
      where.selectFrom('turn_citations').select('turn_id').where('path', '=', cited),
    )
  }
  const words = search && hasWords(database, { site, text: search, range })
  return words ? filtered.where(words) : filtered
}

type Place = z.infer<typeof placeSchema>

/** The turns of a range behind a place, newest first. */
const readTurns = (
  select: Selection,
  { place, limit, byWords }: { place: Place | undefined; limit: number; byWords: boolean },
): Promise<Row[]> => {
  const [time = '', id = ''] = place ?? []
  const behind = select.where((where) =>
    where.or([
      where('turns.started_at', '<', time),
      where.and([where('turns.started_at', '=', time), where('turns.id', '<', id)]),
    ]),
  )
  return (
    (place ? behind : select)
      // An expression is in no index, so that none is walked for the few that fit.
      .orderBy(byWords ? sql`turns.started_at || ''` : 'turns.started_at', 'desc')
      .orderBy('turns.id', 'desc')
      .limit(limit)
      .execute()
  )
}

/** No later than the place where a list goes on. */
const upTo = (range: Range, place: Place | undefined): Range => {
  const end = place && new Date(Date.parse(place[0]) + 1).toISOString()
  return end !== undefined && end < range.to ? { ...range, to: end } : range
}

/** What readers asked, newest first; with its text only when the site stores questions. */
export const listTurns = async (database: Database, site: SiteRow, query: TurnsQuery): Promise<Turns> => {
  const limit = query.limit ?? usualLimit
  const { storeQuestions } = await readPolicy(database, site.id)
  // Who looks for words or pages would learn what may not be shown.
  if (!storeQuestions && (query.search || query.page)) return { turns: [], nextCursor: null }
  const place = query.cursor ? readCursor(query.cursor, placeSchema) : undefined
  const whole = upTo(readRange(query), place)
  const rows: Row[] = []
  const { search } = query
  const byWords = search !== undefined && listsAll(database, search)
  for (const range of byWords ? rangesOf(whole) : [whole]) {
    const select = filterTurns(database, site, { query, range })
    rows.push(...(await readTurns(select, { place, limit: limit + 1 - rows.length, byWords })))
    if (rows.length > limit) break
  }
  const { page, nextCursor } = cutPage(rows, limit, ({ started_at, id }) => [started_at, id])
  return { turns: page.map((row) => describeTurn(row, storeQuestions)), nextCursor }
}

/** Deletes a conversation of a site. @throws AppError `not_found` */
export const deleteConversation = async (database: Database, site: SiteRow, threadId: string): Promise<void> => {
  const { numDeletedRows } = await database
    .deleteFrom('threads')
    .where('site_id', '=', site.id)
    .where('id', '=', threadId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) {
    throw new AppError('not_found', `The site "${site.domain}" has no conversation "${threadId}".`)
  }
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
