/** The text of an answer’s events so far. Any number of readers can follow it from the start. */
export interface AnswerJournal {
  readonly threadId: string
  /** In characters. */
  readonly length: () => number
  readonly isEnded: () => boolean
  readonly append: (text: string) => void
  readonly end: (text: string) => void
  /** Everything from this character on. */
  readonly textFrom: (character: number) => string
  /** Resolves when something is appended, or it ends. */
  readonly changed: () => Promise<void>
  /** Yields everything so far at once, then what follows, until the end or until the signal fires. */
  readonly read: (signal: AbortSignal) => AsyncGenerator<string>
}

/** Creates an empty journal. */
export const createAnswerJournal = (threadId: string): AnswerJournal => {
  let content = ''
  let isEnded = false
  let change = Promise.withResolvers<void>()
  const wake = () => {
    change.resolve()
    change = Promise.withResolvers()
  }
  const append = (text: string) => {
    content += text
    wake()
  }
  return {
    threadId,
    length: () => content.length,
    isEnded: () => isEnded,
    append,
    end(text) {
      isEnded = true
      append(text)
    },
    textFrom: (character) => content.slice(character),
    changed: () => change.promise,
    async *read(signal) {
      let position = 0
      signal.addEventListener('abort', wake, { once: true })
      try {
        while (!signal.aborted) {
          if (position < content.length) {
            const text = content.slice(position)
            position = content.length
            yield text
          } else if (isEnded) return
          else await change.promise
        }
      } finally {
        signal.removeEventListener('abort', wake)
      }
    },
  }
}
