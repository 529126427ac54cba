import type { AssistantRequest } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { isEmpty } from '../docs/order-sections.ts'
import { isChronicle } from '../docs/prior.ts'
import { comparedSections, type SectionMatch, searchSections } from '../docs/search.ts'
import { type Aspect, preferEdition, readAmbiguity } from './ambiguity.ts'
import { countContrasts, readCompared } from './comparison.ts'
import { asksAboutPage, type Conversation, earlierQuestions, retrievalQuery } from './conversation.ts'
import { definesAsSection, isSameName, readDefined } from './definition.ts'
import { beginningOf } from './plain-text.ts'
import { createSourceList, type SourceList } from './sources.ts'
import { readWholePage } from './tools.ts'

const defaultSources = 5
const mostSources = 50
/** Sections that are looked at, beyond those the answer is made from; follow-up questions are made from them. */
const neighbours = 25

/** How many search results an answer to this request is made from. */
export const sourceCount = (request: Pick<AssistantRequest, 'retrievalPageSize'>): number =>
  Math.min(mostSources, Math.ceil(request.retrievalPageSize ?? defaultSources))

/** Finds what the answer is made from, its neighbours, and in what the question is open. */
export const retrieve = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  { request, conversation, query }: { request: AssistantRequest; conversation: Conversation; query: string },
): Promise<{ sources: SourceList; others: SectionMatch[]; open: readonly Aspect[] }> => {
  const sources = createSourceList()
  // A selection comes from the page that the reader is on, also when the client does not say so.
  const currentPath = conversation.currentPath ?? conversation.context.find((item) => item.path)?.path
  if (currentPath && asksAboutPage(conversation.question)) {
    const page = await readWholePage(database, site, currentPath)
    if (page) sources.add(page)
  }
  const limit = sourceCount(request)
  const search = { ...(request.filter && { filter: request.filter }), ...(currentPath && { currentPath }) }
  const emphasis = leansOnEarlier(conversation, query) ? conversation.question : undefined
  const found = await searchInConversation(query, conversation, (words) =>
    searchSections(database, site, { query: words, emphasis, limit: limit + neighbours, ...search }),
  )
  const defined = await findDefinition(database, site, { question: conversation.question, found, search })
  const likely = defined ?? findComparison(conversation.question, found)
  const ordered = likely ? [likely, ...found.filter((match) => match !== likely)] : found
  const asked = { conversation, currentPath: currentPath ?? undefined, filter: request.filter }
  const { meant, open } = await readAmbiguity(database, site, asked, ordered)
  const matches = preferEdition(ordered, meant)
  const others = await addMatches(sources, matches, { database, site, limit })
  return { sources, others, open }
}

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
 * The section that says what a thing is, for “What is …?”. The name of a product stands on every page, so that searching
 * for it alone finds any; where it is explained is found beside the words that such pages are headed by.
 */
const findDefinition = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'url'>,
  { question, found, search }: { question: string; found: readonly SectionMatch[]; search: object },
): Promise<SectionMatch | undefined> => {
  const subject = readDefined(question)
  if (!subject) return undefined
  const queries = [
    `${subject} overview introduction getting started`,
    `${subject} glossary concepts terminology`,
    subject,
  ]
  const further = await Promise.all(
    queries.map((query) =>
      searchSections(database, site, { query, limit: comparedSections, byWordsAlone: true, ...search }),
    ),
  )
  const all = [...found, ...further.flat()]
  const own = all.find((match) => isSameName(match.title, subject))
  const defining = bestDefinition(subject, own ? [...all, await openingOf(database, site, own)] : all)
  const known = found.find((match) => defining && isSameSection(match, defining) && match.path === defining.path)
  // Found by another question.
  return known ?? (defining && { ...defining, byWords: undefined })
}

/** The section that tells apart what a question compares, where one does it plainly: several of its sentences name both. */
const findComparison = (question: string, found: readonly SectionMatch[]): SectionMatch | undefined => {
  const compared = readCompared(question)
  if (!compared) return undefined
  let most = plainly - 1
  let best: SectionMatch | undefined
  for (const match of found) {
    const told = isChronicle(match.path) ? 0 : countContrasts(compared, `${match.heading ?? ''}: ${match.content}`)
    if (told <= most) continue
    most = told
    best = match
  }
  return best
}

