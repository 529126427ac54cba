import type { RankedPage } from '../rank.ts'
import type { NearSection } from './near-section.ts'

/** What meaning counts; words count the rest. They find nearly everything, and nobody knows how good an owner’s model is. */
const meaningShare = 0.3

const mix = (words: number, meaning: number): number => (1 - meaningShare) * words + meaningShare * meaning

/** Cosines as 0 to 1: those of models lie in ranges of their own, often narrow ones. */
const scaleOf = (byMeaning: readonly NearSection[]) => {
  const [most, least] = [byMeaning[0]?.cosine ?? 0, byMeaning.at(-1)?.cosine ?? 0]
  return (cosine: number): number => (most > least ? (cosine - least) / (most - least) : 1)
}

export interface FuseOptions {
  readonly limit: number
  /** Pages that meaning says nothing about, as they have no vectors: they keep the place that words give them. */
  readonly unknown?: ReadonlySet<number>
}

/**
 * One order out of two, by words and by meaning, each the best first: a convex combination of their scores (Bruch, Gai and
 * Ingber, “An Analysis of Fusion Functions for Hybrid Retrieval”, TOIS 2023). Places alone would not do: who is found by
 * both, however far down, would come before what words alone are sure of. A score of 1 is the best by both. The sections of
 * a page are put in order the same way.
 */
export function fuse(
  byWords: readonly RankedPage[],
  byMeaning: readonly NearSection[],
  { limit, unknown = new Set() }: FuseOptions,
): RankedPage[] {
  const scale = scaleOf(byMeaning)
  const best = byWords[0]?.score || 1
  const pages = new Map(byWords.map((ranked) => [ranked.page, ranked]))
  const meanings = Map.groupBy(byMeaning, (near) => near.page)
  const fused = [...new Set([...pages.keys(), ...meanings.keys()])].map((page): RankedPage => {
    const said = pages.get(page)
    const near = new Map(meanings.get(page)?.map(({ ordinal, cosine }) => [ordinal, scale(cosine)]))
    const words = (said?.score ?? 0) / best
    const score = mix(words, unknown.has(page) ? words : Math.max(0, ...near.values()))
    const sections = fuseSections(said?.sections ?? [], { near, score, isUnknown: unknown.has(page) })
    return { ...said, page, score, sections }
  })
  return fused.sort((one, other) => other.score - one.score || one.page - other.page).slice(0, limit)
}

function fuseSections(
  byWords: RankedPage['sections'],
  { near, score, isUnknown }: { near: ReadonlyMap<number, number>; score: number; isUnknown: boolean },
): RankedPage['sections'] {
  const best = byWords[0]?.score || 1
  const said = new Map(byWords.map((section) => [section.ordinal, section]))
  const sections = [...new Set([...said.keys(), ...near.keys()])].map((ordinal) => {
    const known = said.get(ordinal)
    const words = (known?.score ?? 0) / best
    return { ...known, ordinal, score: mix(words, isUnknown ? words : (near.get(ordinal) ?? 0)) }
  })
  sections.sort((one, other) => other.score - one.score || one.ordinal - other.ordinal)
  const most = sections[0]?.score || 1
  return sections.map((section) => ({ ...section, score: (score * section.score) / most }))
}
