import { isOpening, isWhole, type Mark, mayBecomeMarker, readMarker } from './citation-marker.ts'
import { isRightBehindWord } from './citation-runs.ts'
import { createCodeTracker } from './code-tracker.ts'

/** What a model writes, as the very first thing, when the sources do not answer. Never reaches the reader. */
export const unansweredMark = '[?]'

/** The same for a question that is not about this documentation. */
export const declinedMark = '[!]'

/** What a model writes as the very first thing, when it asks back: the sources that each answer one meaning. */
export const writeChoicesMark = (numbers: readonly number[]): string => `[?${numbers.join(',')}]`

/** In characters: an address that is longer is shown. */
const longestAddress = 400
/** What tells a name from a word, of what stands before a bracket. It is cut back to this when it is ten times as long. */
const longestRecent = 60

export interface CitationFilter {
  /** Takes the next piece of an answer and gives what may be shown by now. */
  push(text: string): string
  /** Gives what was held back, at the end of a text. A further text may follow. */
  end(): string
  /** The sources cited so far. */
  readonly cited: ReadonlySet<number>
  /** True when the model said, in its last text, that the sources do not answer. */
  readonly unanswered: boolean
  /** True when the model said that the question is not about this documentation. */
  readonly declined: boolean
  /** The sources that the reader is to choose from, when the model asked back. */
  readonly choices: readonly number[]
}

/**
 * Lets an answer through while it streams and removes every `[n]` that names no source. However a model writes its markers
 * (`[1, 2]`, `[1-3]`, `[^1]`, `【1】`), readers get `[1][2]`. What would make a link of one goes: `[1](address)`, and the colon of
 * a line that begins with `[1]:`. Code is left alone, and `rows[2]` is no citation: what stands right behind a word is an index,
 * unless a sign of punctuation or a line's end follows, where a citation stands. Readers get that one behind a blank, so that
 * nothing else that stands right behind a word is taken for one. At most an unfinished row of markers and the blanks before it
 * are held back.
 *
 * @param isIndexed Whether a word is known to have indexes, as `argv` in the pages. @default no word
 */
