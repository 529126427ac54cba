import type { Block } from '../../pages/block.ts'
import { textOf } from '../../pages/block-text.ts'
import { readTerms } from '../../search/words/words.ts'
import { holdsQuantities, type Quantities, readQuantities } from './quantities.ts'
import { defaultWords as defaults, offWords, onWords } from './words.ts'

const defaultWords = new Set(defaults)
const unspacedDefaults = defaults.filter((word) => !/^\p{Script=Latin}|^\p{Script=Cyrillic}/u.test(word))
const states = new Map([
  ...onWords.map((word) => [word, 'on'] as const),
  ...offWords.map((word) => [word, 'off'] as const),
])
/** What “on” and “off” stand before, where they are a state: “on by default”. */
const behindState = new Set([undefined, 'by', 'unless', 'until', 'if', 'when'])
const literals = new Set(['true', 'false', 'null', 'undefined', 'none', 'infinity'])

/** Without blanks between words, `true` may stand right beside others. */
const unspacedLetters = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+/gu
const tokensOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(unspacedLetters, ' $& ')
    .match(/[\p{L}\p{M}\p{N}ー]+/gu) ?? []
export const speaksOfDefault = (text: string): boolean =>
  tokensOf(text).some((token) => defaultWords.has(token)) || unspacedDefaults.some((word) => text.includes(word))

interface Place {
  readonly value: string
  readonly at: number
}

const statesOf = (tokens: readonly string[]): Place[] =>
  tokens.flatMap((token, at) => {
    if (token === 'on' || token === 'off') return behindState.has(tokens[at + 1]) ? [{ value: token, at }] : []
    const value = states.get(token)
    return value ? [{ value, at }] : []
  })

/** What stands nearest to the word for default; undefined where two are as near. */
const nearest = (places: readonly Place[], tokens: readonly string[]): string | undefined => {
  if (new Set(places.map(({ value }) => value)).size === 1) return places[0]?.value
  const anchors = tokens.flatMap((token, at) => (speaksOfDefault(token) ? [at] : []))
  const far = ({ at }: Place) => Math.min(...anchors.map((anchor) => Math.abs(anchor - at)))
  const [first, second] = places.toSorted((one, other) => far(one) - far(other))
  return first && second && far(first) < far(second) ? first.value : undefined
}

/** The values of text in quotes, in lower case. */
const quoted = (text: string): string[] =>
  [...text.matchAll(/(?<!\p{L})['"]([\w-]+)['"]/gu)].map(([, value = '']) => value.toLowerCase())

/**
 * Does a sentence that says what the default is say what the passage says? Sentences of the passage that speak of defaults are
 * read, those with the option’s name if there are any; what they do not tell is no contradiction.
 *
 * @param names in code, which the sentence has
 */
export const agreesOnDefault = (
  text: string,
  names: readonly string[],
  evidence: {
    readonly pieces: readonly string[]
    readonly rows: readonly string[]
    readonly heads: ReadonlySet<string>
    readonly quantities: Quantities
  },
): boolean => {
  if (!speaksOfDefault(text)) return true
  const {
    heads,
    quantities: { named: units },
  } = evidence
  const pieces = [...evidence.pieces, ...evidence.rows]
  const isValue = (name: string) => literals.has(name) || /^[-\d'"]/.test(name)
  const topics = names.filter((name) => !isValue(name))
  const about = pieces.flatMap((piece, at) => (speaksOfDefault(piece) ? [at] : []))
  // “Defaults to 5.” may stand behind the sentence that has the name, as long as it has no name of its own.
  const named = about.filter((at) => topics.some((name) => hasName(`${nameBefore(pieces, at)} ${pieces[at]}`, name)))
  const isTopic = topics.length === 0 || topics.some((name) => readTerms(name).every((term) => heads.has(term)))
  const stated = (named.length > 0 ? named : isTopic ? about : []).map((at) => pieces[at] ?? '')
  const answers = stated.flatMap((piece) => agrees(text, piece, units) ?? [])
  return answers.length === 0 || answers.includes(true)
}

const nameBefore = (pieces: readonly string[], at: number): string => pieces.slice(Math.max(0, at - 2), at).join(' ')

const hasName = (text: string, name: string): boolean => {
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
    if (!/[\w$]/.test(lower[at - 1] ?? '') && !/[\w$]/.test(lower[at + name.length] ?? '')) return true
  }
  return false
}

/** Undefined where the piece gives no default of the kind that the sentence gives. */
const agrees = (text: string, piece: string, units: Quantities['named']): boolean | undefined => {
  const [said, read] = [tokensOf(text), tokensOf(piece)]
  const [mine, its] = [nearest(statesOf(said), said), nearest(statesOf(read), read)]
  if (mine && its) return mine === its
  const [values, own] = [quoted(text), quoted(piece)]
  if (values.length === 1 && own.length > 0) return own.includes(values[0] ?? '')
  const quantities = readQuantities(piece)
  const isSilent =
    !its && own.length === 0 && quantities.digits.size === 0 && !read.some((token) => literals.has(token))
  if (isSilent) return undefined
  const mineInDigits = readQuantities(text)
  const [literal, ...others] = said.filter((token) => literals.has(token))
  if (literal && others.length === 0 && mineInDigits.digits.size === 0) return read.includes(literal)
  if (!literal && mineInDigits.digits.size === 1) return holdsQuantities(mineInDigits, { ...quantities, named: units })
  return undefined
}

/** What tables with a column for defaults say, as sentences: “dot: default false”. */
export const columnsOfDefaults = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => {
    if (block.type !== 'table') return []
    const column = block.head.findIndex((cell) => speaksOfDefault(textOf(cell)))
    if (column < 1) return []
    return block.rows.map((row) => `${textOf(row[0] ?? [])}: default ${textOf(row[column] ?? [])}`)
  })
