import type { AssistantRequest } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { beginningOf } from '../pages/plain-text.ts'
import { readPage, sectionsBelow } from '../search/pages.ts'
import { isEmpty } from '../search/ranking/order-sections.ts'
import { isChronicle } from '../search/ranking/prior.ts'
import { comparedSections, type SectionMatch, searchSections, sectionKey } from '../search/search.ts'
import type { SearchIndex } from '../search/search-index.ts'
import { analysisOf } from '../search/words/languages.ts'
import { type Aspect, namedEditions, readAmbiguity } from './question/ambiguity.ts'
import { asksForHeading, asksSameQuestion } from './question/asked-heading.ts'
import { askedLanguage, withoutSmallWords } from './question/asked-language.ts'
import { countContrasts, namesEach, readCompared } from './question/comparison.ts'
import { asksAboutPage, type Conversation, earlierQuestions, retrievalQuery } from './question/conversation.ts'
import { definesAsSection, isSameName, readDefined } from './question/definition.ts'
import { searchedWords } from './question/site-name.ts'
import { createSourceList, type Passage, passageKey, type SourceList } from './sources.ts'
import { readPassage } from './tools.ts'

type Site = Pick<SiteRow, 'id' | 'url'>

const defaultSources = 5
const mostSources = 50
/** Sections that are looked at, beyond those the answer is made from; follow-up questions are made from them. */
const neighbours = 25

/** How many search results an answer to this request is made from. */
export const sourceCount = (request: Pick<AssistantRequest, 'retrievalPageSize'>): number =>
  Math.min(mostSources, Math.ceil(request.retrievalPageSize ?? defaultSources))

/** Finds what the answer is made from, its neighbours, and in what the question is open. */
export const retrieve = async (
  searchIndex: SearchIndex,
  site: Site,
  {
    request,
    conversation,
    query,
    siteName = '',
  }: { request: AssistantRequest; conversation: Conversation; query: string; siteName?: string },
): Promise<{ sources: SourceList; others: SectionMatch[]; open: readonly Aspect[] }> => {
  const { database } = searchIndex
  const sources = createSourceList(database, site)
  // A selection comes from the page that the reader is on, also when the client does not say so.
  const currentPath = conversation.currentPath ?? conversation.context.find((item) => item.path)?.path
  if (currentPath && asksAboutPage(conversation.question)) {
    const page = await readPassage(database, site, { path: currentPath })
    if (page) await sources.add([page])
  }
  const limit = sourceCount(request)
  const search = { filter: request.filter, currentPath, namedEditions: namedEditions(conversation), asksBack: true }
  const emphasis = leansOnEarlier(conversation, query) ? conversation.question : undefined
  const found = await searchInConversation(query, conversation, (words) =>
    searchSections(searchIndex, site, {
      // Those of the reader’s language may be words of the pages': “comment”.
      query: withoutSmallWords(searchedWords(words, siteName)),
      emphasis,
      limit: limit + neighbours,
      ...search,
    }),
  )
  const { question } = conversation
  const named = await findNamed(database, site, { question, currentPath, found })
  const overview = named && opensOverview(named, question) ? await readPassage(database, site, named) : undefined
  if (overview) await sources.add([overview])
  const defined = named ?? (await findDefinition(searchIndex, site, { question, siteName, found, search }))
  const likely = defined ?? findComparison(question, found)
  const matches = likely ? [likely, ...found.filter((match) => match !== likely)] : found
  const asked = { conversation, currentPath: currentPath ?? undefined, filter: request.filter }
  const open = await readAmbiguity(database, site, asked, matches)
  const others = await addMatches(sources, matches, { database, site, limit })
  return { sources, others, open }
}

/** Does a page begin here that is asked for by its title, “How an answer is made”, and says it in its sections? Steps are quoted from one. */
const opensOverview = ({ title, heading, hasSubsections }: SectionMatch, question: string): boolean =>
  hasSubsections &&
  (heading === null || heading === title) &&
  asksSameQuestion(question, title) &&
  !/^how (?:to|do|can|should)\b/i.test(title)

