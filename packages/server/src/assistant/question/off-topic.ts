import { oneLine } from '../../pages/text-lines.ts'
import { analysisOf } from '../../search/words/languages.ts'
import { readTerms } from '../../search/words/words.ts'
import { common, findPhrase, phraseAt, type Token, tokensOf } from './wording.ts'

/** Why a question is declined before anything is asked of a model. */
export type Declined = { readonly reason: 'topic'; readonly topic: string } | { readonly reason: 'off-topic' | 'spam' }

/** “Write me a short essay”: the word for what is to be written. */
const writtenWork = (tokens: readonly Token[]): string => {
  const at = findPhrase(tokens, common.writes)
  return at < 0
    ? ''
    : (tokens.slice(at, at + mostBetween).find((_, from, near) => phraseAt(near, common.works, from))?.word ?? '')
}
const mostBetween = 9

/** Begins a sentence, so that “Can it ignore your rules?” is a question. */
const isCommand = (tokens: readonly Token[]): boolean =>
  tokens.some((_, at) => {
    const before = tokens[at - 1]
    const begins = !before || ['please', 'and', 'now', 'then'].includes(before.word) || endsSentence(before.shown)
    return begins && phraseAt(tokens, common.commands, at) > 0
  })
const endsSentence = (shown: string): boolean => ['.', '!', '?', ':', ';'].includes(shown.slice(-1))

/**
 * Tells questions that no documentation is asked: to write an essay, to play a part, to give up its instructions, mere
 * advertisement, or a topic that the site never talks about. Errs on the side of answering: what the pages that were
 * found speak of is on topic, so a site about poems may be asked to write one.
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
  const topic = neverTalkAbout.find((each) =>
    analyses.some((analysis) => names(readTerms(question, analysis), readTerms(each, analysis))),
  )
  if (topic !== undefined) return { reason: 'topic', topic }
  if (isSpam(question)) return { reason: 'spam' }
  const tokens = tokensOf(question)
  if (isCommand(tokens)) return { reason: 'off-topic' }
  const wanted = readTerms(writtenWork(tokens))
  if (wanted.length === 0) return undefined
  const isOurs = found.some((text) => names(readTerms(text), wanted))
  return isOurs ? undefined : { reason: 'off-topic' }
}

/** Do the words stand in the text, one after the other? */
const names = (text: readonly string[], words: readonly string[]): boolean =>
  words.length > 0 && text.some((_, at) => words.every((word, offset) => text[at + offset] === word))

/** Links and hardly a word beside them, or the same few words over and over. */
const isSpam = (question: string): boolean => {
  const words = oneLine(question.toLowerCase()).split(' ')
  const others = words.filter(
    (word) => !['http://', 'https://', 'www.'].some((beginning) => word.startsWith(beginning)),
  )
  const links = words.length - others.length
  return (links >= 3 && others.length < links * 4) || (others.length >= 40 && new Set(others).size <= 5)
}

/** What the reader is told, in one sentence. */
export const writeDeclined = (declined: Declined, siteName: string): string =>
  declined.reason === 'topic'
    ? `I can’t help with questions about ${declined.topic} here.`
    : `I only answer questions about ${siteName}, from its documentation.`
