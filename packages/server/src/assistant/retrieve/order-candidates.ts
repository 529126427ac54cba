import { share } from '../../search/ranking/shares.ts'
import { inverseFrequency } from '../../search/ranking/term-weight.ts'
import type { SectionMatch } from '../../search/section-match.ts'
import { analysisOf } from '../../search/words/languages.ts'
import { pairsOf, readTerms, weakTerms } from '../../search/words/words.ts'
import { withoutSmallWords } from '../question/asked-language.ts'
import { isSameName, readDefined } from '../question/definition.ts'
import { asksHow, namesDefault, statesDefault } from '../question/question-kind.ts'

/**
 * What each sign of an answer counts. Fitted by likelihood (ListNet) on the questions of `bench/readers` and
 * `bench/graded/develop.jsonl`; the sets of `bench/graded/left-out.jsonl` took no part.
 */
const weights = {
  /** The place that the search gives it. */
  place: 1.5,
  score: 2.6,
  /** How much of the question it has, its rare words before others; in all, in its heading, and in what is above. */
  inText: 3.3,
  inHeading: 0.9,
  inTitles: 1.4,
  /** Words side by side as in the question. */
  pairs: 2.1,
  linkLikeness: 1,
  /** Whether its heading is the name that “What is X?” asks about. */
  defines: 3.1,
  /** Whether it shows something to type or to follow to who asks how. */
  showsHow: 0.5,
  /** Whether it says a default to who asks for one. */
  saysDefault: 1.8,
  /** The part of the question's runs of four words that it has word for word, as it has of messages. */
  runs: 0.5,
  /** Whether it is the declaration of one member of an interface. */
  isDeclaration: -2.7,
  /** Whether it is of the page that the reader asks on. No bench knows that page, so this is no fitted weight. */
  isHere: 1.5,
}

type Sign = keyof typeof weights
const isSign = (name: string): name is Sign => name in weights
const signs = Object.keys(weights).filter(isSign)

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
  const ordered = candidates
    .map((candidate, at) => ({
      candidate,
      worth: signs.reduce((sum, sign) => sum + weights[sign] * (read[at]?.[sign] ?? 0), 0),
    }))
    .sort((one, other) => other.worth - one.worth)
  const first = ordered[0]?.worth ?? 0
  const odds = ordered.reduce((sum, { worth }) => sum + Math.exp(worth - first), 0)
  return { matches: ordered.map(({ candidate }) => candidate), certainty: odds > 0 ? 1 / odds : 0 }
}

const readSigns = (
  question: string,
  candidates: readonly SectionMatch[],
  currentPath: string | undefined,
): Record<Sign, number>[] => {
  const analysis = analysisOf(candidates[0]?.language ?? null)
  const read = (text: string) => readTerms(text, analysis)
  const asked = read(withoutSmallWords(question))
  const terms = new Set(asked)
  const pairs = new Set(pairsOf(asked))
  const runs = runsOf(wordsOf(question))
  const subject = readDefined(question)
  const [isHow, isDefault] = [asksHow(question), namesDefault(question)]
  const best = Math.max(...candidates.map(({ score }) => score)) || 1
  const texts = candidates.map(({ content }) => content.slice(0, longestText))
  const headings = candidates.map(({ heading, title }) => read(heading ?? title))
  const titles = candidates.map(({ title, breadcrumbs, path }) => read([title, ...breadcrumbs, path].join(' ')))
  const bodies = texts.map((text, at) => [...(headings[at] ?? []), ...read(text)])
  const all = bodies.map((body, at) => new Set([...body, ...(titles[at] ?? [])]))
  const partOf = partsByRarity(terms, all)
  return candidates.map((candidate, at) => ({
    place: 1 / (1 + at),
    score: candidate.score / best,
    inText: partOf(all[at] ?? []),
    inHeading: partOf(headings[at] ?? []),
    inTitles: partOf(titles[at] ?? []),
    pairs: share(pairs, new Set(pairsOf(bodies[at] ?? []))),
    linkLikeness: candidate.linkLikeness,
    defines: subject !== undefined && isSameName(candidate.heading ?? candidate.title, subject) ? 1 : 0,
    showsHow: isHow && hasSteps.test(candidate.content) ? 1 : 0,
    saysDefault: isDefault && statesDefault(candidate.content) ? 1 : 0,
    runs: runs.length > 0 ? shareOfRuns(runs, texts[at] ?? '') : 0,
    isHere: candidate.path === currentPath ? 1 : 0,
    isDeclaration: /^\w+\.\w+[.\w]/.test(candidate.anchor ?? '') ? 1 : 0,
  }))
}

/** A word counts by how few of the candidates have it, and less when it only says how the question is put. */
const partsByRarity = (terms: ReadonlySet<string>, texts: readonly ReadonlySet<string>[]) => {
  const counts = new Map<string, number>()
  for (const term of terms) {
    const having = texts.filter((text) => text.has(term)).length
    const rarity = having > 0 ? inverseFrequency(texts.length, having) + leastRarity : 0
    counts.set(term, rarity * (weakTerms.has(term) ? weakCount : 1))
  }
  const sum = (some: Iterable<string>) => [...some].reduce((all, term) => all + (counts.get(term) ?? 0), 0)
  const total = sum(terms) || 1
  return (text: Iterable<string>): number => sum(new Set(text)) / total
}

/** What all candidates say tells them not apart, but that they are about it. */
const leastRarity = 0.3
const weakCount = 0.4

/** Code, or numbered steps. */
const hasSteps = /^ *(?:```|~~~|\d+[.)] )/m

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_.'-]+/gu) ?? []

const runsOf = (words: readonly string[]): string[] =>
  words.slice(0, 1 - runLength).map((_, at) => ` ${words.slice(at, at + runLength).join(' ')} `)

const shareOfRuns = (runs: readonly string[], text: string): number => {
  const words = ` ${wordsOf(text).join(' ')} `
  return share(runs, { has: (run) => words.includes(run) })
}
