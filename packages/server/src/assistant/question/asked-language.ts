import { languageOf } from '../../search/words/languages.ts'
import { readTerms } from '../../search/words/words.ts'

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/[ٹڈڑںے]/, 'ur'],
  [/[پچژگکی]/, 'fa'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/[іїєґ]|(?<!\p{L})(?:як|що|щоб|чи|де|чому|можна)(?!\p{L})/iu, 'uk'],
  [/[ђћџљњј]/iu, 'sr'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Thai}/u, 'th'],
]

/** Languages in Latin letters that readers ask in, whatever the documentation is written in. */
const askedIn = 'de es fr it nl pt sv pl tr cs hu ro vi fi da no id hr sk sl ca lt lv et'.split(' ')

/** Words that ask in one of them alone, and may be a question’s only small word, and letters that no other has. */
const begins: readonly (readonly [RegExp, string])[] = [
  [/^(?:wie|was|wo|welche[rsnm]?|warum|wozu|wann|kann)\b/i, 'de'],
  [/^(?:comment|qu['’]|quel|quelles?|quels|pourquoi|où|combien|c['’]est|à quoi)/i, 'fr'],
  [/^¿|^(?:cómo|qué|cuál|cuánt|dónde|por qué|para qué)/i, 'es'],
  [/^(?:cos['’]|cosa|che cos|perché|quale|quali|dove|quant[ieoa]\b)/i, 'it'],
  [/^(?:hoe|wat|waar|welke|waarom)\b/i, 'nl'],
  [/^(?:hur|vad|vilken|vilka|varför)(?!\p{L})/iu, 'sv'],
  [/^(?:gdzie|dlaczego|czy|ile|któr\p{L}+)(?!\p{L})|[łąężśńź]/iu, 'pl'],
  [/^(?:kde|proč|kolik|kter\p{L}+)(?!\p{L})|[řěů]/iu, 'cs'],
  [/^(?:hogyan|miért|hol|mely|melyik)(?!\p{L})|[őű]/iu, 'hu'],
  [/(?<!\p{L})(?:nasıl|nedir|neden|hangi)(?!\p{L})|[ğşı]/iu, 'tr'],
  [/^(?:miten|kuinka|missä|miksi|mikä)(?!\p{L})/iu, 'fi'],
  [/[ơưạảấầẩậắằặẹẻếềểễệịọỏốồổộớờởợụủứừửự]/iu, 'vi'],
  [/[țș]/iu, 'ro'],
  [/^(?:bagaimana|mengapa|apakah)\b/i, 'id'],
  [/^(?:o que|como é|quais|quant[oa]s\b|onde|por que|para que serve)/i, 'pt'],
]

/**
 * The language of a question, by its script or its small words; `en` where these are plainly English, nothing where there are
 * too few to tell.
 */
export const askedLanguage = (question: string): string | undefined => {
  const script = scripts.find(([letters]) => letters.test(question))
  if (script) return script[1]
  const { english, code, small } = readSmallWords(question)
  if (small.length > english.length) {
    const begun = begins.find(([beginning]) => beginning.test(question.trim()))?.[1]
    if (begun) return begun
    const own = small.filter((word) => word.length > 1 && !english.includes(word))
    if (new Set(own).size > 1) return code
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
  const asking = begins.flatMap(([beginning]) => beginning.exec(question.trim())?.[0] ?? [])
  const said = new Set([...small, ...asking])
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
