import type { Block as PageBlock } from '../../pages/block.ts'
import { textOf as wordsOf } from '../../pages/block-text.ts'
import { oneLine } from '../../pages/text-lines.ts'
import { wordCount } from '../../search/words/words.ts'
import { declinedMark, unansweredMark } from '../grounding/citations.ts'
import { nameText } from '../markdown-text.ts'
import type { Aspect } from '../question/ambiguity.ts'
import { asksSameQuestion } from '../question/asked-heading.ts'
import { asksAboutPage } from '../question/conversation.ts'
import { isSameName } from '../question/definition.ts'
import { nameOf, type Source } from '../sources.ts'
import { askBack } from './ask-back.ts'
import { type Block, readBlocks, writeBlock } from './passage.ts'
import { type Phrases, phrasesFor } from './phrases.ts'
import { goesOn, pickBlocks, type Room, withoutDangling } from './pick-blocks.ts'
import { hasName, isShort, readSearch, type Search } from './question.ts'
import { announces } from './quotable.ts'
import { leadsElsewhere, type Passage, rankPassages, showsHow } from './rank-passages.ts'
import { lacksAll, lacksIdentifiers, lacksNames, namesAll, saysAll, tellApart, tellingTerms, weigh } from './weigh.ts'

export interface QuoteMaterial {
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

const rooms = {
  /** Who asks for a section by its name wants it whole. */
  asked: { words: 200, codes: 3, rows: 48 },
  first: { words: 120, codes: 2, rows: 8 },
  further: { words: 70, codes: 1, rows: 8 },
  /** When code has been quoted already. */
  furtherProse: { words: 70, codes: 0, rows: 8 },
} satisfies Record<string, Room>

/**
 * Answers a question by quoting: the passages that touch it best, whole, each cited. Says that the documentation does not
 * seem to answer when no passage touches enough of the question. The same material gives the same answer.
 */
export const writeQuoteAnswer = (material: QuoteMaterial): string => {
  const { question, earlier = [], context, sources, open = [], certainty = 1, siteName, supportUrl } = material
  const [first] = sources
  const phrases = phrasesFor(question, sources)
  const whatToAsk = `${declinedMark} ${phrases.whatToAsk}`
  const closing = `*${phrases.closing}*`
  const help = supportUrl ? `\n\n${phrases.help} ${supportUrl}` : ''
  if (isGreeting(question)) return whatToAsk
  if (!first) return `${unansweredMark} ${phrases.nothing}${help}`
  const asksForPage = asksAboutPage(question) || asksSameQuestion(question, first.title)
  if (asksForPage && isWholePage(first)) return writePageAnswer(first, phrases)
  const search = readSearch(question, { context: context.join('\n'), earlier: earlier.join('\n'), sources, siteName })
  if (search.total === 0) return whatToAsk
  const ranked = rankPassages(sources, search, { question, context })
  const apart = readEach(ranked, search)
  // Of a follow-up, what the question before it named may weigh more than what is asked now.
  const touched = earlier.length > 0 && ranked.find((passage) => !lacksAll(search, textOf(passage)))
  const found = apart ? putFirst(apart, ranked) : touched ? putFirst([touched], ranked) : ranked
  const [likeliest] = found
  if (!likeliest || !(apart || covers(found, search, sources)))
    return writeUnanswered(found, { search, sources, phrases }) + help
  // All things of a comparison are meant, and a passage that says what a thing is says it of that thing.
  const isSubjectClear = search.compared !== undefined || likeliest.isDefinition
  const left = open.filter((aspect) => aspect !== 'subject' || !isSubjectClear)
  const back = askBack(search, sources, { question, best: likeliest.source, open: left, phrases })
  if (back !== undefined) return back
  const isChosen = apart !== undefined || likeliest.isAsked || likeliest.isSelected || likeliest.isDefinition
  if (certainty < leastCertainty && !isChosen && !search.isElsewhere) return writeClosest(found, phrases) + help
  const room = apart ? rooms.further : likeliest.isAsked ? rooms.asked : rooms.first
  const steps = apart ? undefined : findSteps(likeliest, found, search)
  const passages = putFirst(steps ? [likeliest, steps] : [likeliest], found)
  const quoted: string[] = []
  // Nothing of it is short enough to be quoted, such as a long example.
  const parts = [
    writePassage(likeliest, { search, room, quoted, isFirst: !apart }) || `${phrases.see} ${writeLink(likeliest)}.`,
  ]
  let next = 1
  for (; next < 3; next++) {
    const passage = passages[next]
    const isFull = quoted.length >= 3 || wordCount(quoted.join(' ')) > 130
    if (!passage) break
    const isOther = apart?.includes(passage) === true || passage === steps
    if (!isOther && (apart || isFull || !addsSomething(passage, likeliest, search, quoted))) break
    const furtherRoom = !isOther && quoted.some((text) => text.includes('```')) ? rooms.furtherProse : rooms.further
    const written = writePassage(passage, { search, room: furtherRoom, quoted, isFirst: false })
    if (written === '') break
    parts.push(written)
  }
  const places = passages.slice(0, next).map(({ source }) => source.url)
  const isFurther = ({ source, coverage, named }: Passage) =>
    !places.includes(source.url) && !leadsElsewhere(source) && (named > 0 || coverage >= 0.5 * likeliest.coverage)
  const further = passages.slice(next).find(isFurther)
  if (next < 3 && further) parts.push(`${phrases.seeAlso} ${writeLink(further)}.`)
  return [...parts, ...(quoted.length > 0 ? [closing] : [])].join('\n\n')
}

const greetings = new Set(
  (
    'hi hello hey there good morning afternoon evening thanks thank you so very much that helped helps worked works ' +
    'ok okay bye great nice cool perfect awesome excellent ' +
    'hola bonjour salut hallo ciao olá danke gracias merci grazie obrigado obrigada'
  ).split(' '),
)

/** “Hello there”, “thanks!” */
const isGreeting = (question: string): boolean =>
  question.match(/\p{L}+/gu)?.every((word) => greetings.has(word.toLowerCase())) === true

const headOf = ({ heading, title }: Source): string => heading ?? title

const textOf = ({ source }: Passage): string => `${source.title} ${source.heading ?? ''} ${source.content}`

/**
 * What speaks for and against an answer, as logarithms of odds: what `bench/fit-answered.ts` gives, except that definitions
 * count more, of which it asks for few, and that a doubtful answer is given: its reader sees what is quoted.
 */
const signs = { score: 3.1, terms: 0.52, sections: -1.65, coverage: 1.6, defined: 2.2, lacksIdentifiers: -0.7 }
const leastOdds = -7.8
/** Quoting what touches less of the question helps nobody. */
const leastCoverage = 0.15
/** A word of another language may be one of these pages by chance: “backe” and “back”. */
const leastElsewhere = 0.6

type Sign = keyof typeof signs
const isSign = (name: string): name is Sign => name in signs
export const signNames = Object.keys(signs).filter(isSign)
const notFound = { score: 0, terms: 0, sections: 0 }

/**
 * What tells whether sources answer: how much of the question the best page has, and what the best passage touches. By chance
 * some page has more of few words the more sections there are; of many words none has all.
 */
export const readSigns = (best: Passage, search: Search, sources: readonly Source[]): Record<Sign, number> => {
  const found = sources.flatMap(({ byWords }) => byWords ?? []).sort((one, other) => other.score - one.score)
  const { score, terms, sections } = found[0] ?? notFound
  return {
    score: Math.log(0.01 + score),
    terms: Math.log(3 + terms) * Math.log(1 + sections),
    sections: Math.log(1 + sections),
    coverage: best.coverage,
    defined: best.isDefinition ? 1 : 0,
    lacksIdentifiers: lacksIdentifiers(search, textOf(best)) ? 1 : 0,
  }
}

/**
 * Do the sources answer? A logistic model, fitted on questions to documentation that answers them and to other
 * documentation. What asks for things by name is not answered by passages that have none of the names. Of two or three words
 * even a page that has them all together scores little.
 */
const covers = (passages: readonly Passage[], search: Search, sources: readonly Source[]): boolean => {
  const [best] = passages
  if (best?.isAsked) return true
  if (!best || !hasAdded(search, best)) return false
  if (best.isSelected) return true
  if (best.coverage < leastCoverage || lacksAll(search, textOf(best))) return false
  if (search.isElsewhere && search.added.size === 0 && best.coverage < leastElsewhere && !isHeadedByCode(best, search))
    return false
  if (isShort(search) && lacksNames(search, passages.map(textOf))) return false
  const { title, heading } = best.source
  if (saysAll(search, `${title} ${heading ?? ''}`, best.blocks)) return true
  const said = readSigns(best, search, sources)
  return signNames.reduce((odds, name) => odds + signs[name] * said[name], 0) >= leastOdds
}

/** Has the heading what is written alike in all languages, such as `S3` and `PostgreSQL`? */
const isHeadedByCode = ({ source }: Passage, { codes }: Search): boolean =>
  codes.some((name) => hasName(`${source.title} ${source.heading ?? ''}`, name))

/** “And X?” is answered by what has something of X. */
const hasAdded = ({ added, read }: Search, passage: Passage): boolean =>
  added.size === 0 || read(textOf(passage)).some((term) => added.has(term))

/** One passage on each of the things that are to be told apart, when the best passage does not do it. */
const readEach = (passages: readonly Passage[], { compared, ...search }: Search): readonly Passage[] | undefined => {
  const [best] = passages
  if (!compared || !best) return undefined
  const isNamedSo = (name: string) => passages.some((each) => isSameName(headOf(each.source), name))
  const toldApart = tellApart({ ...search, compared }, headOf(best.source), best.blocks)
  if (toldApart === 1 || (toldApart > 0 && !compared.every(isNamedSo))) return undefined
  const found = compared.flatMap((name) => {
    const others = compared.filter((other) => other !== name)
    return (
      passages.find(
        (each) => hasName(headOf(each.source), name) && !others.some((other) => hasName(headOf(each.source), other)),
      ) ?? []
    )
  })
  return found.length === compared.length ? found : undefined
}

const putFirst = (first: readonly Passage[], passages: readonly Passage[]): Passage[] => [
  ...first,
  ...passages.filter((passage) => !first.includes(passage)),
]

/** A further passage is worth its room when it touches words the answer has not, or nearly as many as the best. */
const addsSomething = (passage: Passage, best: Passage, search: Search, quoted: readonly string[]): boolean => {
  if (passage.value < 0.4 * best.value) return false
  const said = [...quoted, ...best.source.breadcrumbs, best.source.title, best.source.heading ?? ''].join(' ')
  const heads = `${passage.source.heading ?? passage.source.title} ${passage.source.content}`
  const known = new Set(search.read(said))
  const gained = new Set(search.read(heads).filter((term) => !known.has(term)))
  const isGained = tellingTerms(search).filter((term) => gained.has(term)).length > 0.15 * search.total
  // Where one heading says all that is asked, what only says the words in passing is about another thing.
  const isNamed = best.named >= 0.6 || (namesAll(search, headOf(best.source)) && passage.named === 0)
  return isGained || (!isNamed && passage.coverage >= 0.7 * best.coverage)
}

/** For who wants to do something, of which the best passage only speaks: the likeliest of its subsections that shows how. */
const findSteps = (best: Passage, passages: readonly Passage[], { intent }: Search): Passage | undefined => {
  if (intent !== 'how' || showsHow(best.blocks)) return undefined
  const { path, breadcrumbs } = best.source
  const isBelow = ({ source }: Passage) =>
    source.path === path &&
    source.breadcrumbs.length > breadcrumbs.length &&
    breadcrumbs.every((name, at) => source.breadcrumbs[at] === name)
  return passages.find((passage) => isBelow(passage) && showsHow(passage.blocks))
}

/** Quotes a passage, each paragraph with its number; what was quoted before is left out. */
const writePassage = (
  { source, blocks, isDefinition }: Passage,
  { search, room, quoted, isFirst }: { search: Search; room: Room; quoted: string[]; isFirst: boolean },
): string => {
  const isNew = (block: Block) => !quoted.includes(writeBlock(block))
  const picked = withoutDangling(pickBlocks(blocks, search, { room, heading: headOf(source) }).filter(isNew))
  if (picked.every(announces)) return ''
  quoted.push(...picked.map(writeBlock))
  const mark = `[${source.number}]`
  const [first] = picked
  const needsMark = first?.type === 'code' || first?.type === 'table' || !picked.some(isText)
  const name = [writeName(source), ...(first?.under ? [withoutMarkup(first.under)] : [])].join(' › ')
  const isClear =
    isFirst &&
    first &&
    !first.under &&
    (isDefinition || isAskedFor(source, search)) &&
    !leansOnHeading(first) &&
    !isUntoldName(source.heading, picked)
  const lead = needsMark ? [`**${name}** ${mark}`] : isClear ? [] : [`**${name}**`]
  const told = picked.flatMap((block, at) => {
    const isBelow = at > 0 && block.under !== undefined && block.under !== picked[at - 1]?.under
    const text = isText(block) ? `${writeBlock(block)} ${mark}` : writeBlock(block)
    return isBelow ? [`**${withoutMarkup(block.under ?? '')}**`, text] : [text]
  })
  return [...lead, ...told].join('\n\n')
}

/** Has a heading something of the question? What a page begins with is about the page. */
const isAskedFor = ({ heading, title }: Source, search: Search): boolean =>
  heading === null || heading === title || weigh(search, heading) > 0

/** “This locks …”, “For example, …”: who has not read the heading cannot know what. */
const leansOnHeading = (block: Block): boolean => {
  if (block.type !== 'prose') return false
  const first = block.sentences[0] ?? ''
  return (goesOn(first) || /^(?:this|these|those|such|they|its?)\b/i.test(first)) && !impersonal.test(first)
}

/** Below this, a section that is quoted answers one question in four. */
const leastCertainty = 0.3

/** The three nearest sections, each with how it begins: where none of them stands out, the reader chooses. */
const writeClosest = (passages: readonly Passage[], { closest }: Phrases): string => {
  const parts = passages.slice(0, 3).map(({ source, blocks }) => {
    const prose = blocks.find((block) => block.type === 'prose')
    const [sentence] = prose?.type === 'prose' ? prose.sentences : []
    return `- ${writeLink({ source })}${sentence === undefined ? '' : `\n  ${sentence}`}`
  })
  return `${unansweredMark} ${closest}\n\n${parts.join('\n')}`
}

/** Is the heading a name in code, such as that of an option, which nothing below it says again? */
const isUntoldName = (heading: string | null, blocks: readonly Block[]): boolean => {
  const name = /^[-\w.$@/]+(?=\(.*\)$|$)/.exec(heading ?? '')?.[0] ?? ''
  return /[a-z][A-Z]|[._$@/-]\w/.test(name) && !blocks.some((block) => writeBlock(block).includes(name))
}

const impersonal =
  /^it(?:['’]s| is| can be| may be| might be) (?:\w+ly |also |very )?(?:possible|common|important|recommended|best|useful|worth|helpful|easy|necessary|required)\b/i

/** The name of a passage, so that nothing in it is read as Markdown. */
const writeName = (source: Source): string => withoutMarkup(nameText(nameOf(source)))
const withoutMarkup = (name: string): string => name.replace(/[\\`*<[\]]|(?<!\w)_|_(?!\w)/g, '\\$&')

const writeLink = ({ source }: Pick<Passage, 'source'>): string => `**${writeName(source)}** [${source.number}]`

const isText = (block: Block): boolean =>
  block.type === 'prose' || (block.type === 'list' && !/(?:(?<!`)`{3,}|(?<!~)~{3,})\s*$/.test(writeBlock(block)))

/**
 * The nearest pages. Words of another language are in no page, and tell nothing of whether it answers: what has the names that
 * the question has is quoted.
 */
const writeUnanswered = (
  passages: readonly Passage[],
  { search, sources, phrases }: { search: Search; sources: readonly Source[]; phrases: Phrases },
): string => {
  const [best] = passages
  const near = search.isElsewhere && best && !lacksAll(search, textOf(best)) ? best : undefined
  const quoted = near && writePassage(near, { search, room: rooms.first, quoted: [], isFirst: false })
  if (quoted) {
    const [next] = passages.slice(1)
    return [
      `${unansweredMark} ${phrases.inOtherLanguage}`,
      quoted,
      ...(next ? [`${phrases.seeAlso} ${writeLink(next)}.`] : []),
    ].join('\n\n')
  }
  const nearest = passages.length > 0 ? passages.map(({ source }) => source) : sources
  const lines = nearest.slice(0, 3).map((source) => `- ${writeName(source)} [${source.number}]`)
  return `${unansweredMark} ${phrases.unanswered}\n\n${lines.join('\n')}`
}

/** What was read for who asks about a page. */
const isWholePage = ({ anchor, breadcrumbs, blocks }: Source): boolean =>
  anchor === null && breadcrumbs.length === 1 && blocks.some(beginsSection)

const beginsSection = (block: PageBlock): boolean => block.type === 'heading' && block.depth === 2

/** How a page begins, before its sections where it says something there, and what it is about. */
const writePageAnswer = ({ number, blocks, heading }: Source, { isAbout, closing }: Phrases): string => {
  const mark = `[${number}]`
  const proseOf = (some: readonly PageBlock[]) => readBlocks(some, heading).filter(({ type }) => type === 'prose')
  const beginning = proseOf(blocks.slice(0, blocks.findIndex(beginsSection)))
  const prose = (beginning.length > 0 ? beginning : proseOf(blocks)).slice(0, 2).map(writeBlock)
  const headings = blocks
    .filter((block) => block.type === 'heading')
    .filter(beginsSection)
    .slice(0, 10)
    .map(({ children }) => `- ${oneLine(wordsOf(children))}`)
  return [
    ...prose.map((text) => `${text} ${mark}`),
    ...(headings.length > 0 ? [`${isAbout} ${mark}`, headings.join('\n')] : []),
    `*${closing}*`,
  ].join('\n\n')
}
