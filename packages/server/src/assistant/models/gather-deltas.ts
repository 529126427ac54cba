import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'

/**
 * Words that come within this time, in milliseconds, are joined; the first ones pass at once. A timer that fires late
 * means a busy process: then more of them are joined.
 */
const window = { least: 40, most: 120 }
/** Characters. A model that says more before anybody reads it has to wait. */
const longestDelta = 16_000
const maximumReady = 8

type Delta = Extract<LanguageModelV4StreamPart, { type: 'text-delta' | 'reasoning-delta' }>

/** Metadata may be a signature, which must not be joined with words. */
const isDelta = (part: LanguageModelV4StreamPart): part is Delta =>
  (part.type === 'text-delta' || part.type === 'reasoning-delta') && part.providerMetadata === undefined

/** The parts of a model's stream, fewer of them. */
export interface GatheredParts {
  /** The next part; undefined at the end. @throws the error of the stream, after all parts before it */
  readonly next: () => Promise<LanguageModelV4StreamPart | undefined>
  /** Stops reading, and releases the model. */
  readonly leave: () => void
}

/**
 * Joins the deltas of a model's stream before anything else happens to them, since each costs more than its few letters:
 * a server that falls behind joins more of them instead of falling further behind. Reads no further ahead than
 * `longestDelta`.
 */
export const gatherDeltas = (stream: ReadableStream<LanguageModelV4StreamPart>): GatheredParts => {
  const reader = stream.getReader()
  const ready: LanguageModelV4StreamPart[] = []
  let held: Delta | undefined
  let timer: NodeJS.Timeout | undefined
  let releasedAt = Number.NEGATIVE_INFINITY
  let pause: number = window.least
  let dueAt = 0
  let isReading = false
  let end: { readonly error?: unknown } | undefined
  let wake = () => {}

  const release = () => {
    clearTimeout(timer)
    timer = undefined
    if (held) {
      ready.push(held)
      releasedAt = performance.now()
    }
    held = undefined
    wake()
  }
  const onTimer = () => {
    const lateness = performance.now() - dueAt
    pause = Math.min(window.most, window.least + 2 * lateness)
    release()
  }
  const receive = (part: LanguageModelV4StreamPart) => {
    if (!isDelta(part)) {
      if (held) release()
      ready.push(part)
      wake()
      return
    }
    if (held?.id === part.id && held.type === part.type) held.delta += part.delta
    else {
      if (held) release()
      held = { ...part }
    }
    if (timer) return
    const now = performance.now()
    dueAt = releasedAt + pause
    if (dueAt <= now) release()
    else timer = setTimeout(onTimer, dueAt - now)
  }
  const finish = (how: NonNullable<typeof end>) => {
    end = how
    release()
  }
  const read = () => {
    if (isReading || end || ready.length >= maximumReady || (held && held.delta.length >= longestDelta)) return
    isReading = true
    reader.read().then(
      ({ done, value }) => {
        isReading = false
        if (done) return finish({})
        receive(value)
        read()
      },
      (error: unknown) => finish({ error }),
    )
  }

  return {
    async next() {
      read()
      while (ready.length === 0 && !end) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        read()
      }
      const part = ready.shift()
      if (!part && end && 'error' in end) throw end.error
      return part
    },
    leave() {
      end ??= {}
      clearTimeout(timer)
      // Not awaited: a model that ignores it would hold us forever.
      reader.cancel().catch(() => undefined)
    },
  }
}
