import { readPage } from '../../search/pages.ts'
import { isChronicle } from '../../search/ranking/prior.ts'
import { type SectionMatch, sectionKey } from '../../search/section-match.ts'
import { analysisOf } from '../../search/words/languages.ts'
import { askedLanguage } from '../question/asked-language.ts'
import { definesAsSection, isSameName, readDefined } from '../question/definition.ts'
import type { RetrievalContext } from './retrieval-context.ts'

/**
 * Finds the section that says what a thing is, for “What is …?”; undefined when the question doesn't ask for that, or no section
 * says it. It is one of those that the search found, or the beginning of the page of that name, which may be headed by the name of
 * the site and the thing: “Kettle plugins”.
 */
export const findDefinition = async (
  context: RetrievalContext,
  matches: readonly SectionMatch[],
): Promise<SectionMatch | undefined> => {
  const { conversation, siteName } = context
  const subject = readDefined(conversation.question)
  if (!subject) return undefined
  const isItsName = (name: string) => isSameName(name, subject) || isSameName(name, `${siteName} ${subject}`)
  // Pages of another language may be headed by the same name.
  const candidates = inLanguage(askedLanguage(conversation.question), matches)
  const page = candidates.find((match) => isItsName(match.title))
  const definition = bestDefinition(
    subject,
    isItsName,
    page ? [...candidates, await openingOf(context, page)] : candidates,
  )
  const isSame = ({ path, ...section }: SectionMatch) =>
    definition?.path === path && sectionKey(definition) === sectionKey(section)
  return matches.find(isSame) ?? definition
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

/** The section that says what the thing is: where the page of its name begins, or where it is said plainly. */
const bestDefinition = (
  subject: string,
  isItsName: (name: string) => boolean,
  matches: readonly SectionMatch[],
): SectionMatch | undefined => {
  let bestScore = 0
  let best: SectionMatch | undefined
  for (const [at, match] of matches.entries()) {
    if (isChronicle(match.path)) continue
    const isDefinition = definesAsSection(subject, match)
    const place = placeOf(match, isItsName)
    const score = (isDefinition ? plainest : 0) + place - at / 1_000
    if ((!isDefinition && place < beginningOfItsPage) || score <= bestScore) continue
    bestScore = score
    best = match
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

/** Of a sentence that says it. */
const plainest = 3
/** More than a plain sentence elsewhere, less than one where a page begins. */
const beginningOfItsPage = 3.2

/** Headings under which a page says what it is about. */
const openingHeading = /^(?:overview|introduction|description|what (?:is|are)\b.*|about|getting started|concepts?)/i
