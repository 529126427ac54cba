import data from './english-words.json' with { type: 'json' }
import { languageOf } from './languages.ts'

/** What frequent words of software documentation are in English, by the stems of a language. */
type Dictionary = ReadonlyMap<string, string>

const dictionaries = new Map<string, Dictionary>()
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = data

const dictionaryOf = (language: string): Dictionary | undefined => {
  const known = dictionaries.get(language)
  const own = words[language]
  const stem = languageOf(language)?.stem
  if (known || !own || !stem) return known
  const read = new Map(Object.entries(own).map(([word, english]) => [stem(word), english]))
  dictionaries.set(language, read)
  return read
}

/** No part of a compound is shorter, in letters. */
const shortestPart = 3

/** The two words that one is made of, as “Konfigurationsdatei” is. */
const inParts = (word: string, read: (part: string) => string | undefined): string | undefined => {
  for (let end = word.length - shortestPart; end >= shortestPart; end--) {
    const [first, second] = [word.slice(0, end), word.slice(end)]
    const english = [read(first) ?? read(first.replace(/s$/, '')), read(second)]
    if (english.every((part) => part !== undefined)) return english.join(' ')
  }
  return undefined
}

/**
 * A question in another language with those of its words in English that a dictionary of a few hundred has; names and what it
 * does not have stay. Undefined where it has none.
 */
export const withEnglishWords = (question: string, language: string): string | undefined => {
  const dictionary = dictionaryOf(language)
  const stem = languageOf(language)?.stem
  if (!dictionary || !stem) return undefined
  const read = (word: string) => dictionary.get(stem(word))
  const english = question.replace(/(?<![\p{L}\p{N}_.@/-])\p{L}+(?![\p{L}\p{N}_@/-])/gu, (word) => {
    const lower = word.toLowerCase()
    return read(lower) ?? (language === 'de' ? inParts(lower, read) : undefined) ?? word
  })
  return english === question ? undefined : english
}