export const createCitationFilter = (
  isSource: (number: number) => boolean,
  isIndexed: (word: string) => boolean = () => false,
): CitationFilter => {
  const cited = new Set<number>()
  const code = createCodeTracker()
  let held = ''
  /** The end of what was shown. */
  let recent = ''
  /** What stands behind the last marker as far as it may belong to it. */
  let behind: { readonly startsLine: boolean; address: string } | undefined
  let isIndex = false
  /** Whether the last that was shown is a citation. */
  let isInRun = false
  /** Right behind a word: markers that what follows decides on, as they are written and with their sources. */
  let undecided: { written: string; numbers: readonly number[] } | undefined
  let mark: Mark | undefined
  let afterMark = false
  // A page that is quoted may hold the mark, too: it only counts where an answer, or a further part of it, begins.
  let atStart = true
  let isMarked = false

  /** The marker as it is shown; undefined when the text is no marker. */
  const resolve = (text: string, isGlued: boolean): string | undefined => {
    const marker = readMarker(text)
    if (!marker) return undefined
    if (marker.kind !== 'sources') {
      if (!atStart) return undefined
      mark = marker
      isMarked = true
      afterMark = true
      return ''
    }
    const isPlain = isGlued && !isInRun && plainMarker.test(text)
    if (
      isPlain &&
      (isIndex || recent.endsWith('\\]') || isListed(recent, marker.numbers) || isIndexed(wordBefore(recent)))
    ) {
      isIndex = true
      return undefined
    }
    const known = marker.numbers.filter(isSource)
    if (isPlain && (undecided || isRightBehindWord(recent))) {
      undecided = {
        written: (undecided?.written ?? '') + text,
        numbers: [...(undecided?.numbers ?? []), ...known],
      }
      return ''
    }
    return cite(known, isGlued)
  }

  /** The markers of sources; behind a blank where they would stand right behind a word. */
  const cite = (numbers: readonly number[], isGlued: boolean): string => {
    const wasInRun = isInRun
    for (const number of numbers) cited.add(number)
    isInRun = true
    behind = { startsLine: isLineStart(recent), address: '' }
    const shown = numbers.map((number) => `[${number}]`).join('')
    return shown !== '' && isGlued && !wasInRun && isRightBehindWord(recent) ? ` ${shown}` : shown
  }

  /** What is undecided, as it is written. */
  const indexes = (): string => {
    const { written = '' } = undecided ?? {}
    undecided = undefined
    return written
  }

  /** Decides on markers right behind a word by what follows them; gives what is shown of them. */
  const decide = (character: string): string => {
    const markers = undecided
    undecided = character !== '' && isOpening(character) ? undecided : undefined
    if (!markers || undecided) return ''
    if (!endsStatement(character)) {
      isIndex = false
      return markers.written
    }
    return cite(markers.numbers, true)
  }

  /** What follows a marker: gives what may be shown of it; undefined when it does not belong to the marker. */
  const takeBehind = (character: string, { startsLine, address }: NonNullable<typeof behind>): string | undefined => {
    if (address === '' && character !== '(') {
      behind = undefined
      return startsLine && character === ':' ? '' : undefined
    }
    const text = address + character
    const isClosed = character === ')' && text.split('(').length === text.split(')').length
    if (isClosed) behind = undefined
    else if (character === '\n' || text.length > longestAddress) {
      behind = undefined
      return text
    } else {
      behind = { startsLine, address: text }
      return ''
    }
    return isAddress(text.slice(1, -1)) ? '' : text
  }

  /** Decides on what is held, now that `character` follows; gives what may be shown. */
  const take = (character: string): string => {
    if (undecided && held === '') {
      const shown = decide(character)
      remember(shown)
      if (!undecided) return shown + take(character)
    }
    if (behind) {
      const shown = takeBehind(character, behind)
      if (shown !== undefined) return shown
    }
    const marker = held.trimStart()
    if (marker === '') {
      if (isOpening(character) || character === ' ') {
        held += character
        return ''
      }
      isIndex = false
      isInRun = false
      const shown = held + character
      held = ''
      return shown
    }
    const longer = marker + character
    if (isWhole(longer)) {
      const blanks = held.slice(0, held.length - marker.length)
      held = ''
      const before = undecided
      const shown = resolve(longer, blanks === '')
      if (undecided && undecided !== before) return ''
      if (shown === undefined) return indexes() + blanks + longer
      return shown === '' ? '' : blanks + shown
    }
    if (mayBecomeMarker(longer)) {
      held += character
      return ''
    }
    const shown = indexes() + held
    held = ''
    remember(shown)
    return shown + (code.inside ? character : take(character))
  }

  const remember = (shown: string) => {
    recent += shown
    if (recent.length > 10 * longestRecent) recent = recent.slice(-longestRecent)
  }
  const begin = () => {
    atStart = false
    // A text that begins with words answers, whatever a text before it said.
    if (!isMarked) mark = undefined
  }

  return {
    push(text) {
      // Joined at the end: of a text that grows by a character, V8 keeps each character by itself, in 32 bytes.
      const shown: string[] = []
      for (const character of text) {
        code.push(character)
        if (afterMark && /\s/.test(character)) continue
        afterMark = false
        let next: string
        if (code.inside || character === '`') {
          next = decide('`') + (behind?.address ?? '') + held + character
          behind = undefined
          held = ''
        } else next = take(character)
        remember(next)
        shown.push(next)
        if (atStart && next.trim() !== '') begin()
      }
      return shown.join('')
    },
    end() {
      const left = held.trimStart() === '' ? '' : held
      const shown = decide('') + (behind?.address ?? '') + left
      behind = undefined
      isIndex = false
      held = ''
      recent = ''
      atStart = true
      isMarked = false
      return shown
    },
    cited,
    get unanswered() {
      return mark?.kind === 'unanswered'
    },
    get declined() {
      return mark?.kind === 'declined'
    },
    get choices() {
      return mark?.kind === 'choices' ? mark.numbers.filter(isSource) : []
    },
  }
}

const isLineStart = (before: string): boolean => /^[ \t>]*$/.test(before.slice(before.lastIndexOf('\n') + 1))

const plainMarker = /^\[\d{1,4}\]$/

/** Is `[0]` behind these words a place in a list? No source is `[0]`, and no word is written like `rowsOf` or `a.b`. */
const isListed = (before: string, numbers: readonly number[]): boolean => {
  const word = wordBefore(before)
  return numbers.length === 1 && (numbers[0] === 0 ? /[\w$]$/.test(word) : /[a-z][A-Z]|[_$]|\w\.\w/.test(word))
}

const wordBefore = (before: string): string => /[\w$.]{1,40}$/.exec(before)?.[0] ?? ''

/** What a citation stands before: the end of a text, of a line, or of a part of a sentence. A dash or a bracket opens another. */
const endsStatement = (character: string): boolean =>
  character === '' || /[\n.,;:!?…"'”’*_|)`。，、；：！？）」』]/.test(character)

const isAddress = (text: string): boolean => /^\S+$/.test(text) && /^[a-z][a-z\d+.-]*:|[/#.]/i.test(text)
