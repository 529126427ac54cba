import type { RankedPage } from '../rank.ts'
import type { NearSection } from './nearest.ts'

/** How little the first places count more than the next ones. */
const damping = 60
const placeShare = (place: number | undefined): number => (place === undefined ? 0 : 1 / (damping + place))

/**
 * One order out of two, by words and by meaning: reciprocal rank fusion (Cormack, Clarke and Büttcher, “Reciprocal Rank
 * Fusion outperforms Condorcet and individual Rank Learning Methods”, SIGIR 2009). A score of 1 is the first place in both.
 * The sections of a page are put in order the same way.
 */
export function fuse(byWords: readonly RankedPage[], byMeaning: readonly NearSection[], limit: number): RankedPage[] {
  const words = new Map(byWords.map((ranked, at) => [ranked.page, { place: at + 1, sections: ranked.sections }]))
  const meanings = Map.groupBy(byMeaning, (near) => near.page)
  const places = new Map([...meanings.keys()].map((page, at) => [page, at + 1]))
  const fused = [...new Set([...words.keys(), ...meanings.keys()])].map((page): RankedPage => {
    const known = words.get(page)
    const score = (placeShare(known?.place) + placeShare(places.get(page))) / (2 * placeShare(1))
    const ordinals = [known?.sections ?? [], meanings.get(page) ?? []]
    return { page, score, sections: fuseSections(ordinals, score) }
  })
  return fused.sort((one, other) => other.score - one.score || one.page - other.page).slice(0, limit)
}

function fuseSections(lists: readonly (readonly { ordinal: number }[])[], score: number): RankedPage['sections'] {
  const shares = new Map<number, number>()
  for (const list of lists) {
    for (const [at, { ordinal }] of list.entries()) {
      shares.set(ordinal, (shares.get(ordinal) ?? 0) + placeShare(at + 1))
    }
  }
  const sorted = [...shares].sort(([one, share], [other, otherShare]) => otherShare - share || one - other)
  const best = sorted[0]?.[1] ?? 1
  return sorted.map(([ordinal, share]) => ({ ordinal, score: (score * share) / best }))
}
