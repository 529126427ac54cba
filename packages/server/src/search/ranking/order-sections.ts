import { isBeginning, type SectionMatch } from '../section-match.ts'
import { pairsOf, readTerms } from '../words/words.ts'
import { isReadersQuestion } from './query-kind.ts'
import { pairsAmong, share, weightedShares } from './shares.ts'

/** What of a match its place is decided by. */
type Candidate = Pick<
  SectionMatch,
  'path' | 'title' | 'heading' | 'breadcrumbs' | 'content' | 'words' | 'score' | 'hasSubsections' | 'linkLikeness'
>

/**
 * How much each feature of a section counts. Fitted by `bench/fit-order.ts` on the links that twelve documentation sets
 * have to sections of their own pages, and to whole pages by their titles: 2,538 questions, each asked with the page of its
 * link left out. That was when fewer sections were compared; what the bench fits since then answers fewer questions.
 */
const weights = {
  pageScore: 3.33,
  score: 1.41,
  pagePlace: 0.57,
  pathInQuery: 1.33,
  headingInQuery: 1.02,
  queryInHeading: 1.47,
  headingTermsInQuery: 0.69,
  codeInHeading: 0.93,
  pairs: 1.06,
  length: 0.23,
  opening: -1.51,
  parent: 0.51,
  linkLikeness: 3.53,
  queryInText: 1.3,
  pageTopic: 3.67,
}

type Feature = keyof typeof weights
type Features = Readonly<Record<Feature, number>>

/**
 * The same for what readers ask in their own words. Links, by which the others were fitted, have the names of sections;
 * readers don't know these, so that it counts more whether page and text have what is asked, and less where it stands. Set
 * by hand on a part of `bench/readers`; weights fitted on all of them find no more on documentation left out.
 */
const questionWeights: Features = {
  ...weights,
  pageScore: 8,
  score: 5,
  queryInText: 6.5,
  opening: -0.8,
  parent: -0.3,
}

/** In words: a longer beginning of a page is a section like others. */
const longestIntroduction = 200
/** How much of a section’s text is compared with the query, in characters. */
const longestText = 3_000

const isFeature = (name: string): name is Feature => name in weights
/** In the order of `readFeatures`, for `bench/fit-order.ts`. */
export const featureNames = Object.keys(weights).filter(isFeature)

/**
 * Orders sections by how likely each is the one that answers, the likeliest first. The search orders pages, and the
 * sections of each page among themselves; here they are compared with each other, by their texts as well. A linear model,
 * fitted by the likelihood of the right section among those found (ListNet with one right answer: Cao et al., “Learning to
 * Rank: From Pairwise Approach to Listwise Approach”, ICML 2007).
 */
export const orderSections = <T extends Candidate>(query: string, matches: readonly T[]): T[] =>
  weighSections(query, matches).map(({ match }) => match)

/** The same, each with its worth: the logarithm of how likely it is, up to a constant. */
export const weighSections = <T extends Candidate>(
  query: string,
  matches: readonly T[],
): { match: T; worth: number }[] => {
  const features = readFeatures(query, matches)
  const used = isReadersQuestion(query) ? questionWeights : weights
  return matches
    .map((match, at) => ({ match, worth: worthOf(features[at], used) }))
    .sort((one, other) => other.worth - one.worth)
}

const worthOf = (features: Features | undefined, used: Features): number =>
  featureNames.reduce((worth, name) => worth + used[name] * (features?.[name] ?? 0), 0)

/** The features of each match. */
export const readFeatures = (query: string, matches: readonly Candidate[]): Features[] => {
  const terms = readTerms(query)
  const queryTerms = new Set(terms)
  const pairs = new Set(pairsOf(terms))
  const lowered = query.toLowerCase()
  const codes = codesOf(query)
  const pageScores = bestByPage(matches)
  const places = [...pageScores].sort(([, one], [, other]) => other - one).map(([path]) => path)
  const best = pageScores.get(places[0] ?? '') || 1
  const texts = matches.map(({ heading, content }) => readTerms(`${heading ?? ''} ${content.slice(0, longestText)}`))
  const titles = matches.map(({ title }) => new Set(readTerms(title)))
  const shares = weightedShares(
    queryTerms,
    texts.map((text, at) => new Set([...text.filter((term) => queryTerms.has(term)), ...(titles[at] ?? [])])),
  )
  return matches.map((match, at): Features => {
    const heading = match.heading ?? ''
    const name = nameOf(heading)
    const headingTerms = readTerms(heading)
    const isOfTitle = (term: string) => titles[at]?.has(term) ?? false
    const beyondTitle = [...queryTerms].filter((term) => !isOfTitle(term))
    const isOpening = isBeginning(match)
    return {
      pageScore: (pageScores.get(match.path) ?? 0) / best,
      score: match.score / best,
      pagePlace: 1 / (1 + places.indexOf(match.path)),
      pathInQuery: share(new Set(readTerms(match.breadcrumbs.slice(1).join(' '))), queryTerms),
      headingInQuery: name.length > 2 && lowered.includes(name) ? 1 : 0,
      queryInHeading: share(beyondTitle, new Set(headingTerms)),
      headingTermsInQuery: share(
        headingTerms.filter((term) => !isOfTitle(term)),
        queryTerms,
      ),
      codeInHeading: share(codes, { has: (code) => heading.toLowerCase().includes(code) }),
      pairs: share(pairs, pairsAmong(queryTerms, texts[at] ?? [])),
      length: Math.log(1 + match.words),
      opening: isOpening && match.hasSubsections && match.words < longestIntroduction ? 1 : 0,
      parent: !isOpening && match.hasSubsections ? 1 : 0,
      linkLikeness: match.linkLikeness,
      queryInText: shares[at] ?? 0,
      pageTopic: isOpening && beyondTitle.length === 0 ? 1 : 0,
    }
  })
}

const bestByPage = (matches: readonly Candidate[]): ReadonlyMap<string, number> => {
  const scores = new Map<string, number>()
  for (const { path, score } of matches) scores.set(path, Math.max(score, scores.get(path) ?? 0))
  return scores
}

/** What stands between backticks, without the signs of calls and tags. */
const codesOf = (query: string): string[] =>
  query
    .split('`')
    .slice(0, -1)
    .flatMap((code, at) => (at % 2 === 1 && code !== '' ? code.toLowerCase().replace(/[<>()]/g, '') : []))

/** A heading without its marks, and without what follows in brackets. */
const nameOf = (heading: string): string => {
  const [name = ''] = heading.toLowerCase().split('(')
  return name.replaceAll('`', '').replaceAll('*', '').trim()
}