const plainly = 4

/** The first section of the page of a match. */
const openingOf = async (database: Database, site: Pick<SiteRow, 'id'>, match: SectionMatch): Promise<SectionMatch> => {
  const [first] = await readSections(database, site, match.path)
  return first ? { ...match, ...placeOf(match, first) } : match
}

/** The section that says what the thing is: where the page of its name begins, or that says it plainly. */
const bestDefinition = (subject: string, matches: readonly SectionMatch[]): SectionMatch | undefined => {
  let most = 0
  let best: SectionMatch | undefined
  for (const [at, match] of matches.entries()) {
    if (isChronicle(match.path)) continue
    const said = definesAsSection(subject, match)
    const isBeginning = match.heading === null || beginning.test(match.heading) || match.heading === match.title
    const isOwnPage = isSameName(match.title, subject)
    const isOwn = isOwnPage || isSameName(match.heading ?? '', subject)
    const place =
      isOwnPage && isBeginning && !isEmpty(match.content) ? ownBeginning : (isOwn ? 1 : 0) + (isBeginning ? 1 : 0)
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
  { database, site, limit }: { database: Database; site: Pick<SiteRow, 'id'>; limit: number },
): Promise<SectionMatch[]> => {
  let added = 0
  for (const [at, match] of matches.entries()) {
    if (added === limit) return matches.slice(at)
    if (sources.add(await withSubsections(database, site, match)).isNew) added++
  }
  return []
}

/** How much is read of what stands below a heading. */
const longestBelow = 6_000

/** A heading with nothing but subsections below it says what they say; one with a single subsection is that subsection. */
const withSubsections = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  match: SectionMatch,
): Promise<SectionMatch> => {
  if (!isEmpty(match.content)) return match
  const rows = await readSections(database, site, match.path)
  const sections = rows.map((row) => ({ ...row, depth: row.breadcrumbs.length }))
  const at = sections.findIndex((section) => isSameSection(section, match))
  if (at < 0) return match
  const depth = sections[at]?.depth ?? 0
  const end = sections.findIndex((section, index) => index > at && section.depth <= depth)
  const all = sections.slice(at + 1, end < 0 ? undefined : end)
  const [only, another] = all
  if (only && !another) return { ...match, ...placeOf(match, only) }
  let content = match.content
  for (const below of all) {
    if (content.length + below.content.length > longestBelow) break
    content += `\n\n${below.content}`
  }
  return { ...match, content }
}

/** Of one page: the parts of a long section share its anchor. */
const isSameSection = (one: Pick<Section, 'anchor' | 'heading'>, other: Pick<Section, 'anchor' | 'heading'>): boolean =>
  one.anchor === other.anchor && one.heading === other.heading

/** Another section of the page of a match. */
const placeOf = (match: SectionMatch, section: Section): Section & Pick<SectionMatch, 'url'> => {
  const { heading, breadcrumbs: above, anchor, content } = section
  const breadcrumbs = above.length === 0 || heading === null ? [match.title] : [...above, heading]
  return { heading, anchor, content, breadcrumbs, url: match.url.replace(/#.*$/s, anchor === null ? '' : `#${anchor}`) }
}

type Section = Pick<SectionMatch, 'heading' | 'anchor' | 'breadcrumbs' | 'content'>

/** The sections of a page, in their order. */
const readSections = async (database: Database, site: Pick<SiteRow, 'id'>, path: string): Promise<Section[]> => {
  const rows = await database
    .selectFrom('sections')
    .innerJoin('pages', (join) =>
      join.onRef('pages.site_id', '=', 'sections.site_id').onRef('pages.number', '=', 'sections.page'),
    )
    .select(['heading', 'anchor', 'breadcrumbs_json', 'content'])
    .where('sections.site_id', '=', site.id)
    .where('path', '=', path)
    .orderBy('ordinal')
    .execute()
  return rows.map(({ breadcrumbs_json, ...row }) => ({ ...row, breadcrumbs: JSON.parse(breadcrumbs_json) }))
}
