import { analysisOf } from '../../search/words/languages.ts'
import { withoutAsking } from '../../search/words/unspaced.ts'
import { readTerms } from '../../search/words/words.ts'
import { askedLanguage } from './asked-language.ts'
import { common, includesAny, phraseAt, spaced, tokensOf, unspaced, type Wording, withoutEnd } from './wording.ts'

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
  const [language, wording] = spaced[code]?.goesOn ? [code, spaced[code]] : ['en', spaced.en]
  return wording !== undefined && leans(asked, wording, analysisOf(language))
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

const leans = (question: string, wording: Wording, analysis: string): boolean => {
  const tokens = tokensOf(question)
  const generic = new Set(readTerms(wording.generic?.join(' ') ?? '', analysis))
  const terms = new Set(readTerms(question, analysis))
  const own = [...terms].filter((term) => !generic.has(term)).length
  if (own === 0 || phraseAt(tokens, wording.goesOn) > 0) return true
  const before = findReference(tokens, wording)
  // Behind many words of its own, “it” is one of these.
  if (before >= 0) return tokens.length <= 14 && !(own >= 5 && before >= 4)
  if (phraseAt(tokens, wording.adds) > 0) return tokens.length <= 8
  const what = phraseAt(tokens, wording.asksWhat)
  const isWhole = (what > 0 && tokens.length > what) || (phraseAt(tokens, wording.asks) > 0 && terms.size >= 2)
  return tokens.length <= 4 && !isWhole
}

/** Where a word stands that is said of something named before: not the “it” of “Is it possible”. */
const findReference = (tokens: ReturnType<typeof tokensOf>, { refers, refersNot }: Wording): number =>
  tokens.findIndex(
    (_, at) =>
      phraseAt(tokens, refers, at) > 0 &&
      !tokens.some((__, start) => start <= at && start + phraseAt(tokens, refersNot, start) > at),
  )

/** A question without the thanks, and the marks, that it begins with. */
export const withoutCourtesy = (question: string): string => {
  const asked = withoutMarks(question)
  const thanks = common.courtesyUnspaced.find((phrase) => asked.startsWith(phrase))
  if (thanks !== undefined) return withoutCourtesy(asked.slice(thanks.length))
  const tokens = tokensOf(asked)
  const said = phraseAt(tokens, common.courtesy)
  return said > 0 ? withoutCourtesy(asked.slice(tokens[said]?.at ?? asked.length)) : asked
}

const withoutMarks = (text: string): string => text.replace(/^[^\p{L}\p{N}]+/u, '').trim()
