import type { z } from 'zod'
import { AppError } from '../errors.ts'

/** Where a page of a list ended: the values that the list is ordered by. */
export const writeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** @throws AppError `invalid_request` when it is not a cursor of this list. */
export const readCursor = <Place extends z.ZodType>(cursor: string, place: Place): z.output<Place> => {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    const message = `cursor is "${cursor.slice(0, 80)}", but must be the nextCursor of the page before.`
    throw new AppError('invalid_request', message, { cause, issues: [{ path: 'cursor', message }] })
  }
}
