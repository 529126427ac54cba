import { analysisOf } from '../../search/words/languages.ts'
import { withoutAsking } from '../../search/words/unspaced.ts'
import { readTerms } from '../../search/words/words.ts'
import { askedLanguage } from './asked-language.ts'
import {
  common,
  findPhrase,
  includesAny,
  plainOf,
  restOf,
  spaced,
  unspaced,
  type Wording,
  withoutEnd,
} from './wording.ts'

/** In characters, for text without blanks between its words. */
const longestUnspaced = 18

const name = /[a-z][\w.]+|\p{Script=Katakana}{3,}|[\p{Script=Han}\p{Script=Hangul}]{2,}/iu
const latinName = /[a-z][\w.]+/i

/** Does a question lean on what was said before it? “And in Python?”, “Und wie oft?”, “なぜ？” */
export const isFollowUp = (question: string): boolean => {
  const asked = withoutCourtesy(question)
  const code = askedLanguage(asked) ?? 'en'
  const own = unspaced[code]
  if (own) return leansUnspaced(asked, own)
  const language = spaced[code]?.goesOn ? code : 'en'
  return leans(plainOf(asked), spaced[language] ?? {}, analysisOf(language))
}

const leansUnspaced = (question: string, { goesOn, refers, refersAtEnd, asks, asksWhether }: Wording): boolean => {
  const asked = withoutEnd(question)
  const begins = goesOn?.some((phrase) => question.startsWith(phrase))
  const ends = (phrases: readonly string[] = []) => phrases.some((phrase) => asked.endsWith(phrase))
  if (begins || includesAny(question, refers) || ends(refersAtEnd)) return question.length <= 3 * longestUnspaced
  // “Does it work?” is asked without a word for “it”, so that only a name makes it whole.
  const isWhole = includesAny(question, asks)
    ? name.test(withoutAsking(question))
    : latinName.test(question) && ends(asksWhether)
  return question.length <= longestUnspaced && !isWhole
}

const countWords = (plain: string): number => (plain === '' ? 0 : plain.split(' ').length)

const leans = (plain: string, wording: Wording, analysis: string): boolean => {
  const generic = new Set(readTerms(wording.generic?.join(' ') ?? '', analysis))
  const terms = new Set(readTerms(plain, analysis))
  const own = [...terms].filter((term) => !generic.has(term)).length
  if (own === 0 || restOf(plain, wording.goesOn) !== undefined) return true
  const words = countWords(plain)
  // Not the “it” of “Is it possible”.
  const others = plain.replace(findPhrase(plain, wording.refersNot)?.[0] ?? '', (said) => said.replace(/\S+/g, '_'))
  const reference = findPhrase(others, wording.refers)
  // Behind many words of its own, “it” is one of these.
  if (reference) return words <= 14 && !(own >= 5 && countWords(others.slice(0, reference.index).trim()) >= 4)
  if (restOf(plain, wording.adds) !== undefined) return words <= 8
  const isWhole = !!restOf(plain, wording.asksWhat) || (restOf(plain, wording.asks) !== undefined && terms.size >= 2)
  return words <= 4 && !isWhole
}

/** A question without the thanks, and the marks, that it begins with. */
export const withoutCourtesy = (question: string): string => {
  const asked = question.replace(/^[^\p{L}\p{N}]+/u, '').trim()
  const thanks = common.courtesyUnspaced.find((phrase) => asked.startsWith(phrase))
  if (thanks !== undefined) return withoutCourtesy(asked.slice(thanks.length))
  const said = findPhrase(plainOf(asked), common.courtesy)
  return said?.index === 0 ? withoutCourtesy(behindWords(asked, countWords(said[0]))) : asked
}

/** What stands behind so many words of a text. */
const behindWords = (text: string, count: number): string =>
  text
    .split(/(?<=['’])(?=\p{L})|\s+/u)
    .slice(count)
    .join(' ')
