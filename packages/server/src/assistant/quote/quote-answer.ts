import { wordCount } from '../../docs/words.ts'
import type { Aspect } from '../ambiguity.ts'
import { declinedMark, unansweredMark } from '../citations.ts'
import { asksAboutPage } from '../conversation.ts'
import { inlineText, nameText } from '../plain-text.ts'
import { nameOf, type Source } from '../sources.ts'
import { askBack } from './ask-back.ts'
import { type Block, readBlocks, writeBlock } from './passage.ts'
import { goesOn, pickBlocks, type Room } from './pick-blocks.ts'
import { hasName, isShort, readSearch, type Search } from './question.ts'
import { type Passage, rankPassages } from './rank-passages.ts'
import { hasStatus, lacksIdentifiers, lacksNames, namesAll, tellApart, weigh } from './weigh.ts'

export interface QuoteMaterial {
  readonly question: string
  /** Earlier questions that this one refers to. */
  readonly earlier?: readonly string[]
  /** What the reader selected. */
  readonly context: readonly string[]
  readonly sources: readonly Source[]
  /** What the reader has left open, and may be asked about. @default nothing */
  readonly open?: readonly Aspect[]
  /** What the documentation is called. */
  readonly siteName?: string | undefined
  /** Where the site gives help. */
  readonly supportUrl?: string | null | undefined
}

const whatToAsk = `${declinedMark} What would you like to know? Ask about something that this documentation describes.`
const closing = '*Excerpts from the documentation, quoted as they stand.*'
const rooms = {
  first: { words: 120, codes: 2 },
  further: { words: 70, codes: 1 },
  /** When code has been quoted already. */
  furtherProse: { words: 70, codes: 0 },
} satisfies Record<string, Room>

/**
 * Answers a question by quoting: the passages that touch it best, whole, each cited. Says that the documentation does not
 * seem to answer when no passage touches enough of the question. The same material gives the same answer.
 */
export const writeQuoteAnswer = (material: QuoteMaterial): string => {
  const { question, earlier = [], context, sources, open = [], siteName, supportUrl } = material
  const [first] = sources
  if (isGreeting(question)) return whatToAsk
  if (!first)
    return `${unansweredMark} The documentation does not seem to say anything about this. Try other words, or the names that it uses itself.${writeHelp(supportUrl)}`
  if (asksAboutPage(question) && first.anchor === null && first.breadcrumbs.length === 1) return writePageAnswer(first)
  const search = readSearch(question, { context: context.join('\n'), earlier: earlier.join('\n'), sources, siteName })
  if (search.total === 0) return whatToAsk
  const ranked = rankPassages(sources, search, context)
  const apart = readEach(ranked, search)
  const passages = putFirst(apart ?? findWhole(ranked, search), ranked)
  const [best] = passages
  if (!best || !(apart || covers(passages, search)))
    return writeUnanswered(ranked.length > 0 ? ranked.map(({ source }) => source) : sources) + writeHelp(supportUrl)
  // All things of a comparison are meant.
  const left = open.filter((aspect) => aspect !== 'subject' || !search.compared)
  const back = askBack(search, sources, { question, best: best.source, open: left })
  if (back !== undefined) return back
  const quoted: string[] = []
  const parts = [writePassage(best, { search, room: apart ? rooms.further : rooms.first, quoted, isFirst: !apart })]
  let next = 1
  for (; next < 3; next++) {
    const passage = passages[next]
    const isFull = quoted.length >= 3 || wordCount(quoted.join(' ')) > 130
    if (!passage) break
    const isOther = apart?.includes(passage) === true
    if (!isOther && (apart || isFull || !addsSomething(passage, best, search, quoted))) break
    const room = !isOther && quoted.some((text) => text.includes('```')) ? rooms.furtherProse : rooms.further
    const written = writePassage(passage, { search, room, quoted, isFirst: false })
    if (written === '') break
    parts.push(written)
  }
  const further = passages[next]
  if (next < 3 && further && isWorthAGlance(further, best)) {
    parts.push(`See also **${writeName(further.source)}** [${further.source.number}].`)
  }
  return [...parts, closing].join('\n\n')
}

