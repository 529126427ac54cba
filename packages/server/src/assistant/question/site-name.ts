import { readTerms, weakTerms } from '../../search/words/words.ts'

/**
 * A question without the name of what the site documents: in its own pages that tells nothing, and those that repeat it would
 * come first. It stays where another word follows that it may be one name with (`acme status`), and where little else is said.
 */
export const withoutSiteName = (question: string, siteName: string): string => {
  const name = siteName
    .replace(/ (?:docs?|documentation|manual)$/i, '')
    .trim()
    .toLowerCase()
  const at = tellsSomething(name) ? question.toLowerCase().indexOf(name) : -1
  const [before, after] = [question.slice(0, Math.max(0, at)), question.slice(at + name.length)]
  if (at < 0 || /[\p{L}\p{N}_.@/`-]$/u.test(before) || /^[\p{L}\p{N}_.@/`-]/u.test(after.replace(/^\.\s*$/, '')))
    return question
  const next = /^\s+([^\s]+)/.exec(after)?.[1] ?? ''
  return tellsSomething(next) || !isTopic(before + after) ? question : before + after
}

/**
 * What a question is searched by. “How do I set it up?”, with no word beside, asks how to begin, and pages say of many things
 * how these are set.
 */
export const searchedWords = (question: string, siteName: string): string => {
  const asked = withoutSiteName(question, siteName)
  return setUp.test(asked) && !tellsSomething(asked) ? 'get started, installation' : asked
}

const setUp = /\bset(?:ting)? (?:(?:it|this|that|them|everything) )?up\b/i

/** Words that say how a question is put, and are what it is about where it says nothing else: “How do I configure Acme?” */
const topics = new Set(readTerms('change configure create enable set start support'))

const isTopic = (text: string): boolean => tellsSomething(text) || readTerms(text).some((term) => topics.has(term))

const tellsSomething = (text: string): boolean => readTerms(text).some((term) => !weakTerms.has(term))
