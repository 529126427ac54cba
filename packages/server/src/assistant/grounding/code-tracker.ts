/** In columns: lines that are indented as far are code, outside of lists and below an empty line. */
const codeIndent = 4
const listMark = /^[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/
/** In characters: no mark of a list ends later. */
const longestMark = 16

/** Knows, character by character, whether a Markdown text is inside code: a fence, a span of backticks, or indented lines. */
export const createCodeTracker = () => {
  let fence: { mark: string; length: number } | undefined
  let span = 0
  let run = { mark: '', length: 0, starts: false }
  let lineStart = true
  /** The beginning of the line, as far as it is read. */
  let head = ''
  let isBlank = true
  /** Of the blanks that the line begins with, in columns. */
  let indent = 0
  let isIndented = false
  /** Whether an indented line would be code: below an empty line or other code. */
  let mayIndent = true
  let isInList = false

  const endRun = () => {
    const { mark, length, starts } = run
    if (length === 0) return
    run = { mark: '', length: 0, starts: false }
    if (fence) {
      if (starts && mark === fence.mark && length >= fence.length) fence = undefined
    } else if (starts && length >= 3) fence = { mark, length }
    else if (mark === '`') span = span === 0 ? length : span === length ? 0 : span
  }

  const endLine = () => {
    // A span of code does not reach over a blank line; a lone backtick must not switch the filter off for good.
    if (isBlank) span = 0
    else if (!isIndented) isInList = listMark.test(head) || (isInList && /^[ \t]/.test(head))
    mayIndent = isBlank || isIndented
    isIndented = false
    lineStart = true
    head = ''
    isBlank = true
    indent = 0
  }

  return {
    push(character: string) {
      if (character === '\n') {
        endRun()
        endLine()
        return
      }
      const isSpace = /\s/.test(character)
      if (lineStart && !isIndented && !isSpace) {
        isIndented = indent >= codeIndent && isBlank && mayIndent && !isInList && !fence && span === 0
      }
      if (head.length < longestMark) head += character
      if (isBlank && isSpace) indent += character === '\t' ? codeIndent : 1
      else isBlank = false
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
      if (!isSpace && character !== '>') lineStart = false
    },
    get inside() {
      return fence !== undefined || span > 0 || isIndented
    },
  }
}
