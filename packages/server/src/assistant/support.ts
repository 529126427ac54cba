import { readTerms } from '../docs/words.ts'
import type { Claim } from './claims.ts'
import { inlineText } from './plain-text.ts'

/** A passage, made ready to be compared with sentences. */
export interface Evidence {
  /** Sentences, items, rows and lines of code, as plain text. */
  readonly pieces: readonly string[]
  readonly terms: readonly ReadonlySet<string>[]
  /** Words of title and headings, which a sentence may take for granted. */
  readonly heads: ReadonlySet<string>
  readonly numbers: ReadonlySet<string>
  /** Everything in lower case, for names in code. */
  readonly whole: string
}

/** How well a passage supports a sentence. */
export interface Support {
  readonly supported: boolean
  /** The share of the sentence’s words that the best place of the passage has, 0 to 1. */
  readonly overlap: number
  /** The sentence of the passage that has most of them. */
  readonly passage: string | undefined
}

/** Half of the words: a paraphrase keeps about this many, an invented sentence on the same subject seldom does. */
const neededOverlap = 0.5
/** A statement may be drawn from a few sentences that stand together. */
const windowSize = 3
const identifierWeight = 2

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const numberPattern = /\d+(?:[.,]\d+)*/g
const writtenNumbers = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

/** `3,000` is `3000`, and `three` is `3`. */
const numbersOf = (text: string): string[] => [
  ...(text.match(numberPattern) ?? []).map((number) => number.replace(/,(?=\d{3}\b)/g, '').replace(/[.,]$/, '')),
  ...(text.toLowerCase().match(/\b[a-z]+\b/g) ?? []).flatMap((word) => {
    const value = writtenNumbers.indexOf(word)
    return value < 0 ? [] : [String(value)]
  }),
]