const greetings = new Set(
  (
    'hi hello hey there good morning afternoon evening thanks thank you very much ok okay bye ' +
    'hola bonjour salut hallo ciao olá danke gracias merci grazie obrigado obrigada'
  ).split(' '),
)

/** “Hello there”, “thanks!” */
const isGreeting = (question: string): boolean =>
  question.match(/\p{L}+/gu)?.every((word) => greetings.has(word.toLowerCase())) === true

const textOf = ({ source }: Passage): string => `${source.title} ${source.heading ?? ''} ${source.content}`

/**
 * Do the passages touch enough of the question? Of a few words most must be there, all the more when its names in code are
 * not; of more words so many, fewer when they stand together or in the heading. The numbers were fitted on readers'
 * questions to their own and to other documentation (`bench/readers`, `--elsewhere`). A question about two things may be
 * answered by two passages, but none by passages that have no name of what it asks for.
 */
const covers = (passages: readonly Passage[], search: Search): boolean => {
  const [best, second] = passages
  if (!best || !hasAdded(search, best)) return false
  if (isShort(search) && lacksNames(search, passages.map(textOf))) return false
  if (second && weigh(search, `${textOf(best)} ${textOf(second)}`) >= 0.9 * search.total) return true
  const lacks = isShort(search) && lacksIdentifiers(search, textOf(best))
  if (search.weights.size <= 3) return best.coverage >= (lacks ? 0.8 : hasStatus(search, textOf(best)) ? 0.42 : 0.55)
  const touched = best.coverage * search.weights.size
  return touched + 8 * best.named + 3 * readNear(best, search) >= (lacks ? 5.2 : 4.2)
}

/** How much of the question the heading and one paragraph, list, table or example touch together, 0 to 1. */
const readNear = ({ source, blocks }: Passage, search: Search): number =>
  Math.max(0, ...blocks.map((block) => weigh(search, `${source.heading ?? ''} ${writeBlock(block)}`))) / search.total

/** “And X?” is answered by what has something of X. */
const hasAdded = ({ added, read }: Search, passage: Passage): boolean =>
  added.size === 0 || read(textOf(passage)).some((term) => added.has(term))

/**
 * The first passage that has the question nearly whole in one place, or whose heading has all that it is about, when the
 * very first one does not touch enough, and is not headed by what the question is about and nothing else either.
 */
const findWhole = (passages: readonly Passage[], search: Search): readonly Passage[] => {
  const heading = search.read(passages[0]?.source.heading ?? '')
  const isNamed =
    heading.every((term) => search.weights.has(term)) && heading.some((term) => search.weights.get(term) === 1)
  if (isNamed || covers(passages.slice(0, 1), search)) return []
  const having = passages.filter((passage) => !lacksIdentifiers(search, textOf(passage)))
  const whole = having.find(({ source, blocks }) => {
    const heads = `${source.title} ${source.heading ?? ''}`
    return blocks.some((block) => weigh(search, `${heads} ${writeBlock(block)}`) >= 0.85 * search.total)
  })
  const headed = having.filter(({ source }) => namesAll(search, source.heading ?? source.title))
  const [best] = headed.sort((one, other) => other.named - one.named)
  const found = whole ?? best
  return found ? [found] : []
}