/** What is found for a query; when that is nothing, for the question before it as well. */
const searchInConversation = async (
  query: string,
  { history }: Conversation,
  search: (query: string) => Promise<SectionMatch[]>,
): Promise<SectionMatch[]> => {
  const found = await search(query)
  const before = history.findLast(({ role }) => role === 'user')
  return found.length > 0 || !before ? found : search(`${query}\n${beginningOf(before.text, longestBefore)}`)
}

/** In characters. */
const longestBefore = 600

/** Was the query put together of a question and those that it refers to? What a model writes stands on its own. */
const leansOnEarlier = (conversation: Conversation, query: string): boolean =>
  earlierQuestions(conversation).length > 0 && query === retrievalQuery(conversation)

/**
 * The section whose heading the question says, on the reader's page, or as a question on any: pages and answers offer such
 * questions, and other pages may say the words of a short one more often.
 */
const findNamed = async (
  database: Database,
  site: Site,
  asked: { question: string; currentPath: string | null | undefined; found: readonly SectionMatch[] },
): Promise<SectionMatch | undefined> => {
  const { question, currentPath, found } = asked
  const page = currentPath ? await readPage(database, site, currentPath) : undefined
  const own = page?.sections.find(({ heading }) => asksForHeading(question, heading))
  if (!page || !own) return found.find(({ title, heading }) => asksSameQuestion(question, heading ?? title))
  const isOwn = (match: SectionMatch) => match.path === page.path && sectionKey(match) === sectionKey(own)
  const { path, title, version, language, tags } = page
  const unfound = { description: null, trail: [], score: 1, hasSubsections: false, words: 0, linkedAs: 0, linking: 0 }
  return found.find(isOwn) ?? { path, title, version, language, tags, ...own, ...unfound }
}

/**
 * The section that says what a thing is, for “What is …?”. The name of a product stands on every page, so that searching
 * for it alone finds any; where it is explained is found beside the words that such pages are headed by. A page may be headed
 * by the name of the site and the thing: “Kettle plugins”.
 */
const findDefinition = async (
  searchIndex: SearchIndex,
  site: Site,
  asked: { question: string; siteName: string; found: readonly SectionMatch[]; search: object },
): Promise<SectionMatch | undefined> => {
  const { question, siteName, found, search } = asked
  const subject = readDefined(question)
  if (!subject) return undefined
  const isOwnName = (name: string) => isSameName(name, subject) || isSameName(name, `${siteName} ${subject}`)
  const queries = [
    `${subject} overview introduction getting started`,
    `${subject} glossary concepts terminology`,
    subject,
  ]
  const further = await Promise.all(
    queries.map((query) =>
      searchSections(searchIndex, site, { query, limit: comparedSections, byWordsAlone: true, ...search }),
    ),
  )
  // Pages of another language may be headed by the same name.
  const all = inLanguage(askedLanguage(question), [...found, ...further.flat()])
  const own = all.find((match) => isOwnName(match.title))
  const defining = bestDefinition(
    subject,
    isOwnName,
    own ? [...all, await openingOf(searchIndex.database, site, own)] : all,
  )
  const known = found.find((match) => match.path === defining?.path && sectionKey(match) === sectionKey(defining))
  // Found by another question.
  return known ?? (defining && { ...defining, byWords: undefined })
}

/** What is in the language of the question, where there is any; else in that of the first. */
const inLanguage = (asked: string | undefined, matches: readonly SectionMatch[]): readonly SectionMatch[] => {
  const own = matches.filter(({ language }) => analysisOf(language) === asked)
  return own.length > 0 ? own : matches.filter(({ language }) => language === matches[0]?.language)
}

/**
 * The section that tells apart what a question compares, where one does it plainly: several of its sentences name both, or
 * its heading and some.
 */
const findComparison = (question: string, found: readonly SectionMatch[]): SectionMatch | undefined => {
  const compared = readCompared(question)
  if (!compared) return undefined
  let most = plainly - 1
  let best: SectionMatch | undefined
  for (const match of found) {
    const isHeaded = namesEach(compared, match.heading ?? match.title)
    const told = isChronicle(match.path) ? 0 : countContrasts(compared, match.content) + (isHeaded ? 1 : 0)
    if (told <= most) continue
    most = told
    best = match
  }
  return best
}

