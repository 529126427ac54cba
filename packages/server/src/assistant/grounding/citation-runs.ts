/** Letters, digits and closing brackets, of scripts that have blanks between words: a number right behind them is an index. */
const glue =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{M}\p{N}_$)\]]$/u

/** Whether a number in brackets behind this text would be an index: `argv[1]`, `f(x)[1]`. A number with an index is a quantity. */
export const isRightBehindWord = (before: string): boolean =>
  glue.test(before.slice(-2)) && !/(?<![\p{L}\p{N}_$])\d+$/u.test(before)

const run = /(?<![ \t])[ \t]*\[\d{1,4}\](?:[ ,]{0,2}\[\d{1,4}\])*/g

/** A citation, or several one behind the other, in a text that the filter of citations has passed. */
export interface CitationRun {
  readonly start: number
  readonly end: number
  readonly numbers: readonly number[]
}

/** The citations of a text; numbers right behind a word are indexes and none. */
export const citationRuns = (text: string): CitationRun[] =>
  [...text.matchAll(run)].flatMap((match) => {
    const [whole] = match
    if (whole.startsWith('[') && isRightBehindWord(text.slice(Math.max(0, match.index - 20), match.index))) return []
    const numbers = [...whole.matchAll(/\d+/g)].map(([digits]) => Number(digits))
    return [{ start: match.index, end: match.index + whole.length, numbers }]
  })

/** A text without its citations, and without the blanks before them. */
export const withoutCitations = (text: string): string => {
  let kept = ''
  let done = 0
  for (const { start, end } of citationRuns(text)) {
    kept += text.slice(done, start)
    done = end
  }
  return kept + text.slice(done)
}