/** Names in code: what stands between backticks, and words such as `useChat`, `--port` and `server.port`. */
export const identifiersOf = (markdown: string): string[] => {
  const spans = [...markdown.matchAll(/(?<!`)(`+)([^`]+)\1/g)].map((match) => match[2]?.trim() ?? '')
  const words = markdown
    .replace(/(?<!`)(`+)[^`]+\1/g, ' ')
    .match(
      /(?<![\w/.:@-])(?:--?[a-z][\w-]+|[A-Za-z_$][\w$]*(?:[a-z][A-Z]|_)[\w$]*|[A-Za-z_$][\w$]*\.[A-Za-z_$][\w$]{2,})/g,
    )
  return [...new Set([...spans, ...(words ?? [])].map((name) => name.toLowerCase()))].filter((name) => name.length > 1)
}

/** Makes a passage ready. `heads` are its title and headings. */
export const readEvidence = (content: string, heads: string): Evidence => {
  const pieces = wholeLines(content).flatMap((line) => {
    const plain = inlineText(line.replace(/^\s*(?:#{1,6}|[-*+]|\d+[.)]|>)\s+/, '').replaceAll('|', ' '))
    return [...segmenter.segment(plain)]
      .map(({ segment }) => segment.trim())
      .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  })
  return {
    pieces,
    terms: pieces.map((piece) => new Set(readTerms(piece))),
    heads: new Set(readTerms(heads)),
    numbers: new Set(numbersOf(`${heads} ${content}`)),
    whole: `${heads} ${content}`.toLowerCase(),
  }
}

/** Lines as they are meant: those of a wrapped paragraph are one, and so are those of an item; of code each is its own. */
const wholeLines = (content: string): string[] => {
  const lines: string[] = []
  let fence: string | undefined
  let open: 'prose' | 'list' | undefined
  for (const line of content.split('\n')) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1]
    const isText = fence === undefined && mark === undefined && !/^\s*(?:$|[|#])/.test(line)
    const isItem = /^\s*(?:[-*+]|\d+[.)]) /.test(line)
    // A list begins after an empty line.
    if (isText && (open === 'prose' || (open === 'list' && !isItem)))
      lines.push(`${lines.pop() ?? ''} ${line.trim().replace(/^> ?/, '')}`)
    else lines.push(line)
    open = isText ? (open ?? (isItem ? 'list' : 'prose')) : undefined
    if (mark !== undefined) fence = fence === undefined ? mark : mark.startsWith(fence) ? undefined : fence
  }
  return lines
}

/**
 * Compares a sentence with a passage. It is supported when
 * 1. every number of the sentence is in the passage,
 * 2. every name in code is in the passage, and
 * 3. `Σ weight(words both have) / Σ weight(words of the sentence)` is at least 0.5, at the place of the passage where it
 *    is highest: three sentences that follow each other, and the headings above. Words are stems without stop words; a
 *    word of a name in code weighs 2, any other 1.
 *
 * `isTranslated`: sentence and passage are in different languages, so words cannot be compared and only 1 and 2 count.
 */
export const compare = (claim: Pick<Claim, 'text' | 'markdown'>, evidence: Evidence, isTranslated = false): Support => {
  const names = identifiersOf(claim.markdown)
  const weights = weigh(claim.text, names)
  const { overlap, at } = bestPlace(weights, evidence)
  const hasNumbers = numbersOf(claim.text).every((number) => evidence.numbers.has(number))
  const hasNames = names.every((name) => holdsName(evidence.whole, name))
  return {
    supported: hasNumbers && hasNames && (isTranslated || overlap >= neededOverlap),
    overlap,
    passage: at === undefined ? undefined : evidence.pieces[at],
  }
}

const weigh = (text: string, names: readonly string[]): ReadonlyMap<string, number> => {
  const inNames = new Set(readTerms(names.join(' ')))
  return new Map(readTerms(text).map((term) => [term, inNames.has(term) ? identifierWeight : 1]))
}

/** `npm install x` is held by a passage that has its words in this order, whatever the space between them. */
const holdsName = (whole: string, name: string): boolean =>
  whole.includes(name) || whole.replace(/[\s"'`]+/g, ' ').includes(name.replace(/[\s"'`]+/g, ' ').trim())

const bestPlace = (weights: ReadonlyMap<string, number>, { terms, heads }: Evidence) => {
  let total = 0
  for (const weight of weights.values()) total += weight
  if (total === 0) return { overlap: 1, at: terms.length > 0 ? 0 : undefined }
  let best = 0
  let bestPiece = 0
  let at: number | undefined
  for (let start = 0; start < terms.length; start++) {
    const near = terms.slice(start, start + windowSize)
    let shared = 0
    for (const [term, weight] of weights) if (heads.has(term) || near.some((piece) => piece.has(term))) shared += weight
    best = Math.max(best, shared)
    let own = 0
    for (const [term, weight] of weights) if (terms[start]?.has(term)) own += weight
    if (own > bestPiece) {
      bestPiece = own
      at = start
    }
  }
  return { overlap: best / total, at }
}

const smallWords = new Set(
  (
    'the of to and is in that for it with as you on be are this by or not from have has can if when your at a an its but ' +
    'was were will which than then does do before after our into each all use there so what how only also'
  ).split(' '),
)
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []
const isEnglish = (words: readonly string[]): boolean =>
  words.filter((word) => smallWords.has(word)).length >= 0.15 * words.length

/**
 * Tells whether an answer is written in another language than its sources: one of them is in English and the other is
 * not, or hardly a word of the answer is among the forty that the sources use most, which are small words in any language.
 */
export const isTranslation = (answer: string, sources: string): boolean => {
  const said = wordsOf(answer.replace(/(?<!`)(`+)(?!`)[\s\S]*?\1/g, ' '))
  if (said.length < 8) return false
  const read = wordsOf(sources)
  if (isEnglish(said) || isEnglish(read)) return isEnglish(said) !== isEnglish(read)
  const counts = new Map<string, number>()
  for (const word of read) counts.set(word, (counts.get(word) ?? 0) + 1)
  const most = [...counts].sort((one, other) => other[1] - one[1]).slice(0, 40)
  const common = new Set(most.map(([word]) => word))
  return said.filter((word) => common.has(word)).length / said.length < 0.12
}
