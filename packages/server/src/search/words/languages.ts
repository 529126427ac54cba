import { stemmer as arabic } from '@orama/stemmers/arabic'
import { stemmer as armenian } from '@orama/stemmers/armenian'
import { stemmer as bulgarian } from '@orama/stemmers/bulgarian'
import { stemmer as danish } from '@orama/stemmers/danish'
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as finnish } from '@orama/stemmers/finnish'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as hungarian } from '@orama/stemmers/hungarian'
import { stemmer as indian } from '@orama/stemmers/indian'
import { stemmer as indonesian } from '@orama/stemmers/indonesian'
import { stemmer as irish } from '@orama/stemmers/irish'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian'
import { stemmer as nepali } from '@orama/stemmers/nepali'
import { stemmer as norwegian } from '@orama/stemmers/norwegian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as romanian } from '@orama/stemmers/romanian'
import { stemmer as russian } from '@orama/stemmers/russian'
import { stemmer as serbian } from '@orama/stemmers/serbian'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stemmer as swedish } from '@orama/stemmers/swedish'
import { stemmer as tamil } from '@orama/stemmers/tamil'
import { stemmer as turkish } from '@orama/stemmers/turkish'
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian'
import { stopwords as arabicWords } from '@orama/stopwords/arabic'
import { stopwords as armenianWords } from '@orama/stopwords/armenian'
import { stopwords as bulgarianWords } from '@orama/stopwords/bulgarian'
import { stopwords as danishWords } from '@orama/stopwords/danish'
import { stopwords as dutchWords } from '@orama/stopwords/dutch'
import { stopwords as finnishWords } from '@orama/stopwords/finnish'
import { stopwords as frenchWords } from '@orama/stopwords/french'
import { stopwords as germanWords } from '@orama/stopwords/german'
import { stopwords as hungarianWords } from '@orama/stopwords/hungarian'
import { stopwords as indianWords } from '@orama/stopwords/indian'
import { stopwords as indonesianWords } from '@orama/stopwords/indonesian'
import { stopwords as irishWords } from '@orama/stopwords/irish'
import { stopwords as italianWords } from '@orama/stopwords/italian'
import { stopwords as lithuanianWords } from '@orama/stopwords/lithuanian'
import { stopwords as nepaliWords } from '@orama/stopwords/nepali'
import { stopwords as norwegianWords } from '@orama/stopwords/norwegian'
import { stopwords as portugueseWords } from '@orama/stopwords/portuguese'
import { stopwords as romanianWords } from '@orama/stopwords/romanian'
import { stopwords as russianWords } from '@orama/stopwords/russian'
import { stopwords as spanishWords } from '@orama/stopwords/spanish'
import { stopwords as swedishWords } from '@orama/stopwords/swedish'
import { stopwords as tamilWords } from '@orama/stopwords/tamil'
import { stopwords as turkishWords } from '@orama/stopwords/turkish'
import { sameLetters } from './letters.ts'
import { smallWords } from './small-words.ts'

/**
 * English words that say nothing about what a page is about: articles, pronouns, prepositions, auxiliaries, question words.
 * Words that name things in documentation ("all", "new", "get", "set") are not among them.
 */
export const englishStopWords: ReadonlySet<string> = new Set(
  (
    'a about above after again against am an and any are arent as at be because been before being below between both but ' +
    'by can cannot cant could couldnt did didnt do does doesnt doing dont down during each few for from further had hadnt ' +
    'has hasnt have havent having he hed hell her here heres hers herself hes him himself his how hows i id if ill im in ' +
    'into is isnt it itll its itself ive just lets like me more most my myself no nor not now of off on once only or other ' +
    'ought our ours ourselves out over own please same shant she shell shes should shouldnt so some such than that thats ' +
    'the their theirs them themselves then there theres these they theyd theyll theyre theyve this those through to too ' +
    'under until up very was wasnt we wed well were werent weve what whats when whens where wheres which while who whom ' +
    'whos why whys will with wont would wouldnt you youd youll your youre yours yourself yourselves youve etc eg ie via'
  ).split(' '),
)

/** How the words of one language become terms. */
export interface Language {
  stem: (word: string) => string
  /** Words that say nothing about what a page is about. */
  stopWords: ReadonlySet<string>
  /** Whether it is written in Latin letters; in other languages these are English. */
  isLatin: boolean
}

const latin = (stem: Language['stem'], words: readonly string[]): Language => ({
  stem,
  stopWords: withoutMarks([...words, ...words.map(withoutAccents)]),
  isLatin: true,
})
const other = (stem: Language['stem'], words: readonly string[]): Language => ({
  stem,
  stopWords: withoutMarks([...words, ...words.map(sameLetters)]),
  isLatin: false,
})

/** As readers type them: `donde`. */
const withoutAccents = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '')

