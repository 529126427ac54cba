import { widthOf } from './terminal-text.ts'

/** Says below a page of a list how to get the next one. */
export const writeMore = (nextCursor: string | null): string =>
  nextCursor === null ? '' : `\nThere are more: --cursor ${nextCursor}`

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
