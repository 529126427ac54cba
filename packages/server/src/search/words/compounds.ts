import { englishStopWords } from './languages.ts'
import { readTerms } from './words.ts'

/** In letters: what each part of a word has at least. */
const shortestPart = 3
/** In letters: what is split. */
const shortestSplit = 6
const longestSplit = 24

/** A word as two, as they are written and as terms. */
export interface Split {
  readonly words: readonly [string, string]
  readonly terms: readonly [string, string]
}

/** The terms of words of a query that stand side by side, written as one: `time zone` as `timezon`, `TS-2345` as `ts2345`. */
export function joinedTerms(query: string, analysis?: string): string[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const joined = words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? ''
    const isName = [before, word].some((each) => /\p{N}/u.test(each))
    if (!isName && (englishStopWords.has(before) || englishStopWords.has(word))) return []
    return readTerms(before + word, analysis).slice(-1)
  })
  return [...new Set(joined)]
}

/** The ways in which a word can be two: `timezone` as `time` and `zone`, `utf8` as `utf` and `8`. */
export function splitsOf(word: string, analysis?: string): Split[] {
  const number = /^(\p{L}{2,})(\p{N}+)$|^(\p{N}+)(\p{L}{1,})$/u.exec(word)
  if (number) return splitAt(word, (number[1] ?? number[3] ?? '').length, analysis)
  if (!/^[a-z]+$/.test(word) || word.length < shortestSplit || word.length > longestSplit) return []
  const places = Array.from({ length: word.length - 2 * shortestPart + 1 }, (_, at) => at + shortestPart)
  return places.flatMap((at) => splitAt(word, at, analysis))
}

function splitAt(word: string, at: number, analysis: string | undefined): Split[] {
  const words = [word.slice(0, at), word.slice(at)] as const
  const [first, second] = words.map((part) => readTerms(part, analysis).at(-1))
  return first !== undefined && second !== undefined ? [{ words, terms: [first, second] }] : []
}
