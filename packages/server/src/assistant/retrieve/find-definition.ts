import { readPage } from '../../search/pages.ts'
import { isChronicle } from '../../search/ranking/prior.ts'
import { comparedSections, searchSections } from '../../search/search.ts'
import { type SectionMatch, sectionKey } from '../../search/section-match.ts'
import { analysisOf } from '../../search/words/languages.ts'
import { askedLanguage } from '../question/asked-language.ts'
import { definesAsSection, isSameName, readDefined } from '../question/definition.ts'
import type { RetrievalContext } from './retrieval-context.ts'

/** Finds the section that says what a thing is; undefined when the question doesn't ask for that, or no section says it. */
export type DefinitionSearch = (matches: readonly SectionMatch[]) => Promise<SectionMatch | undefined>

/**
 * Opens the search for a definition, for “What is …?”. The name of a product is on every page, so that a search for it
 * alone finds any page; the page that explains it is found with the words of such headings. A page may be headed by the
 * name of the site and the thing: “Kettle plugins”. However many queries the question is tried with, these searches happen
 * once, and not at all when a match of the query is as good as a definition can be.
 */
export const openDefinitionSearch = (context: RetrievalContext): DefinitionSearch => {
  const { conversation, siteName } = context
  const subject = readDefined(conversation.question)
  if (!subject) return async () => undefined
  const language = askedLanguage(conversation.question)
  const isItsName = (name: string) => isSameName(name, subject) || isSameName(name, `${siteName} ${subject}`)
  const choose = (candidates: readonly SectionMatch[]) => bestDefinition(subject, isItsName, candidates)
  let searches: Promise<SectionMatch[]> | undefined
  return async (matches) => {
    const sameSection = ({ path, ...section }: SectionMatch) =>
      matches.find((match) => match.path === path && sectionKey(match) === sectionKey(section))
    const best = choose(matches.filter((match) => analysisOf(match.language) === language))
    if (best?.isUnbeatable) return sameSection(best.match)
    searches ??= searchForSubject(context, subject)
    // Pages of another language may be headed by the same name.
    const candidates = inLanguage(language, [...matches, ...(await searches)])
    const page = candidates.find((match) => isItsName(match.title))
    const definition = choose(page ? [...candidates, await openingOf(context, page)] : candidates)?.match
    // Its likeness to the words of another query says nothing.
    return definition && (sameSection(definition) ?? { ...definition, byWords: undefined })
  }
}

/** The name of the thing alone finds no definition that these don't. */
const wordsOfHeadings = ['overview introduction getting started', 'glossary concepts terminology']

const searchForSubject = async (
  { searchIndex, site, options }: RetrievalContext,
  subject: string,
): Promise<SectionMatch[]> => {
  const results = wordsOfHeadings.map((words) =>
    searchSections(searchIndex, site, {
      ...options,
      query: `${subject} ${words}`,
      limit: comparedSections,
      byWordsAlone: true,
    }),
  )
  return (await Promise.all(results)).flat()
}

/** The matches in a language, if there are any; else those in the language of the first. */
const inLanguage = (language: string | undefined, matches: readonly SectionMatch[]): SectionMatch[] => {
  const inIt = matches.filter((match) => analysisOf(match.language) === language)
  return inIt.length > 0 ? inIt : matches.filter((match) => match.language === matches[0]?.language)
}

/** The first section of the page of a match that has text. */
const openingOf = async ({ searchIndex, site }: RetrievalContext, match: SectionMatch): Promise<SectionMatch> => {
  const { sections = [] } = (await readPage(searchIndex.database, site, match.path)) ?? {}
  const first = sections.find(({ content }) => hasText(content))
  return first ? { ...match, ...first } : match
}

/** Does a section have text, and not only a list of the sections of its page? */
const hasText = (content: string): boolean => /^(?:[\p{L}\p{N}"“]|\*\*)[^\n]{30}/mu.test(content)

interface Definition {
  readonly match: SectionMatch
  /** Whether no later match can be better. */
  readonly isUnbeatable: boolean
}

/** The section that says what the thing is: where the page of its name begins, or where it is said plainly. */
const bestDefinition = (
  subject: string,
  isItsName: (name: string) => boolean,
  matches: readonly SectionMatch[],
): Definition | undefined => {
  let bestScore = 0
  let best: Definition | undefined
  for (const [at, match] of matches.entries()) {
    if (isChronicle(match.path)) continue
    const plainness = definesAsSection(subject, match)
    const place = placeOf(match, isItsName)
    const score = plainness + place - at / 1_000
    if ((plainness === 0 && place < beginningOfItsPage) || score <= bestScore) continue
    bestScore = score
    best = { match, isUnbeatable: plainness === plainest && place === beginningOfItsPage }
  }
  return best
}

/** How much the place of a section says that it is about the thing. */
const placeOf = (match: SectionMatch, isItsName: (name: string) => boolean): number => {
  const { title, heading, content } = match
  const isBeginning = heading === null || heading === title || openingHeading.test(heading)
  if (isItsName(title) && isBeginning && hasText(content)) return beginningOfItsPage
  return (isItsName(title) || isItsName(heading ?? '') ? 1 : 0) + (isBeginning ? 1 : 0)
}

/** What `definesAsSection` gives at most. */
const plainest = 3
/** More than a plain sentence elsewhere, less than one where a page begins. */
const beginningOfItsPage = 3.2

/** Headings under which a page says what it is about. */
const openingHeading = /^(?:overview|introduction|description|what (?:is|are)\b.*|about|getting started|concepts?)/i
