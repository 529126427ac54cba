import { wordCount } from '../words/words.ts'

const questionWords =
  /^\W*(?:how|what|why|when|where|which|who|can|could|does|do|did|is|are|should|will|would|may)\b|\?|\b(?:i|my|me|we|our|us)\b/i
/** In words. */
const longestTopic = 25
const shortestQuestion = 5

/** Whether a query is some words about a topic, not a question or a report of what happened to the reader. */
const namesTopic = (query: string): boolean => !questionWords.test(query) && wordCount(query) <= longestTopic

/** Whether a reader asks in their own words: a question, a report, or as many words as a question has without a full stop. */
export const isReadersQuestion = (query: string): boolean =>
  questionWords.test(query) || (namesTopic(query) && wordCount(query) >= shortestQuestion && !/[.:]\s*$/.test(query))

/**
 * Whether a query says what a page is about: words or a sentence. Questions and reports have words that no title has, so
 * that pages keep the order that the search gives them.
 */
export const looksForPage = (query: string): boolean => namesTopic(query) && !severalSentences.test(query)

const severalSentences = /[.!:]\s+\S+\s+\S/
