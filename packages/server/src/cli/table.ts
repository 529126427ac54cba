import { widthOf } from '../terminal-text.ts'

const longestCell = 70

/** The line below a list that says how to get the next page. */
export const writeMore = (nextCursor: string | null): string =>
  nextCursor === null ? '' : `\nThere are more: --cursor ${nextCursor}`

/** A text with every run of white space as one space. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ')

/** A text as one line that leaves room for other columns. */
export const shorten = (text: string | null): string => {
  const letters = [...oneLine(text ?? '').trim()]
  return letters.length > longestCell ? `${letters.slice(0, longestCell - 1).join('')}…` : letters.join('')
}

/** Rows under their headings, in columns as wide as they need to be. */
export const writeTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [headings, ...rows].map((line) => line.map(oneLine))
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell + ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell))))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
