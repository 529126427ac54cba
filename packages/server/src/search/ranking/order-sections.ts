import type { SectionMatch } from '../search.ts'
import { pairsOf, readTerms, wordCount } from '../words/words.ts'
import { inverseFrequency } from './section-scores.ts'

/** A section as the search found it. */
type Found = Pick<
  SectionMatch,
  'path' | 'title' | 'heading' | 'breadcrumbs' | 'content' | 'words' | 'score' | 'hasSubsections' | 'linkedAs'
>

/**
 * What each feature of a section counts. Fitted by `bench/fit-order.ts` on the links that twelve documentation sets have
 * to sections of their own pages, and to whole pages by their titles: 2,538 questions, each asked with the page of its
 * link left out. That was when fewer sections were compared; what the bench gives since then answers fewer questions.
 */
const weights = {
  pageScore: 3.33,
  score: 1.41,
  pagePlace: 0.57,
  pathAsked: 1.33,
  headingSaid: 1.02,
  restNamed: 1.47,
  headingRestAsked: 0.69,
  codeNamed: 0.93,
  pairs: 1.06,
  length: 0.23,
  opening: -1.51,
  parent: 0.51,
  linkedAs: 3.53,
  told: 1.3,
  pageMeant: 3.67,
}

type Feature = keyof typeof weights
type Features = Readonly<Record<Feature, number>>

/**
 * The same for what readers ask in their own words. Links, by which the others were fitted, are called what sections are
 * called; who asks does not know that, so that it counts more whether page and text have what is asked, and less where it
 * stands. Set by hand on a part of `bench/readers`; weights fitted on all of them find no more on documentation left out.
 */
const askedWeights: Features = {
  ...weights,
  pageScore: 8,
  score: 5,
  told: 6.5,
  opening: -0.8,
  parent: -0.3,
}

/** A reader asks, or tells of what happened; or it is about as long as a question, and no whole sentence. */
const isAsked = (query: string): boolean =>
  asks.test(query) || (namesTopic(query) && wordCount(query) >= 5 && !/[.:]\s*$/.test(query))

/** Some words that say what is looked for, and no question. */
export const namesTopic = (query: string): boolean => !asks.test(query) && wordCount(query) <= longestQuestion

/** In words. */
const longestQuestion = 25
const asks =
  /^\W*(?:how|what|why|when|where|which|who|can|could|does|do|did|is|are|should|will|would|may)\b|\?|\b(?:i|my|me|we|our|us)\b/i

/** In words: a longer beginning of a page is a section like others. */
const longestIntroduction = 200

/** How much of a section’s text is compared with the question, in characters. */
const longestRead = 3_000

const isFeature = (name: string): name is Feature => name in weights
export const featureNames = Object.keys(weights).filter(isFeature)

/**
 * Orders sections by how likely each of them is the one that answers, the likeliest first. The search orders pages, and the
 * sections of each page among themselves; here they are compared with each other, by their texts as well. A linear model,
 * fitted by the likelihood of the right section among those found (ListNet with one right answer: Cao et al., “Learning to
 * Rank: From Pairwise Approach to Listwise Approach”, ICML 2007).
 */
export const orderSections = <T extends Found>(query: string, found: readonly T[]): T[] =>
  weighSections(query, found).map(({ match }) => match)

/** The same with what each is worth: the logarithm of how likely it is, but for what all have in common. */
export const weighSections = <T extends Found>(query: string, found: readonly T[]): { match: T; worth: number }[] => {
  const features = readFeatures(query, found)
  const weighed = isAsked(query) ? askedWeights : weights
  return found
    .map((match, at) => ({ match, worth: worthOf(features[at], weighed) }))
    .sort((one, other) => other.worth - one.worth)
}

const worthOf = (features: Features | undefined, weighed: Features): number =>
  featureNames.reduce((worth, name) => worth + weighed[name] * (features?.[name] ?? 0), 0)

