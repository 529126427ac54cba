import { asksForHeading } from '../question/asked-heading.ts'
import { asksAboutPage } from '../question/conversation.ts'
import { readDefined } from '../question/definition.ts'
import type { Source } from '../sources.ts'
import { type Piece, readPieces, subjectOf } from './pieces.ts'
import { coverageOf, lacksAll, type SearchWords } from './search-words.ts'

/** A source that may be quoted. */
export interface Section {
  readonly source: Source
  readonly pieces: readonly Piece[]
  /** How much of the question the section and its headings touch, 0 to 1. */
  readonly coverage: number
  /** Whether the reader asks for this very section, or selected something of it. */
  readonly isChosen: boolean
}

/**
 * The sources that say something, as the retrieval has ordered them. What holds the selection comes first, and for a follow-up
 * what has its own words, of which what it refers to may have more.
 */
export const readSections = (
  sources: readonly Source[],
  search: SearchWords,
  { question, context, isFollowUp }: { question: string; context: readonly string[]; isFollowUp: boolean },
): Section[] => {
  const sections = sources.flatMap((source, at): Section[] => {
    const pieces = readPieces(source.blocks, source.heading)
    const isAsked = at === 0 && (asksForHeading(question, headingOf(source)) || asksAboutPage(question))
    const isChosen = isAsked || context.some((selection) => holds(source.content, selection))
    return pieces.length > 0 ? [{ source, pieces, isChosen, coverage: coverageOf(search, textOf(source)) }] : []
  })
  // What says what a thing is was looked for by the retrieval.
  const isDefined = readDefined(question) !== undefined
  const ordered = sections
    .map((section, at) => ({ section, worth: 2 / (1 + at) + (isDefined ? 0 : worthOf(section, search)) }))
    .sort((one, other) => other.worth - one.worth)
    .map(({ section }) => section)
  const first =
    ordered.find(({ isChosen }) => isChosen) ??
    (isFollowUp ? ordered.find(({ source }) => !lacksAll(search, textOf(source))) : undefined)
  return first ? [first, ...ordered.filter((section) => section !== first)] : ordered
}

/** A heading is about its section, a row only about itself. */
const share = { heading: 3, row: 1.6, together: 3 }
/** How exactly the heading, or what a row or an item begins with, is what is asked for, and how much of it stands together. */
const worthOf = ({ source, pieces }: Section, search: SearchWords): number => {
  const headings = `${source.title} ${headingOf(source)}`
  const parts = pieces.filter(({ kind }) => kind !== 'code')
  const near = parts.flatMap(({ head = '', parts }) =>
    parts.map((part) => coverageOf(search, `${headings} ${head} ${part}`)),
  )
  const rows = parts
    .filter(({ kind }) => kind !== 'prose')
    .flatMap(({ parts }) => parts.map((part) => fitOf(search, subjectOf(part))))
  return (
    Math.max(share.heading * fitOf(search, headingOf(source)), share.row * Math.max(0, ...rows)) +
    share.together * Math.max(0, ...near)
  )
}

/** The share of the question that a name has, lessened by what else it has. */
const fitOf = (search: SearchWords, name: string): number => {
  const terms = new Set(search.read(name))
  const asked = [...terms].filter((term) => search.weights.has(term)).length
  return (coverageOf(search, name) * asked) / Math.max(1, terms.size)
}

export const headingOf = ({ heading, title }: Source): string => heading ?? title

export const textOf = ({ title, breadcrumbs, heading, content }: Source): string =>
  [title, ...breadcrumbs, heading ?? '', content].join(' ')

/** In characters: what tells a selection. */
const selected = { shortest: 12, longest: 80 }
const holds = (content: string, selection: string): boolean => {
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
  const start = plain(selection).slice(0, selected.longest)
  return start.length >= selected.shortest && plain(content).includes(start)
}
