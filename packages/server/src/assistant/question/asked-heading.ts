import { common, findPhrase, phrasesOf, plainOf, restOf } from './wording.ts'

/** Of a question that a page offers about one of its headings, what it quotes: “Explain “Limits””, “Explique « Limites »”. */
const quoted = /^[^“"«„「]{0,40}[“"«„「]\s?([^“”"«»„「」]{1,200}?)\s?[“"”»」]\W{0,3}$/u

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** “How is an answer made?” asks for “How an answer is made”; of so few words the order may tell: “page of links”, “links of page”. */
const sameWords = (one: readonly string[], other: readonly string[]): boolean =>
  one.join(' ') === other.join(' ') || (one.length > 3 && one.toSorted().join(' ') === other.toSorted().join(' '))

/** Is a heading asked for word for word, by the whole of a question, by what it quotes, or as in “Tell me about limits”? */
export const asksForHeading = (question: string, heading: string | null): boolean => {
  const name = wordsOf(heading ?? '')
  const topic = restOf(plainOf(question), phrasesOf('topics')) ?? ''
  const ways = [question, quoted.exec(question)?.[1] ?? '', restOf(topic, phrasesOf('articles')) ?? topic]
  return name.length > 0 && ways.some((asked) => sameWords(wordsOf(asked), name))
}

/** The same, for a heading that is a question itself: of others several pages may have one of that name. */
export const asksSameQuestion = (question: string, heading: string): boolean => {
  const plain = plainOf(heading)
  const isQuestion =
    /[?？؟]\s*$/.test(heading) || (plain.split(' ').length > 3 && findPhrase(plain, common.questionWords)?.index === 0)
  return isQuestion && asksForHeading(question, heading)
}