/** What the order of sections is decided by, for each of them. */
export const readFeatures = (query: string, found: readonly Found[]): Features[] => {
  const terms = readTerms(query)
  const asked = new Set(terms)
  const pairs = new Set(pairsOf(terms))
  const plain = query.toLowerCase()
  const codes = [...query.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.toLowerCase().replace(/[<>()]/g, ''))
  const pageScores = new Map<string, number>()
  for (const { path, score } of found) pageScores.set(path, Math.max(score, pageScores.get(path) ?? 0))
  const places = [...pageScores].sort(([, one], [, other]) => other - one).map(([path]) => path)
  const best = pageScores.get(places[0] ?? '') || 1
  const said = found.map(({ heading, content }) => readTerms(`${heading ?? ''} ${content.slice(0, longestRead)}`))
  const titles = found.map(({ title }) => new Set(readTerms(title)))
  const told = shareTold(
    asked,
    said.map((own, at) => new Set([...own.filter((term) => asked.has(term)), ...(titles[at] ?? [])])),
  )
  return found.map((match, at): Features => {
    const heading = match.heading ?? ''
    const headingTerms = readTerms(heading)
    const askedRest = [...asked].filter((term) => !titles[at]?.has(term))
    const headingRest = headingTerms.filter((term) => !titles[at]?.has(term))
    const name = heading
      .toLowerCase()
      .replace(/[`*]|\(.*$/g, '')
      .trim()
    const isOpening = isBeginning(match)
    return {
      pageScore: (pageScores.get(match.path) ?? 0) / best,
      score: match.score / best,
      pagePlace: 1 / (1 + places.indexOf(match.path)),
      pathAsked: share(new Set(readTerms(match.breadcrumbs.slice(1).join(' '))), asked),
      headingSaid: name.length > 2 && plain.includes(name) ? 1 : 0,
      restNamed: share(askedRest, new Set(headingTerms)),
      headingRestAsked: share(headingRest, asked),
      codeNamed: share(codes, { has: (code) => heading.toLowerCase().includes(code) }),
      pairs: share(pairs, pairsAmong(asked, said[at] ?? [])),
      length: Math.log(1 + match.words),
      opening: isOpening && match.hasSubsections && match.words < longestIntroduction ? 1 : 0,
      parent: !isOpening && match.hasSubsections ? 1 : 0,
      linkedAs: match.linkedAs,
      told: told[at] ?? 0,
      pageMeant: isOpening && askedRest.length === 0 ? 1 : 0,
    }
  })
}

/** The text above all headings, or below that which is the title. */
export const isBeginning = ({ heading, title }: Pick<SectionMatch, 'heading' | 'title'>): boolean =>
  heading === null || heading === title

/** True for a heading with nothing but its subsections below it. */
export const isEmpty = (content: string): boolean => !someWords.test(content.replace(/^#{1,6} .*$/m, ''))

const someWords = /(?:[\p{L}\p{N}][^\p{L}\p{N}]*){12}/u
/** The part of the pieces that a set has, 0 to 1. */
export const share = (pieces: Iterable<string>, set: { has: (piece: string) => boolean }): number => {
  let all = 0
  let had = 0
  for (const piece of pieces) {
    all++
    if (set.has(piece)) had++
  }
  return all > 0 ? had / all : 0
}

/** The part of what is asked that each of some texts says; a term counts more the fewer of them have it. */
const shareTold = (asked: ReadonlySet<string>, texts: readonly ReadonlySet<string>[]): number[] => {
  const rarities = new Map<string, number>()
  for (const term of asked) {
    const count = texts.filter((text) => text.has(term)).length
    if (count > 0) rarities.set(term, inverseFrequency(texts.length, count))
  }
  const sum = (terms: Iterable<string>) => [...terms].reduce((all, term) => all + (rarities.get(term) ?? 0), 0)
  const all = sum(rarities.keys()) || 1
  return texts.map((text) => sum([...rarities.keys()].filter((term) => text.has(term))) / all)
}

/** Which of these terms stand side by side in a text. */
const pairsAmong = (asked: ReadonlySet<string>, terms: readonly string[]): Set<string> => {
  const pairs = new Set<string>()
  for (const [at, term] of terms.entries()) {
    const next = terms[at + 1]
    if (next !== undefined && asked.has(term) && asked.has(next)) pairs.add(`${term} ${next}`)
  }
  return pairs
}
