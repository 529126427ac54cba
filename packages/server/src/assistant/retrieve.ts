import type { AssistantRequest } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { isEmpty } from '../docs/order-sections.ts'
import { type SectionMatch, searchSections } from '../docs/search.ts'
import { type Aspect, preferVersion, readAmbiguity } from './ambiguity.ts'
import { asksAboutPage, type Conversation, earlierQuestions, retrievalQuery } from './conversation.ts'
import { definesPlainly, isSameName, readDefined } from './definition.ts'
import { createSourceList, type SourceList } from './sources.ts'
import { readWholePage } from './tools.ts'

const defaultSources = 5
const mostSources = 50
/** Sections that are looked at, beyond those the answer is made from; follow-up questions are made from them. */
const neighbours = 25
/** Sections that are looked through for what a thing is. */
const introductions = 24

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
  const found = await searchSections(database, site, { query, emphasis, limit: limit + neighbours, ...search })
  const defined = await findDefinition(database, site, { question: conversation.question, found, search })
  const ordered = defined ? [defined, ...found.filter((match) => match !== defined)] : found
  const asked = { conversation, currentPath: currentPath ?? undefined, filter: request.filter }
  const { version, open } = await readAmbiguity(database, site, asked, ordered)
  const matches = preferVersion(ordered, version)
  await addMatches(sources, matches.slice(0, limit), { database, site })
  return { sources, others: matches.slice(limit), open }
}

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
      searchSections(database, site, { query, limit: introductions, byWordsAlone: true, ...search }),
    ),
  )
  const defining = bestDefinition(subject, [...found, ...further.flat()])
  const known = found.find((match) => match.path === defining?.path && match.anchor === defining.anchor)
  // Found by another question.
  return known ?? (defining && { ...defining, byWords: undefined })
}

/** The section that says what the thing is: plainly, on a page or under a heading of its name, or where a page begins. */
const bestDefinition = (subject: string, matches: readonly SectionMatch[]): SectionMatch | undefined => {
  let most = 0
  let best: SectionMatch | undefined
  for (const [at, match] of matches.entries()) {
    const said = definesPlainly(subject, match.content)
    const isOwn = isSameName(match.title, subject) || isSameName(match.heading ?? '', subject)
    const isBeginning = match.heading === null || beginning.test(match.heading) || match.heading === match.title
    const score = said + (isOwn ? 1 : 0) + (isBeginning ? 1 : 0) - at / 100
    if ((said === 0 && !(isOwn && isBeginning)) || score <= most) continue
    most = score
    best = match
  }
  return best
}

/** Headings under which a page says what it is about. */
const beginning = /^(?:overview|introduction|what (?:is|are)\b.*|about|getting started|concepts?)/i

/** Makes sources of the best matches. */
export const addMatches = async (
  sources: SourceList,
  matches: readonly SectionMatch[],
  { database, site }: { database: Database; site: Pick<SiteRow, 'id'> },
): Promise<void> => {
  for (const match of matches) sources.add(await withSubsections(database, site, match))
}

/** How much is read of what stands below a heading. */
const longestBelow = 6_000

/** A heading with nothing but subsections below it says what they say. */
const withSubsections = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  match: SectionMatch,
): Promise<SectionMatch> => {
  if (!isEmpty(match.content)) return match
  const rows = await database
    .selectFrom('sections')
    .innerJoin('pages', (join) =>
      join.onRef('pages.site_id', '=', 'sections.site_id').onRef('pages.number', '=', 'sections.page'),
    )
    .select(['anchor', 'breadcrumbs_json', 'content'])
    .where('sections.site_id', '=', site.id)
    .where('path', '=', match.path)
    .orderBy('ordinal')
    .execute()
  const sections = rows.map((row) => ({ ...row, depth: readDepth(row.breadcrumbs_json) }))
  const at = sections.findIndex(({ anchor }) => anchor === match.anchor)
  if (at < 0) return match
  const depth = sections[at]?.depth ?? 0
  let content = match.content
  for (const below of sections.slice(at + 1)) {
    if (below.depth <= depth || content.length + below.content.length > longestBelow) break
    content += `\n\n${below.content}`
  }
  return { ...match, content }
}

const readDepth = (breadcrumbs: string): number => {
  const above: string[] = JSON.parse(breadcrumbs)
  return above.length
}
