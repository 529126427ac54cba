/** Letters and digits alone, in lower case: what a sentence is recognized by, whatever markup it had. */
const bare = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a text has this sentence; a long sentence may be named by its beginning. */
export function hasSentence(text: string, sentence: string): boolean {
  const wanted = bare(sentence.replace(/…$/, ''))
  return wanted.length > 0 && bare(text.replace(/\[\d{1,3}\]/g, '')).includes(wanted)
}

/** Where in a text a passage stands, from its first to behind its last letter; case and punctuation do not count. */
export function findPassage(text: string, passage: string): readonly [start: number, end: number] | undefined {
  const wanted = bare(passage.replace(/…$/, ''))
  if (!wanted) return undefined
  const places: number[] = []
  let letters = ''
  for (const match of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const lower = match[0].toLowerCase()
    letters += lower
    for (let unit = 0; unit < lower.length; unit++) places.push(match.index)
  }
  const at = letters.indexOf(wanted)
  const [first, last] = [places[at], places[at + wanted.length - 1]]
  if (at < 0 || first === undefined || last === undefined) return undefined
  const end = last + String.fromCodePoint(text.codePointAt(last) ?? 0).length
  return [first, end + (/^[.!?。！？]/.test(text.slice(end)) ? 1 : 0)]
}

/** Where the sentence begins that a citation at `end` belongs to. */
export function sentenceStart(text: string, end: number): number {
  const before = text.slice(0, end).replace(/[\s.!?。！？]+$/, '')
  let start = 0
  for (const match of before.matchAll(/[.!?]\s+(?=[^a-z])|[。！？]\s*/g)) start = match.index + match[0].length
  return start
}