/** One passage on each of the things that are to be told apart, when the best passage does not do it. */
const readEach = (passages: readonly Passage[], { compared, ...search }: Search): readonly Passage[] | undefined => {
  const [best] = passages
  if (!compared || !best) return undefined
  const headOf = ({ source }: Passage) => source.heading ?? source.title
  if (tellApart({ ...search, compared }, headOf(best), best.blocks) > 0) return undefined
  // `Astro.props` is described under “props”.
  const lastParts = compared.map((name) => name.split('.').at(-1) || name)
  const found = lastParts.flatMap((name) => {
    const others = lastParts.filter((other) => other !== name)
    return (
      passages.find((each) => hasName(headOf(each), name) && !others.some((other) => hasName(headOf(each), other))) ??
      []
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
  if (passage.coverage < 0.5 * best.coverage || passage.value < 0.4 * best.value) return false
  const said = [...quoted, ...best.source.breadcrumbs, best.source.title, best.source.heading ?? ''].join(' ')
  const heads = `${passage.source.heading ?? passage.source.title} ${passage.source.content}`
  const gained = weigh(search, `${said} ${heads}`) - weigh(search, said)
  return gained > 0.15 * search.total || (best.named < 0.6 && passage.coverage >= 0.7 * best.coverage)
}

/** A further place that a careful librarian would name, though not read out. */
const isWorthAGlance = (passage: Passage, best: Passage): boolean => passage.coverage >= 0.2 * best.coverage

/** Quotes a passage, each paragraph with its number; what was quoted before is left out. */
const writePassage = (
  { source, blocks }: Passage,
  { search, room, quoted, isFirst }: { search: Search; room: Room; quoted: string[]; isFirst: boolean },
): string => {
  const picked = pickBlocks(blocks, search, room).filter((block) => !quoted.includes(writeBlock(block)))
  if (picked.length === 0) return ''
  quoted.push(...picked.map(writeBlock))
  const mark = `[${source.number}]`
  const first = picked[0]?.type
  const needsMark = first === 'code' || first === 'table' || !picked.some(isText)
  const name = writeName(source)
  const isClear = isFirst && !(picked[0] && leansOnHeading(picked[0])) && !isUntoldName(source.heading, picked)
  const lead = needsMark ? [`**${name}** ${mark}`] : isClear ? [] : [`**${name}**`]
  return [...lead, ...picked.map((block) => (isText(block) ? `${writeBlock(block)} ${mark}` : writeBlock(block)))].join(
    '\n\n',
  )
}

/** “This locks …”, “For example, …”: who has not read the heading cannot know what. */
const leansOnHeading = (block: Block): boolean => {
  if (block.type !== 'prose') return false
  const first = block.sentences[0] ?? ''
  return (goesOn.test(first) || /^(?:this|these|those|such|they|its?)\b/i.test(first)) && !impersonal.test(first)
}

/** Is the heading a name in code, such as that of an option, which nothing below it says again? */
const isUntoldName = (heading: string | null, blocks: readonly Block[]): boolean => {
  const name = /^[-\w.$@/]+(?=\(.*\)$|$)/.exec(heading ?? '')?.[0] ?? ''
  return /[a-z][A-Z]|[._$@/-]\w/.test(name) && !blocks.some((block) => writeBlock(block).includes(name))
}

const impersonal =
  /^it(?:['’]s| is| can be| may be| might be) (?:\w+ly |also |very )?(?:possible|common|important|recommended|best|useful|worth|helpful|easy|necessary|required)\b/i

/** The name of a passage, so that nothing in it is read as Markdown. */
const writeName = (source: Source): string => nameText(nameOf(source)).replace(/[\\`*<[\]]|(?<!\w)_|_(?!\w)/g, '\\$&')

const isText = (block: Block): boolean =>
  block.type === 'prose' || (block.type === 'list' && !/(?:(?<!`)`{3,}|(?<!~)~{3,})\s*$/.test(writeBlock(block)))

const writeUnanswered = (sources: readonly Source[]): string => {
  const lines = sources.slice(0, 3).map((source) => `- ${writeName(source)} [${source.number}]`)
  return `${unansweredMark} The documentation does not seem to answer this. The nearest pages are:\n\n${lines.join('\n')}`
}

const writeHelp = (supportUrl: string | null | undefined): string =>
  supportUrl ? `\n\nFor help, see ${supportUrl}` : ''

/** How a page begins, and what it is about. */
const writePageAnswer = (page: Source): string => {
  const mark = `[${page.number}]`
  const prose = readBlocks(page.content)
    .filter((block) => block.type === 'prose')
    .slice(0, 2)
    .map(writeBlock)
  const headings = [...page.content.replace(/^(`{3,})(?!`)[\s\S]*?^\1$/gm, '').matchAll(/^##\s+(.+)$/gm)]
    .slice(0, 10)
    .map((match) => `- ${inlineText(match[1] ?? '')}`)
  return [
    ...prose.map((text) => `${text} ${mark}`),
    ...(headings.length > 0 ? [`The page is about: ${mark}`, headings.join('\n')] : []),
    closing,
  ].join('\n\n')
}
