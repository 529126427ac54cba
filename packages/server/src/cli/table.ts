/** Says below a page of a list how to get the next one. */
export const writeMore = (nextCursor: string | null): string =>
  nextCursor === null ? '' : `\nThere are more: --cursor ${nextCursor}`

/** Rows under their headings, in columns as wide as they need to be. */
export const writeTable = (headings: readonly string[], rows: readonly (readonly string[])[]): string => {
  const lines = [headings, ...rows]
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
