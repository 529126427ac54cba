/** What a model writes, as the very first thing, when the sources do not answer. Never reaches the reader. */
export const unansweredMark = '[?]'

/** The same for a question that is not about this documentation. */
export const declinedMark = '[!]'

/** What a model writes as the very first thing, when it asks back: the sources that each answer one meaning. */
export const writeChoicesMark = (numbers: readonly number[]): string => `[?${numbers.join(',')}]`

/** Longer than any real marker: `[1, 2, 3, 4, 5, 6]`. */
const longestMarker = 32

export interface CitationFilter {
  /** Takes the next piece of an answer and gives what may be shown by now. */
  push(text: string): string
  /** Gives what was held back, at the end of a text. A further text may follow. */
  end(): string
  /** The sources cited so far. */
  readonly cited: ReadonlySet<number>
  /** True when the model said that the sources do not answer. */
  readonly unanswered: boolean
  /** True when the model said that the question is not about this documentation. */
  readonly declined: boolean
  /** The sources that the reader is to choose from, when the model asked back. */
  readonly choices: readonly number[]
}

/**
 * Lets an answer through while it streams and removes every `[n]` that names no source. `[1, 2]` becomes `[1][2]`; code
 * is left alone, since `rows[3]` is no citation. At most one unfinished marker and the blanks before it are held back.
 */
export const createCitationFilter = (isSource: (number: number) => boolean): CitationFilter => {
  const cited = new Set<number>()
  const code = createCodeTracker()
  let held = ''
  let unanswered = false
  let declined = false
  let choices: readonly number[] = []
  let afterMark = false
  // A page that is quoted may hold the mark, too: it only counts where an answer, or a further part of it, begins.
  let atStart = true

  /** The marker as it is shown; undefined when the text is no marker. */
  const resolve = (marker: string): string | undefined => {
    if ((marker === unansweredMark || marker === declinedMark) && atStart) {
      if (marker === unansweredMark) unanswered = true
      else declined = true
      afterMark = true
      return ''
    }
    if (atStart && /^\[\?\d{1,4}(?:\s*[,;]\s*\d{1,4})*\]$/.test(marker)) {
      choices = (marker.match(/\d+/g) ?? []).map(Number).filter(isSource)
      afterMark = true
      return ''
    }
    if (!/^\[\d{1,4}(?:\s*[,;]\s*\d{1,4})*\]$/.test(marker)) return undefined
    const known = (marker.match(/\d+/g) ?? []).map(Number).filter(isSource)
    for (const number of known) cited.add(number)
    return known.map((number) => `[${number}]`).join('')
  }

  /** Decides on what is held, now that `character` follows; gives what may be shown. */
  const take = (character: string): string => {
    const marker = held.trimStart()
    if (marker === '') {
      if (character === '[' || character === ' ') {
        held += character
        return ''
      }
      const shown = held + character
      held = ''
      return shown
    }
    if (character === ']') {
      const blanks = held.slice(0, held.length - marker.length)
      const shown = resolve(`${marker}]`)
      held = ''
      if (shown === undefined) return `${blanks}${marker}]`
      return shown === '' ? '' : blanks + shown
    }
    if (/[\d\s,;?!]/.test(character) && character !== '\n' && marker.length < longestMarker) {
      held += character
      return ''
    }
    const shown = held
    held = ''
    return shown + (code.inside ? character : take(character))
  }

  return {
    push(text) {
      let shown = ''
      for (const character of text) {
        code.push(character)
        if (atStart && shown.trim() !== '') atStart = false
        if (afterMark && /\s/.test(character)) continue
        afterMark = false
        if (code.inside || character === '`') {
          shown += held + character
          held = ''
        } else shown += take(character)
      }
      if (atStart && shown.trim() !== '') atStart = false
      return shown
    },
    end() {
      const shown = held.trimStart() === '' ? '' : held
      held = ''
      atStart = true
      return shown
    },
    cited,
    get unanswered() {
      return unanswered
    },
    get declined() {
      return declined
    },
    get choices() {
      return choices
    },
  }
}

/** Knows, character by character, whether a Markdown text is inside code: a fence, or a span of backticks. */
const createCodeTracker = () => {
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
