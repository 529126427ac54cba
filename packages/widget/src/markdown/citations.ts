/** A piece of text, or the numbers of sources that are cited one after another. */
export type CitationPiece = string | { readonly numbers: readonly number[] }

/**
 * Splits `Retries are off. [2][3]` into text and citations. A number without a source is removed, along with the space
 * before it.
 */
export function splitCitations(text: string, sources: ReadonlyMap<number, unknown>): CitationPiece[] {
  if (!text.includes('[')) return text ? [text] : []
  const pieces: CitationPiece[] = []
  let end = 0
  for (const match of text.matchAll(/[ \t]*\[\d{1,3}\](?:[ ,]{0,2}\[\d{1,3}\])*/g)) {
    const numbers = [...match[0].matchAll(/\d+/g)]
      .map(([digits]) => Number(digits))
      .filter((number) => sources.has(number))
    const before = text.slice(end, match.index)
    if (before) pieces.push(before)
    if (numbers.length > 0) pieces.push({ numbers: [...new Set(numbers)] })
    end = match.index + match[0].length
  }
  const rest = text.slice(end)
  if (rest) pieces.push(rest)
  return pieces
}

/** Fenced code and inline code, where a number in brackets isn't a citation. */
const code = /(^ {0,3}```[\s\S]*?(?:^ {0,3}```|$(?![\s\S]))|^ {0,3}~~~[\s\S]*?(?:^ {0,3}~~~|$(?![\s\S]))|`[^`\n]*`)/m

/** Changes a text outside of its code. */
export const mapProse = (markdown: string, change: (prose: string) => string): string =>
  markdown
    .split(code)
    .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
    .join('')

/** The numbers that a text cites outside of its code, in the order of their first citation. */
export function citationNumbers(markdown: string): number[] {
  const numbers = new Set<number>()
  for (const [index, piece] of markdown.split(code).entries())
    if (index % 2 === 0) for (const match of piece.matchAll(/\[(\d{1,3})\]/g)) numbers.add(Number(match[1]))
  return [...numbers]
}
