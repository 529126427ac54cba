import type { SectionMatch } from '../search.ts'
import { readTerms } from '../words/words.ts'
import { namesTopic, share } from './order-sections.ts'

/** A page as the search found it. */
export interface FoundPage extends Pick<SectionMatch, 'path' | 'title' | 'description' | 'score' | 'linking'> {
  /** Of its likeliest section, as `weighSections` says. */
  worth: number
  /** What it says before its first section; empty where that has nothing of the query. */
  beginning: string
}

/**
 * What each feature of a page counts; fitted by `bench/fit-order.ts` on the links that twelve documentation sets have to their
 * own pages: 5,770 questions, each asked with the page of its link left out.
 */
const weights = {
  logScore: 0.85,
  score: 3.05,
  worth: 0.36,
  titleAsked: 0.44,
  titleSays: -0.61,
  nameAsked: 1.69,
  pathSays: 1.51,
  descriptionSays: 0.9,
  beginningSays: 0.47,
  depth: -0.19,
  linking: 0.36,
}

type Feature = keyof typeof weights
type Features = Readonly<Record<Feature, number>>

const isFeature = (name: string): name is Feature => name in weights
export const pageFeatureNames = Object.keys(weights).filter(isFeature)

/**
 * Orders pages by how likely each of them is the one that is looked for by its name or by what it says, the likeliest
 * first: a linear model like that of sections. Words decide which pages are found; a name and a title that say little else,
 * a beginning that speaks of it, many links to the page and the likelihood of its best section tell which of them is meant.
 */
export const orderPages = <T extends FoundPage>(query: string, found: readonly T[]): T[] => {
  const features = readPageFeatures(query, found)
  const worthOf = (at: number) =>
    pageFeatureNames.reduce((worth, name) => worth + weights[name] * (features[at]?.[name] ?? 0), 0)
  return found
    .map((page, at) => ({ page, worth: worthOf(at) }))
    .sort((one, other) => other.worth - one.worth)
    .map(({ page }) => page)
}

/** What the order of pages is decided by, for each of them. */
export const readPageFeatures = (query: string, found: readonly FoundPage[]): Features[] => {
  const asked = new Set(readTerms(query))
  const best = Math.max(...found.map(({ score }) => score)) || 1
  const most = Math.max(...found.map(({ worth }) => worth))
  return found.map(({ path, title, description, score, worth, beginning, linking }): Features => {
    const ofBest = Math.max(score / best, leastScore)
    const named = new Set(readTerms(title))
    return {
      logScore: Math.log(ofBest),
      score: ofBest,
      worth: Math.max(worth - most, leastWorth),
      titleAsked: share(named, asked),
      titleSays: share(asked, named),
      nameAsked: share(new Set(readTerms(path.split('/').at(-1) ?? '')), asked),
      pathSays: share(asked, new Set(readTerms(path))),
      descriptionSays: share(asked, new Set(readTerms(description ?? ''))),
      beginningSays: share(asked, new Set(readTerms(beginning.slice(0, longestBeginning)))),
      depth: path.split('/').length,
      linking: Math.log(1 + linking),
    }
  })
}

/** Of the best page’s score, and of the worth beside the likeliest section’s: less tells nothing more. */
const leastScore = 0.001
const leastWorth = -12
/** How much of a beginning is read, in characters. */
const longestBeginning = 600

/**
 * Whether a query says what a page is about: words or a sentence. Who asks, or tells of what happened, has words that no
 * title has, so that pages are as the search has them.
 */
export const looksForPage = (query: string): boolean => namesTopic(query) && !severalSentences.test(query)

const severalSentences = /[.!:]\s+\S+\s+\S/
