import type { AssistantRequest } from '@sidenote/contract'
import { readPage } from '../../search/pages.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { type SectionMatch, sectionKey } from '../../search/section-match.ts'
import { type Aspect, namedEditions, readAmbiguity } from '../question/ambiguity.ts'
import { asksForHeading, asksSameQuestion } from '../question/asked-heading.ts'
import { asksAboutPage, type Conversation, earlierQuestions } from '../question/conversation.ts'
import { readPassage } from '../read-passage.ts'
import { createSourceList, type SourceList } from '../sources.ts'
import { addMatches } from './add-matches.ts'
import { findDefinition } from './find-definition.ts'
import { orderCandidates } from './order-candidates.ts'
import type { RetrievalContext, RetrievalSite } from './retrieval-context.ts'
import { neighbours, searchForAnswer } from './search-for-answer.ts'

const defaultSources = 5
const maximumSources = 50

/** How many search results an answer to this request is made from. */
export const sourceCount = (request: Pick<AssistantRequest, 'retrievalPageSize'>): number =>
  Math.min(maximumSources, Math.ceil(request.retrievalPageSize ?? defaultSources))

/** A question, and where the reader asks it. */
export interface RetrievalRequest {
  readonly request: Pick<AssistantRequest, 'filter' | 'retrievalPageSize'>
  readonly conversation: Conversation
  /** What the site documents: a word that says nothing in a query. @default none */
  readonly siteName?: string
}

/** What an answer is made from. */
export interface Retrieval {
  readonly sources: SourceList
  /** The best matches beyond the sources. */
  readonly others: readonly SectionMatch[]
  /** What the question leaves open. */
  readonly open: readonly Aspect[]
  /** How likely the first source is the one that answers, where nothing else than its likeness to the question chose it. */
  readonly certainty: number | undefined
}

/** A retrieval with all that it chose from: more than what is kept while a model speaks. */
export interface RankedRetrieval extends Retrieval {
  /** The sections that were compared, the likeliest first. */
  readonly ranking: readonly SectionMatch[]
}

/**
 * Opens the retrieval of what one question is answered from. Each query gives sources of its own; what doesn't depend on
 * the query is searched once.
 */
export const openRetrieval = (
  searchIndex: SearchIndex,
  site: RetrievalSite,
  { request, conversation, siteName = '' }: RetrievalRequest,
): ((query: string) => Promise<RankedRetrieval>) => {
  // A selection comes from the page that the reader is on, also when the client doesn't say so.
  const currentPath = conversation.currentPath ?? conversation.context.find((item) => item.path)?.path
  const { filter } = request
  const context: RetrievalContext = {
    searchIndex,
    site,
    conversation,
    siteName,
    limit: sourceCount(request),
    options: { filter, currentPath, namedEditions: namedEditions(conversation), asksBack: true },
  }
  return (query) => retrieve(context, query)
}

const retrieve = async (context: RetrievalContext, query: string): Promise<RankedRetrieval> => {
  const { searchIndex, site, conversation, limit, options } = context
  const { database } = searchIndex
  const { question } = conversation
  const { currentPath, filter } = options
  const sources = createSourceList(database, site)
  if (currentPath && asksAboutPage(question)) await addPassage(sources, context, currentPath)
  const { asked, found } = await searchForAnswer(context, query)
  const currentPage = currentPath ? await readPage(database, site, currentPath) : undefined
  // A reranker has the last word.
  const candidates = searchIndex.reranker ? undefined : orderCandidates(asked, found, currentPage?.path)
  const matches = candidates?.matches ?? found
  const heading = findByHeading(question, currentPage, matches)
  if (heading && opensOverview(heading, question)) await addPassage(sources, context, heading.path)
  const likeliest = heading ?? (await findDefinition(context, matches))
  const ordered = likeliest ? [likeliest, ...matches.filter((match) => match !== likeliest)] : matches
  const place = { conversation, currentPath: currentPath ?? undefined, filter }
  const open = await readAmbiguity(database, site, place, ordered)
  const others = await addMatches(sources, ordered, { database, site, limit })
  // Of sections that fit about equally, one of the page that the reader asks on is the likeliest.
  const isHere = ordered[0] !== undefined && ordered[0].path === currentPage?.path
  const isChosen = likeliest !== undefined || isHere || earlierQuestions(conversation).length > 0
  const certainty = isChosen ? undefined : candidates?.certainty
  return { sources, ranking: ordered, others: others.slice(0, neighbours), open, certainty }
}

const addPassage = async (
  sources: SourceList,
  { searchIndex, site }: RetrievalContext,
  path: string,
): Promise<void> => {
  const page = await readPassage(searchIndex.database, site, { path })
  if (page) await sources.add([page])
}

/**
 * Finds the section whose heading the question repeats, on the reader's page, or as a question on any page: pages and
 * answers offer such questions, and other pages may say the words of a short one more often.
 */
const findByHeading = (
  question: string,
  page: Awaited<ReturnType<typeof readPage>>,
  matches: readonly SectionMatch[],
): SectionMatch | undefined => {
  const section = page?.sections.find(({ heading }) => asksForHeading(question, heading))
  if (!page || !section) return matches.find(({ title, heading }) => asksSameQuestion(question, heading ?? title))
  const { path, title, version, language, tags } = page
  const isSection = (match: SectionMatch) => match.path === path && sectionKey(match) === sectionKey(section)
  const match = matches.find(isSection)
  if (match) return match
  const rank = {
    description: null,
    trail: [],
    score: 1,
    hasSubsections: false,
    words: 0,
    linkLikeness: 0,
    linkCount: 0,
  }
  return { path, title, version, language, tags, ...section, ...rank }
}

/**
 * Does a page begin here that the question asks for by its title, such as “How an answer is made”, and that says it in
 * its sections? Steps are quoted from one section.
 */
const opensOverview = ({ title, heading, hasSubsections }: SectionMatch, question: string): boolean =>
  hasSubsections &&
  (heading === null || heading === title) &&
  asksSameQuestion(question, title) &&
  !/^how (?:to|do|can|should)\b/i.test(title)
