import type { Database } from '../../database/database.ts'
import { readPage, sectionsBelow } from '../../search/pages.ts'
import { isEmpty, type SectionMatch, sectionKey } from '../../search/section-match.ts'
import { type Passage, passageKey, type SourceList } from '../sources.ts'
import type { RetrievalSite } from './retrieval-context.ts'

/** Where matches come from, and how many of them become sources. */
interface MatchPlace {
  readonly database: Database
  readonly site: RetrievalSite
  readonly limit: number
}

const keyOf = ({ path, ...section }: SectionMatch): string => `${path} ${sectionKey(section)}`

/** Makes sources of the first matches; gives the others. */
export const addMatches = async (
  sources: SourceList,
  matches: readonly SectionMatch[],
  { database, site, limit }: MatchPlace,
): Promise<SectionMatch[]> => {
  /** Sections in the passages so far. */
  const sections = new Set<string>()
  /** Those that joined the passage of the heading above them. */
  const subsections = new Set<string>()
  const passages = new Map<string, Passage>()
  let next = 0
  for (; next < matches.length && passages.size < limit; next++) {
    const match = matches[next]
    if (!match || subsections.has(keyOf(match))) continue
    const { passage, parts } = await joinSubsections({ database, site }, match, (part) => sections.has(keyOf(part)))
    for (const part of parts) subsections.add(keyOf(part))
    for (const part of [match, ...parts]) sections.add(keyOf(part))
    if (passage && !sources.find(passage)) passages.set(passageKey(passage), passage)
  }
  await sources.add([...passages.values()])
  return matches.slice(next)
}

interface JoinedSection {
  /** Undefined when other passages say everything. */
  readonly passage?: SectionMatch
  /** The subsections in it. */
  readonly parts: readonly SectionMatch[]
}

/** Characters. */
const longestPassage = 6_000

/**
 * A heading with nothing but subsections below it says what they say, except those of earlier passages. With a single
 * subsection, it is that subsection.
 */
const joinSubsections = async (
  { database, site }: Pick<MatchPlace, 'database' | 'site'>,
  match: SectionMatch,
  isKnown: (part: SectionMatch) => boolean,
): Promise<JoinedSection> => {
  if (!isEmpty(match.content)) return { passage: match, parts: [] }
  const { sections = [] } = (await readPage(database, site, match.path)) ?? {}
  const at = sections.findIndex((section) => sectionKey(section) === sectionKey(match))
  if (at < 0) return { passage: match, parts: [] }
  const below = sectionsBelow(sections, at).map((section) => ({ ...match, ...section }))
  const [only, another] = below
  if (only && !another) return { passage: only, parts: [only] }
  const news = below.filter((section) => !isKnown(section))
  if (below.length > 0 && news.length === 0) return { parts: [] }
  const parts: SectionMatch[] = []
  const places = [...match.places]
  let content = match.content
  for (const part of news) {
    if (content.length + part.content.length > longestPassage) break
    content += `\n\n${part.content}`
    places.push(...part.places)
    parts.push(part)
  }
  return { passage: { ...match, content, places }, parts }
}
