import { readPagePath } from '../docs/links.ts'
import type { SectionMatch } from '../docs/search.ts'
import { readTerms } from '../docs/words.ts'
import { readBlocks, wordCount, writeBlock } from './quote/passage.ts'

/** A section as the search found it. */
type Found = Pick<
  SectionMatch,
  'path' | 'url' | 'title' | 'heading' | 'anchor' | 'breadcrumbs' | 'content' | 'score' | 'hasSubsections'
>

/**
 * What each feature of a section counts. Fitted by `bench/fit-order.ts` on the links that ten documentation sets
 * have to sections of their own pages: 1,876 questions, each asked with the page of its link left out.
 */
const weights = {
  pageScore: 3.7,
  score: 2.44,
  pagePlace: 0.69,
  pathAsked: 1.03,
  headingSaid: 0.98,
  restNamed: 0.98,
  headingRestAsked: 0.52,
  codeNamed: 0.85,
  pairs: 1.33,
  length: 0.24,
  examples: 0.12,
  opening: -1.01,
  empty: 1.27,
  parent: 0.33,
  linkedAs: 3.32,
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
  const links = found.flatMap(readSectionLinks)
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
    const own = links.filter((link) => link.from !== match && isTarget(match, link))
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
      linkedAs: Math.max(0, ...own.map(({ text }) => likeness(readTerms(text), asked))),
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

/** How much two texts say the same: the share of each that the other has, multiplied. */
const likeness = (terms: readonly string[], asked: ReadonlySet<string>): number => {
  const said = new Set(terms)
  return share(asked, said) * share(said, asked)
}

const pairsOf = (terms: readonly string[]): string[] => terms.slice(1).map((term, at) => `${terms[at]} ${term}`)

interface SectionLink {
  readonly from: Found
  /** Of the page, in lower case. */
  readonly path: string
  readonly anchor: string
  readonly text: string
}

const link = /(?<!!)\[([^[\]]{1,200})\]\(<?([^\s()>#]{0,500})#([^\s()>]{1,500})>?[^()]{0,500}\)/g

/** What a section calls other sections of the site that it links to. */
const readSectionLinks = (from: Found): SectionLink[] =>
  [...from.content.matchAll(link)].flatMap(([, text = '', url = '', anchor = '']) =>
    /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url)
      ? []
      : [{ from, path: readPagePath(url === '' ? from.path : url).toLowerCase(), anchor: anchor.toLowerCase(), text }],
  )

const isTarget = (match: Found, { path, anchor }: SectionLink): boolean =>
  match.anchor?.toLowerCase() === anchor &&
  [match.path, match.url].some((written) => readPagePath(written).toLowerCase() === path)
