import { widthOf } from '../terminal-text.ts'

/** Says below a page of a list how to get the next one. */
export const writeMore = (nextCursor: string | null): string =>
  nextCursor === null ? '' : `\nThere are more: --cursor ${nextCursor}`

const longestCell = 70

/** A text as one line that leaves room for other columns. */
export const shorten = (text: string | null): string => {
  const letters = [...(text ?? '').replace(/\s+/g, ' ').trim()]
  return letters.length > longestCell ? `${letters.slice(0, longestCell - 1).join('')}…` : letters.join('')
}

/** Rows under their headings, in columns as wide as they need to be. */
export const writeTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [headings, ...rows].map((line) => line.map((cell) => cell.replace(/\s+/g, ' ')))
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
