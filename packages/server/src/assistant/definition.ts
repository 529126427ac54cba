import { inlineText } from './plain-text.ts'

/** What “What is X?” asks about: a short name. Undefined for any other question. */
export const readDefined = (question: string): string | undefined =>
  /^\s*(?:so |and )?what(?:'s|’s| is| are) (?:an? |the )?(?!(?:default|maximum|minimum|limit|value|difference|best|right|purpose)s?\b)([\p{L}\p{N}@._/-]+(?: [\p{L}\p{N}._/-]+){0,2}?)(?: for)?\s*\?*\s*$/iu.exec(
    question,
  )?.[1]

/**
 * How plainly a passage says what a thing is: 3 for a sentence that begins “X is a …”, 2 for “X lets you …”, 0 when it
 * does not say.
 */
export const definesPlainly = (subject: string, markdown: string): number => {
  const escaped = subject.replace(/(?<=\w{3})s$/i, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const begins = `(?:^|[.!?] )(?:an? |the |in [\\w .]{2,30}, (?:an? |the )?)?["“]?${escaped}(?:s|es|\\(\\))?["”]?(?: \\([^)]{0,160}\\))?(?:,[^,.]{0,80},)?`
  const isA = new RegExp(`${begins} (?:is|are) (?:an?|the|any|just|one|like)\\b`, 'iu')
  const lets = new RegExp(
    `${begins} (?:(?:lets?|allows?|enables?|helps?) (?:you|us|users|developers|components)|provides? an?)\\b`,
    'iu',
  )
  const lines = markdown.split('\n').flatMap((line) => (/^\s*[#|>\d-]/.test(line) ? [] : [inlineText(line)]))
  if (lines.some((line) => isA.test(line))) return 3
  return lines.some((line) => lets.test(line)) ? 2 : 0
}

/** `useChat()` is `useChat`, and `Slots` is `slot`. */
export const isSameName = (one: string, other: string): boolean => {
  const plain = (name: string) =>
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '')
      .replace(/s$/, '')
  return plain(one) === plain(other)
}