const plainly = 4

/** The first section of the page of a match that says something. */
const openingOf = async (database: Database, site: Site, match: SectionMatch): Promise<SectionMatch> => {
  const { sections = [] } = (await readPage(database, site, match.path)) ?? {}
  const first = sections.find(({ content }) => saysSomething(content))
  return first ? { ...match, ...first } : match
}

/** Has a section text, and not only a list of the sections of its page? */
const saysSomething = (content: string): boolean => /^(?:[\p{L}\p{N}"“]|\*\*)[^\n]{30}/mu.test(content)

/** The section that says what the thing is: where the page of its name begins, or that says it plainly. */
const bestDefinition = (
  subject: string,
  isOwnName: (name: string) => boolean,
  matches: readonly SectionMatch[],
): SectionMatch | undefined => {
  let most = 0
  let best: SectionMatch | undefined
  for (const [at, match] of matches.entries()) {
    if (isChronicle(match.path)) continue
    const said = definesAsSection(subject, match)
    const isBeginning = match.heading === null || beginning.test(match.heading) || match.heading === match.title
    const isOwnPage = isOwnName(match.title)
    const isOwn = isOwnPage || isOwnName(match.heading ?? '')
    const place =
      isOwnPage && isBeginning && saysSomething(match.content) ? ownBeginning : (isOwn ? 1 : 0) + (isBeginning ? 1 : 0)
    const score = said + place - at / 1_000
    if ((said === 0 && place < ownBeginning) || score <= most) continue
    most = score
    best = match
  }
  return best
}

/** More than a plain sentence elsewhere, less than one where a page begins. */
const ownBeginning = 3.2

/** Headings under which a page says what it is about. */
const beginning = /^(?:overview|introduction|description|what (?:is|are)\b.*|about|getting started|concepts?)/i

/** Makes sources of the first matches, so many of them; returns the others. */
export const addMatches = async (
  sources: SourceList,
  matches: readonly SectionMatch[],
  { database, site, limit }: { database: Database; site: Site; limit: number },
): Promise<SectionMatch[]> => {
  const keyOf = ({ path, ...section }: SectionMatch) => `${path} ${sectionKey(section)}`
  const told = new Set<string>()
  const toldAbove = new Set<string>()
  const chosen = new Map<string, Passage>()
  let next = 0
  for (; next < matches.length && chosen.size < limit; next++) {
    const match = matches[next]
    if (!match || toldAbove.has(keyOf(match))) continue
    const { source, parts } = await withSubsections(database, site, match, (part) => told.has(keyOf(part)))
    for (const part of parts) toldAbove.add(keyOf(part))
    for (const part of [match, ...parts]) told.add(keyOf(part))
    if (source && !sources.find(source)) chosen.set(passageKey(source), source)
  }
  await sources.add([...chosen.values()])
  return matches.slice(next)
}

/** How much is read of what stands below a heading. */
const longestBelow = 6_000

/**
 * A heading with nothing but subsections below it says what they say, without those that were told before; no source when
 * these are all. One with a single subsection is that subsection.
 */
const withSubsections = async (
  database: Database,
  site: Site,
  match: SectionMatch,
  isTold: (part: SectionMatch) => boolean,
): Promise<{ source?: SectionMatch; parts: readonly SectionMatch[] }> => {
  if (!isEmpty(match.content)) return { source: match, parts: [] }
  const { sections = [] } = (await readPage(database, site, match.path)) ?? {}
  const at = sections.findIndex((section) => sectionKey(section) === sectionKey(match))
  if (at < 0) return { source: match, parts: [] }
  const all = sectionsBelow(sections, at).map((section) => ({ ...match, ...section }))
  const [only, another] = all
  if (only && !another) return { source: only, parts: [only] }
  const parts: SectionMatch[] = []
  const places = [...match.places]
  let content = match.content
  for (const part of all.filter((below) => !isTold(below))) {
    if (content.length + part.content.length > longestBelow) break
    content += `\n\n${part.content}`
    places.push(...part.places)
    parts.push(part)
  }
  return all.length > 0 && all.every(isTold) ? { parts } : { source: { ...match, content, places }, parts }
}
