import { type RawBuilder, sql } from 'kysely'
import { type Database, engineOf } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import type { Range } from './range.ts'

/** More words find nothing that these don’t. */
const mostWords = 12
/** Of a word; shorter beginnings are those of too many words. */
const fewestLetters = 3
/** An answer has ended by then, so that what begins later has a higher number. */
const longestAnswerMilliseconds = 3_600_000

interface WordSearch {
  readonly site: Pick<SiteRow, 'id'>
  /** What a reader of the list has written. */
  readonly text: string
  readonly range: Range
}

const readWords = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, mostWords)

const endsInBeginning = (words: readonly string[]): boolean => (words.at(-1)?.length ?? 0) >= fewestLetters

/** The condition that the question or the answer of a turn has all the words of a text; undefined when it has no word. */
export const hasWords = (database: Database, { site, text, range }: WordSearch): RawBuilder<boolean> | undefined => {
  const words = readWords(text)
  if (words.length === 0) return undefined
  const isBeginning = (at: number) => at === words.length - 1 && endsInBeginning(words)
  if (engineOf(database) === 'postgres') {
    const terms = words.map((word, at) => `'${word}'${isBeginning(at) ? ':*' : ''}`)
    return sql<boolean>`turns.words @@ to_tsquery('simple', ${terms.join(' & ')})`
  }
  const terms = words.map((word, at) => `"${word}"${isBeginning(at) ? '*' : ''}`)
  return sql<boolean>`turns.id in (select turn_id from turn_words join turn_words_rows on number = turn_words.rowid
    where turn_words match ${terms.join(' ')}
    and turn_words.rowid >= ${numberBefore(site, range.from)} and turn_words.rowid <= ${numberAfter(site, range.to)})`
}

const shift = (time: string, milliseconds: number): string => new Date(Date.parse(time) + milliseconds).toISOString()

/**
 * The number of the turn nearest to a time on one side of it. SQLite numbers turns as they end, so numbers grow with the times at
 * which turns began, but for turns that were stored while the clock was wrong.
 */
const nearestNumber = ({ id }: Pick<SiteRow, 'id'>, side: '<' | '<=' | '>' | '>=', time: string) =>
  sql`(select number from turns cross join turn_words_rows on turn_id = turns.id where site_id = ${id}
    and started_at ${sql.raw(side)} ${time} order by started_at ${sql.raw(side.startsWith('<') ? 'desc' : 'asc')} limit 1)`

/**
 * No turn that began at this time or later has a lower number. Where the nearest turn before it was stored while the clock was
 * wrong, its number is too high, and that of the first turn behind it counts.
 */
const numberBefore = (site: Pick<SiteRow, 'id'>, time: string) =>
  sql`coalesce(min(${nearestNumber(site, '<', shift(time, -longestAnswerMilliseconds))},
    ${nearestNumber(site, '>=', time)}), 0)`

/** No turn that began before this time has a higher number; where a clock was wrong, in the same way. */
const numberAfter = (site: Pick<SiteRow, 'id'>, time: string) =>
  sql`coalesce(max(${nearestNumber(site, '>', shift(time, longestAnswerMilliseconds))},
    ${nearestNumber(site, '<=', time)}), 9e15)`

/** Shares of a range, from its end: what many turns have is found in the first. */
const shares = [1 / 32, 1 / 8, 1 / 2, 1]

/**
 * Whether all turns of a range that have the words are listed before the newest of them are taken. SQLite always does so;
 * PostgreSQL plans by how many there are, but knows nothing of how many words have a beginning.
 */
export const listsAll = (database: Database, text: string): boolean =>
  engineOf(database) === 'sqlite' || endsInBeginning(readWords(text))

/** Ranges to look for words in where all are listed, one after the other, until there are enough. */
export const rangesOf = (range: Range): readonly Range[] => {
  const end = Date.parse(range.to)
  const span = end - Date.parse(range.from)
  const starts = shares.map((share) => new Date(end - span * share).toISOString())
  return starts.map((from, at) => ({ from, to: starts[at - 1] ?? range.to }))
}
