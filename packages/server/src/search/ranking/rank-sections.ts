import type { IndexLengths } from '../index/index-lengths.ts'
import type { RankedSection } from './ranked-page.ts'
import type { SectionScores } from './section-scores.ts'

/**
 * When the sections of one page are compared: how much they count by the headings above them (the page's beginning first),
 * and the part of its best subsection's score that a section gets. Readers look for a topic rather than for a detail of it.
 */
const depthShares = [0.7, 1, 0.9] as const
const deepestShare = 0.8
const subsectionShare = 0.2
const ownHeadingShare = 2

/** The sections of the page at a place of the index that match, the best first, by what each says itself. */
export function rankSections(
  at: number,
  { lengths, scores, ownScores }: { lengths: IndexLengths; scores: SectionScores; ownScores: Float64Array },
): RankedSection[] {
  const first = lengths.firstSection[at] ?? 0
  const end = lengths.firstSection[at + 1] ?? first
  const sections: RankedSection[] = []
  // Backwards, so that a section comes after its subsections. By depth: the best of those that have no parent yet.
  const orphans: number[] = []
  for (let section = end - 1; section >= first; section--) {
    const depth = lengths.depths[section] ?? 0
    const below = orphans.splice(depth + 1).reduce((most, score) => Math.max(most, score ?? 0), 0)
    const score = (ownScores[section - first] ?? 0) + ownHeadingShare * scores.headings.of(section)
    orphans[depth] = Math.max(orphans[depth] ?? 0, score)
    if (!scores.whole[section]) continue
    const whole = score + (depth > 0 ? subsectionShare * below : 0)
    const hasSubsections = section + 1 < end && (section === first || (lengths.depths[section + 1] ?? 0) > depth)
    sections.push({ ordinal: section - first, score: whole * (depthShares[depth] ?? deepestShare), hasSubsections })
  }
  return sections.sort((one, other) => other.score - one.score || one.ordinal - other.ordinal)
}

/**
 * The best section gets the score of its page, every other one its part of it. When only the title says what is asked, so
 * that no section has anything of its own, the beginning gets all.
 */
export function shareOut(score: number, sections: readonly RankedSection[]): RankedSection[] {
  const best = sections[0]?.score ?? 0
  return sections.map((section, place) => ({
    ...section,
    score: place === 0 ? score : best > 0 ? (score * section.score) / best : 0,
  }))
}
