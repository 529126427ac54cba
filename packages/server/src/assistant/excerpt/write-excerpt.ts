import type { Block } from '../../pages/block.ts'
import { textOf as wordsOf } from '../../pages/block-text.ts'
import { oneLine } from '../../pages/text-lines.ts'
import { declinedMark, unansweredMark } from '../grounding/citations.ts'
import { nameText } from '../markdown-text.ts'
import type { Aspect } from '../question/ambiguity.ts'
import { asksSameQuestion } from '../question/asked-heading.ts'
import { asksAboutPage } from '../question/conversation.ts'
import { common } from '../question/wording.ts'
import { nameOf, type Source } from '../sources.ts'
import { askBack } from './ask-back.ts'
import { chooseRun, longest } from './choose-run.ts'
import { headingOf, orderSections, type Section, sectionsOfEach, textOf } from './choose-sections.ts'
import { type Phrases, phrasesFor } from './phrases.ts'
import { type Piece, readPieces, writePiece } from './pieces.ts'
import { lacksAll, readSearchWords, type SearchWords, tellingTerms } from './search-words.ts'
import { strengthOf } from './strength.ts'

export interface ExcerptMaterial {
  readonly question: string
  /** Earlier questions that this one refers to. */
  readonly earlier?: readonly string[]
  /** What the reader selected. */
  readonly context: readonly string[]
  readonly sources: readonly Source[]
  /** What the reader has left open, and may be asked about. @default nothing */
  readonly open?: readonly Aspect[]
  /** How likely the first source is the one that answers. @default it does */
  readonly certainty?: number | undefined
  /** What the documentation is called. */
  readonly siteName?: string | undefined
  /** Where the site gives help. */
  readonly supportUrl?: string | null | undefined
}

/**
 * Answers a question with an excerpt: the section that answers, under its heading, cited. What is weak gets the closest sections
 * instead, and what is not there the nearest pages. The same material gives the same answer.
 */
export const writeExcerpt = (material: ExcerptMaterial): string => {
  const { question, earlier = [], context, sources, open = [], certainty = 1, siteName, supportUrl } = material
  const phrases = phrasesFor(question, sources)
  const [nearest] = sources
  const whatToAsk = `${declinedMark} ${phrases.whatToAsk}`
  const help = supportUrl ? `\n\n${phrases.help} ${supportUrl}` : ''
  if (isGreeting(question)) return whatToAsk
  if (!nearest) return `${unansweredMark} ${phrases.nothing}${help}`
  const asksForPage = asksAboutPage(question) || asksSameQuestion(question, nearest.title)
  if (asksForPage && isWholePage(nearest)) return writePage(nearest, phrases)
  const search = readSearchWords(question, {
    context: context.join('\n'),
    earlier: earlier.join('\n'),
    sources,
    siteName,
  })
  if (search.total === 0) return whatToAsk
  const sections = orderSections(sources, search, { question, context })
  const each = sectionsOfEach(sections, search)
  // Of a follow-up, what the question before it named may weigh more than what is asked now.
  const touched = earlier.length > 0 ? sections.find(({ source }) => !lacksAll(search, textOf(source))) : undefined
  const first = each ?? (touched ? [touched] : [])
  const ordered = [...first, ...sections.filter((section) => !first.includes(section))]
  const [best] = ordered
  const strength = each ? 'strong' : strengthOf(ordered, search, { sources, certainty })
  if (!best || strength === 'none') return writeNearest(ordered, { search, sources, phrases }) + help
  // Two sections of one name are likely alike, whichever of them comes first by a little: certainty settles nothing here.
  const isSubjectClear = search.compared || best.isDefinition
  const left = open.filter((aspect) => aspect !== 'subject' || !isSubjectClear)
  const back = askBack(search, sources, { question, best: best.source, open: left, phrases })
  if (back !== undefined) return back
  if (strength === 'weak') return writeClosest(ordered, phrases) + help
  const quoted = each ?? [best, ...findSecond(best, ordered, { search, certainty })]
  const room = each ? longest.further : longest.excerpt
  const parts = quoted.map((section, at) => writeSection(section, search, at === 0 ? room : longest.further))
  const isFurther = (section: Section) =>
    !section.isSlight && section.source.url !== best.source.url && section.coverage >= 0.5 * best.coverage
  // Where the first is in doubt, one of the others may be it.
  const isDoubtful = !each && !best.isChosen && certainty < clearCertainty
  const further = ordered
    .filter((section) => !quoted.includes(section) && isFurther(section))
    .slice(0, isDoubtful ? mostFurther : 1)
  const links = further.map(({ source }) => writeLink(source)).join(', ')
  const excerpts = parts.map((part, at) => part ?? `${phrases.see} ${writeLink(quoted[at]?.source ?? nearest)}.`)
  return [...excerpts, ...(links === '' ? [] : [`${phrases.seeAlso} ${links}.`]), `*${phrases.closing}*`].join('\n\n')
}

/** “Hello there”, “thanks!” */
const isGreeting = (question: string): boolean =>
  question.match(/\p{L}+/gu)?.every((word) => common.greetings.includes(word.toLowerCase())) === true

/** Below this, the first section is the right one for about one question in three; above it, for five in six. */
const clearCertainty = 0.6
/** Sections that are linked below such an answer. */
const mostFurther = 2

