import { languageOf } from '../../search/words/languages.ts'
import { readTerms } from '../../search/words/words.ts'
import { common, findPhrase, phraseAt, spaced, type Token, tokensOf } from './wording.ts'

/** Languages in Latin letters that readers ask in, whatever the documentation is written in. */
const askedIn = 'de es fr it nl pt sv pl tr cs hu ro vi fi da no id hr sk sl ca lt lv et'.split(' ')

const scripts = common.scripts.map(([script = '', code = '']) => ({
  code,
  letters: new RegExp(`\\p{Script=${script}}`, 'u'),
}))
const languageOfLetters = (text: string, letters: readonly (readonly string[])[]): string | undefined =>
  letters.find(([own = '']) => [...text].some((letter) => own.includes(letter)))?.[1]

/** How many words a question begins with, or holds, that ask in a language alone, and may be its only small ones. */
const ownWords = (tokens: readonly Token[], code: string): number => {
  const { own, ownAnywhere } = spaced[code] ?? {}
  return phraseAt(tokens, own) || (findPhrase(tokens, ownAnywhere) < 0 ? 0 : 1)
}

/**
 * The language of a question, by its script or its small words; `en` where these are plainly English, nothing where there are
 * too few to tell.
 */
export const askedLanguage = (question: string): string | undefined => {
  const tokens = tokensOf(question)
  if (ownWords(tokens, 'uk') > 0) return 'uk'
  const written =
    languageOfLetters(question.toLowerCase(), common.letters) ??
    scripts.find(({ letters }) => letters.test(question))?.code
  if (written) return written
  const { english, code, small } = readSmallWords(question)
  if (small.length > english.length) {
    const begun = Object.keys(spaced).find((each) => ownWords(tokens, each) > 0)
    const own = begun ?? languageOfLetters(question.toLowerCase(), common.lettersOfOne)
    if (own) return own
    const others = small.filter((word) => word.length > 1 && !english.includes(word))
    if (new Set(others).size > 1) return code
  }
  // “in” and “a” are words of several.
  return english.some((word) => !small.includes(word)) ? 'en' : undefined
}

/** Is a question in English, or in nothing that is plainly another language? */
export const isInEnglish = (question: string): boolean => (askedLanguage(question) ?? 'en') === 'en'

/** A question without the small words of its language, when that is plainly not English. */
export const withoutSmallWords = (question: string): string => {
  const { english, small } = readSmallWords(question)
  if (small.length <= english.length) return question
  const tokens = tokensOf(question)
  const asking = Object.keys(spaced).flatMap((code) => tokens.slice(0, phraseAt(tokens, spaced[code]?.own)))
  const said = new Set([...small, ...asking.map(({ shown }) => shown)])
  if (said.size < 2) return question
  const left = question.replace(standing, (word) => (said.has(word) ? '' : word))
  return /[\p{L}\p{N}]/u.test(left) ? left : question
}

/** A word that is no part of a name: `de` in `locale.de` is one. */
const standing = /(?<![\p{L}\p{M}\p{N}_.@/-])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}_@/-]|\.\p{L})/gu

/** The words of a question, the small ones of English among them, and those of the language that has most of them. */
const readSmallWords = (question: string) => {
  const words = question.match(/[\p{L}\p{M}]+/gu) ?? []
  const english = words.filter((word) => readTerms(word).length === 0)
  let best: { code: string; small: readonly string[] } = { code: '', small: [] }
  for (const code of askedIn) {
    const small = words.filter((word) => languageOf(code)?.stopWords.has(word.toLowerCase()))
    if (small.length > best.small.length) best = { code, small }
  }
  return { english, ...best }
}
