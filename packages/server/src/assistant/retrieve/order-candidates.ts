import { isReadersQuestion } from '../../search/ranking/query-kind.ts'
import { share } from '../../search/ranking/shares.ts'
import { inverseFrequency } from '../../search/ranking/term-weight.ts'
import type { SectionMatch } from '../../search/section-match.ts'
import { analysisOf } from '../../search/words/languages.ts'
import { meaningOf, nearness } from '../../search/words/word-vectors.ts'
import { pairsOf, readTerms, weakTerms } from '../../search/words/words.ts'
import { speaksOfDefault } from '../grounding/defaults.ts'
import { withoutSmallWords } from '../question/asked-language.ts'
import { isSameName, readDefined } from '../question/definition.ts'

/**
 * What each sign of an answer counts: what `bench/fit-candidates.ts` gives, by likelihood (ListNet), on the questions of
 * `bench/readers` and `bench/graded/develop.jsonl`. Those of `left-out.jsonl` and `fresh.jsonl` took no part.
 */
const weights = {
  /** What the search says of it, beside the best. */
  worth: 0.28,
  /** How much of the question it has, its rare words before others; in all, and in what is above. */
  inText: 0.97,
  inTitles: 1.14,
  /** The same in all, where saying a word more often counts more, and in a long text less (BM25). */
  often: 1.28,
  /** Words side by side as in the question. */
  pairs: 1.16,
  /** How near its meaning is to that of the question, word by word; in all, in its heading, and in its nearest paragraph. */
  means: 1.58,
  headingMeans: 0.99,
  paragraphMeans: 2.07,
  /** Whether its heading is the name that “What is X?” asks about. */
  defines: 5.14,
  /** Whether it says a default to who asks for one. */
  saysDefault: 1.63,
  /** The part of the question's runs of four words that it has word for word, as it has of messages. */
  runs: 1.22,
  /** Whether it is the declaration of one member of an interface. */
  isDeclaration: -2.48,
  /** Whether it is of the page that the reader asks on. No bench knows that page, so this is no fitted weight. */
  isHere: 1.5,
}

/**
 * What the search says of words that name a topic, which it knows by weights of its own: about where right sections of such
 * questions of `bench/readers` and `bench/graded` are likeliest, and so that the text of a link still leads to its target.
 */
const worthOfTopic = 1.25

type Sign = keyof typeof weights
const isSign = (name: string): name is Sign => name in weights
/** In the order of `readSigns`, for `bench/fit-candidates.ts`. */
export const candidateSigns = Object.keys(weights).filter(isSign)

/** How much of a section is compared with the question, in characters. */
const longestText = 4_000
const runLength = 4

/** Sections in their order. */
export interface OrderedCandidates {
  readonly matches: readonly SectionMatch[]
  /** How likely the first of them is the one that answers, 0 to 1, if one of them does. */
  readonly certainty: number
}

/**
 * Orders all sections that a search has compared by how likely each answers. The search asks which sections a query is about;
 * here it is also told what kind of answer is wanted, and on which page the question is asked.
 *
 * @param currentPath as paths of pages are stored
 */
export const orderCandidates = (
  question: string,
  candidates: readonly SectionMatch[],
  currentPath?: string,
): OrderedCandidates => {
  const read = readSigns(question, candidates, currentPath)
  const counted = isReadersQuestion(question) ? weights : { ...weights, worth: worthOfTopic }
  const ordered = candidates
    .map((candidate, at) => ({
      candidate,
      worth: candidateSigns.reduce((sum, sign) => sum + counted[sign] * (read[at]?.[sign] ?? 0), 0),
    }))
    .sort((one, other) => other.worth - one.worth)
  const first = ordered[0]?.worth ?? 0
  const odds = ordered.reduce((sum, { worth }) => sum + Math.exp(worth - first), 0)
  return { matches: ordered.map(({ candidate }) => candidate), certainty: odds > 0 ? 1 / odds : 0 }
}

