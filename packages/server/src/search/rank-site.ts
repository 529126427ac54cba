import { pagesMeeting, readTwins } from './editions/site-editions.ts'
import { pagesWithoutVectors } from './embeddings/embedded-sections.ts'
import { fuse } from './embeddings/fuse.ts'
import { nearestSections } from './embeddings/nearest.ts'
import { type QueryTerms, readQueryTerms } from './query-terms.ts'
import { rankPages } from './rank.ts'
import type { RankedPage, RankOptions } from './ranking/ranked-page.ts'
import type { LinkTextRow } from './ranking/term-rows.ts'
import { placeMargin } from './reader-place.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchOptions, SearchSite } from './search-options.ts'

/** Pages beyond the limit whose scores by words and by meaning are put together. */
const fusedPages = 40
const sectionsPerFusedPage = 3

/** The meaning of a query, which a model is asked for. */
export interface QueryMeaning {
  /** Its name. */
  readonly model: string
  /** Undefined when the model fails. */
  readonly vector: readonly number[] | undefined
}

/** A query, and what its meaning is compared with. */
export interface RankedQuery {
  readonly options: SearchOptions
  readonly meaning: QueryMeaning | undefined
}

/** The pages of a site in their order. */
interface RankedSite {
  readonly pages: RankedPage[]
  /** Of the query’s terms. */
  readonly linkTexts: readonly LinkTextRow[]
  /** By bucket: the revision that was read. */
  readonly revisions: ReadonlyMap<number, number>
}

/** Orders the pages of a site by words, and by meaning as well when the model answers. */
export async function rankSite(
  index: SearchIndex,
  site: SearchSite,
  { options, meaning }: RankedQuery,
): Promise<RankedSite> {
  const terms = await readQueryTerms(index, site.id, options)
  const { readings, linkTexts, revisions } = terms
  if (readings.length === 0 && !options.typing) return { pages: [], linkTexts: [], revisions }
  const scope = await readScope(index, site, { options, terms })
  // A list that is made with every key press isn't to cost more for the reader's place.
  const limit = options.limit + (options.currentPath && !options.typing ? placeMargin : 0)
  const rank = (most: number) => rankPages(readings, terms, { ...scope, limit: most, related: terms.related })
  if (!meaning?.vector) return { pages: rank(limit), linkTexts, revisions }
  const byWords = rank(limit + fusedPages)
  const byMeaning = await nearestSections(index, site.id, {
    vector: meaning.vector,
    model: meaning.model,
    limit: sectionsPerFusedPage * (limit + fusedPages),
    revisions,
    allowed: withoutTwins(terms, scope),
  })
  // Not embedded yet, or by another model: what words say is not to count less for that.
  if (byMeaning.length === 0) return { pages: byWords.slice(0, limit), linkTexts, revisions }
  const pages = byWords.map(({ page }) => page)
  const unknown = await pagesWithoutVectors(index.database, site.id, { model: meaning.model, pages })
  return { pages: fuse(byWords, byMeaning, { limit, unknown }), linkTexts, revisions }
}

type Scope = Required<Pick<RankOptions, 'twins'>> & Pick<RankOptions, 'allowed'>

/** Which pages can match. */
const readScope = async (
  { database }: SearchIndex,
  { id, url }: SearchSite,
  { options, terms: { editions, editionsMemory } }: { options: SearchOptions; terms: QueryTerms },
) => {
  const site = { id, url, editions, editionsMemory }
  const allowed = options.filter ? await pagesMeeting(database, site, options.filter) : undefined
  const twins = await readTwins(database, site, options)
  if (!allowed) return { twins, allowed }
  // A page that the filter leaves out takes the place of no other.
  return { allowed, twins: new Map([...twins].filter(([, { page }]) => allowed.has(page))) }
}

/** Texts of twins have vectors near each other, which tell none of them apart. */
const withoutTwins = ({ lengths }: QueryTerms, { allowed, twins = new Map() }: Scope) =>
  twins.size > 0 ? new Set([...(allowed ?? lengths.numbers)].filter((page) => !twins.has(page))) : allowed
