/** Knows, character by character, whether a Markdown text is inside code: a fence, or a span of backticks. */
export const createCodeTracker = () => {
  let fence: { mark: string; length: number } | undefined
  let span = 0
  let run = { mark: '', length: 0, starts: false }
  let lineStart = true
  let blankLine = true

  const endRun = () => {
    const { mark, length, starts } = run
    run = { mark: '', length: 0, starts: false }
    if (length === 0) return
    if (fence) {
      if (starts && mark === fence.mark && length >= fence.length) fence = undefined
    } else if (starts && length >= 3) fence = { mark, length }
    else if (mark === '`') span = span === 0 ? length : span === length ? 0 : span
  }

  return {
    push(character: string) {
      if (character === '`' || character === '~') {
        if (run.length > 0 && run.mark === character) run.length++
        else {
          endRun()
          run = { mark: character, length: 1, starts: lineStart }
        }
        lineStart = false
        blankLine = false
        return
      }
      endRun()
      if (character === '\n') {
        // A span of code does not reach over a blank line; a lone backtick must not switch the filter off for good.
        if (blankLine) span = 0
        lineStart = true
        blankLine = true
      } else if (!/[\s>]/.test(character)) {
        lineStart = false
        blankLine = false
      }
    },
    get inside() {
      return fence !== undefined || span > 0
    },
  }
}
