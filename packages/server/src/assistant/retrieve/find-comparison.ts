import { isChronicle } from '../../search/ranking/prior.ts'
import type { SectionMatch } from '../../search/section-match.ts'
import { countContrasts, namesEach, readCompared } from '../question/comparison.ts'

/** Sentences that name both things. */
const leastContrasts = 4

/**
 * Finds the section that tells apart what a question compares, if one does it plainly: several of its sentences name
 * both, or its heading and some.
 */
export const findComparison = (question: string, matches: readonly SectionMatch[]): SectionMatch | undefined => {
  const things = readCompared(question)
  if (!things) return undefined
  let most = leastContrasts - 1
  let best: SectionMatch | undefined
  for (const match of matches) {
    if (isChronicle(match.path)) continue
    const isInHeading = namesEach(things, match.heading ?? match.title)
    const contrasts = countContrasts(things, match.content) + (isInHeading ? 1 : 0)
    if (contrasts <= most) continue
    most = contrasts
    best = match
  }
  return best
}
