import { analysisOf } from '../../search/words/languages.ts'
import { readTerms } from '../../search/words/words.ts'

/** Why a question is declined before anything is asked of a model. */
export type Declined = { readonly reason: 'topic'; readonly topic: string } | { readonly reason: 'off-topic' | 'spam' }

const writingTask =
  /\b(?:write|compose|draft|generate|create|make up|tell|give|schreibe?|escribe|écris)\s+(?:(?:me|us|my|a|an|the|some|mir|einen?|moi|une?|unos?|una)\s+)*(?:[\w-]+\s+){0,4}?(essay|poem|haiku|sonnet|limerick|short story|story|joke|song|lyrics|cover letter|love letter|homework|speech|novel|screenplay|resume|résumé|recipe|horoscope|tweet|dissertation|thesis|aufsatz|gedicht|ensayo|poema|dissertation)s?\b/i
/** Begins a sentence, so that “Can it ignore your rules?” is a question. */
const command =
  /(?:^|[.!?:;]\s+|\b(?:please|and|now|then|you to)\s+)(?:(?:do|finish) my (?:homework|essay|thesis|exam|assignment)|pretend (?:to be|you are|you're)|you are now (?:a|an|dan)\b|ignore (?:all )?(?:of )?(?:your|previous|prior|the above) (?:previous )?(?:instructions|rules|prompts?)|(?:reveal|print|show|repeat) (?:me )?your (?:system )?(?:prompt|instructions)|act as (?:my|if you)\b)/i

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
  if (command.test(question)) return { reason: 'off-topic' }
  const wanted = readTerms(writingTask.exec(question)?.[1] ?? '')
  if (wanted.length === 0) return undefined
  const isOurs = found.some((text) => names(readTerms(text), wanted))
  return isOurs ? undefined : { reason: 'off-topic' }
}

/** Do the words stand in the text, one after the other? */
const names = (text: readonly string[], words: readonly string[]): boolean =>
  words.length > 0 && text.some((_, at) => words.every((word, offset) => text[at + offset] === word))

/** Links and hardly a word beside them, or the same few words over and over. */
const isSpam = (question: string): boolean => {
  const links = question.match(/https?:\/\/\S+|www\.\S+/gi) ?? []
  const words = question
    .replace(/https?:\/\/\S+|www\.\S+/gi, ' ')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  if (links.length >= 3 && (words?.length ?? 0) < links.length * 4) return true
  return words !== null && words !== undefined && words.length >= 40 && new Set(words).size <= 5
}

/** What the reader is told, in one sentence. */
export const writeDeclined = (declined: Declined, siteName: string): string =>
  declined.reason === 'topic'
    ? `I can’t help with questions about ${declined.topic} here.`
    : `I only answer questions about ${siteName}, from its documentation.`