/** As words stand after their apostrophes were taken away: `n’est` is looked up as `nest`. */
function withoutMarks(words: readonly string[]): Set<string> {
  return new Set(words.map((word) => word.normalize('NFKC').toLowerCase().replace(/['’]/g, '')))
}

/** `aendern`, as who has no key for it writes `ändern`; in `neue` and `Quelle` it is none. */
const spelledUmlaut = /(?<![aeiouqäöü])([aou])e/g
const umlautOf = (_found: string, vowel: string): string => 'äöü'.charAt('aou'.indexOf(vowel))

/**
 * Stands for a stemmer where none is at hand: the first five letters (McNamee, Nicholas and Mayfield, “Addressing
 * morphological variation in alphabetic languages”, SIGIR 2009). What stemmers there are of Polish, Czech
 * and Greek found less.
 */
const beginning = (word: string): string => withoutAccents(word).slice(0, 5)
const smallOf = (code: keyof typeof smallWords): string[] => smallWords[code].split(' ')
const beginningOnly = (code: keyof typeof smallWords, make: typeof latin): [string, Language] => [
  code,
  make(beginning, smallOf(code)),
]

const finalLetters = new Map(
  [...'ךכםמןנףפץצ'.matchAll(/(.)(.)/g)].map(([, final = '', letter = '']) => [final, letter]),
)
/** Hebrew without the endings of plurals and genders, and without the letters that stand for “the”, “in”, “to” and “and”. */
const hebrew = (word: string): string =>
  word
    .replace(/(?<=.{3})(?:[יו]ת|ים|[הי])$/, '')
    .replace(/^[ושהכלבמ]{1,3}(?=.{3})/, '')
    .replace(/[ךםןףץ]/g, (final) => finalLetters.get(final) ?? final)

/** By the code of ISO 639. English is not among them: `words.ts` reads it, and every language that is not here. */
const languages: ReadonlyMap<string, Language> = new Map([
  ['ar', other(arabic, arabicWords)],
  ['bg', other(bulgarian, bulgarianWords)],
  beginningOnly('ca', latin),
  beginningOnly('cs', latin),
  ['da', latin(danish, [...danishWords, ...smallOf('da')])],
  ['de', latin((word) => german(word.replace(spelledUmlaut, umlautOf)), germanWords)],
  beginningOnly('el', other),
  // Readers leave accents out, without which the stemmer does not know these endings.
  ['es', latin((word) => spanish(word.replace(/([cs])ion$/, '$1ión')), spanishWords)],
  beginningOnly('et', latin),
  beginningOnly('fa', other),
  ['fi', latin(finnish, [...finnishWords, ...smallOf('fi')])],
  ['fr', latin(french, frenchWords)],
  ['ga', latin(irish, irishWords)],
  ['he', other(hebrew, smallOf('he'))],
  ['hi', other(indian, indianWords)],
  beginningOnly('hr', latin),
  ['hu', latin(hungarian, hungarianWords)],
  ['hy', other(armenian, armenianWords)],
  ['id', latin(indonesian, indonesianWords)],
  ['it', latin(italian, italianWords)],
  ['lt', latin(lithuanian, lithuanianWords)],
  beginningOnly('lv', latin),
  ['ne', other(nepali, nepaliWords)],
  ['nl', latin(dutch, dutchWords)],
  ['no', latin(norwegian, norwegianWords)],
  beginningOnly('pl', latin),
  ['pt', latin((word) => portuguese(word.replace(/cao$/, 'ção').replace(/coes$/, 'ções')), portugueseWords)],
  ['ro', latin(romanian, romanianWords)],
  ['ru', other(russian, russianWords)],
  beginningOnly('sk', latin),
  beginningOnly('sl', latin),
  ['sr', other(serbian, smallOf('sr'))],
  ['sv', latin(swedish, swedishWords)],
  ['ta', other(tamil, tamilWords)],
  // `ayarlari` for `ayarları`: after these vowels Turkish has no `i`.
  ['tr', latin((word) => turkish(word.replace(/(?<=[aou][^aeiouöü]{0,4})i/g, 'ı')), turkishWords)],
  ['uk', other(ukrainian, smallOf('uk'))],
  // Without their accents these would be other words.
  ['vi', { stem: (word) => word, stopWords: withoutMarks(smallOf('vi')), isLatin: true }],
])

/** Other codes of the same languages. */
const aliases: ReadonlyMap<string, string> = new Map([
  ['nb', 'no'],
  ['nn', 'no'],
  ['bs', 'hr'],
  ['in', 'id'],
  ['iw', 'he'],
  ['sh', 'sr'],
])

/** The code by which a page is analysed, from a language tag such as `de-AT`; `en` for what has no stemmer of its own. */
export function analysisOf(tag: string | null | undefined): string {
  const code = tag?.trim().toLowerCase().split(/[-_]/)[0] ?? ''
  const known = aliases.get(code) ?? code
  return languages.has(known) ? known : 'en'
}

/** How the words of a language are read; nothing for English. */
export const languageOf = (analysis: string): Language | undefined => languages.get(analysis)

/** In words: of fewer no language can be told of a text. */
const fewestWords = 8
const readWords = 600
/** The share of a text that small words have at least, and how many different ones there are. */
const least = { share: 0.1, kinds: 4 }
/** Those of English that are none of another language. */
const plainlyEnglish = new Set(
  'the of and to is that this with for you are be it from your when can will which by if not'.split(' '),
)

/**
 * The language that a text is plainly written in, by its small words; nothing for languages whose small words are not known,
 * and where it cannot be told.
 */
export function languageOfText(text: string): string | undefined {
  const words = (text.slice(0, 20 * readWords).match(/[\p{L}\p{M}]+/gu) ?? []).slice(0, readWords)
  if (words.length < fewestWords) return undefined
  const lower = words.map((word) => word.toLowerCase())
  const english = lower.filter((word) => plainlyEnglish.has(word)).length
  // Most pages are English, and need not be counted in thirty languages.
  if (english >= 0.15 * words.length) return 'en'
  let most = least.share * words.length
  let plainest: string | undefined
  for (const [code, { stopWords }] of [['en', { stopWords: englishStopWords }] as const, ...languages]) {
    const small = lower.filter((word) => stopWords.has(word))
    if (small.length <= most || new Set(small).size < least.kinds) continue
    most = small.length
    plainest = code
  }
  return plainest
}
