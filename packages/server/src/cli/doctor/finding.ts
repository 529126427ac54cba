/** What the doctor has seen: `problem` has to be put right, `warning` is worth a thought, `good` is as it should be. */
export interface Finding {
  readonly level: 'good' | 'warning' | 'problem'
  /** What was looked at, in one or two words. */
  readonly about: string
  /** What is so and, unless it is good, what to change. */
  readonly sentence: string
}

/** Findings of one kind of thing. */
export const findingsAbout = (about: string) => ({
  good: (sentence: string): Finding => ({ level: 'good', about, sentence }),
  warning: (sentence: string): Finding => ({ level: 'warning', about, sentence }),
  problem: (sentence: string): Finding => ({ level: 'problem', about, sentence }),
})

/** The outcome of something that may never come. Its timer keeps no process alive. */
export const within = <Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> =>
  Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1_000} seconds`)), milliseconds).unref()
    }),
  ])

/** What to do about a certificate that this machine does not trust; nothing for any other failure. */
export const trustHint = (code: string): string =>
  /SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)/.test(code)
    ? ' Its certificate is not trusted here: name the file of its authority in NODE_EXTRA_CA_CERTS.'
    : ''

/**
 * What went wrong, in few words: a code such as ECONNREFUSED says more than the sentence around it. Those of databases,
 * such as 28P01, say less.
 */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  const code = 'code' in error ? String(error.code) : ''
  return /^(?!ERR_SQLITE)[A-Z_]{4,}$/.test(code) ? code : error.message.replace(/\.$/, '')
}
