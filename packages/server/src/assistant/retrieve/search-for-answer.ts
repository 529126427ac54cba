import { beginningOf } from '../../pages/plain-text.ts'
import { comparedSections, searchSections } from '../../search/search.ts'
import type { SectionMatch } from '../../search/section-match.ts'
import { withEnglishWords } from '../../search/words/english-words.ts'
import { languageOfText } from '../../search/words/languages.ts'
import { askedLanguage, withoutSmallWords } from '../question/asked-language.ts'
import { type Conversation, earlierQuestions, retrievalQuery } from '../question/conversation.ts'
import { searchedWords } from '../question/site-name.ts'
import type { RetrievalContext } from './retrieval-context.ts'

/** Sections beyond the sources: models learn their names, and follow-up questions are made from them. */
export const neighbours = 25

/** The words that were searched for, and what they found. */
interface Found {
  readonly asked: string
  readonly found: readonly SectionMatch[]
}

/**
 * Searches for a query; where it finds nothing, for the question before it as well; and where it is in another language than what
 * it finds, once more in English words.
 */
export const searchForAnswer = async (context: RetrievalContext, query: string): Promise<Found> => {
  const found = await searchInConversation(context, query)
  const asked = searchedWords(query, context.siteName)
  const language = askedLanguage(asked)
  if (language === undefined || language === 'en' || !areEnglish(found)) return { asked, found }
  const english = withEnglishWords(withoutSmallWords(asked), language)
  return english === undefined ? { asked, found } : { asked: english, found: await search(context, english) }
}

const searchInConversation = async (context: RetrievalContext, query: string): Promise<SectionMatch[]> => {
  const { conversation, siteName } = context
  const emphasis = leansOnEarlier(conversation, query) ? conversation.question : undefined
  const searchIn = (words: string) => search(context, searchedWords(words, siteName), emphasis)
  const matches = await searchIn(query)
  const before = conversation.history.findLast(({ role }) => role === 'user')
  return matches.length > 0 || !before ? matches : searchIn(`${query}\n${beginningOf(before.text, longestBefore)}`)
}

/** Characters. */
const longestBefore = 600

/** Was the query put together from a question and those that it refers to? What a model writes stands on its own. */
const leansOnEarlier = (conversation: Conversation, query: string): boolean =>
  earlierQuestions(conversation).length > 0 && query === retrievalQuery(conversation)

const search = (
  { searchIndex, site, limit, options }: RetrievalContext,
  words: string,
  emphasis?: string,
): Promise<SectionMatch[]> =>
  searchSections(searchIndex, site, {
    ...options,
    // Small words of the reader's language may be words of the pages: “comment”.
    query: withoutSmallWords(words),
    emphasis,
    limit: Math.max(comparedSections, limit + neighbours),
  })

/** So many of the first are read to tell their language. */
const readFirst = 5

const areEnglish = (matches: readonly SectionMatch[]): boolean => {
  const languages = matches.slice(0, readFirst).map(({ content }) => languageOfText(content) ?? 'en')
  return languages.filter((language) => language === 'en').length >= languages.length / 2
}
