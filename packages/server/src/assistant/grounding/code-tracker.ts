/** In columns: lines that are indented as far are code, outside of lists and below an empty line. */
const codeIndent = 4
const listMark = /^[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/

/** Knows, character by character, whether a Markdown text is inside code: a fence, a span of backticks, or indented lines. */
export const createCodeTracker = () => {
  let fence: { mark: string; length: number } | undefined
  let span = 0
  let run = { mark: '', length: 0, starts: false }
  let lineStart = true
  /** As far as it is read. */
  let line = ''
  let isIndented = false
  /** Whether an indented line would be code: below an empty line or other code. */
  let mayIndent = true
  let isInList = false

  const endRun = () => {
    const { mark, length, starts } = run
    run = { mark: '', length: 0, starts: false }
    if (length === 0) return
    if (fence) {
      if (starts && mark === fence.mark && length >= fence.length) fence = undefined
    } else if (starts && length >= 3) fence = { mark, length }
    else if (mark === '`') span = span === 0 ? length : span === length ? 0 : span
  }

  const endLine = () => {
    const isBlank = line.trim() === ''
    // A span of code does not reach over a blank line; a lone backtick must not switch the filter off for good.
    if (isBlank) span = 0
    else if (!isIndented) isInList = listMark.test(line) || (isInList && /^[ \t]/.test(line))
    mayIndent = isBlank || isIndented
    isIndented = false
    lineStart = true
    line = ''
  }

  return {
    push(character: string) {
      if (character === '\n') {
        endRun()
        endLine()
        return
      }
      if (lineStart && !isIndented && !/\s/.test(character)) {
        const columns = [...line].reduce((sum, blank) => sum + (blank === '\t' ? codeIndent : 1), 0)
        isIndented = columns >= codeIndent && line.trim() === '' && mayIndent && !isInList && !fence && span === 0
      }
      line += character
      if (isIndented) {
        lineStart = false
        return
      }
      if (character === '`' || character === '~') {
        if (run.length > 0 && run.mark === character) run.length++
        else {
          endRun()
          run = { mark: character, length: 1, starts: lineStart }
        }
        lineStart = false
        return
      }
      endRun()
      if (!/[\s>]/.test(character)) lineStart = false
    },
    get inside() {
      return fence !== undefined || span > 0 || isIndented
    },
  }
}
