import type { Block } from '../../pages/block.ts'
import { linesOf, linksIn } from '../../pages/block-text.ts'
import { segmentsOf } from '../../pages/plain-text.ts'
import { readTerms } from '../../search/words/words.ts'
import type { Claim } from './claims.ts'
import { contradicts, readStatements, type Statements } from './contradiction.ts'
import { agreesOnDefault, columnsOfDefaults } from './defaults.ts'
import { agreesOnNames } from './names.ts'
import { agreesOnUnits, holdsQuantities, type Quantities, readQuantities } from './quantities.ts'

/** A passage, made ready to be compared with sentences. */
export interface Evidence {
  /** Sentences, items, rows and lines of code, as plain text. */
  readonly pieces: readonly string[]
  /** Paragraphs, items, rows and lines of code, each whole. */
  readonly lines: readonly string[]
  /** The name and the default of each row of a table that has such a column, as a sentence. */
  readonly rows: readonly string[]
  readonly terms: readonly ReadonlySet<string>[]
  /** Words of title and headings, which a sentence may take for granted. */
  readonly heads: ReadonlySet<string>
  readonly quantities: Quantities
  readonly statements: Statements
  /** Everything in lower case, for names in code. */
  readonly whole: string
  /** Its words alone, side by side, for what is quoted. */
  readonly words: string
}

/** How well a passage supports a sentence. */
export interface Support {
  readonly supported: boolean
  /** Does it speak of the same, and say otherwise? */
  readonly denied: boolean
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
export const readEvidence = (blocks: readonly Block[], heads: string): Evidence => {
  const lines = linesOf(blocks)
  const rows = columnsOfDefaults(blocks)
  const pieces = lines
    .flatMap(segmentsOf)
    .map((segment) => segment.trim())
    .filter((piece) => /[\p{L}\p{N}]/u.test(piece))
  const whole = [heads, ...lines, ...linksIn(blocks).map(({ target }) => target)].join('\n')
  return {
    pieces,
    rows,
    lines,
    terms: pieces.map((piece) => new Set(readTerms(piece))),
    heads: new Set(readTerms(heads)),
    quantities: readQuantities(whole),
    statements: readStatements(pieces),
    whole: whole.toLowerCase(),
    words: wordsOf(`${heads} ${pieces.join(' ')}`),
  }
}

const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `

/**
 * Compares a sentence with a passage. It is supported when
 * 1. every number of the sentence is in the passage,
 * 2. every name in code is in the passage,
 * 3. `Σ weight(words both have) / Σ weight(words of the sentence)` is at least 0.5, at the place of the passage where it
 *    is highest: three sentences that follow each other, and the headings above. Words are stems without stop words; a
 *    word of a name in code weighs 2, any other 1; and
 * 4. it stands there word for word, or agrees with the passage on the default, on units, on which name a fact belongs to, and
 *    denies nothing that the passage says.
 *
 * `isTranslated`: sentence and passage are in different languages, so words cannot be compared and only 1 and 2 count.
 */
export const compare = (claim: Pick<Claim, 'text' | 'markdown'>, evidence: Evidence, isTranslated = false): Support => {
  const names = identifiersOf(claim.markdown)
  const weights = weigh(claim.text, names)
  const { overlap, at } = bestPlace(weights, evidence)
  const said = readQuantities(claim.text)
  const isExact = holdsQuantities(said, evidence.quantities) && names.every((name) => holdsName(evidence, name))
  const isNear = overlap >= neededOverlap
  const agrees = () =>
    evidence.words.includes(wordsOf(claim.text)) ||
    (agreesOnDefault(claim.text, names, evidence) &&
      agreesOnNames(claim.text, names, evidence) &&
      agreesOnUnits(said, evidence.quantities) &&
      !contradicts(claim.text, evidence.statements, evidence.heads))
  const isDenied = isExact && isNear && !isTranslated && !agrees()
  return {
    supported: isExact && (isTranslated || isNear) && !isDenied,
    denied: isDenied,
    overlap,
    passage: at === undefined ? undefined : evidence.pieces[at],
  }
}

const weigh = (text: string, names: readonly string[]): ReadonlyMap<string, number> => {
  const inNames = new Set(readTerms(names.join(' ')))
  return new Map(readTerms(text).map((term) => [term, inNames.has(term) ? identifierWeight : 1]))
}

/**
 * `npm install x` is held by a passage that has its words in this order, whatever the space between them, or all of them in
 * one line; `port: 80` and `port=80` by one that has both.
 */
const holdsName = ({ whole, pieces }: Evidence, name: string): boolean => {
  if (whole.includes(name)) return true
  const plain = (text: string) => text.replace(/[\s"'`]+/g, ' ').trim()
  if (plain(whole).includes(plain(name))) return true
  const words = name.split(/[\s:=]+/).filter((word) => word !== '')
  return words.length > 1 && pieces.some((piece) => words.every((word) => piece.toLowerCase().includes(word)))
}

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
