import type { SectionMatch } from '../search.ts'
import { readTerms } from '../words/words.ts'
import { namesTopic, share } from './order-sections.ts'

/** A page as the search found it. */
export interface FoundPage extends Pick<SectionMatch, 'path' | 'title' | 'description' | 'score'> {
  /** Of its likeliest section, as `weighSections` says. */
  worth: number
}

/**
 * What each feature of a page counts; fitted by `bench/fit-order.ts` on the links that twelve documentation sets have to their
 * own pages: 5,770 questions, each asked with the page of its link left out.
 */
const weights = {
  logScore: 0.74,
  score: 3.28,
  worth: 0.39,
  titleAsked: 1.53,
  titleSays: -1.36,
  pathSays: 2.28,
  descriptionSays: 1.09,
  depth: -0.44,
  above: 0.39,
}

type Feature = keyof typeof weights
type Features = Readonly<Record<Feature, number>>

const isFeature = (name: string): name is Feature => name in weights
export const pageFeatureNames = Object.keys(weights).filter(isFeature)

/**
 * Orders pages by how likely each of them is the one that is looked for by its name or by what it says, the likeliest
 * first: a linear model like that of sections. Words decide which pages are found; a title that names little else, an
 * address near the root or above those of others and the likelihood of the page’s best section tell which of them is meant.
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
  return found.map(({ path, title, description, score, worth }): Features => {
    const ofBest = Math.max(score / best, leastScore)
    const named = new Set(readTerms(title))
    return {
      logScore: Math.log(ofBest),
      score: ofBest,
      worth: Math.max(worth - most, leastWorth),
      titleAsked: share(named, asked),
      titleSays: share(asked, named),
      pathSays: share(asked, new Set(readTerms(path))),
      descriptionSays: share(asked, new Set(readTerms(description ?? ''))),
      depth: path.split('/').length,
      above: found.some((other) => other.path.startsWith(`${path}/`)) ? 1 : 0,
    }
  })
}

/** Of the best page’s score, and of the worth beside the likeliest section’s: less tells nothing more. */
const leastScore = 0.001
const leastWorth = -12

/**
 * Whether a query says what a page is about: words or a sentence. Who asks, or tells of what happened, has words that no
 * title has, so that pages are as the search has them.
 */
export const looksForPage = (query: string): boolean => namesTopic(query) && !severalSentences.test(query)

const severalSentences = /[.!:]\s+\S+\s+\S/
