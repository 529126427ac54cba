import { escapePattern } from '../escape-pattern.ts'
import { inlineText } from './plain-text.ts'

/** What “What is X?” and “What does X do?” ask about: a short name. Undefined for any other question. */
export const readDefined = (question: string): string | undefined =>
  whatDoes.exec(question)?.[1] ??
  /^\s*(?:so |and )?what(?:'s|’s| is| are) (?:an? |the )?(?!(?:default|maximum|minimum|limit|value|difference|best|right|purpose)s?\b)([\p{L}\p{N}@._/-]+(?: [\p{L}\p{N}._/-]+){0,2}?)(?: for)?\s*\?*\s*$/iu.exec(
    question,
  )?.[1]

const whatDoes =
  /^\s*(?:so |and )?what does (?:an? |the )?([\p{L}\p{N}@._/-]+(?: [\p{L}\p{N}._/-]+){0,2}?) (?:do|mean|stand for)\s*\?*\s*$/iu

/**
 * How plainly a passage says what a thing is: 3 for a sentence that begins “X is a …” or “X are things that …”, for “X - …”,
 * as manual pages have it, and for “A …” below a heading X, as glossaries have it; 2 for “X lets you …”, and for an item of
 * a list that begins with X in bold; 0 when it does not say.
 */
export const definesPlainly = (subject: string, markdown: string): number => {
  const name = escapePattern(subject.replace(/(?<=\w{3})s$/i, '')).replaceAll(' ', '[ _-]')
  // “Write-ahead logging (WAL) is …”
  const escaped = isAcronym.test(subject) ? `(?:${name}|(?:[\\w-]+ ){1,5}\\(${name}\\))` : name
  const begins = `(?:^|[.!?] )(?:an? |the |in [\\w .]{2,30}, (?:an? |the )?)?["“]?${escaped}(?:s|es|\\(\\))?["”]?(?: \\([^)]{0,160}\\))?(?:,[^,.]{0,80},)?`
  const isA = new RegExp(
    `${begins} (?:is|are) (?:(?:an?|the|any|just|one|like)\\b|(?:[\\w-]+ ){1,4}(?:that|which)\\b)|^${name} [-–—] \\p{L}`,
    'iu',
  )
  const lets = new RegExp(
    `${begins} (?:(?:lets?|allows?|enables?|helps?) (?:you|us|users|developers|components)|provides? an?|(?:is|are) used (?:to|for))\\b`,
    'iu',
  )
  const lines = markdown.split('\n').flatMap((line) => (/^\s*[#|>\d-]/.test(line) ? [] : [inlineText(line)]))
  if (isEntry(subject, markdown) || lines.some((line) => isA.test(line))) return 3
  return hasEntry(subject, markdown) || lines.some((line) => lets.test(line)) ? 2 : 0
}

/** The same for a section, of which all is said of its heading when its page is a glossary. */
export const definesAsSection = (
  subject: string,
  { title, heading, content }: { title: string; heading: string | null; content: string },
): number => (glossary.test(title) && isSameName(heading ?? '', subject) ? 3 : definesPlainly(subject, content))

const glossary = /\b(?:glossary|terminology|terms|vocabulary|definitions)\b/i

/** An entry of a glossary: the name as heading, and what it is without saying it again. */
const isEntry = (subject: string, markdown: string): boolean => {
  const [, heading = '', text = ''] = /^\s*#{1,6} (.+)\n+((?:an?|any|the) \p{L}[^.]*)/iu.exec(markdown) ?? []
  const isSentence = saysWhatSomethingDoes.test(text) || text.toLowerCase().includes(subject.toLowerCase())
  return !isSentence && isNameOf(heading, subject)
}

/** An item of a list that begins with the name in bold, and goes on with what it is. */
const hasEntry = (subject: string, markdown: string): boolean => {
  const items = [...markdown.matchAll(/^[-*+] \*\*([^*\n]{1,60})\*\*[ \t]*[:–—-]?[ \t]*[\p{L}`][^\n]{15}/gmu)]
  return items.some(([, name = '']) => isNameOf(name.replace(/:$/, ''), subject))
}

/** In words alone: “$slots” and “slots()” are other things than slots. */
const isNameOf = (name: string, subject: string): boolean =>
  !/[^\p{L}\p{N}\s.-]/u.test(name) && isSameName(name, subject)

/** “The added entries are written …” is a sentence; an entry goes on with “of …”, “that …”. */
const saysWhatSomethingDoes =
  /^(?:(?!\b(?:that|which|who|where|when)\b|[,:;]).){0,200}\b(?:is|are|was|were|will|can|may|must|should|has|have)\b/i

const isAcronym = /^[a-z][a-z\d]{1,5}$/i

/** `useChat()` is `useChat`, `Slots` is `slot`, `git-stash(1)` is `git stash`, and `Write-Ahead Logging (WAL)` is `WAL`. */
export const isSameName = (one: string, other: string): boolean => {
  const plain = (name: string) =>
    (/ \(([A-Z][A-Z\d]{1,5})\)$/.exec(name)?.[1] ?? name.replace(/(?<=\w)\(\d\)$/, ''))
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .replace(/s$/, '')
  return plain(one) === plain(other)
}
