import { z } from 'zod'
import { invalidValue } from '../errors.ts'

/** A text in a cursor: anybody may write one, and PostgreSQL takes no NUL. */
export const placeText = z.string().refine((text) => !text.includes('\0'))

/** Where a page of a list ended: the values that the list is ordered by. */
const writeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/** The rows of a page of a list, of which one more was read, and the cursor of the next page when there is one. */
export const cutPage = <Row>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => readonly (string | number)[],
): { page: readonly Row[]; nextCursor: string | null } => {
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { page, nextCursor: last ? writeCursor(placeOf(last)) : null }
}

/** @throws AppError `invalid_request` when it is not a cursor of this list. */
export const readCursor = <Place extends z.ZodType>(cursor: string, place: Place): z.output<Place> => {
  try {
    return place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()))
  } catch (cause) {
    const message = `cursor is "${cursor.slice(0, 80)}", but must be the nextCursor of the page before.`
    throw invalidValue('cursor', message, cause)
  }
}
