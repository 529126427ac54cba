import { declinedMark, unansweredMark } from '../grounding/citations.ts'
import { nameText } from '../markdown-text.ts'
import type { Aspect } from '../question/ambiguity.ts'
import { asksHow } from '../question/question-kind.ts'
import { common } from '../question/wording.ts'
import { nameOf, type Source } from '../sources.ts'
import { askBack } from './ask-back.ts'
import { chooseRun, longest } from './choose-run.ts'
import { type Phrases, phrasesFor } from './phrases.ts'
import { type Piece, writePiece } from './pieces.ts'
import { lacksAll, readSearchWords, type SearchWords, tellingTerms } from './search-words.ts'
import { readSections, type Section, textOf } from './sections.ts'
import { strengthOf } from './strength.ts'

export interface ExcerptMaterial {
  readonly question: string
  /** Earlier questions that this one refers to. */
  readonly earlier?: readonly string[]
  /** What the reader selected. */
  readonly context: readonly string[]
  readonly sources: readonly Source[]
  /** In what the reader has left the edition open, and may be asked about it. @default nothing */
  readonly open?: readonly Aspect[]
  /** How likely the first source is the one that answers. @default it does */
  readonly certainty?: number | undefined
  /** What the documentation is called. */
  readonly siteName?: string | undefined
  /** Where the site gives help. */
  readonly supportUrl?: string | null | undefined
}

/** Below this, the first section is the right one for about one question in three; above it, for five in six. */
const clearCertainty = 0.6
/** Sections that are named when none is quoted, and linked below one in doubt. */
const most = { named: 3, linked: 2 }

/**
 * Answers a question with an excerpt: the section that answers, under its heading, cited. What is weak gets the closest sections
 * instead, and what is not there the nearest pages. The same material gives the same answer.
 */
export const writeExcerpt = (material: ExcerptMaterial): string => {
  const { question, earlier = [], context, sources, open = [], certainty = 1, siteName, supportUrl } = material
  const phrases = phrasesFor(question, sources)
  const whatToAsk = `${declinedMark} ${phrases.whatToAsk}`
  const help = supportUrl ? `\n\n${phrases.help} ${supportUrl}` : ''
  if (isGreeting(question)) return whatToAsk
  if (sources.length === 0) return `${unansweredMark} ${phrases.nothing}${help}`
  const words = { context: context.join('\n'), earlier: earlier.join('\n'), sources, siteName }
  const search = readSearchWords(question, words)
  if (search.total === 0) return whatToAsk
  const sections = readSections(sources, search, { question, context, isFollowUp: earlier.length > 0 })
  const [best] = sections
  const strength = strengthOf(sections, search, { sources, certainty })
  if (!best || strength === 'none') return writeUnanswered(sections, { search, sources, phrases }) + help
  const back = askBack(best.source, { sources, open, phrases })
  if (back !== undefined) return back
  if (strength === 'weak') return `${unansweredMark} ${phrases.closest}\n\n${writeClosest(sections)}${help}`
  const isDoubtful = !best.isChosen && certainty < clearCertainty
  const second = findSecond(sections, { question, search, isDoubtful })
  const further = sections.filter(
    ({ source, coverage }) =>
      source !== second?.source && source.url !== best.source.url && coverage >= 0.5 * best.coverage,
  )
  const links = further.slice(0, isDoubtful ? most.linked : 1).map(({ source }) => writeLink(source))
  return [
    writeSection(best, search, longest.excerpt) ?? `${phrases.see} ${writeLink(best.source)}.`,
    ...(second ? [writeSection(second, search, longest.further) ?? `${phrases.see} ${writeLink(second.source)}.`] : []),
    ...(links.length > 0 ? [`${phrases.seeAlso} ${links.join(', ')}.`] : []),
    `*${phrases.closing}*`,
  ].join('\n\n')
}

/** “Hello there”, “thanks!” */
const isGreeting = (question: string): boolean =>
  question.match(/\p{L}+/gu)?.every((word) => common.greetings.includes(word.toLowerCase())) === true

/**
 * A further section is quoted where the first only speaks of how something is done and another of its page shows it, where the
 * first is in doubt, or lacks words of the question that the other has.
 */
const findSecond = (
  [best, ...others]: readonly Section[],
  { question, search, isDoubtful }: { question: string; search: SearchWords; isDoubtful: boolean },
): Section | undefined => {
  const shows = (section?: Section) => section?.pieces.some(({ kind }) => kind === 'code' || kind === 'steps')
  const isShown = !asksHow(question) || shows(best)
  const known = new Set(best && search.read(textOf(best.source)))
  const lacking = tellingTerms(search).filter((term) => !known.has(term))
  const adds = ({ source }: Section) => {
    const said = new Set(search.read(textOf(source)))
    return isDoubtful || lacking.some((term) => said.has(term))
  }
  const steps = isShown ? undefined : others.find((other) => other.source.path === best?.source.path && shows(other))
  return steps ?? others.find(adds)
}

/** The heading, and what of the section answers, each paragraph with its number; undefined when nothing is short enough. */
const writeSection = ({ source, pieces }: Section, search: SearchWords, room: number): string | undefined => {
  const run = chooseRun(pieces, search, room)
  const [first] = run
  if (!first) return undefined
  const mark = `[${source.number}]`
  const isMarked = (piece: Piece) =>
    piece.kind !== 'code' && piece.kind !== 'table' && !writePiece(piece).endsWith('```')
  const parts = run.flatMap((piece, at) => {
    const text = isMarked(piece) ? `${writePiece(piece)} ${mark}` : writePiece(piece)
    const isBelow = piece.under !== undefined && piece.under !== run[at - 1]?.under
    return isBelow ? [`**${withoutMarkup(piece.under ?? '')}**`, text] : [text]
  })
  return [`**${writeName(source)}**${isMarked(first) ? '' : ` ${mark}`}`, ...parts].join('\n\n')
}

const withoutMarkup = (name: string): string => name.replace(/[\\`*<[\]]|(?<!\w)_|_(?!\w)/g, '\\$&')
/** The name of a section, so that nothing in it is read as Markdown. */
const writeName = (source: Source): string => withoutMarkup(nameText(nameOf(source)))
const writeLink = (source: Source): string => `**${writeName(source)}** [${source.number}]`

/** Each with how it begins, which is what its number stands behind: where none of them stands out, the reader chooses. */
const writeClosest = (sections: readonly Section[]): string =>
  sections
    .slice(0, most.named)
    .map(({ source, pieces }) => {
      const [sentence] = pieces.find(({ kind }) => kind === 'prose')?.parts ?? []
      return sentence === undefined
        ? `- ${writeLink(source)}`
        : `- **${writeName(source)}**\n  ${sentence} [${source.number}]`
    })
    .join('\n')

/** Words of another language are in no page, and tell nothing of whether it answers: what has the names of the question is quoted. */
const writeUnanswered = (
  sections: readonly Section[],
  { search, sources, phrases }: { search: SearchWords; sources: readonly Source[]; phrases: Phrases },
): string => {
  const [best] = sections
  const isNamed = search.isElsewhere && best && !lacksAll(search, textOf(best.source))
  const quoted = isNamed ? writeSection(best, search, longest.excerpt) : undefined
  if (quoted !== undefined) return `${unansweredMark} ${phrases.inOtherLanguage}\n\n${quoted}`
  const nearest = sections.length > 0 ? sections.map(({ source }) => source) : sources
  const lines = nearest.slice(0, most.named).map((source) => `- ${writeName(source)} [${source.number}]`)
  return `${unansweredMark} ${phrases.unanswered}\n\n${lines.join('\n')}`
}
