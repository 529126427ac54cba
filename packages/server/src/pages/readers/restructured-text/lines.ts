/** Lines, and the one that is read next. */
export interface Cursor {
  readonly lines: readonly string[]
  at: number
}

/** The next line, or one so many further on; empty behind the last. */
export const lineAt = ({ lines, at }: Cursor, offset = 0): string => lines[at + offset] ?? ''

/** Takes the lines up to the first that isn't wanted. */
export function takeWhile(cursor: Cursor, isWanted: (line: string) => boolean): string[] {
  const start = cursor.at
  while (cursor.at < cursor.lines.length && isWanted(lineAt(cursor))) cursor.at++
  return cursor.lines.slice(start, cursor.at)
}

/** Takes the lines up to an empty one. */
export const takeParagraph = (cursor: Cursor): string[] => takeWhile(cursor, (line) => line !== '')

/** Takes the lines that are indented, without empty ones at the end. */
export function takeIndented(cursor: Cursor): string[] {
  const taken = takeWhile(cursor, (line) => line === '' || line.startsWith(' '))
  return taken.slice(0, taken.findLastIndex((line) => line !== '') + 1)
}

/** Lines without empty ones at both ends. */
export function withoutEmptyEnds(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line !== '')
  return start < 0 ? [] : lines.slice(start, lines.findLastIndex((line) => line !== '') + 1)
}
