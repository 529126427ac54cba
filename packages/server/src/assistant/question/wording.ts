import data from './languages.json' with { type: 'json' }

/** Phrases of one language, by what they are for. In one, `*` stands for any letters, `$` for the end. */
export type Wording = Readonly<Record<string, readonly string[] | undefined>>

/** Of languages with blanks between words, by their codes. */
export const spaced: Readonly<Record<string, Wording>> = data.spaced
/** Of those without, or whose particles stand on the words themselves. */
export const unspaced: Readonly<Record<string, Wording>> = data.unspaced
/** What is alike in all languages. */
export const common = data.common

/** All phrases for one use, of languages with blanks. */
export const phrasesOf = (use: string): readonly string[] => {
  const phrases = phrasesByUse.get(use) ?? Object.values(spaced).flatMap((wording) => wording[use] ?? [])
  phrasesByUse.set(use, phrases)
  return phrases
}
const phrasesByUse = new Map<string, readonly string[]>()

/** A text as words with one blank between two, without the marks around them; `l’eau` is two words. */
export const plainOf = (text: string): string =>
  text
    .replace(/['’](?=\p{L})/gu, "' ")
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}']+$/gu, ''))
    .filter((word) => word !== '')
    .join(' ')

const none: readonly string[] = []
/** Each list of phrases is the same object every time. */
const patterns = new WeakMap<readonly string[], RegExp>()
const patternOf = (phrases: readonly string[]): RegExp => {
  const known = patterns.get(phrases)
  if (known) return known
  const source = phrases
    .map((phrase) => plainOf(phrase.replaceAll('*', 'ANY').replace(' $', 'END')))
    .sort((one, other) => other.length - one.length)
    .join('|')
  const letters = source.replaceAll('ANY', '\\S*').replaceAll('END', '$')
  const pattern = new RegExp(`(?<!\\S)(?:${letters || '(?!)'})(?!\\S)`, 'iu')
  patterns.set(phrases, pattern)
  return pattern
}

/** The first, and there the longest, of these phrases that stands in a plain text. */
export const findPhrase = (plain: string, phrases: readonly string[] = none): RegExpExecArray | null =>
  patternOf(phrases).exec(plain)

/** What a plain text says behind one of these phrases that it begins with. */
export const restOf = (plain: string, phrases: readonly string[] = none): string | undefined => {
  const phrase = findPhrase(plain, phrases)
  return phrase?.index === 0 ? plain.slice(phrase[0].length).trim() : undefined
}

/** Has a text one of these, anywhere? For languages without blanks. */
export const includesAny = (text: string, parts: readonly string[] = []): boolean =>
  parts.some((part) => text.includes(part))

/** A question without what it ends with. */
export const withoutEnd = (question: string): string => {
  let end = question.length
  while (end > 0 && /[\s?？!！。.;；]/.test(question[end - 1] ?? '')) end--
  return question.slice(0, end).trim()
}
