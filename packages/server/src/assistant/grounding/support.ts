import type { Block } from '../../pages/block.ts'
import { linesOf, linksIn } from '../../pages/block-text.ts'
import { segmentsOf } from '../../pages/plain-text.ts'
import { readTerms } from '../../search/words/words.ts'
import type { Claim } from './claims.ts'
import { contradicts, readStatements, type Statements } from './contradiction.ts'
import { agreesOnDefault, columnsOfDefaults } from './defaults.ts'
import { agreesOnNames } from './names.ts'
import { agreesOnUnits, holdsQuantities, type Quantities, readQuantities } from './quantities.ts'

/** Numbers and names of a passage, wherever they stand. */
export interface Facts {
  readonly quantities: Quantities
  /** Everything in lower case, for names in code. */
  readonly whole: string
  /** The same with one space wherever there is space or a quotation mark. */
  readonly plain: string
}

/** A passage, made ready to be compared with sentences. */
export interface Evidence extends Facts {
  /** Sentences, items, rows and lines of code, as plain text. */
  readonly pieces: readonly string[]
  /** Paragraphs, items, rows and lines of code, each whole. */
  readonly lines: readonly string[]
  /** The name and the default of each row of a table that has such a column, as a sentence. */
  readonly rows: readonly string[]
  /** At which pieces each of its words stands, in order. */
  readonly places: ReadonlyMap<string, readonly number[]>
  /** Words of title and headings, which a sentence may take for granted. */
  readonly heads: ReadonlySet<string>
  readonly statements: Statements
  /** Its words alone, side by side, for what is quoted. */
  readonly words: string
}

/** How well a passage supports a sentence. */
export interface Support {
  readonly supported: boolean
  /** Does it speak of the same, and say otherwise? */
  readonly denied: boolean
  /** Do rules leave it open? Numbers, names and all else agree, and too few of its words are there to say that they do. */
  readonly isOpen: boolean
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
  const written = [heads, ...lines, ...linksIn(blocks).map(({ target }) => target)].join('\n')
  return {
    pieces,
    rows,
    lines,
    places: placesOf(pieces),
    heads: new Set(readTerms(heads)),
    statements: readStatements(pieces),
    ...readFacts(written),
    words: wordsOf(`${heads} ${pieces.join(' ')}`),
  }
}

const readFacts = (written: string): Facts => {
  const whole = written.toLowerCase()
  return { quantities: readQuantities(written), whole, plain: plainSpace(whole) }
}

/** The numbers and names of several passages. */
export const joinFacts = (all: readonly Facts[]): Facts => readFacts(all.map(({ whole }) => whole).join('\n'))

const placesOf = (pieces: readonly string[]): Map<string, number[]> => {
  const places = new Map<string, number[]>()
  for (const [at, piece] of pieces.entries()) {
    for (const term of new Set(readTerms(piece))) {
      const known = places.get(term)
      if (known) known.push(at)
      else places.set(term, [at])
    }
  }
  return places
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
    isOpen: isExact && !isNear && !isTranslated && agrees(),
    overlap,
    passage: at === undefined ? undefined : evidence.pieces[at],
  }
}

const weigh = (text: string, names: readonly string[]): ReadonlyMap<string, number> => {
  const inNames = new Set(readTerms(names.join(' ')))
  return new Map(readTerms(text).map((term) => [term, inNames.has(term) ? identifierWeight : 1]))
}

const plainSpace = (text: string): string => text.replace(/[\s"'`]+/g, ' ').trim()

/**
 * `npm install x` is held by a passage that has its words in this order, whatever the space between them, or all of them in
 * one line; `port: 80` and `port=80` by one that has both.
 */
const holdsName = ({ whole, plain, pieces }: Evidence, name: string): boolean => {
  if (whole.includes(name) || plain.includes(plainSpace(name))) return true
  const words = name.split(/[\s:=]+/).filter((word) => word !== '')
  return words.length > 1 && pieces.some((piece) => words.every((word) => piece.toLowerCase().includes(word)))
}

const bestPlace = (weights: ReadonlyMap<string, number>, { pieces, places, heads }: Evidence) => {
  let total = 0
  for (const weight of weights.values()) total += weight
  if (total === 0 || pieces.length === 0) return { overlap: total === 0 ? 1 : 0, at: pieces.length > 0 ? 0 : undefined }
  /** What the sentence shares with each piece, and with the pieces of the window that begins there. */
  const own = new Map<number, number>()
  const near = new Map<number, number>()
  let fromHeads = 0
  for (const [term, weight] of weights) {
    const isInHeads = heads.has(term)
    if (isInHeads) fromHeads += weight
    let begin = 0
    for (const place of places.get(term) ?? []) {
      own.set(place, (own.get(place) ?? 0) + weight)
      if (isInHeads) continue
      for (begin = Math.max(begin, place - windowSize + 1); begin <= place; begin++) {
        near.set(begin, (near.get(begin) ?? 0) + weight)
      }
    }
  }
  const [at] = [...own].reduce<readonly [number | undefined, number]>(
    (best, each) => (each[1] > best[1] || (each[1] === best[1] && each[0] < (best[0] ?? 0)) ? each : best),
    [undefined, 0],
  )
  return { overlap: (fromHeads + Math.max(0, ...near.values())) / total, at }
}
