/** What was written of one answer so far: the text of its events, which any number of readers follow from the start. */
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
  /** Everything so far at once, then what comes, until the end or until the signal fires. */
  readonly read: (signal: AbortSignal) => AsyncGenerator<string>
}

export const createAnswerJournal = (threadId: string): AnswerJournal => {
  let written = ''
  let ended = false
  let change = Promise.withResolvers<void>()
  const wake = () => {
    change.resolve()
    change = Promise.withResolvers()
  }
  const append = (text: string) => {
    written += text
    wake()
  }
  return {
    threadId,
    length: () => written.length,
    isEnded: () => ended,
    append,
    end(text) {
      ended = true
      append(text)
    },
    textFrom: (character) => written.slice(character),
    changed: () => change.promise,
    async *read(signal) {
      let had = 0
      signal.addEventListener('abort', wake, { once: true })
      try {
        while (!signal.aborted) {
          if (had < written.length) {
            const text = written.slice(had)
            had = written.length
            yield text
          } else if (ended) return
          else await change.promise
        }
      } finally {
        signal.removeEventListener('abort', wake)
      }
    },
  }
}
