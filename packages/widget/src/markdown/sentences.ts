import { withoutCitations } from './citations.ts'

/** Letters and digits only, in lower case, so that sentences compare equal whatever their markup. */
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a text contains a sentence. A long one may be cut and end in `…`. */
export function hasSentence(text: string, sentence: string): boolean {
  const letters = lettersOf(sentence)
  return letters.length > 0 && lettersOf(withoutCitations(text)).includes(letters)
}

/** The range of a passage in a text, ignoring case and punctuation. Undefined if it isn't there. */
export function findPassage(text: string, passage: string): readonly [start: number, end: number] | undefined {
  const wanted = lettersOf(passage)
  if (!wanted) return undefined
  const positions: number[] = []
  let letters = ''
  for (const match of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const lower = match[0].toLowerCase()
    letters += lower
    for (let unit = 0; unit < lower.length; unit++) positions.push(match.index)
  }
  const at = letters.indexOf(wanted)
  const [first, last] = [positions[at], positions[at + wanted.length - 1]]
  if (at < 0 || first === undefined || last === undefined) return undefined
  const end = last + String.fromCodePoint(text.codePointAt(last) ?? 0).length
  const next = text.charAt(end)
  return [first, next && '.!?。！？'.includes(next) ? end + 1 : end]
}

/** Start of the sentence that a citation at `end` belongs to. */
export function sentenceStart(text: string, end: number): number {
  const before = text.slice(0, end).replace(/[\s.!?。！？]+$/, '')
  let start = 0
  for (const match of before.matchAll(/[.!?]\s+(?=[^a-z])|[。！？]\s*/g)) start = match.index + match[0].length
  return start
}
