/** How long a model may be silent, in milliseconds. */
export interface SilenceTimes {
  /** Until its first token, all tries together. */
  readonly firstToken: number
  /** Between two tokens. */
  readonly gap: number
}

/** Counts the time spent waiting for one model; a slow reader doesn't count. */
export interface Silence {
  /** Fires when the model was silent for too long. */
  readonly signal: AbortSignal
  /** Milliseconds of silence that are left. */
  readonly left: () => number
  /** Counts until the promise settles. */
  readonly while: <Value>(promise: Promise<Value>) => Promise<Value>
  /** Notes a sign of life. */
  readonly reset: () => void
}

/** Starts to count the silence of a model. */
export const startSilence = ({ firstToken, gap }: SilenceTimes): Silence => {
  const controller = new AbortController()
  let left = firstToken
  let sentence = `No first token within ${firstToken} ms.`
  return {
    signal: controller.signal,
    left: () => left,
    async while(promise) {
      const since = performance.now()
      const timer = setTimeout(() => controller.abort(new Error(sentence)), Math.max(0, left))
      try {
        return await promise
      } finally {
        clearTimeout(timer)
        left -= performance.now() - since
      }
    },
    reset() {
      left = gap
      sentence = `No further token within ${gap} ms.`
    },
  }
}
