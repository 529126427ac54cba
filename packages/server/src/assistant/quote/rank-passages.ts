import { asksForHeading } from '../question/asked-heading.ts'
import type { Source } from '../sources.ts'
import { type Block, readBlocks, writeBlock } from './passage.ts'
import { hasName, type Search } from './question.ts'
import {
  definesName,
  fit,
  hasStatus,
  saysDefault,
  saysNumber,
  sharePairs,
  tellApart,
  tellCode,
  weigh,
} from './weigh.ts'

export interface Passage {
  readonly source: Source
  readonly blocks: readonly Block[]
  /** How much of the question the passage and its headings touch, 0 to 1. */
  readonly coverage: number
  /** How well the heading alone fits the question, 0 to 1. */
  readonly named: number
  /** Whether the reader has selected a part of it. */
  readonly isSelected: boolean
  /** Whether it is the first source, and the question its heading. */
  readonly isAsked: boolean
  /** Whether it says plainly what the question asks the meaning of. */
  readonly isDefinition: boolean
  readonly value: number
}

/**
 * Orders passages by how likely they answer: the order of the sources, which were chosen for that, and what only the kind of
 * question tells: a definition, something to do, two things told apart, what the reader selected. Heading, title and
 * neighbouring words settle what is near. The weights were fitted on questions whose section is known.
 */
export const rankPassages = (
  sources: readonly Source[],
  search: Search,
  { question, context }: { question: string; context: readonly string[] },
): Passage[] => {
  // What all sources say tells none of them apart.
  const isHeadedBy = ({ title, heading }: Source, name: string) =>
    hasName(heading ?? title, name) && !sources.every((source) => hasName(`${source.title} ${source.content}`, name))
  return sources
    .map((source, rank): Passage => {
      const blocks = readBlocks(source.blocks, source.heading)
      const heads = [source.title, ...source.breadcrumbs, source.heading ?? ''].join(' ')
      const coverage = Math.min(1, weigh(search, `${heads} ${source.content}`) / search.total)
      const named = fit(search, source.heading ?? source.title)
      const isSelected = context.some((item) => holds(source.content, item))
      const isAsked = rank === 0 && asksForHeading(question, source.heading)
      const isDefinition = definesName(search, source)
      const slight = blocks.every(isFragment) || coverage < 0.2 || leadsElsewhere(source) ? 0.5 : 1
      const value =
        slight *
          (2 / (1 + rank) +
            0.45 * named +
            0.25 * fit(search, source.title) +
            0.3 * sharePairs(search, `${source.heading ?? ''} ${source.content}`) +
            0.2 * coverage +
            1.6 * tellApart(search, source.heading ?? source.title, blocks) +
            shows(search, source, blocks) +
            (beginsAlike(question, source.heading) ? 1.2 : 0) +
            (search.codes.some((name) => /\d/.test(name) && isHeadedBy(source, name)) ? 1.6 : 0) +
            (search.tellsTrouble && search.identifiers.length === 0 && isAboutTrouble(source) ? 1.1 : 0) +
            (saysDefault(search, source.heading ?? source.title, blocks) ? 2 : 0) +
            (saysNumber(search, blocks) ? 2 : 0) +
            2 * tellCode(search, source, blocks) +
            (hasStatus(search, source.content) ? 2 : 0) +
            2 * shareAdded(search, `${heads} ${source.content}`)) +
        (isSelected ? 2 : 0) +
        (isAsked ? 4 : 0) +
        (isDefinition ? 2.4 : 0)
      return { source, blocks, coverage: isSelected ? 1 : coverage, named, isSelected, isAsked, isDefinition, value }
    })
    .filter(({ blocks }) => blocks.length > 0)
    .sort((a, b) => b.value - a.value)
}

/** A section of links to others: “Next steps”, “See also”. */
export const leadsElsewhere = ({ heading }: Pick<Source, 'heading'>): boolean =>
  /^(?:next(?: steps?)?|what['’]s next\??|where to go next\??|see also|related(?: (?:pages|links|topics|documents))?|further reading|learn more|more information)$/i.test(
    heading ?? '',
  )

/** “Does it work with A?” is asked like “Does it work with B or C?”, whose words say little each. */
const beginsAlike = (question: string, heading: string | null): boolean => {
  const [asked, headed] = [question, heading ?? ''].map((text) => text.toLowerCase().split(/\s+/, 4).join(' '))
  return asked === headed && /\s\S+\s\S+\s/.test(`${asked} `) && /\?\W*$/.test(heading ?? '')
}

/** What is headed by a symptom, or stands below such a heading. */
const isAboutTrouble = ({ breadcrumbs, heading }: Source): boolean =>
  /\b(?:troubleshoot(?:ing)?|problems?|errors?|not|(?:do|does|is|are|wo|ca)n['’]t|cannot|fails?|pitfalls)\b/i.test(
    [...breadcrumbs, heading ?? ''].join(' › '),
  )

/** Is there something to type or to follow? */
export const showsHow = (blocks: readonly Block[]): boolean =>
  blocks.some((block) => block.type === 'code' || (block.type === 'list' && block.ordered))

/**
 * “How do I …?” is answered by something to type or to follow, seldom under a heading that asks something else, and by a guide
 * before the declaration of a function.
 */
const shows = ({ intent }: Search, { heading, anchor }: Source, blocks: readonly Block[]): number => {
  if (intent !== 'how') return 0
  const asksElse = /^(?:what|which|who|why|when|where|can|does|is|are)\b.*\?$/i.test(heading ?? '')
  const [first] = blocks
  const isDeclared =
    /^\w+\.\w+\.\w/.test(anchor ?? '') || (first?.type === 'prose' && /^`[^`]+`$/.test(writeBlock(first)))
  return (showsHow(blocks) ? 0.25 : 0) - (asksElse || isDeclared ? 1.4 : 0)
}

/** The share of what a follow-up names anew that a text has. */
const shareAdded = ({ added, read }: Search, text: string): number => {
  if (added.size === 0) return 0
  const said = new Set(read(text))
  return [...added].filter((term) => said.has(term)).length / added.size
}

/** Words that are no sentence, such as the label of a link. */
const isFragment = (block: Block): boolean =>
  block.type === 'prose' && !/[.!?:。！？：؟।][^\p{L}\p{N}_]*$/u.test(writeBlock(block))

const holds = (content: string, selection: string): boolean => {
  const plain = (text: string) =>
    text
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toLowerCase()
  const start = plain(selection).slice(0, 80)
  return start.length >= 12 && plain(content).includes(start)
}