/** A further section is quoted where it has words of the question that the best one lacks, or shows how where that only speaks of it. */
const findSecond = (
  best: Section,
  sections: readonly Section[],
  { search, certainty }: { search: SearchWords; certainty: number },
): Section[] => {
  const known = new Set(search.read(textOf(best.source)))
  const lacking = tellingTerms(search).filter((term) => !known.has(term))
  const others = sections.filter((section) => section !== best)
  const shows = ({ pieces }: Section) => pieces.some(({ kind }) => kind === 'code' || kind === 'steps')
  const steps =
    search.intent === 'how' && !shows(best)
      ? others.find((section) => section.source.path === best.source.path && shows(section))
      : undefined
  const adds = ({ source }: Section) => {
    const said = new Set(search.read(textOf(source)))
    return lacking.length > 0.15 * search.total && lacking.some((term) => said.has(term))
  }
  const isDoubtful = !best.isChosen && certainty < clearCertainty
  const second =
    steps ??
    others.find((section) => !section.isSlight && (isDoubtful || adds(section)) && section.worth >= 0.4 * best.worth)
  return second ? [second] : []
}

/** The heading, and what of the section answers, each paragraph with its number; undefined when nothing is short enough. */
const writeSection = ({ source, pieces }: Section, search: SearchWords, room: number): string | undefined => {
  const run = chooseRun(pieces, search, { heading: headingOf(source), room })
  if (run.length === 0) return undefined
  const mark = `[${source.number}]`
  const isMarked = (piece: Piece) =>
    piece.kind === 'prose' || ((piece.kind === 'list' || piece.kind === 'steps') && !writePiece(piece).endsWith('```'))
  const [first] = run
  const head = `**${writeName(source)}**${first && isMarked(first) ? '' : ` ${mark}`}`
  const parts = run.flatMap((piece, at) => {
    const text = isMarked(piece) ? `${writePiece(piece)} ${mark}` : writePiece(piece)
    const isBelow = piece.under !== undefined && piece.under !== run[at - 1]?.under
    return isBelow ? [`**${withoutMarkup(piece.under ?? '')}**`, text] : [text]
  })
  return [head, ...parts].join('\n\n')
}

const withoutMarkup = (name: string): string => name.replace(/[\\`*<[\]]|(?<!\w)_|_(?!\w)/g, '\\$&')
/** The name of a section, so that nothing in it is read as Markdown. */
const writeName = (source: Source): string => withoutMarkup(nameText(nameOf(source)))
const writeLink = (source: Source): string => `**${writeName(source)}** [${source.number}]`

/** Each with how it begins: where none of them stands out, the reader chooses. */
const writeClosest = (sections: readonly Section[], { closest }: Phrases): string => {
  const parts = sections.slice(0, 3).map(({ source, pieces }) => {
    const [sentence] = pieces.find(({ kind }) => kind === 'prose')?.parts ?? []
    return `- ${writeLink(source)}${sentence === undefined ? '' : `\n  ${sentence}`}`
  })
  return `${unansweredMark} ${closest}\n\n${parts.join('\n')}`
}

/** Words of another language are in no page, and tell nothing of whether it answers: what has the names of the question is quoted. */
const writeNearest = (
  sections: readonly Section[],
  { search, sources, phrases }: { search: SearchWords; sources: readonly Source[]; phrases: Phrases },
): string => {
  const [best] = sections
  const quoted =
    search.isElsewhere && best && !lacksAll(search, textOf(best.source))
      ? writeSection(best, search, longest.excerpt)
      : undefined
  if (quoted !== undefined) return `${unansweredMark} ${phrases.inOtherLanguage}\n\n${quoted}`
  const nearest = sections.length > 0 ? sections.map(({ source }) => source) : sources
  const lines = nearest.slice(0, 3).map((source) => `- ${writeName(source)} [${source.number}]`)
  return `${unansweredMark} ${phrases.unanswered}\n\n${lines.join('\n')}`
}

/** What was read for who asks about a page. */
const isWholePage = ({ anchor, breadcrumbs, blocks }: Source): boolean =>
  anchor === null && breadcrumbs.length === 1 && blocks.some(beginsSection)

const beginsSection = (block: Block): boolean => block.type === 'heading' && block.depth === 2

/** How a page begins, before its sections where it says something there, and what it is about. */
const writePage = ({ number, blocks, heading }: Source, { isAbout, closing }: Phrases): string => {
  const proseIn = (some: readonly Block[]) => readPieces(some, heading).filter(({ kind }) => kind === 'prose')
  const beginning = proseIn(blocks.slice(0, blocks.findIndex(beginsSection)))
  const prose = (beginning.length > 0 ? beginning : proseIn(blocks)).slice(0, 2)
  const headings = blocks
    .flatMap((block) => (block.type === 'heading' && block.depth === 2 ? [oneLine(wordsOf(block.children))] : []))
    .slice(0, 10)
  const list = headings.map((name) => `- ${name}`).join('\n')
  return [
    ...prose.map((piece) => `${writePiece(piece)} [${number}]`),
    `${isAbout} [${number}]`,
    list,
    `*${closing}*`,
  ].join('\n\n')
}
