import { languageOf } from '../../search/words/languages.ts'
import { readTerms } from '../../search/words/words.ts'
import { common, findPhrase, plainOf, spaced } from './wording.ts'

/** Languages in Latin letters that readers ask in, whatever the documentation is written in. */
const askedIn = 'de es fr it nl pt sv pl tr cs hu ro vi fi da no id hr sk sl ca lt lv et'.split(' ')

const scripts = common.scripts.map(([script = '', code = '']) => ({
  code,
  letters: new RegExp(`\\p{Script=${script}}`, 'u'),
}))

/**
 * The language of a question, by its letters or its small words; `en` where these are plainly English, nothing where there are
 * too few to tell.
 */
export const askedLanguage = (question: string): string | undefined => {
  if (findPhrase(plainOf(question), spaced.uk?.own)) return 'uk'
  const lower = question.toLowerCase()
  const byLetters =
    common.letters.find(([own = '']) => [...lower].some((letter) => own.includes(letter)))?.[1] ??
    scripts.find(({ letters }) => letters.test(question))?.code
  if (byLetters) return byLetters
  const { code, english, small, own } = readSmallWords(question)
  const others = new Set(small.filter((word) => word.length > 1 && !english.includes(word)))
  if (small.length + own > english.length && others.size + 2 * own > 1) return code
  // “in” and “a” are words of several.
  return english.some((word) => !small.includes(word)) ? 'en' : undefined
}

/** Is a question in English, or in nothing that is plainly another language? */
export const isInEnglish = (question: string): boolean => (askedLanguage(question) ?? 'en') === 'en'

/** A question without the small words of its language, when that is plainly not English. */
export const withoutSmallWords = (question: string): string => {
  const { english, small } = readSmallWords(question)
  if (small.length <= english.length || new Set(small).size < 2) return question
  const left = question.replace(standing, (word) => (small.includes(word) ? '' : word))
  return /[\p{L}\p{N}]/u.test(left) ? left : question
}

/** A word that is no part of a name: `de` in `locale.de` is one. */
const standing = /(?<![\p{L}\p{M}\p{N}_.@/-])[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}_@/-]|\.\p{L})/gu

/** The small words of a question in English, and in the language that has most of them; `own` tells of words of that alone. */
const readSmallWords = (question: string) => {
  const words = question.match(/[\p{L}\p{M}]+/gu) ?? []
  const english = words.filter((word) => readTerms(word).length === 0)
  const plain = plainOf(question)
  const read = askedIn.map((code) => {
    const asking = findPhrase(plain, spaced[code]?.own)
    const begins = asking?.index === 0 ? asking[0].split(' ') : []
    const isSmall = (word: string) => languageOf(code)?.stopWords.has(word.toLowerCase()) || begins.includes(word)
    return { code, small: words.filter(isSmall), own: Math.min(1, begins.length) }
  })
  const [best] = read.sort((one, other) => other.small.length + 2 * other.own - one.small.length - 2 * one.own)
  return { code: '', small: [], own: 0, ...best, english }
}
