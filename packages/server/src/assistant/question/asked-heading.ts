import { common, phraseAt, phrasesOf, type Token, tokensOf } from './wording.ts'

/** Of a question that a page offers about one of its headings, what it quotes: “Explain “Limits””, “Explique « Limites »”. */
const quoted = /^[^“"«„「]{0,40}[“"«„「]\s?([^“”"«»„「」]{1,200}?)\s?[“"”»」]\W{0,3}$/u

const plain = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** “How is an answer made?” asks for “How an answer is made”; of so few words the order may tell: “page of links”, “links of page”. */
const sameWords = (one: readonly string[], other: readonly string[]): boolean =>
  one.join(' ') === other.join(' ') || (one.length > 3 && one.toSorted().join(' ') === other.toSorted().join(' '))

/** What a question is about that says no more: “Tell me about limits”, “Zeig mir die Limits”. */
const topicOf = (tokens: readonly Token[]): string => {
  const rest = tokens.slice(phraseAt(tokens, phrasesOf('topics')))
  return rest
    .slice(phraseAt(rest, phrasesOf('articles')))
    .map(({ word }) => word)
    .join(' ')
}

/** Is a heading asked for word for word, by the whole of a question, by what it quotes or by all that it asks about? */
export const asksForHeading = (question: string, heading: string | null): boolean => {
  const name = plain(heading ?? '')
  const ways = [question, quoted.exec(question)?.[1] ?? '', topicOf(tokensOf(question))]
  return name.length > 0 && ways.some((asked) => sameWords(plain(asked), name))
}

/** The same, for a heading that is a question itself: of others several pages may have one of that name. */
export const asksSameQuestion = (question: string, heading: string | null): boolean => {
  const tokens = tokensOf(heading ?? '')
  const isAsked = ['?', '？', '؟'].some((mark) => heading?.trimEnd().endsWith(mark))
  const isQuestion = isAsked || (tokens.length > 3 && phraseAt(tokens, common.questionWords) > 0)
  return isQuestion && asksForHeading(question, heading)
}
