/** Scripts that don't put spaces between words. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** Without spaces there are no words to match. Instead any two neighbouring letters match, and what continues them. */
function unspacedWord(word: string): string {
  const letters = Array.from(word)
  if (letters.length < 3) return word
  return `(?:${letters
    .slice(1)
    .map((letter, index) => `${letters[index]}${letter}`)
    .join('|')})[${word}]*`
}

/** An expression that finds the words of a query in a text, whatever their endings. Undefined for a query without words. */
export function wordsOf(query: string): RegExp | undefined {
  const all = query.toLowerCase().match(/[\p{L}\p{N}\p{M}_]+/gu) ?? []
  // Words of one or two letters are the beginning of half of all others, and say the least.
  const longer = all.filter((word) => word.length > 2 || unspaced.test(word))
  const words = longer.length > 0 ? longer : all
  const parts = words.map((word, index) => {
    if (unspaced.test(word)) return unspacedWord(word)
    // A long word may have another ending in the text: “rotating” finds “rotate”. The last word may still be incomplete.
    const stem = word.length > 6 ? word.slice(0, -3) : word
    const isShort = word.length < 4 && index < words.length - 1
    const ending = isShort ? '?(?![\\p{L}\\p{N}])' : '*'
    return `(?<![\\p{L}\\p{N}])${stem}[\\p{L}\\p{N}\\p{M}]${ending}`
  })
  return parts.length > 0 ? new RegExp(parts.join('|'), 'giu') : undefined
}

/** A piece of a text that either matches the query or doesn't. */
export interface Piece {
  readonly text: string
  readonly isMatch: boolean
}

/** Splits a text at the words of the query. */
export function markWords(text: string, words: RegExp | undefined): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const { index, 0: match } of words ? text.matchAll(words) : []) {
    if (index > end) pieces.push({ text: text.slice(end, index), isMatch: false })
    pieces.push({ text: match, isMatch: true })
    end = index + match.length
  }
  if (end < text.length) pieces.push({ text: text.slice(end), isMatch: false })
  return pieces
}

/** The part of a text around the first word of the query. @param length in characters */
export function excerpt(text: string, words: RegExp | undefined, length: number): string {
  const first = Math.max(0, words ? text.search(words) : 0)
  if (text.length <= length) return text
  const near = Math.max(0, Math.round(first - length / 3))
  const word = text.indexOf(' ', near) + 1
  // Text without spaces has no word to start at.
  const start = first < length / 2 ? 0 : word > 0 && word <= first ? word : near
  const rest = text.slice(start)
  // Drop a word that is cut in two, and the space before it.
  const shortened = rest.length > length ? `${rest.slice(0, length + 1).replace(/\s+\S{0,30}$/, '')}…` : rest
  return `${start > 0 ? '…' : ''}${shortened}`
}
