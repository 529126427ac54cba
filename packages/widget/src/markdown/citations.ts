/** A stretch of text, or the number of a source that it names. */
export type Cited = string | { readonly number: number }

/**
 * Splits `Retries are off. [2][3]` into text and numbers. A number without a source is left out, whatever it was meant
 * for; so is the space before it.
 */
export function splitCitations(text: string, known: ReadonlySet<number>): Cited[] {
  const found: Cited[] = []
  let end = 0
  for (const match of text.matchAll(/[ \t]*\[(\d{1,3})\]/g)) {
    const number = Number(match[1])
    const before = text.slice(end, match.index)
    if (before) found.push(before)
    if (known.has(number)) found.push({ number })
    end = match.index + match[0].length
  }
  const rest = text.slice(end)
  if (rest) found.push(rest)
  return found
}

/** The numbers that a text names, in the order it first names them; what stands in code does not count. */
export function citedNumbers(markdown: string): number[] {
  const prose = markdown.replace(/^ {0,3}(```|~~~)[\s\S]*?(^ {0,3}\1|$(?![\s\S]))/gm, '').replace(/`[^`\n]*`/g, '')
  return [...new Set(Array.from(prose.matchAll(/\[(\d{1,3})\]/g), (match) => Number(match[1])))]
}
