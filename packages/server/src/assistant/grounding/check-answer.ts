import type { CheckedCitation, MessageMetadata } from '@sidenote/contract'
import type { Block } from '../../pages/block.ts'
import { wordsWithoutCode } from '../../pages/block-text.ts'
import { beginningOf } from '../../pages/plain-text.ts'
import { readTerms } from '../../search/words/words.ts'
import { createTurns } from '../../turns.ts'
import { allPhrases } from '../excerpt/phrases.ts'
import { nameOf, type Source, withTextFragment } from '../sources.ts'
import { type Claim, readClaims } from './claims.ts'
import { compare, type Evidence, type Facts, joinFacts, readEvidence, type Support } from './support.ts'
import { isTranslation } from './translation.ts'

const longestSentence = 300
const mostCitations = 60
const mostUnsupported = 20
/** A sentence of fewer words says nothing of its own: “Here is how.” */
const fewestWords = 5
/** Names a place and states nothing. */
const pointer = /^see also\b/i

/** What `finish` says of the statements of an answer. */
export type Checked = Pick<MessageMetadata, 'citations' | 'unsupported'>

/** What rules say of one sentence of an answer. */
export interface Ruling {
  readonly claim: Claim
  /** Of each source that it cites. */
  readonly verdicts: readonly Verdict[]
  /** Do the sources that it cites support it together? A statement may be drawn from all of them. */
  readonly isJoined: boolean
  /** A source that says so instead of those that it cites. */
  readonly other: Source | undefined
  readonly isSupported: boolean
  /** Do rules leave open whether what it cites supports it? Nothing that they know speaks for it, and nothing against it. */
  readonly isOpen: boolean
}

/**
 * Compares each sentence of an answer with the sources that it cites, and with the others when those do not say so. A
 * sentence that cites nothing is only looked at when it is long enough to claim something.
 *
 * @param question says what language a short answer is in
 */
export const judgeAnswer = async (answer: string, sources: readonly Source[], question?: string): Promise<Ruling[]> => {
  const nextTurn = createTurns()
  const claims = readClaims(answer).filter(isStatement)
  if (claims.length === 0 || sources.length === 0) return []
  const { evidenceOf, joined } = createEvidence()
  const isTranslated = isTranslation(answer, sources.map(({ blocks }) => wordsWithoutCode(blocks)).join('\n'), question)
  const judge = (claim: Claim, source: Source): Verdict => ({
    source,
    ...compare(claim, evidenceOf(source), isTranslated),
  })
  /** The source that says most of a sentence; what a cited source denies has to be said as closely elsewhere. */
  const strongest = (claim: Claim, least: number): Source | undefined =>
    sources
      .map((source) => judge(claim, source))
      .filter(({ supported, overlap }) => supported && overlap >= least)
      .toSorted((one, other) => other.overlap - one.overlap)[0]?.source
  const rule = (claim: Claim): Ruling => {
    const verdicts = sources
      .filter(({ number }) => claim.numbers.includes(number))
      .map((source) => judge(claim, source))
    const isHeld = verdicts.some(({ supported }) => supported)
    const denial = Math.max(0, ...verdicts.map(({ denied, overlap }) => (denied ? overlap : 0)))
    const other = isHeld ? undefined : strongest(claim, denial)
    const mayJoin = verdicts.length > 1 && !other && denial === 0
    const union = mayJoin ? compare(claim, joined(verdicts), isTranslated) : undefined
    const isJoined = union?.supported === true
    const isSupported = isHeld || isJoined || other !== undefined
    const isOpen = !isSupported && denial === 0 && (union?.isOpen || verdicts.some((verdict) => verdict.isOpen))
    return { claim, verdicts, isJoined, other, isSupported, isOpen }
  }
  const rulings: Ruling[] = []
  for (const claim of claims) {
    await nextTurn()
    if (saysEnough(claim)) rulings.push(rule(claim))
  }
  return rulings
}

/**
 * Writes what rules say of an answer. What no source supports is listed.
 *
 * @param approvals of sentences that rules leave open: a second look has found them in what they cite
 */
export const writeRulings = (rulings: readonly Ruling[], approvals: ReadonlySet<Ruling> = new Set()): Checked => {
  const unsupported = rulings.filter((ruling) => !ruling.isSupported && !approvals.has(ruling))
  const citations = rulings.flatMap((ruling) =>
    ruling.verdicts.map((verdict) => writeCitation(ruling, verdict, approvals.has(ruling))),
  )
  return {
    ...(citations.length > 0 && { citations: citations.slice(0, mostCitations) }),
    ...(unsupported.length > 0 && {
      unsupported: unsupported.slice(0, mostUnsupported).map(({ claim }) => shorten(claim.text)),
    }),
  }
}

const writeCitation = (
  { claim, isJoined, other }: Ruling,
  { source, supported, passage }: Verdict,
  isApproved: boolean,
): CheckedCitation => {
  const isFound = supported || isJoined
  return {
    number: source.number,
    sentence: shorten(claim.text),
    supported: isFound || isApproved,
    ...(other && { supportedBy: other.number }),
    // Which sentence supports one that was approved, rules do not know.
    ...(isFound && passage && { passage: shorten(passage), url: withTextFragment(source.url, [passage]) }),
  }
}

/** Checks an answer by rules alone. */
export const checkAnswer = async (answer: string, sources: readonly Source[], question?: string): Promise<Checked> =>
  writeRulings(await judgeAnswer(answer, sources, question))

const saysEnough = ({ numbers, text }: Claim): boolean =>
  numbers.length > 0 || new Set(readTerms(text)).size >= fewestWords

/** What the excerpt model says itself, in any language, of its answer. */
const ownSentences = new Set(allPhrases.flatMap(readClaims).map(({ text }) => text))

/** “Yes.”, “In short:” and the heads of tables state nothing that could be looked up. */
const isStatement = ({ text, markdown, isCited }: Claim): boolean => {
  if (pointer.test(text) || ownSentences.has(text.replace(/^\*|\*$/g, ''))) return false
  if (/\d/.test(text) || markdown.includes('`')) return true
  const said = new Set(readTerms(text)).size
  return said > (isCited ? (text.endsWith(':') ? 2 : 0) : 2)
}

const headsOf = (source: Source): string => [nameOf(source), ...source.breadcrumbs].join(' ')

/** Makes each source ready once, and once what several sources say together. */
const createEvidence = () => {
  const known = new Map<Source, Evidence>()
  const evidenceOf = (source: Source): Evidence => {
    const made = known.get(source) ?? readEvidence(source.blocks, headsOf(source))
    known.set(source, made)
    return made
  }
  const facts = new Map<string, Facts>()
  /** The best sentences of several sources side by side, with all of their numbers and names. */
  const joined = (verdicts: readonly Verdict[]): Evidence => {
    const numbers = verdicts.map(({ source }) => source.number).join(' ')
    const made = facts.get(numbers) ?? joinFacts(verdicts.map(({ source }) => evidenceOf(source)))
    facts.set(numbers, made)
    const best = verdicts.map(({ passage = '' }): Block => ({ type: 'paragraph', children: [passage] }))
    return { ...readEvidence(best, verdicts.map(({ source }) => headsOf(source)).join(' ')), ...made }
  }
  return { evidenceOf, joined }
}

interface Verdict extends Support {
  readonly source: Source
}

const shorten = (text: string): string =>
  text.length > longestSentence ? `${beginningOf(text, longestSentence)}…` : text
