/** The lines of a file, whatever ends them; behind the last end there is none. */
export const linesOf = (text: string): string[] => text.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n')

/** How many blanks and tabs a line begins with. */
export const indentOf = (line: string): number => line.length - line.trimStart().length

/** Lines without what all of them begin with; those of blanks alone do not count. */
export function withoutIndent(lines: readonly string[]): string[] {
  const widths = lines.filter((line) => line.trim()).map(indentOf)
  const least = widths.reduce((one, other) => Math.min(one, other), Number.MAX_SAFE_INTEGER)
  return lines.map((line) => line.slice(Math.min(least, line.length)))
}

/** A text without its line ends, and with one blank between words. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** Signs that only say where a word may be broken. Between letters of scripts without blanks one says where a word ends. */
const breakMark = /(?<=[\x21-\x7e\u2010-\u2027]|^)\u200b|\u00ad/g

/** A text without what only says where its words may be broken. */
export const withoutBreaks = (text: string): string => text.replace(breakMark, '')
