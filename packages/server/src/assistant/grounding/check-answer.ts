import type { CheckedCitation, MessageMetadata } from '@sidenote/contract'
import type { Block } from '../../pages/block.ts'
import { wordsWithoutCode } from '../../pages/block-text.ts'
import { beginningOf } from '../../pages/plain-text.ts'
import { readTerms } from '../../search/words/words.ts'
import { allPhrases } from '../excerpt/phrases.ts'
import { nameOf, type Source, withTextFragment } from '../sources.ts'
import { type Claim, readClaims } from './claims.ts'
import { readQuantities } from './quantities.ts'
import { compare, type Evidence, readEvidence, type Support } from './support.ts'
import { isTranslation } from './translation.ts'

const longestSentence = 300
const mostCitations = 60
const mostUnsupported = 20
/** A sentence of fewer words says nothing of its own: “Here is how.” */
const fewestWords = 5
/** Names a place and states nothing. */
const pointer = /^see also\b/i

type Checked = Pick<MessageMetadata, 'citations' | 'unsupported'>

/**
 * Compares each sentence of an answer with the sources that it cites, and with the others when those do not say so. What
 * no source supports is listed; a sentence that cites nothing is only looked at when it is long enough to claim something.
 *
 * @param question says what language a short answer is in
 */
export const checkAnswer = (answer: string, sources: readonly Source[], question?: string): Checked => {
  const claims = readClaims(answer).filter(isStatement)
  if (claims.length === 0 || sources.length === 0) return {}
  const evidenceOf = createEvidence()
  const isTranslated = isTranslation(answer, sources.map(({ blocks }) => wordsWithoutCode(blocks)).join('\n'), question)
  const support = (claim: Claim, source: Source) => compare(claim, evidenceOf(source), isTranslated)
  /** The source that says most of a sentence; what a cited source denies has to be said as closely elsewhere. */
  const strongest = (claim: Claim, least: number): Source | undefined =>
    sources
      .map((source) => ({ source, ...support(claim, source) }))
      .filter(({ supported, overlap }) => supported && overlap >= least)
      .toSorted((one, other) => other.overlap - one.overlap)[0]?.source
  const citations: CheckedCitation[] = []
  const unsupported: string[] = []
  for (const claim of claims) {
    const isLong = new Set(readTerms(claim.text)).size >= fewestWords
    if (claim.numbers.length === 0 && !isLong) continue
    const cited = sources.filter((source) => claim.numbers.includes(source.number))
    const verdicts = cited.map((source): Verdict => ({ source, ...support(claim, source) }))
    const denial = Math.max(0, ...verdicts.map(({ denied, overlap }) => (denied ? overlap : 0)))
    const other = verdicts.some(({ supported }) => supported) ? undefined : strongest(claim, denial)
    // A statement may be drawn together from all the sources that it cites.
    const isJoined =
      cited.length > 1 && !other && denial === 0 && compare(claim, join(verdicts, evidenceOf), isTranslated).supported
    if (!other && !isJoined && !verdicts.some(({ supported }) => supported)) unsupported.push(shorten(claim.text))
    for (const { source, supported, passage } of verdicts) {
      const isSupported = supported || isJoined
      citations.push({
        number: source.number,
        sentence: shorten(claim.text),
        supported: isSupported,
        ...(other && { supportedBy: other.number }),
        ...(isSupported && passage && { passage: shorten(passage), url: withTextFragment(source.url, [passage]) }),
      })
    }
  }
  return {
    ...(citations.length > 0 && { citations: citations.slice(0, mostCitations) }),
    ...(unsupported.length > 0 && { unsupported: unsupported.slice(0, mostUnsupported) }),
  }
}

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

/** Makes each source ready once. */
const createEvidence = () => {
  const known = new Map<Source, Evidence>()
  return (source: Source): Evidence => {
    const made = known.get(source) ?? readEvidence(source.blocks, headsOf(source))
    known.set(source, made)
    return made
  }
}

interface Verdict extends Support {
  readonly source: Source
}

/** The best sentences of several sources side by side, with all of their numbers and names. */
const join = (verdicts: readonly Verdict[], evidenceOf: (source: Source) => Evidence): Evidence => {
  const best = verdicts.map(({ passage = '' }): Block => ({ type: 'paragraph', children: [passage] }))
  const all = verdicts.map(({ source }) => evidenceOf(source))
  const whole = all.map((evidence) => evidence.whole).join('\n')
  return {
    ...readEvidence(best, verdicts.map(({ source }) => headsOf(source)).join(' ')),
    quantities: readQuantities(whole),
    whole,
  }
}

const shorten = (text: string): string =>
  text.length > longestSentence ? `${beginningOf(text, longestSentence)}…` : text