/** The signs of each candidate. */
export const readSigns = (
  question: string,
  candidates: readonly SectionMatch[],
  currentPath?: string,
): Record<Sign, number>[] => {
  const analysis = analysisOf(candidates[0]?.language ?? null)
  const read = (text: string) => readTerms(text, analysis)
  const plain = withoutSmallWords(question)
  const asked = read(plain)
  const terms = new Set(asked)
  const pairs = new Set(pairsOf(asked))
  const runs = runsOf(wordsOf(question))
  const subject = readDefined(question)
  const isDefault = speaksOfDefault(question)
  const most = Math.max(...candidates.map(({ worth = 0 }) => worth))
  const texts = candidates.map(({ content }) => content.slice(0, longestText))
  const paragraphs = texts.map((text) => text.split('\n\n').map(read))
  const headings = candidates.map(({ heading, title }) => read(heading ?? title))
  const titles = candidates.map(({ title, breadcrumbs, path }) => read([title, ...breadcrumbs, path].join(' ')))
  const bodies = paragraphs.map((text, at) => [...(headings[at] ?? []), ...text.flat()])
  const all = bodies.map((body, at) => new Set([...body, ...(titles[at] ?? [])]))
  const rarities = raritiesOf(terms, all)
  const partOf = partsOf(rarities)
  const oftenIn = oftenBy(rarities, bodies)
  const telling = [...terms].filter((term) => !weakTerms.has(term))
  const meaning = meaningOf(telling.length > 0 ? telling : terms)
  const nearTo = (some: readonly string[]) => nearness(meaning, meaningOf(some))
  return candidates.map((candidate, at) => ({
    worth: (candidate.worth ?? most) - most,
    inText: partOf(all[at] ?? []),
    inTitles: partOf(titles[at] ?? []),
    often: oftenIn(bodies[at] ?? []),
    pairs: share(pairs, new Set(pairsOf(bodies[at] ?? []))),
    means: nearTo(bodies[at] ?? []),
    headingMeans: nearTo(headings[at] ?? []),
    paragraphMeans: Math.max(...(paragraphs[at] ?? []).map(nearTo), 0),
    defines: subject !== undefined && isSameName(candidate.heading ?? candidate.title, subject) ? 1 : 0,
    saysDefault: isDefault && speaksOfDefault(candidate.content) ? 1 : 0,
    runs: runs.length > 0 ? shareOfRuns(runs, texts[at] ?? '') : 0,
    isDeclaration: /^\w+\.\w+[.\w]/.test(candidate.anchor ?? '') ? 1 : 0,
    isHere: candidate.path === currentPath ? 1 : 0,
  }))
}

/** A word counts by how few of the candidates have it, and less when it only says how the question is put. */
const raritiesOf = (terms: ReadonlySet<string>, texts: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> => {
  const rarities = new Map<string, number>()
  for (const term of terms) {
    const having = texts.filter((text) => text.has(term)).length
    const rarity = having > 0 ? inverseFrequency(texts.length, having) + leastRarity : 0
    rarities.set(term, rarity * (weakTerms.has(term) ? weakCount : 1))
  }
  return rarities
}

const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0)

const partsOf = (rarities: ReadonlyMap<string, number>) => {
  const total = sumOf(rarities.values()) || 1
  return (text: Iterable<string>): number => sumOf([...new Set(text)].map((term) => rarities.get(term) ?? 0)) / total
}

/** How soon more of the same word stops to matter, and how far the length of a text matters (`k1` and `b` of BM25). */
const saturation = 1.2
const norm = 0.6

const oftenBy = (rarities: ReadonlyMap<string, number>, texts: readonly (readonly string[])[]) => {
  const total = sumOf(rarities.values()) || 1
  const average = sumOf(texts.map(({ length }) => length)) / texts.length + 1
  return (text: readonly string[]): number => {
    const counts = new Map<string, number>()
    for (const term of text) if (rarities.has(term)) counts.set(term, (counts.get(term) ?? 0) + 1)
    const slowed = saturation * (1 - norm + (norm * text.length) / average)
    const gains = [...counts].map(
      ([term, count]) => ((saturation + 1) * count * (rarities.get(term) ?? 0)) / (count + slowed),
    )
    return sumOf(gains) / total
  }
}

/** What all candidates say tells them not apart, but that they are about it. */
const leastRarity = 0.3
const weakCount = 0.4

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_.'-]+/gu) ?? []

const runsOf = (words: readonly string[]): string[] =>
  words.slice(0, 1 - runLength).map((_, at) => ` ${words.slice(at, at + runLength).join(' ')} `)

const shareOfRuns = (runs: readonly string[], text: string): number => {
  const words = ` ${wordsOf(text).join(' ')} `
  return share(runs, { has: (run) => words.includes(run) })
}
