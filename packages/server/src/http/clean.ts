import { AppError } from '../errors.ts'

const deepest = 32
const nul = /\0/g

/** Without NUL, which PostgreSQL refuses, and without halves of surrogate pairs. */
const cleanText = (text: string): string => text.replace(nul, '').toWellFormed()

/**
 * The one place where text from outside is repaired, so that whatever is stored reads back as it was written. Refuses
 * what is nested deeper than any operation needs, before anything walks it recursively.
 *
 * @throws AppError `invalid_request`
 */
export const clean = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) throw new AppError('invalid_request', `The body is nested deeper than ${deepest} levels.`)
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1))
  const entries = Object.entries(value).filter(([name]) => name !== '__proto__')
  return Object.fromEntries(entries.map(([name, item]) => [cleanText(name), clean(item, depth + 1)]))
}
