/** What stands in brackets, when it is more than text. */
export type Marker = { readonly kind: 'sources'; readonly numbers: readonly number[] } | Mark

/** What an answer may begin with. */
export type Mark =
  | { readonly kind: 'choices'; readonly numbers: readonly number[] }
  | { readonly kind: 'unanswered' }
  | { readonly kind: 'declined' }

/** In characters. Longer than any real marker: `[Sources 1, 2, 3, 4, 5]`. */
const longest = 48
/** More sources than an answer cites at once. */
const widestRange = 20

export const isOpening = (character: string): boolean => '[［【〔'.includes(character)

/** One way to write a marker, whatever the model writes: full width, East Asian brackets, any dash. */
const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[【〔]/g, '[')
    .replace(/[】〕]/g, ']')
    .replace(/[‐-―−~]/g, '-')
    .replaceAll('、', ',')

/** Has every bracket been closed? */
export const isWhole = (text: string): boolean => {
  const normal = normalize(text)
  return normal.endsWith(normal.startsWith('[[') ? ']]' : ']')
}

/** Reads what has been closed; undefined when it is text. */
export const readMarker = (text: string): Marker | undefined => {
  const inside = /^\[{1,2}([^[\]]*)\]{1,2}$/.exec(normalize(text))?.[1]?.trim()
  if (inside === undefined) return undefined
  if (inside === '?') return { kind: 'unanswered' }
  if (inside === '!') return { kind: 'declined' }
  const asked = inside.startsWith('?')
  const numbers = readNumbers(asked ? inside.slice(1) : inside)
  return numbers && { kind: asked ? 'choices' : 'sources', numbers }
}

const readNumbers = (text: string): number[] | undefined => {
  // `4:0†name` is how some models were taught to cite, with numbers of their own.
  if (/^\d{1,4}:\d{1,4}(?:†|$)/.test(text)) return text.includes('†') ? [] : undefined
  const list = text.replace(/†.*$/s, '').replace(/^(?:\^|sources?[\s:#]+)/i, '')
  if (!/^\s*\d{1,4}(?:\s*[,;&-]\s*\^?\d{1,4})*\s*$/.test(list)) return undefined
  return list.split(/[,;&]/).flatMap((item) => {
    const [first = 0, last = first] = (item.match(/\d+/g) ?? []).map(Number)
    const count = last - first + 1
    return count >= 1 && count <= widestRange ? Array.from({ length: count }, (_, at) => first + at) : [first, last]
  })
}

/** Can what has been opened still become a marker? */
export const mayBecomeMarker = (text: string): boolean => {
  if (text.length > longest || text.includes('\n')) return false
  const inside = normalize(text)
    .replace(/^\[{1,2}\s*/, '')
    .replace(/\]$/, '')
  if (inside.includes('†')) return /^\d{1,4}(?::\d{1,4})?†[^[\]]*$/.test(inside)
  const word = /^[a-z]*/i.exec(inside)?.[0].toLowerCase() ?? ''
  if (word === '') return /^[?!^]?[\d\s,;:&^-]*$/.test(inside)
  const isBegun = word.length === inside.length && 'sources'.startsWith(word)
  return isBegun || (/^sources?$/.test(word) && /^[\s:#\d,;&-]*$/.test(inside.slice(word.length)))
}
