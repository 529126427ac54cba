import type { SectionMatch } from '../section-match.ts'
import { readTerms } from '../words/words.ts'
import { share } from './shares.ts'

/** A page as the search found it. */
export interface PageMatch extends Pick<SectionMatch, 'path' | 'title' | 'description' | 'score' | 'linkCount'> {
  /** Of its likeliest section, as `weighSections` says. */
  worth: number
  /** The text before its first section; empty where that has nothing of the query. */
  beginning: string
}

/**
 * How much each feature of a page counts; fitted by `bench/fit-order.ts` on the links that twelve documentation sets have to
 * their own pages: 5,770 questions, each asked with the page of its link left out.
 */
const weights = {
  logScore: 0.85,
  score: 3.05,
  worth: 0.36,
  titleInQuery: 0.44,
  queryInTitle: -0.61,
  nameInQuery: 1.69,
  queryInPath: 1.51,
  queryInDescription: 0.9,
  queryInBeginning: 0.47,
  depth: -0.19,
  linkCount: 0.36,
}

type Feature = keyof typeof weights
type Features = Readonly<Record<Feature, number>>

/** Of the best page’s score, and of the worth beside the likeliest section’s: less says nothing more. */
const leastScore = 0.001
const leastWorth = -12
/** How much of a beginning is read, in characters. */
const longestBeginning = 600

const isFeature = (name: string): name is Feature => name in weights
/** In the order of `readPageFeatures`, for `bench/fit-order.ts`. */
export const pageFeatureNames = Object.keys(weights).filter(isFeature)

/**
 * Orders pages by how likely each is the one that the query describes by its name or its topic, the likeliest first: a
 * linear model like that of sections. Words decide which pages match; which of them is meant shows by a name and a title
 * that say little else, a beginning about it, many links to the page, and how likely its best section is.
 */
export const orderPages = <T extends PageMatch>(query: string, pages: readonly T[]): T[] => {
  const features = readPageFeatures(query, pages)
  const worthOf = (at: number) =>
    pageFeatureNames.reduce((worth, name) => worth + weights[name] * (features[at]?.[name] ?? 0), 0)
  return pages
    .map((page, at) => ({ page, worth: worthOf(at) }))
    .sort((one, other) => other.worth - one.worth)
    .map(({ page }) => page)
}

/** The features of each page. */
export const readPageFeatures = (query: string, pages: readonly PageMatch[]): Features[] => {
  const queryTerms = new Set(readTerms(query))
  const best = Math.max(...pages.map(({ score }) => score)) || 1
  const most = Math.max(...pages.map(({ worth }) => worth))
  return pages.map(({ path, title, description, score, worth, beginning, linkCount }): Features => {
    const ofBest = Math.max(score / best, leastScore)
    const titleTerms = new Set(readTerms(title))
    const nameTerms = new Set(readTerms(path.split('/').at(-1) ?? ''))
    return {
      logScore: Math.log(ofBest),
      score: ofBest,
      worth: Math.max(worth - most, leastWorth),
      titleInQuery: share(titleTerms, queryTerms),
      queryInTitle: share(queryTerms, titleTerms),
      nameInQuery: share(nameTerms, queryTerms),
      queryInPath: share(queryTerms, new Set(readTerms(path))),
      queryInDescription: share(queryTerms, new Set(readTerms(description ?? ''))),
      queryInBeginning: share(queryTerms, new Set(readTerms(beginning.slice(0, longestBeginning)))),
      depth: path.split('/').length,
      linkCount: Math.log(1 + linkCount),
    }
  })
}
