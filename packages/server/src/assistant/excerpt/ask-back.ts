import { writeChoicesMark } from '../grounding/citations.ts'
import { type Aspect, areTwins, valuesOf } from '../question/ambiguity.ts'
import type { Source } from '../sources.ts'
import type { Phrases } from './phrases.ts'

/**
 * Asks back when the best source is there in several editions that do not say the same. Errs on the side of answering.
 *
 * @param open in what the question leaves the edition open
 */
export const askBack = (
  best: Source,
  { sources, open, phrases }: { sources: readonly Source[]; open: readonly Aspect[]; phrases: Phrases },
): string | undefined => {
  for (const aspect of open) {
    const values = valuesOf(best, aspect)
    const isOther = (source: Source) => {
      const own = valuesOf(source, aspect)
      return values.length > 0 && own.length > 0 && !own.some((value) => values.includes(value))
    }
    const twins = sources.filter((source) => isOther(source) && areTwins(best, source) && plain(source) !== plain(best))
    const numbers = [best, ...twins].map(({ number }) => number)
    if (twins.length > 0) return `${writeChoicesMark(numbers)} ${phrases[aspect]}`
  }
  return undefined
}

const plain = ({ content }: Source): string => content.replace(/\s+/g, ' ').trim().toLowerCase()
