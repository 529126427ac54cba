import { escapePattern } from '../../escape-pattern.ts'
import { readTerms, weakTerms } from '../../search/words/words.ts'
import { common, findPhrase, plainOf } from './wording.ts'

/**
 * A question without the name of what the site documents: in its own pages that tells nothing, and those that repeat it would
 * come first. It stays where another word follows that it may be one name with (`acme status`), and where little else is said.
 */
export const withoutSiteName = (question: string, siteName: string): string => {
  const name = siteName.replace(/\s(?:docs?|documentation|manual)$/i, '').trim()
  if (!tellsSomething(name)) return question
  const standing = new RegExp(`(?<![\\p{L}\\p{N}_.@/-])${escapePattern(name)}(?![\\p{L}\\p{N}_@/-]|\\.\\p{L})`, 'iu')
  const [before = '', behind] = question.split(standing, 2)
  if (behind === undefined || tellsSomething(/^\s*(\S*)/.exec(behind)?.[1] ?? '')) return question
  const isTopic = tellsSomething(before + behind) || readTerms(before + behind).some((term) => topics.has(term))
  return isTopic ? question.replace(standing, '') : question
}

/**
 * What a question is searched by. “How do I set it up?”, with no word beside, asks how to begin, and pages say of many things
 * how these are set.
 */
export const searchedWords = (question: string, siteName: string): string => {
  const asked = withoutSiteName(question, siteName)
  return findPhrase(plainOf(asked), common.setUp) && !tellsSomething(asked) ? 'get started, installation' : asked
}

/** Words that say how a question is put, and are what it is about where it says nothing else: “How do I configure Acme?” */
const topics = new Set(readTerms('change configure create enable set start support'))

const tellsSomething = (text: string): boolean => readTerms(text).some((term) => !weakTerms.has(term))
