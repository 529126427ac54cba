import { readTerms } from '../../search/words/words.ts'
import { writeChoicesMark } from '../grounding/citations.ts'
import { type Aspect, areTwins } from '../question/ambiguity.ts'
import type { Source } from '../sources.ts'
import type { Phrases } from './phrases.ts'
import { type SearchWords, tellingTerms } from './search-words.ts'

/**
 * Asks back when the sources answer a question in several ways of which none is likelier: the same section of several
 * editions, or sections of several pages that are called exactly as what was asked for. Errs on the side of answering.
 *
 * @param best the source that would be quoted
 * @param open what the reader has left open
 */
export const askBack = (
  search: SearchWords,
  sources: readonly Source[],
  { question, best, open, phrases }: { question: string; best: Source; open: readonly Aspect[]; phrases: Phrases },
): string | undefined => {
  for (const aspect of open) {
    // A sentence is in a language.
    if (aspect === 'language' && !isName(question, 2)) continue
    const meanings = aspect === 'subject' ? namesakes(search, sources) : editions(sources, { best, aspect })
    if (meanings.length > 1) return `${writeChoicesMark(meanings.map(({ number }) => number))} ${phrases[aspect]}`
  }
  return undefined
}

/** The best source and its twins of other editions that say something else. */
const editions = (
  sources: readonly Source[],
  { best, aspect }: { best: Source; aspect: 'version' | 'language' | 'tag' },
): Source[] => {
  const valuesOf = (source: Source): readonly string[] =>
    aspect === 'tag' ? (source.tags ?? []) : [source[aspect] ?? []].flat()
  const twins = sources.filter(
    (source) =>
      valuesOf(source).length > 0 &&
      !valuesOf(source).some((value) => valuesOf(best).includes(value)) &&
      areTwins(whole(best), whole(source)) &&
      !isSame(source, best),
  )
  return valuesOf(best).length > 0 ? [best, ...twins] : []
}

/**
 * The first sources, when each is a section of another page and all are headed by the very words that were asked for. A
 * page of that name is the answer itself.
 */
const namesakes = (search: SearchWords, sources: readonly Source[]): Source[] => {
  const asked = new Set(tellingTerms(search))
  const isAsked = (heading: string) => {
    const terms = new Set(search.read(heading).filter((term) => asked.has(term) || !search.weights.has(term)))
    return isName(heading) && asked.size > 0 && terms.size === asked.size && [...terms].every((term) => asked.has(term))
  }
  if (sources.some(({ title }) => isAsked(title))) return []
  const end = sources.findIndex(({ heading }) => heading === null || !isAsked(heading))
  const named = sources.slice(0, end < 0 ? sources.length : end)
  const titles = new Set(named.map(({ title }) => title.toLowerCase()))
  const isRepeated = named.some((one, at) => named.slice(at + 1).some((other) => saysMostlyTheSame(one, other)))
  return titles.size === named.length && !isRepeated ? named : []
}

/** “Authentication”, “Rate limits”. A longer heading says what it is about. */
const isName = (text: string, longest = 3): boolean => text.trim().split(/\s+/).length <= longest

/** Two places that explain one thing share most of the shorter one’s words. */
const saysMostlyTheSame = (one: Source, other: Source): boolean => {
  const [fewer, more] = [one, other]
    .map(({ content }) => new Set(readTerms(content)))
    .sort((first, second) => first.size - second.size)
  const shared = [...(fewer ?? [])].filter((term) => more?.has(term)).length
  return shared >= 0.6 * (fewer?.size ?? 0)
}

/** A source of which nothing is known is of no edition. */
const whole = (source: Source) => ({ version: null, language: null, tags: [], ...source })

const isSame = (one: Source, other: Source): boolean => {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase()
  return plain(one.content) === plain(other.content)
}
