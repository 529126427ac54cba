import { inlineText } from './plain-text.ts'

/** What “What is X?” asks about: a short name. Undefined for any other question. */
export const readDefined = (question: string): string | undefined =>
  /^\s*(?:so |and )?what(?:'s|’s| is| are) (?:an? |the )?([\p{L}\p{N}@._/-]+(?: [\p{L}\p{N}._/-]+){0,2}?)(?: for)?\s*\?*\s*$/iu.exec(
    question,
  )?.[1]

/** Does a passage have a sentence that begins “X is a …”, or “X lets you …”? */
export const definesPlainly = (subject: string, markdown: string): boolean => {
  const singular = subject.replace(/(?<=\w{3})s$/i, '')
  const escaped = singular.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(
    `(?:^|[.!?] |: )(?:an? |the |in [\\w .]{2,30}, (?:an? |the )?)?["“]?${escaped}(?:s|es)?["”]?(?: \\([^)]{0,160}\\)| [A-Z]\\w+)?(?:,[^,.]{0,80},)? (?:(?:is|are) (?:an?|the|any|just|one|like)|(?:lets?|allows?|enables?|helps?) (?:you|us|users|developers|components)|provides? an?)\\b`,
    'iu',
  )
  return markdown.split('\n').some((line) => !line.startsWith('#') && pattern.test(inlineText(line)))
}
