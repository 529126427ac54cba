/** A stretch of text, or the numbers of sources that it names one behind the other. */
export type Cited = string | { readonly numbers: readonly number[] }

/**
 * Splits `Retries are off. [2][3]` into text and numbers. A number without a source is left out, whatever it was meant
 * for; so is the space before it.
 */
export function splitCitations(text: string, known: ReadonlyMap<number, unknown>): Cited[] {
  if (!text.includes('[')) return text ? [text] : []
  const found: Cited[] = []
  let end = 0
  for (const match of text.matchAll(/[ \t]*\[\d{1,3}\](?:[ ,]{0,2}\[\d{1,3}\])*/g)) {
    const numbers = [...match[0].matchAll(/\d+/g)]
      .map(([digits]) => Number(digits))
      .filter((number) => known.has(number))
    const before = text.slice(end, match.index)
    if (before) found.push(before)
    if (numbers.length > 0) found.push({ numbers: [...new Set(numbers)] })
    end = match.index + match[0].length
  }
  const rest = text.slice(end)
  if (rest) found.push(rest)
  return found
}

/** Fenced code and code in backticks, in which a number in brackets cites nothing. */
const code = /(^ {0,3}```[\s\S]*?(?:^ {0,3}```|$(?![\s\S]))|^ {0,3}~~~[\s\S]*?(?:^ {0,3}~~~|$(?![\s\S]))|`[^`\n]*`)/m

/** Changes a text where it is not code. */
export const mapProse = (markdown: string, change: (prose: string) => string): string =>
  markdown
    .split(code)
    .map((piece, index) => (index % 2 === 1 ? piece : change(piece)))
    .join('')

/** The numbers that a text names, in the order it first names them; what stands in code does not count. */
export function citedNumbers(markdown: string): number[] {
  const numbers = new Set<number>()
  for (const [index, piece] of markdown.split(code).entries())
    if (index % 2 === 0) for (const match of piece.matchAll(/\[(\d{1,3})\]/g)) numbers.add(Number(match[1]))
  return [...numbers]
}
