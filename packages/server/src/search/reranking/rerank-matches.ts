import type { SectionMatch } from '../section-match.ts'
import type { Reranker } from './reranker.ts'

/** How many sections a reranker is asked about: services of one’s own take no more than 32 at once. */
export const rerankedSections = 30
/** In characters. Together they are what a model with room for 512 tokens can take. */
const longest = { query: 500, text: 1_500 }

/** A section with the titles above it: alone it may not say what it is about. */
const textOf = ({ breadcrumbs, content }: SectionMatch): string =>
  `${breadcrumbs.join(' > ')}\n\n${content}`.slice(0, longest.text)

/**
 * Puts the first of these matches, the best first, in the order of a reranker; nothing when it fails.
 * Scores stay with the places: those of models are of any scale, and a score means the same with and without them.
 */
export async function rerankMatches(
  reranker: Reranker,
  query: string,
  matches: readonly SectionMatch[],
): Promise<SectionMatch[] | undefined> {
  const first = matches.slice(0, rerankedSections)
  if (first.length < 2) return undefined
  const order = await reranker.order(query.slice(0, longest.query), first.map(textOf))
  if (!order) return undefined
  const scores = first.map(({ score }) => score)
  const reranked = order.flatMap((from, place) => {
    const match = first[from]
    return match ? [{ ...match, score: scores[place] ?? 0 }] : []
  })
  return [...reranked, ...matches.slice(rerankedSections)]
}
