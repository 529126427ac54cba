import { readTerms, weakTerms } from '../../search/words/words.ts'
import { common, findPhrase, tokensOf, withoutEnd } from './wording.ts'

/**
 * A question without the name of what the site documents: in its own pages that tells nothing, and those that repeat it would
 * come first. It stays where another word follows that it may be one name with (`acme status`), and where little else is said.
 */
export const withoutSiteName = (question: string, siteName: string): string => {
  const all = tokensOf(siteName).map(({ word }) => word)
  const name = all.length > 1 && common.manuals.includes(all.at(-1) ?? '') ? all.slice(0, -1) : all
  const tokens = tokensOf(question)
  const isNamed = (at: number) =>
    name.every((word, offset) => withoutEnd(tokens[at + offset]?.shown ?? '').toLowerCase() === word)
  const at = tellsSomething(name.join(' ')) ? tokens.findIndex((_, start) => isNamed(start)) : -1
  const last = tokens[at + name.length - 1]
  if (at < 0 || !last) return question
  const [before, after] = [question.slice(0, tokens[at]?.at), question.slice(last.at + withoutEnd(last.shown).length)]
  const next = tokens[at + name.length]?.word ?? ''
  return tellsSomething(next) || !isTopic(before + after) ? question : before + after
}

/**
 * What a question is searched by. “How do I set it up?”, with no word beside, asks how to begin, and pages say of many things
 * how these are set.
 */
export const searchedWords = (question: string, siteName: string): string => {
  const asked = withoutSiteName(question, siteName)
  return findPhrase(tokensOf(asked), common.setUp) >= 0 && !tellsSomething(asked) ? 'get started, installation' : asked
}

/** Words that say how a question is put, and are what it is about where it says nothing else: “How do I configure Acme?” */
const topics = new Set(readTerms('change configure create enable set start support'))

const isTopic = (text: string): boolean => tellsSomething(text) || readTerms(text).some((term) => topics.has(term))

const tellsSomething = (text: string): boolean => readTerms(text).some((term) => !weakTerms.has(term))
