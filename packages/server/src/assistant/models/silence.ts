/** How long a model may be silent, in milliseconds. */
export interface SilenceTimes {
  /** Until its first token, all tries together. */
  readonly firstToken: number
  /** Between two tokens. */
  readonly gap: number
}

/** Counts the time that is spent waiting for one model: a reader who reads slowly costs it nothing. */
export interface Silence {
  /** Fires when the model has been silent for too long. */
  readonly signal: AbortSignal
  /** Milliseconds that it may still be silent for. */
  readonly left: () => number
  /** Counts until the promise has settled. */
  readonly while: <Value>(promise: Promise<Value>) => Promise<Value>
  /** The model has given a sign of life. */
  readonly broken: () => void
}

/** Starts to count. */
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
    broken() {
      left = gap
      sentence = `No further token within ${gap} ms.`
    },
  }
}
