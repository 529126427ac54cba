import { AppError } from '../../errors.ts'

const dayMilliseconds = 86_400_000
const usualDays = 30

/** From a time on, before another; as the rows write times. */
export interface Range {
  readonly from: string
  readonly to: string
}

/**
 * The range that a query asks for; the last 30 days when it does not say.
 *
 * @throws AppError `invalid_request`, when it asks for one that ends before it begins.
 */
export const readRange = ({ from, to }: { from?: string | undefined; to?: string | undefined }): Range => {
  if (from !== undefined && to !== undefined && new Date(from) >= new Date(to)) {
    const message = `from is ${from}, but must be before to, which is ${to} and not included.`
    throw new AppError('invalid_request', message, {
      issues: ['from', 'to'].map((path) => ({ path, message })),
    })
  }
  const end = to === undefined ? new Date() : new Date(to)
  const start = from === undefined ? new Date(end.getTime() - usualDays * dayMilliseconds) : new Date(from)
  return { from: start.toISOString(), to: end.toISOString() }
}
