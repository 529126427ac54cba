import type { SectionMatch } from '../docs/search.ts'
import { readTerms } from '../docs/words.ts'
import { readBlocks, wordCount, writeBlock } from './quote/passage.ts'

/** A section as the search found it. */
type Found = Pick<
  SectionMatch,
  'path' | 'title' | 'heading' | 'breadcrumbs' | 'content' | 'score' | 'hasSubsections' | 'linkedAs'
>

/**
 * What each feature of a section counts. Fitted by `bench/fit-order.ts` on the links that twelve documentation
 * sets have to sections of their own pages: 2,295 questions, each asked with the page of its link left out.
 */
const weights = {
  pageScore: 3.15,
  score: 2.15,
  pagePlace: 0.53,
  pathAsked: 1.21,
  headingSaid: 1,
  restNamed: 1.36,
  headingRestAsked: 0.63,
  codeNamed: 0.86,
  pairs: 1.76,
  length: 0.26,
  examples: 0.16,
  opening: -0.99,
  empty: 1.38,
  parent: 0.36,
  linkedAs: 4.37,
}

type Feature = keyof typeof weights
type Features = Readonly<Record<Feature, number>>
const isFeature = (name: string): name is Feature => name in weights
export const featureNames = Object.keys(weights).filter(isFeature)

/**
 * Orders sections by how likely each of them is the one that answers, the likeliest first. The search orders pages, and the
 * sections of each page among themselves; here they are compared with each other, by their texts as well. A linear model,
 * fitted by the likelihood of the right section among those found (ListNet with one right answer: Cao et al., “Learning to
 * Rank: From Pairwise Approach to Listwise Approach”, ICML 2007).
 */
export const orderSections = <T extends Found>(query: string, found: readonly T[]): T[] => {
  const features = readFeatures(query, found)
  return found
    .map((match, at) => ({ match, value: worthOf(features[at]) }))
    .sort((one, other) => other.value - one.value)
    .map(({ match }) => match)
}

const worthOf = (features: Features | undefined): number =>
  featureNames.reduce((value, name) => value + weights[name] * (features?.[name] ?? 0), 0)

/** What the order of sections is decided by, for each of them. `found` is ordered as the search orders it. */
export const readFeatures = (query: string, found: readonly Found[]): Features[] => {
  const terms = readTerms(query)
  const asked = new Set(terms)
  const pairs = new Set(pairsOf(terms))
  const plain = query.toLowerCase()
  const codes = [...query.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code.toLowerCase().replace(/[<>()]/g, ''))
  const best = found[0]?.score || 1
  const pageScores = new Map<string, number>()
  for (const { path, score } of found) if (!pageScores.has(path)) pageScores.set(path, score)
  const places = [...pageScores.keys()]
  return found.map((match): Features => {
    const heading = match.heading ?? ''
    const headingTerms = readTerms(heading)
    const title = new Set(readTerms(match.title))
    const askedRest = [...asked].filter((term) => !title.has(term))
    const headingRest = headingTerms.filter((term) => !title.has(term))
    const name = heading
      .toLowerCase()
      .replace(/[`*]|\(.*$/g, '')
      .trim()
    const blocks = readBlocks(match.content)
    const prose = blocks.filter(({ type }) => type !== 'code').map(writeBlock)
    return {
      pageScore: (pageScores.get(match.path) ?? 0) / best,
      score: match.score / best,
      pagePlace: 1 / (1 + places.indexOf(match.path)),
      pathAsked: share(new Set(readTerms(match.breadcrumbs.slice(1).join(' '))), asked),
      headingSaid: name.length > 2 && plain.includes(name) ? 1 : 0,
      restNamed: share(askedRest, new Set(headingTerms)),
      headingRestAsked: share(headingRest, asked),
      codeNamed: share(codes, { has: (code) => heading.toLowerCase().includes(code) }),
      pairs: share(pairs, new Set(pairsOf(readTerms(`${heading} ${match.content}`)))),
      length: Math.log(1 + wordCount(prose.join('\n'))),
      examples: Math.min(3, blocks.length - prose.length),
      opening: match.heading === null || match.heading === match.title ? 1 : 0,
      empty: isEmpty(match.content) ? 1 : 0,
      parent: match.hasSubsections ? 1 : 0,
      linkedAs: match.linkedAs,
    }
  })
}

/** True for a heading with nothing but its subsections below it. */
export const isEmpty = (content: string): boolean => wordCount(content.replace(/^#{1,6} .*$/m, '')) < 3

/** The part of the pieces that a set has, 0 to 1. */
const share = (pieces: Iterable<string>, set: { has: (piece: string) => boolean }): number => {
  let all = 0
  let had = 0
  for (const piece of pieces) {
    all++
    if (set.has(piece)) had++
  }
  return all > 0 ? had / all : 0
}

const pairsOf = (terms: readonly string[]): string[] => terms.slice(1).map((term, at) => `${terms[at]} ${term}`)
