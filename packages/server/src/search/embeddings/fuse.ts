import type { RankedPage, RankedSection } from '../ranking/ranked-page.ts'
import type { NearSection } from './near-section.ts'

/** How much meaning counts; words count the rest: they find nearly everything, and a site’s model may be a poor one. */
const meaningShare = 0.3

const mix = (words: number, meaning: number): number => (1 - meaningShare) * words + meaningShare * meaning

/** Cosines as 0 to 1: each model has a range of its own, often a narrow one. */
const scaleOf = (byMeaning: readonly NearSection[]) => {
  const [most, least] = [byMeaning[0]?.cosine ?? 0, byMeaning.at(-1)?.cosine ?? 0]
  return (cosine: number): number => (most > least ? (cosine - least) / (most - least) : 1)
}

interface FuseOptions {
  readonly limit: number
  /** Pages without vectors: meaning says nothing about them, and they keep the place that words give them. */
  readonly unknown?: ReadonlySet<number>
}

/**
 * Makes one order out of two, by words and by meaning, each with the best first: a convex combination of their scores (Bruch,
 * Gai and Ingber, “An Analysis of Fusion Functions for Hybrid Retrieval”, TOIS 2023). Places alone would not do: whatever
 * both find, however far down, would come before what words alone are sure of. A score of 1 is the best by both. The
 * sections of a page are put in order the same way.
 */
export function fuse(
  byWords: readonly RankedPage[],
  byMeaning: readonly NearSection[],
  { limit, unknown = new Set() }: FuseOptions,
): RankedPage[] {
  const scale = scaleOf(byMeaning)
  const best = byWords[0]?.score || 1
  const wordPages = new Map(byWords.map((page) => [page.page, page]))
  const nearPages = Map.groupBy(byMeaning, ({ page }) => page)
  const fused = [...new Set([...wordPages.keys(), ...nearPages.keys()])].map((page): RankedPage => {
    const wordPage = wordPages.get(page)
    const near = new Map(nearPages.get(page)?.map(({ ordinal, cosine }) => [ordinal, scale(cosine)]))
    const words = (wordPage?.score ?? 0) / best
    const score = mix(words, unknown.has(page) ? words : Math.max(0, ...near.values()))
    const sections = fuseSections(wordPage?.sections ?? [], { near, score, isUnknown: unknown.has(page) })
    return { ...wordPage, page, score, sections }
  })
  return fused.sort((one, other) => other.score - one.score || one.page - other.page).slice(0, limit)
}

function fuseSections(
  byWords: readonly RankedSection[],
  { near, score, isUnknown }: { near: ReadonlyMap<number, number>; score: number; isUnknown: boolean },
): RankedSection[] {
  const best = byWords[0]?.score || 1
  const wordSections = new Map(byWords.map((section) => [section.ordinal, section]))
  const sections = [...new Set([...wordSections.keys(), ...near.keys()])].map((ordinal) => {
    const section = wordSections.get(ordinal)
    const words = (section?.score ?? 0) / best
    return { ...section, ordinal, score: mix(words, isUnknown ? words : (near.get(ordinal) ?? 0)) }
  })
  sections.sort((one, other) => other.score - one.score || one.ordinal - other.ordinal)
  const most = sections[0]?.score || 1
  return sections.map((section) => ({ ...section, score: (score * section.score) / most }))
}
