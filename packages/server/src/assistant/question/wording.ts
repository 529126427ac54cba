import data from './languages.json' with { type: 'json' }

/** What phrases of a language are for: `goesOn` begins a question that goes on, `asks` one that may be whole in a few words. */
type Use =
  | 'goesOn'
  | 'refers'
  | 'refersNot'
  | 'refersAtEnd'
  | 'asks'
  | 'asksWhat'
  | 'asksWhether'
  | 'adds'
  | 'generic'
  | 'defines'
  | 'definesAtEnd'
  | 'definesNot'
  | 'whatDoes'
  | 'does'
  | 'is'
  | 'articles'
  | 'topics'
  | 'page'
  | 'how'
  | 'howAtEnd'
  | 'difference'
  | 'and'
  | 'own'
  | 'ownAnywhere'

/** Phrases of one language, by what they are for. In one, `*` stands for any letters, `^` for a word with a capital, `$` for the end. */
export type Wording = Readonly<Partial<Record<Use, readonly string[]>>>

/** Of languages with blanks between words, by their codes. */
export const spaced: Readonly<Record<string, Wording>> = data.spaced
/** Of those without, or whose particles stand on the words themselves. */
export const unspaced: Readonly<Record<string, Wording>> = data.unspaced
/** What is alike in all languages. */
export const common = data.common

/** All phrases for one use, of languages with blanks. */
export const phrasesOf = (use: Use): string[] => Object.values(spaced).flatMap((wording) => wording[use] ?? [])
const unspacedOf = (use: Use): string[] => Object.values(unspaced).flatMap((wording) => wording[use] ?? [])

/** A word as written, and where it begins. What an apostrophe cuts off is a word of its own: `l’` and `eau`. */
export interface Token {
  readonly shown: string
  readonly word: string
  readonly at: number
}

export const tokensOf = (text: string): Token[] =>
  [...text.matchAll(/[^\s'’]+['’]?/gu)].flatMap(({ 0: shown, index }) => {
    const word = bare(shown).toLowerCase()
    return word === '' ? [] : [{ shown, word, at: index }]
  })

/** A text without what stands before the first and behind the last character of a kind. */
export const trimTo = (text: string, isKept: (character: string) => boolean): string => {
  let [from, to] = [0, text.length]
  while (from < to && !isKept(text.charAt(from))) from++
  while (to > from && !isKept(text.charAt(to - 1))) to--
  return text.slice(from, to)
}

const isLetter = (character: string): boolean => /[\p{L}\p{M}\p{N}]/u.test(character)

/** A word without the marks around it, but for the apostrophe that cuts it off. */
const bare = (shown: string): string => {
  const word = trimTo(shown, isLetter)
  return word !== '' && /['’]$/.test(shown) ? `${word}'` : word
}

const known = new Map<string, readonly string[]>()
const wordsOf = (phrase: string): readonly string[] => {
  const words = known.get(phrase) ?? phrase.replaceAll("'", "' ").trim().split(' ')
  known.set(phrase, words)
  return words
}

const matches = (token: Token | undefined, word: string): boolean => {
  if (!token) return word === '$'
  if (word === '^') return token.shown.charAt(0) !== token.shown.charAt(0).toLowerCase()
  if (word.endsWith('*')) return token.word.startsWith(word.slice(0, -1))
  return word.startsWith('*') ? token.word.endsWith(word.slice(1)) : token.word === word
}

/** How many words of the longest of these phrases stand at a place; 0 for none. */
export const phraseAt = (tokens: readonly Token[], phrases: readonly string[] = [], at = 0): number =>
  phrases.reduce((longest, phrase) => {
    const words = wordsOf(phrase)
    return words.length > longest && words.every((word, offset) => matches(tokens[at + offset], word))
      ? words.length
      : longest
  }, 0)

/** Where the first of these phrases stands; -1 for nowhere. */
export const findPhrase = (tokens: readonly Token[], phrases: readonly string[] = [], from = 0): number =>
  tokens.findIndex((_, at) => at >= from && phraseAt(tokens, phrases, at) > 0)

/** Has a text one of these, anywhere? For languages without blanks. */
export const includesAny = (text: string, parts: readonly string[] = []): boolean =>
  parts.some((part) => text.includes(part))

/** Has a question a phrase for this use, in any language? */
export const hasPhrase = (question: string, use: Use): boolean =>
  findPhrase(tokensOf(question), phrasesOf(use)) >= 0 || includesAny(question, unspacedOf(use))

/** A question without what it ends with. */
export const withoutEnd = (question: string): string => {
  const text = question.trim()
  const last = [...text].findLastIndex((character) => !' ?？!！。.;；'.includes(character))
  return [...text].slice(0, last + 1).join('')
}
