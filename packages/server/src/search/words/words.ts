import porter2 from 'porter2'
import { englishStopWords, type Language, languageOf } from './languages.ts'
import { lowerCase, sameLetters } from './letters.ts'
import { isUnspaced, unspacedTerms, withoutAsking } from './unspaced.ts'

/**
 * Verbs and their particles that are one word as a noun: who wants to back up looks for the backup. So are the two names of
 * the page that everybody begins with.
 */
const phrases =
  'back up, clean up, drop down, fail over, fall back, log in, log out, opt in, opt out, pop up, roll back, roll out, set up, ' +
  'shut down, sign in, sign out, sign up, tear down, time out, quick start, get started = quickstart, ' +
  'turn off = disable, turn on = enable, switch off = disable, switch on = enable'
/** Those of “set up” and “turn off” say nothing without their particles, and count only when nothing else is said. */
const emptyVerbs = new Set(['set', 'get', 'turn', 'switch'])
/** Words that may stand between any verb and its particle. */
const between = new Set(['it', 'them', 'this', 'that'])
/** Words that may stand between a verb and its “off”: “turn this new rule off”. */
const mostBetween = 3
/** By the stem of the first word, then by the second: the noun. */
const nouns = new Map<string, Map<string, string>>()
for (const phrase of phrases.split(', ')) {
  const [, verb = '', particle = '', noun = verb + particle] = /^(\w+) (\w+)(?: = (\w+))?$/.exec(phrase) ?? []
  nouns.set(verb, (nouns.get(verb) ?? new Map<string, string>()).set(particle, porter2.stem(noun)))
}

