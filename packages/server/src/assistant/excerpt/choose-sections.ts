import { asksForHeading } from '../question/asked-heading.ts'
import { namesEach } from '../question/comparison.ts'
import { definesAsSection, isSameName } from '../question/definition.ts'
import type { Source } from '../sources.ts'
import { type Piece, readPieces, writePiece } from './pieces.ts'
import {
  coverageOf,
  hasName,
  isHeadedByName,
  partsOfName,
  type SearchWords,
  shareAdded,
  statesWanted,
} from './search-words.ts'

/** A source that may be quoted. */
export interface Section {
  readonly source: Source
  readonly pieces: readonly Piece[]
  /** How much of the question the section and its headings touch, 0 to 1. */
  readonly coverage: number
  /** Whether there is hardly any prose, or hardly anything of the question. */
  readonly isSlight: boolean
  /** Whether it says plainly what the question asks the meaning of. */
  readonly isDefinition: boolean
  /** Whether the question is its heading, or it says what the question asks the meaning of, or holds what the reader selected. */
  readonly isChosen: boolean
  readonly worth: number
}

/** What touches less of the question than this has hardly anything of it. */
const leastCoverage = 0.2

/**
 * Orders the sources by how likely each answers. The retrieval has done that for the whole section; here it counts what can be
 * quoted of it: a section with hardly any prose goes behind the next, and one with the row, the default or the selection that is
 * asked for comes before.
 */
export const orderSections = (
  sources: readonly Source[],
  search: SearchWords,
  { question, context }: { question: string; context: readonly string[] },
): Section[] =>
  sources
    .map((source, at): Section => {
      const pieces = readPieces(source.blocks, source.heading)
      const heading = headingOf(source)
      const coverage = coverageOf(search, textOf(source))
      const isAsked = at === 0 && asksForHeading(question, source.heading)
      const isSelected = context.some((selection) => holds(source.content, selection))
      const isDefinition = search.name !== undefined && definesAsSection(search.name, source)
      const slight = coverage < leastCoverage || isMeagre(pieces)
      const worth =
        (2 / (1 + at) + 0.6 * fit(search, heading)) * (slight ? 0.5 : 1) +
        (isAsked ? 4 : 0) +
        (isSelected ? 3 : 0) +
        (isHeadedByName(search, heading) ? 3 : pieces.some((piece) => partsOfName(search, piece).length > 0) ? 2 : 0) +
        (pieces.some((piece) => statesWanted(search, piece, heading)) ? 2 : 0) +
        (search.identifiers.some((name) => isStatus(name) && hasName(source.content, name)) ? 2 : 0) +
        1.6 * tellApart(search, heading, pieces) +
        2 * shareAdded(search, textOf(source))
      const isChosen = isAsked || isSelected || isDefinition
      return { source, pieces, coverage, isSlight: slight, isDefinition, isChosen, worth }
    })
    .filter(({ pieces }) => pieces.length > 0)
    .sort((one, other) => other.worth - one.worth)

export const headingOf = ({ heading, title }: Source): string => heading ?? title

export const textOf = ({ title, breadcrumbs, heading, content }: Source): string =>
  [title, ...breadcrumbs, heading ?? '', content].join(' ')

/** The code of a status, such as 404. */
const isStatus = (name: string): boolean => Number.isInteger(Number(name))

/** How well a section tells things apart: 1 when its heading names all of them, 0.5 when one piece of it does. */
const tellApart = ({ compared }: SearchWords, heading: string, pieces: readonly Piece[]): number => {
  if (!compared) return 0
  const namesAll = (text: string) => compared.every((name) => hasName(text, name))
  if (namesAll(heading) || namesEach(compared, heading)) return 1
  return pieces.some((piece) => piece.kind !== 'code' && namesAll(writePiece(piece))) ? 0.5 : 0
}

/** A section for each of the things that are to be told apart, unless the first tells all of them apart. */
export const sectionsOfEach = (sections: readonly Section[], search: SearchWords): Section[] | undefined => {
  const { compared } = search
  const [first] = sections
  if (!compared || !first) return undefined
  const isNamedSo = (name: string) => sections.some(({ source }) => isSameName(headingOf(source), name))
  const toldApart = tellApart(search, headingOf(first.source), first.pieces)
  if (toldApart === 1 || (toldApart > 0 && !compared.every(isNamedSo))) return undefined
  const each = compared.flatMap((name) => {
    const others = compared.filter((other) => other !== name)
    const isAboutIt = ({ source }: Section) =>
      hasName(headingOf(source), name) && !others.some((other) => hasName(headingOf(source), other))
    return sections.find(isAboutIt) ?? []
  })
  return each.length === compared.length ? each : undefined
}

/** Is there hardly any prose? */
const isMeagre = (pieces: readonly Piece[]): boolean =>
  pieces.every((piece) => piece.kind === 'prose' && !endsSentence.test(writePiece(piece).slice(-longestEnd)))
const endsSentence = /[.!?:。！？：؟।][^\p{L}\p{N}_]*$/u
/** In characters: the mark that ends a sentence, and what may close behind it. */
const longestEnd = 8

/** How well a heading fits: the share of the question that it names, lessened by what else it names. */
const fit = (search: SearchWords, heading: string): number => {
  const terms = [...new Set(search.read(heading))]
  const asked = terms.filter((term) => search.weights.has(term)).length
  return terms.length === 0 ? 0 : (coverageOf(search, heading) * asked) / terms.length
}

const holds = (content: string, selection: string): boolean => {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  const start = plain(selection).slice(0, 80)
  return start.length >= 12 && plain(content).includes(start)
}
