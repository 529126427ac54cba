import type { Editions } from './editions/edition.ts'
import { relatedTerms } from './index/related-terms.ts'
import { readSiteIndex, readTermRows, type SiteIndex } from './index/site-index.ts'
import type { RelatedTerm } from './ranking/ranked-page.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchOptions } from './search-options.ts'
import { splitUnknown } from './split-unknown.ts'
import { joinedTerms } from './words/compounds.ts'
import { analysisOf } from './words/languages.ts'
import { isExactTerm, queryNames, signedTerms } from './words/names.ts'
import { standInFor, standInsOf } from './words/stand-ins.ts'
import { withoutSeams } from './words/unspaced.ts'
import { readQuery, weakTerms } from './words/words.ts'

/** What a query says in the terms of a site, and the rows of the index that have them. */
export interface QueryTerms extends SiteIndex {
  /** As in `RankOptions`. */
  readonly related: ReadonlyMap<string, RelatedTerm>
}

/** Reads the terms of a query, those that it may mean instead, and what the index has of them. */
export const readQueryTerms = async (
  index: SearchIndex,
  siteId: string,
  options: SearchOptions,
): Promise<QueryTerms> => {
  const site = await readSiteIndex(index, siteId, ({ analyses, editions }) => ({
    readings: readReadings(options, queryAnalyses(options, { analyses, editions })),
    joined: isLookUp(options) ? joinedTerms(options.query) : [],
  }))
  if (site.readings.length === 0 && !options.typing) return { ...site, related: new Map() }
  const exact = new Set([...site.postings, ...site.linkTexts].map((row) => row.term))
  const splits = await splitUnknown(index.database, siteId, { query: options.query, known: exact })
  const readings = orderByFit(
    site.readings.map((reading) => reading.flatMap((term) => splits.terms.get(term) ?? [term])),
    exact,
  )
  const hasStandIns = (term: string) => !exact.has(term) && standInsOf(term).length > 0
  const isSplit = new Set([...splits.terms.values()].flat())
  const terms = (readings[0] ?? []).filter((term) => !hasStandIns(term) && !isExactTerm(term) && !isSplit.has(term))
  const { related, misspelt } = await relatedTerms(index.database, siteId, { ...options, terms, known: exact })
  for (const term of site.joined)
    if (exact.has(term) && !terms.includes(term)) related.set(term, { count: joinedCount, word: term })
  const standIns = readings.flat().filter(hasStandIns).flatMap(standInsOf)
  const others = [...new Set([...related.keys(), ...standIns])].filter((term) => !exact.has(term))
  const more = others.length > 0 ? await readTermRows(index.database, siteId, others) : undefined
  const postings = [...site.postings, ...splits.postings, ...(more?.postings ?? [])]
  const linkTexts = [...site.linkTexts, ...splits.linkTexts, ...(more?.linkTexts ?? [])]
  const siteTerms = new Set([...postings, ...linkTexts].map((row) => row.term))
  const isOnSite = (term: string) => siteTerms.has(term)
  const withStandIns = (reading: readonly string[]) =>
    reading.map((term) => (exact.has(term) ? term : (standInFor(term, isOnSite) ?? term)))
  // A word that the site doesn't have counts against its pages only when it is what the query is about.
  const counts = (term: string) => isOnSite(term) || !(misspelt.has(term) || weakTerms.has(term) || isExactTerm(term))
  return {
    ...site,
    postings,
    linkTexts,
    related,
    readings: readings.map((reading) => withoutSeams(withStandIns(reading), isOnSite).filter(counts)),
  }
}

/** How much a word counts that two words of a query make. */
const joinedCount = 0.7

/** In words: what is longer describes what is looked for, and doesn't name it. */
const longestName = 5

const isLookUp = ({ query, emphasis }: Pick<SearchOptions, 'query' | 'emphasis'>): boolean =>
  emphasis === undefined && query.split(/\s+/).filter(Boolean).length <= longestName

/** The terms of a query in each language, with its exact ones. */
const readReadings = (
  { query, emphasis }: SearchOptions,
  analyses: Iterable<string>,
): readonly (readonly string[])[] => {
  const readings = readQuery(`${query}\n${emphasis ?? ''}`, analyses)
  const exact = isLookUp({ query, emphasis }) ? [...signedTerms(query), ...queryNames(query)] : []
  if (exact.length === 0) return readings
  return readings.length === 0 ? [exact] : readings.map((reading) => [...reading, ...exact])
}

/** The analyses to read a query by: words of an English question are rare words of other languages, when read by their rules. */
const queryAnalyses = (
  { filter, namedEditions }: SearchOptions,
  { analyses, editions }: { analyses: ReadonlySet<string>; editions: Editions },
): Iterable<string> => {
  if (filter?.language) return [analysisOf(filter.language)]
  const named = analyses.size > 1 ? namedEditions?.(editions).languages.map(analysisOf) : undefined
  return named?.includes('en') ? ['en'] : analyses
}

/** First the reading of which the index has most terms. */
const orderByFit = (readings: readonly (readonly string[])[], exact: ReadonlySet<string>) => {
  const share = (terms: readonly string[]) => terms.filter((term) => exact.has(term)).length / terms.length
  return readings.toSorted((one, other) => share(other) - share(one))
}