/** A word or an identifier; what most words are made of stands first, as it is found faster than properties of Unicode. */
const chunk = /(?:[a-zA-Z0-9_$]+|[\p{L}\p{N}])[\p{L}\p{M}\p{N}_$]*(?:['’.-][\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$]*)*/gu
const plainWord = /^[a-z]+$/
/** Names stand in such text without a space before or after them: `useChatの使い方`. */
const nameAmong = /([a-zA-Z_$][\w$]+(?:[.-][\w$]+)*|\d{2,}(?:\.\d+)*)/
/** A run of letters and digits that is no word but an encoded file. */
const encoded = /[\p{L}\p{N}]{100}/u
/** Where `useChat`, `HTMLElement` and `max_steps` come apart. */
const partBoundary = /[^\p{L}\p{M}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/** “MPMs” is “MPM”, which stemmers leave as it is without a vowel. Of “IDs” nothing would be left, as “id” is a stop word. */
const pluralOfAcronym = /^(?!IDs$)(\p{Lu}[\p{Lu}\p{N}]+)s$/u
const elision = /^(?:[cdjlmnst]|qu|all|dell|nell|sull|un)['’](?=\p{L})/iu
/** Powers and fractions right behind a number, which are none of its digits: `10⁶`, `1½`. */
const besideNumber = /(?<=\d)(?:[⁰¹²³⁴-⁹]+|[¼-¾⅐-⅞])/g
const longestTerm = 60
/** What was read, by language and word. */
const memory = new Map<string, Map<string, readonly string[]>>()
const memorySize = 20_000
const accented = /^[\p{Script=Latin}\p{Script=Greek}][\p{Script=Latin}\p{Script=Greek}\p{M}]*$/u

/**
 * The terms of a text, in order: lower case, words reduced to their stems by the Snowball stemmer of the language (for
 * English Porter 2), stop words left out. An identifier gives its parts and then itself: `useChat` is `use`, `chat`,
 * `usechat`. Text without spaces between words (Chinese, Japanese, also Korean) gives its pairs of
 * characters, and the names that stand in it.
 * @param analysis As `analysisOf` says it. @default en
 */
export function readTerms(text: string, analysis = 'en'): string[] {
  const words = memory.get(analysis) ?? new Map<string, readonly string[]>()
  memory.set(analysis, words)
  const language = languageOf(analysis)
  const terms: string[] = []
  /** Where verbs that say nothing were left. */
  const ways = new Set<number>()
  let verbAt = 0
  let before = ''
  let after: ReadonlyMap<string, string> | undefined
  /** The last verb that “off” may follow at a distance: where its term is, and how many words ago it was. */
  let turnedAt = 0
  let turnedAgo = mostBetween + 1
  for (const found of text.match(chunk) ?? []) {
    let known = words.get(found)
    if (!known) {
      // A string of its own: one cut out of a text keeps the whole text in memory.
      const word = Buffer.from(found).toString()
      known = chunkTerms(word, language)
      if (words.size >= memorySize) words.clear()
      words.set(word, known)
    }
    const at = terms.length
    for (const term of known) terms.push(term)
    // In headings every word may have a capital; in a sentence one begins the next.
    let noun = after?.get(/^[A-Z]/.test(before) ? found.toLowerCase() : found)
    if (noun === undefined && found === 'off' && turnedAgo <= mostBetween) {
      noun = nouns.get('turn')?.get(found)
      verbAt = turnedAt
    }
    if (noun !== undefined && emptyVerbs.has(terms[verbAt] ?? '')) ways.add(verbAt)
    if (noun !== undefined && noun !== 'setup') terms.push(noun)
    // “Back it up” is a backup.
    if (after && between.has(found)) continue
    // “The logs in …” are no login.
    after = language || known.length > 1 || found.endsWith('s') ? undefined : nouns.get(known[0] ?? '')
    turnedAgo++
    if (after?.has('off')) {
      turnedAt = at
      turnedAgo = 0
    }
    verbAt = at
    before = found
  }
  return ways.size > 0 && ways.size < terms.length ? terms.filter((_, at) => !ways.has(at)) : terms
}

/** The terms of a query in each language of a site, English first; a language that reads it like another is left out. */
export function readQuery(query: string, analyses: Iterable<string>): string[][] {
  const asked = withoutAsking(query)
  const read = [...new Set(['en', ...analyses])].map((analysis) => readTerms(asked, analysis))
  return [...new Map(read.filter((terms) => terms.length > 0).map((terms) => [terms.join(' '), terms])).values()]
}

function chunkTerms(found: string, language: Language | undefined): readonly string[] {
  if (plainWord.test(found)) return wordTerms(found, language)
  const plain = sameLetters(found.replace(besideNumber, '^$&').normalize('NFKC'))
  if (isUnspaced(plain)) return mixedTerms(plain, language)
  if (encoded.test(plain)) return []
  const written = plain.replace(/['’]s?$|['’](?=s$)/gi, '').replace(pluralOfAcronym, '$1')
  // What French and Italian leave of an article before a vowel is no part of the word: `l’installation`.
  const word = language ? written.replace(elision, '') : written
  // “E-mail” is as often written without the hyphen.
  const whole = lowerCase(word)
    .replace(/['’]/g, '')
    .replace(/^e-(?=[a-z]{3})/, 'e')
  const parts = word
    .replace(/['’]/g, '')
    .split(partBoundary)
    .filter((part) => part !== '')
  if (parts.length < 2) return wordTerms(lowerCase(parts[0] ?? whole), language)
  const terms = parts.flatMap((part) => wordTerms(lowerCase(part), language))
  // Readers type `opentelemetry`, which is a word with a stem.
  const ends = plainWord.test(whole) ? wordTerms(whole, language) : [whole]
  return whole.length <= longestTerm ? [...terms, ...ends] : terms
}

function wordTerms(word: string, language: Language | undefined): readonly string[] {
  if (word === '' || word.length > longestTerm) return []
  const own = language?.isLatin === false && /^[a-z]/.test(word) ? undefined : language
  // English ones mean nothing elsewhere either, and a site may have both languages.
  if (englishStopWords.has(word) || own?.stopWords.has(word)) return []
  const stem = word.length > 3 && !/\p{N}/u.test(word) ? (own?.stem ?? englishStem)(word) : word
  return [withoutAccents(stem)]
}

/** Readers and documentation spell differently: `colour` and `color`, `customise` and `customize`. */
const englishStem = (word: string): string =>
  porter2.stem(
    word
      .replace(/^(col|behavi|fav|hon|neighb|lab|flav|endeav)our/, '$1or')
      .replace(/^centre[ds]?$/, 'center')
      .replace(/^(catalog|dialog|analog)ue/, '$1')
      .replace(/^(licen|defen|offen)ce/, '$1se')
      .replace(/^gre(?=y)/, 'gra')
      .replace(/^analys(?=e|ing)/, 'analyz')
      .replace(
        /(?<=.{2}(?:al|il|im|(?<!pr)om|or|an|in|er|ar|on|it|ic|en|ur|et|iv))is(?=(?:e[drs]?|ers|ing|able|ations?)$)/,
        'iz',
      ),
  )

/** Readers leave accents out: `instalacion`. They matter to the stemmer, and no more after it. */
const withoutAccents = (stem: string): string =>
  accented.test(stem)
    ? stem
        .normalize('NFD')
        .replace(/\p{M}/gu, '')
        .replace(/[ıłøđ]/g, (letter) => 'ilod'.charAt('ıłøđ'.indexOf(letter)))
    : stem
        .replace(/[أإآٱ]/g, 'ا')
        .replaceAll('ى', 'ي')
        .replaceAll('ё', 'е')

function mixedTerms(found: string, language: Language | undefined): string[] {
  return found
    .split(nameAmong)
    .flatMap((run, at) => (run === '' ? [] : at % 2 === 1 ? chunkTerms(run, language) : unspacedTerms(run)))
}

/** Terms that stand side by side, joined by a blank. */
export const pairsOf = (terms: readonly string[]): string[] => terms.slice(1).map((term, at) => `${terms[at]} ${term}`)

/** How many pieces of a text, split at white space, have a letter or a digit; of text without blanks, each two characters. */
export const wordCount = (text: string): number => {
  const pieces = text.match(/[\p{L}\p{N}_]\S*/gu)?.length ?? 0
  if (!/[\u0e00-\u0eff\u3040-\uffff]/.test(text)) return pieces
  const characters = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0
  return Math.max(pieces, Math.round(characters / 2))
}

/** Terms of words, most of them English, that say how a question is put and not what it is about. */
export const weakTerms: ReadonlySet<string> = new Set(
  readTerms(
    'use using want need way possible help please tell explain show mean work make get set thing question doc docs ' +
      'documentation example understand know try trying like just best good able happen add new different page site run ' +
      'one instead exactly right value problem issue start change create configure support handle specify define enable set up ' +
      'difference differ compare comparison versus vs often many much long allow see view find look ' +
      '区别 區別 差别 不同 違い 차이',
  ),
)
