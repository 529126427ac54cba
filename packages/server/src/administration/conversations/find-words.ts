import { type RawBuilder, sql } from 'kysely'
import { type Database, engineOf } from '../../database/database.ts'

/** More words find nothing that these don’t. */
const mostWords = 12
/** Of a word; longer beginnings of words are rare enough to be looked for. */
const fewestLetters = 3

/** The condition that the question or the answer of a turn has all the words of a text; undefined when it has no word. */
export const hasWords = (database: Database, text: string): RawBuilder<boolean> | undefined => {
  const words = (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, mostWords)
  if (words.length === 0) return undefined
  const isBeginning = (at: number, word: string) => at === words.length - 1 && word.length >= fewestLetters
  if (engineOf(database) === 'postgres') {
    const terms = words.map((word, at) => `'${word}'${isBeginning(at, word) ? ':*' : ''}`)
    return sql<boolean>`turns.words @@ to_tsquery('simple', ${terms.join(' & ')})`
  }
  const terms = words.map((word, at) => `"${word}"${isBeginning(at, word) ? '*' : ''}`)
  return sql<boolean>`turns.id in (select turn_id from turn_words join turn_words_rows on number = turn_words.rowid
    where turn_words match ${terms.join(' ')})`
}
