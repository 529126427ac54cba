import { analysisOf } from '../../search/words/languages.ts'
import { readTerms } from '../../search/words/words.ts'
import { common, findPhrase, plainOf, restOf } from './wording.ts'

/** Why a question is declined before anything is asked of a model. */
export type Declined = { readonly reason: 'topic'; readonly topic: string } | { readonly reason: 'off-topic' }

/** Words between “write” and “essay”. */
const mostBetween = 8

/** “Write me a short essay”: the word for what is to be written. */
const writtenWork = (plain: string): string => {
  const writes = findPhrase(plain, common.writes)
  const behind = writes
    ? plain
        .slice(writes.index)
        .split(' ', mostBetween + 1)
        .join(' ')
    : ''
  return findPhrase(behind, common.works)?.[0] ?? ''
}

/**
 * Tells questions that no documentation is asked: to write an essay, to play a part, to give up its instructions, or a topic
 * that the site never talks about. Errs on the side of answering: what the pages that were found speak of is on topic, so a
 * site about poems may be asked to write one.
 *
 * @param languages of the site’s answers, in which its topics may be named as well
 */
export const readDeclined = (
  question: string,
  {
    neverTalkAbout,
    languages = [],
    found,
  }: { neverTalkAbout: readonly string[]; languages?: readonly string[]; found: readonly string[] },
): Declined | undefined => {
  const analyses = [...new Set(['en', ...languages.map(analysisOf)])]
  const isAbout = (topic: string) => analyses.some((each) => names(readTerms(question, each), readTerms(topic, each)))
  const topic = neverTalkAbout.find(isAbout)
  if (topic !== undefined) return { reason: 'topic', topic }
  // “Can it ignore your rules?” is a question.
  const sentences = question.split(/[.!?:;]\s+|\b(?:please|and|now|then)\b/i)
  const isCommand = sentences.some((sentence) => restOf(plainOf(sentence), common.commands) !== undefined)
  const wanted = readTerms(writtenWork(plainOf(question)))
  const isWork = wanted.length > 0 && !found.some((text) => names(readTerms(text), wanted))
  return isCommand || isWork ? { reason: 'off-topic' } : undefined
}

/** Do the words stand in the text, one after the other? */
const names = (text: readonly string[], words: readonly string[]): boolean =>
  words.length > 0 && text.some((_, at) => words.every((word, offset) => text[at + offset] === word))

/** What the reader is told, in one sentence. */
export const writeDeclined = (declined: Declined, siteName: string): string =>
  declined.reason === 'topic'
    ? `I can’t help with questions about ${declined.topic} here.`
    : `I only answer questions about ${siteName}, from its documentation.`
