import { AppError } from '../../errors.ts'

const deepest = 32
/** The validator reports every wrong value: for a megabyte of zeros, that would be a book. */
const mostValues = 50_000

/** Removes NUL, which PostgreSQL refuses, and replaces halves of surrogate pairs. */
const cleanText = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/**
 * Repairs text from outside; the only place that does, so that whatever is stored reads back unchanged. Refuses JSON that is
 * nested deeper or has more values than any operation needs, before anything else walks it.
 *
 * @throws AppError `invalid_request`
 */
export const clean = (value: unknown): unknown => {
  let values = 1
  const count = (more: number) => {
    values += more
    if (values > mostValues) throw new AppError('invalid_request', `The body has more than ${mostValues} values.`)
  }
  const cleanValue = (inner: unknown, depth: number): unknown => {
    if (typeof inner === 'string') return cleanText(inner)
    if (typeof inner !== 'object' || inner === null) return inner
    if (depth >= deepest) throw new AppError('invalid_request', `The body is nested deeper than ${deepest} levels.`)
    if (Array.isArray(inner)) {
      count(inner.length)
      return inner.map((item) => cleanValue(item, depth + 1))
    }
    count(Object.keys(inner).length)
    const fields = Object.entries(inner).map(([name, item]) => [cleanText(name), item] as const)
    const entries = fields.filter(([name]) => name !== '__proto__')
    return Object.fromEntries(entries.map(([name, item]) => [name, cleanValue(item, depth + 1)]))
  }
  return cleanValue(value, 0)
}
