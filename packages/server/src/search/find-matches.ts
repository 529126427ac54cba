import { bucketOf } from './index/buckets.ts'
import { preferLinked } from './index/section-links.ts'
import { type RankedQuery, rankSite } from './rank-site.ts'
import type { RankedPage } from './ranking/ranked-page.ts'
import { type ChosenSection, readMatches } from './read-matches.ts'
import { sortMatches } from './reader-place.ts'
import { rerankedSections, rerankMatches } from './reranking/rerank-matches.ts'
import type { SearchIndex } from './search-index.ts'
import type { SearchOptions, SearchSite } from './search-options.ts'
import type { SectionMatch } from './section-match.ts'

/** How often a search begins again because pages were replaced meanwhile. */
const mostAttempts = 4

/** A search, and which sections it reads of the pages in their order. */
export interface MatchRequest {
  readonly options: SearchOptions
  readonly choose: (pages: readonly RankedPage[]) => ChosenSection[]
}

/** Matches, the best first. */
export interface Matches {
  readonly matches: readonly SectionMatch[]
  /** Whether a reranker ordered them, which has the last word. */
  readonly isReranked: boolean
}

/** Searches a site by words, and by meaning where there is a model for it. */
export async function findMatches(
  index: SearchIndex,
  site: SearchSite,
  { options, choose }: MatchRequest,
): Promise<Matches> {
  // The beginning of a word means nothing yet.
  const asksModels = !options.typing
  const embedder = asksModels ? index.embedder : undefined
  const reranker = asksModels ? index.reranker : undefined
  const meaning = embedder && { model: embedder.name, vector: await embedder.embedQuery(options.query) }
  const limit = reranker ? Math.max(options.limit, rerankedSections) : options.limit
  const query = { options: { ...options, limit }, meaning }
  const matches = await index.takeTurn(index.asker, () => rankAndRead(index, site, { query, choose }))
  const reranked = reranker && matches.length > 0 && (await rerankMatches(reranker, options.query, matches))
  return { matches: reranked || matches, isReranked: Boolean(reranked) }
}

/** What a search does here, without the models. */
const rankAndRead = async (
  index: SearchIndex,
  site: SearchSite,
  { query, choose }: Pick<MatchRequest, 'choose'> & { readonly query: RankedQuery },
): Promise<readonly SectionMatch[]> => {
  for (let attempt = 1; ; attempt++) {
    const { pages, linkTexts, revisions } = await rankSite(index, site, query)
    if (pages.length === 0) return []
    const chosen = choose(preferLinked(pages, query.options.query, linkTexts))
    const read = await readMatches(index.database, site, chosen)
    // A page that was replaced after its bucket was read has other sections now.
    const isConsistent = read.revisions.every(({ page, revision }) => revisions.get(bucketOf(page)) === revision)
    if (isConsistent || attempt >= mostAttempts) return sortMatches(read.matches, query.options)
  }
}
