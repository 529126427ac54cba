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

/** Whether two texts would be read as one word, side by side. */
export const isOneWord = (before: string, after: string): boolean =>
  /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after)

/**
 * What only says where a word may be broken: signs for it, and the end of a line of Chinese or Japanese, which has no blanks.
 * Between letters of such scripts a sign says where a word ends.
 */
const breakMark =
  /(?<=[\x21-\x7e\u2010-\u2027]|^)\u200b|\u00ad|(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3000-\u303f\uff01-\uff65])[ \t]*\n[ \t]*(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff01-\uff65])/gu

/** A text without what only says where its words may be broken. */
export const withoutBreaks = (text: string): string => text.replace(breakMark, '')
