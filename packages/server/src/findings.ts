import type { Finding } from '@sidenote/contract'

/** Creates findings about one thing. */
export const findingsAbout = (about: string) => ({
  good: (sentence: string): Finding => ({ level: 'good', about, sentence }),
  warning: (sentence: string): Finding => ({ level: 'warning', about, sentence }),
  problem: (sentence: string): Finding => ({ level: 'problem', about, sentence }),
})

/** Rejects when a promise takes too long. Its timer doesn’t keep the process alive. */
export const within = <Value>(milliseconds: number, promise: Promise<Value>): Promise<Value> =>
  Promise.race([
    promise,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error(`no answer within ${milliseconds / 1_000} seconds`)), milliseconds).unref()
    }),
  ])

/** What to do about a certificate that this machine doesn’t trust; empty for any other failure. */
export const trustHint = (code: string): string =>
  /SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER)/.test(code)
    ? ' This machine doesn’t trust its certificate: set NODE_EXTRA_CA_CERTS to the file of its authority.'
    : ''

const withoutDot = (sentence: string): string => (sentence.endsWith('.') ? sentence.slice(0, -1) : sentence)

/**
 * The reason of an error in few words: a code such as ECONNREFUSED says more than the sentence around it, but one of a
 * database, such as 28P01, says less.
 */
export const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  const code = 'code' in error ? String(error.code) : ''
  return /^(?!ERR_SQLITE)[A-Z_]{4,}$/.test(code) ? code : withoutDot(error.message)
}
