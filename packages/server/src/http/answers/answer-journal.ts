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

/** How many readers go on in one turn of the event loop. */
const mostAtOnce = 32

const wake = (waiting: readonly (() => void)[]): void => {
  for (const goOn of waiting.slice(0, mostAtOnce)) goOn()
  if (waiting.length > mostAtOnce) setImmediate(wake, waiting.slice(mostAtOnce))
}

/** Creates an empty journal. */
export const createAnswerJournal = (threadId: string): AnswerJournal => {
  let content = ''
  let isEnded = false
  const waiting = new Set<() => void>()
  const append = (text: string) => {
    content += text
    wake([...waiting])
    waiting.clear()
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
    changed: () => new Promise((resolve) => waiting.add(resolve)),
    async *read(signal) {
      let position = 0
      let goOn = () => {}
      const leave = () => goOn()
      signal.addEventListener('abort', leave, { once: true })
      try {
        while (!signal.aborted) {
          if (position < content.length) {
            const text = content.slice(position)
            position = content.length
            yield text
          } else if (isEnded) return
          else {
            await new Promise<void>((resolve) => {
              goOn = resolve
              waiting.add(goOn)
            })
          }
        }
      } finally {
        signal.removeEventListener('abort', leave)
        waiting.delete(goOn)
      }
    },
  }
}
