import { readTerms } from '../../search/words/words.ts'
import { fenced } from '../markdown-text.ts'
import { findPhrase, phraseAt, phrasesOf, type Token, tokensOf, unspaced, withoutEnd } from './wording.ts'

const mostWords = 3
/** In characters. */
const longestThing = 40
const versus = ['vs', 'versus']
/** What “A or B” is for: “A or B for a large page?”, “A vs. B, which one is quicker?” */
const purposes = ['for', 'when', 'which', 'what', 'whats', 'if', 'in', 'on', 'to']
/** What stands before the first of two: “Should I use A or B?” */
const leads = ['a', 'an', 'the', 'use', 'is', 'are', 'i', 'with']

const shownOf = (tokens: readonly Token[]): string => tokens.map(({ shown }) => shown).join(' ')

/** What stands before the first such word, and what behind it. */
const splitAt = (tokens: readonly Token[], words: readonly string[]): [Token[], Token[]] | undefined => {
  const at = findPhrase(tokens, words, 1)
  return at < 0 || at === tokens.length - 1 ? undefined : [tokens.slice(0, at), tokens.slice(at + 1)]
}

/** “The difference between A and B”, “Was ist der Unterschied zwischen A und B?”, “How does A differ from B?” */
const toldApart = (tokens: readonly Token[]): [Token[], Token[]] | undefined => {
  const at = findPhrase(tokens, phrasesOf('difference'))
  if (at >= 0) return splitAt(tokens.slice(at + phraseAt(tokens, phrasesOf('difference'), at)), phrasesOf('and'))
  const differs = findPhrase(tokens, ['differ from', 'different from'])
  const asks = phraseAt(tokens, ['how do', 'how does', 'how is', 'how are'])
  return differs < 0 || asks === 0 ? undefined : [tokens.slice(asks, differs), tokens.slice(differs + 2)]
}

/** “A vs. B”, “A or B?” */
const chosen = (tokens: readonly Token[]): [Token[], Token[]] | undefined => {
  const isVersus = findPhrase(tokens, versus) > 0
  const parts = splitAt(tokens, isVersus ? versus : ['or'])
  if (!parts || parts[1][0]?.word === 'not') return undefined
  const [before, behind] = parts
  const last = behind.findIndex(({ shown }) => shown.endsWith(',') || shown.endsWith(';') || shown.endsWith('?'))
  const purpose = findPhrase(behind, purposes, 1)
  const ends = [last < 0 ? undefined : last + 1, purpose < 0 ? undefined : purpose].filter((end) => end !== undefined)
  const others = behind.slice(0, Math.min(behind.length, ...ends))
  const lead = before.findLastIndex(({ word }) => leads.includes(word))
  const isShort = before.length <= mostWords && (isVersus || others.length <= mostWords)
  if (isShort) return [before, others]
  if (isVersus) return lead >= 0 && before.length - lead <= mostWords + 1 ? [before.slice(lead + 1), others] : undefined
  return behind.length === 1 ? [before.slice(-1), behind] : undefined
}

/** “AとBの違いは？” */
const unspacedParts = (question: string): string[] | undefined => {
  for (const { difference = [], and = [] } of Object.values(unspaced)) {
    const end = difference.map((each) => question.indexOf(each)).find((at) => at > 0)
    const things = question.slice(0, end)
    const separator = end === undefined ? undefined : and.find((each) => things.indexOf(each) > 0)
    if (separator === undefined) continue
    const at = things.indexOf(separator)
    return [things.slice(0, at), things.slice(at + separator.length)]
  }
  return undefined
}

/** The two or three things that a question wants told apart, in lower case: “The difference between A and B”, “A vs. B vs. C”, “A or B?” */
export const readCompared = (question: string): readonly string[] | undefined => {
  const tokens = tokensOf(withoutEnd(question))
  const [one, others] = toldApart(tokens) ?? chosen(tokens) ?? []
  const parts = unspacedParts(question) ?? (one && others ? [one, ...splitAll(others)].map(withoutArticle) : undefined)
  return parts?.every((part) => part !== '' && part.length <= longestThing) ? parts.slice(0, 3) : undefined
}

const splitAll = (tokens: readonly Token[]): Token[][] => {
  const parts = splitAt(tokens, versus)
  return parts ? [parts[0], ...splitAll(parts[1])] : [[...tokens]]
}

const withoutArticle = (tokens: readonly Token[]): string => {
  const named = tokens.slice(tokens.length > 1 ? phraseAt(tokens, phrasesOf('articles')) : 0)
  return shownOf(named)
    .toLowerCase()
    .replace(/[`"'(),;]|\.$/g, '')
}

/** Does a heading have the words of each of the things? “Server and client components” names two. */
export const namesEach = (compared: readonly string[], heading: string): boolean => {
  const said = new Set(readTerms(heading))
  const terms = compared.map((name) => readTerms(name))
  return terms.every((own) => own.length > 0 && own.every((term) => said.has(term)))
}

const contrast =
  /\b(?:while|whereas|but|unlike|in contrast|on the other hand|differ(?:s|ent|ence|ences)?|instead|rather than|however|both|two|either|neither|than)\b/i

/**
 * How much a passage tells things apart: the sentences that name two of them, each counting twice when it says so by words
 * such as “while” and “unlike”.
 */
export const countContrasts = (compared: readonly string[], markdown: string): number => {
  let count = 0
  const prose = markdown.replace(fenced, ' ').replace(/^\|.*$/gm, ' ')
  for (const sentence of prose.split(/(?<=[.!?:])\s+|\n{2,}/)) {
    const words = ` ${sentence.toLowerCase().replace(/[^\p{L}\p{N}_$@.-]+|[.-](?!\p{L})/gu, ' ')} `
    const named = compared.filter((name) => words.includes(` ${name} `)).length
    if (named > 1) count += contrast.test(sentence) ? 2 : 1
  }
  return count
}
