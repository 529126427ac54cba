import type { Logger } from 'pino'
import type { AppError } from '../../errors.ts'

const quietMilliseconds = 3_600_000
/** Anybody can send origins: beyond this many in an hour, no more are named. */
const mostOrigins = 100

/**
 * Creates the warning of a page that may not use a key. The browser keeps the reason from the page, and the reader only sees that
 * the assistant can’t be reached, so the log is where the owner finds it: each refusal once an hour.
 */
export const createOriginWarning = (log: Logger, now: () => number = () => performance.now()) => {
  const warned = new Set<string>()
  let since = now()
  return ({ code, message, advice }: AppError, origin: string | undefined): void => {
    if (code !== 'origin_not_allowed' || origin === undefined) return
    if (now() - since > quietMilliseconds) {
      warned.clear()
      since = now()
    }
    if (warned.has(message) || warned.size >= mostOrigins) return
    warned.add(message)
    log.warn({ origin: origin.slice(0, 300) }, advice === undefined ? message : `${message} ${advice}`)
  }
}
