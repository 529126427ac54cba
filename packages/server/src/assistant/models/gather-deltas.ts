import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'

/**
 * Words that come within this time, in milliseconds, go on together; the first ones go on at once. A timer that comes late
 * tells of a busy process: then more of them do.
 */
const together = { least: 40, most: 120 }
/** In characters. A model that says more before anybody takes it has to wait. */
const most = 16_000
const mostReady = 8

type Delta = Extract<LanguageModelV4StreamPart, { type: 'text-delta' | 'reasoning-delta' }>

/** What carries metadata may be a signature, which is not to be joined with words. */
const isDelta = (part: LanguageModelV4StreamPart): part is Delta =>
  (part.type === 'text-delta' || part.type === 'reasoning-delta') && part.providerMetadata === undefined

/** The parts of a model’s stream, fewer of them. */
export interface GatheredParts {
  /** The next part; nothing at the end. @throws what the stream fails with, after what came before */
  readonly next: () => Promise<LanguageModelV4StreamPart | undefined>
  /** Wants no more. The model is let go. */
  readonly leave: () => void
}

/**
 * Joins the deltas of a model’s stream before anything else is done with them, since each costs more than its few letters:
 * a server that falls behind so joins more of them instead of falling further behind. Reads no further ahead than `most`.
 */
export const gatherDeltas = (stream: ReadableStream<LanguageModelV4StreamPart>): GatheredParts => {
  const reader = stream.getReader()
  const ready: LanguageModelV4StreamPart[] = []
  let held: Delta | undefined
  let timer: NodeJS.Timeout | undefined
  let releasedAt = Number.NEGATIVE_INFINITY
  let window = together.least
  let dueAt = 0
  let isReading = false
  let over: { readonly error?: unknown } | undefined
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
  const releaseInTime = () => {
    const late = performance.now() - dueAt
    window = Math.min(together.most, together.least + 2 * late)
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
    dueAt = releasedAt + window
    if (dueAt <= now) release()
    else timer = setTimeout(releaseInTime, dueAt - now)
  }
  const end = (how: NonNullable<typeof over>) => {
    over = how
    release()
  }
  const read = () => {
    if (isReading || over || ready.length >= mostReady || (held && held.delta.length >= most)) return
    isReading = true
    reader.read().then(
      ({ done, value }) => {
        isReading = false
        if (done) return end({})
        receive(value)
        read()
      },
      (error: unknown) => end({ error }),
    )
  }

  return {
    async next() {
      read()
      while (ready.length === 0 && !over) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        read()
      }
      const part = ready.shift()
      if (!part && over && 'error' in over) throw over.error
      return part
    },
    leave() {
      over ??= {}
      clearTimeout(timer)
      // Not awaited: a model that ignores it would never let go.
      reader.cancel().catch(() => undefined)
    },
  }
}
