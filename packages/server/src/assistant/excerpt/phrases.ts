import type { Aspect } from '../question/ambiguity.ts'
import { askedLanguage } from '../question/asked-language.ts'
import type { Source } from '../sources.ts'
import data from './phrases.json' with { type: 'json' }

/** What the excerpt model says in words of its own. */
export interface Phrases extends Readonly<Record<Aspect, string>> {
  readonly whatToAsk: string
  readonly closing: string
  readonly nothing: string
  readonly unanswered: string
  readonly closest: string
  readonly inOtherLanguage: string
  readonly help: string
  readonly see: string
  readonly seeAlso: string
  readonly unread: string
}

const { en: english } = data
const phrases: Readonly<Record<string, Phrases>> = data

/** All that it says, in any language. */
export const allPhrases: readonly string[] = Object.values(phrases).flatMap((each) => Object.values(each))

/**
 * What the excerpt model says to who asked this: in the language of the question, of the sources when that cannot be told, or in
 * English.
 */
export const phrasesFor = (question: string, sources: readonly Pick<Source, 'language'>[]): Phrases => {
  const language = askedLanguage(question) ?? sources[0]?.language ?? 'en'
  return phrases[language.toLowerCase().slice(0, 2)] ?? english
}
