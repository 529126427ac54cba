import type { RankedPage, RankedSection } from '../ranking/ranked-page.ts'
import type { NearSection } from './near-section.ts'

/**
 * How much meaning counts; words count the rest: they find nearly everything, and a site’s model may be a poor one. `most` where
 * the nearest stands out most, `least` where it does not, `untold` where that cannot be told. `bench/fusion.ts` measures it.
 */
const meaningShare = { least: 0.02, untold: 0.3, most: 0.4 }
/** How far the nearest stands out, where meaning begins to count, and where it counts most; chance reaches 1. */
const standing = { from: 0.85, to: 1.2 }
/** Of fewer sections, nothing can be told. */
const fewestNear = 20

const harmonic = (count: number): number => {
  let sum = 0
  for (let at = 1; at <= count; at++) sum += 1 / at
  return sum
}

/**
 * How far the nearest section is before the middle one of the list, as a multiple of how far chance would bring it: where cosines
 * thin out evenly, as those of unlike texts do at most, the distances of a tenth and of the first from the middle are as
 * harmonic numbers. Whatever range the cosines of a model have makes no difference.
 */
function standOut(byMeaning: readonly NearSection[]): number | undefined {
  const [middle, tenth] = [Math.ceil(byMeaning.length / 2), Math.round(byMeaning.length / 10)]
  const before = (place: number) => (byMeaning[place - 1]?.cosine ?? 0) - (byMeaning[middle - 1]?.cosine ?? 0)
  if (byMeaning.length < fewestNear || before(tenth) <= 0) return undefined
  const all = harmonic(middle - 1)
  return before(1) / (before(tenth) * (all / (all - harmonic(tenth - 1))))
}

function shareOfMeaning(byMeaning: readonly NearSection[]): number {
  const far = standOut(byMeaning)
  if (far === undefined) return meaningShare.untold
  const share = meaningShare.most * ((far - standing.from) / (standing.to - standing.from))
  return Math.min(meaningShare.most, Math.max(meaningShare.least, share))
}

type Mix = (words: number, meaning: number) => number

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
 * sections of a page are put in order the same way. How much meaning counts follows from how far its nearest stand out from the
 * rest, so that a poor model changes little.
 */
export function fuse(
  byWords: readonly RankedPage[],
  byMeaning: readonly NearSection[],
  { limit, unknown = new Set() }: FuseOptions,
): RankedPage[] {
  const scale = scaleOf(byMeaning)
  // What words do not find at all, meaning finds alone.
  const share = byWords.length === 0 ? meaningShare.untold : shareOfMeaning(byMeaning)
  const mix: Mix = (words, meaning) => (1 - share) * words + share * meaning
  const best = byWords[0]?.score || 1
  const wordPages = new Map(byWords.map((page) => [page.page, page]))
  const nearPages = Map.groupBy(byMeaning, ({ page }) => page)
  const fused = [...new Set([...wordPages.keys(), ...nearPages.keys()])].map((page): RankedPage => {
    const wordPage = wordPages.get(page)
    const near = new Map(nearPages.get(page)?.map(({ ordinal, cosine }) => [ordinal, scale(cosine)]))
    const words = (wordPage?.score ?? 0) / best
    const score = mix(words, unknown.has(page) ? words : Math.max(0, ...near.values()))
    const sections = fuseSections(wordPage?.sections ?? [], { near, score, mix, isUnknown: unknown.has(page) })
    return { ...wordPage, page, score, sections }
  })
  return fused.sort((one, other) => other.score - one.score || one.page - other.page).slice(0, limit)
}

function fuseSections(
  byWords: readonly RankedSection[],
  { near, score, mix, isUnknown }: { near: ReadonlyMap<number, number>; score: number; mix: Mix; isUnknown: boolean },
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
