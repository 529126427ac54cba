import { z } from 'zod'
import { dayOrTimeSchema } from './day-or-time.ts'

const limit = (maximum: number, usual: number) =>
  z.coerce.number().int().min(1).max(maximum).optional().describe(`Default ${usual}.`)

const rangeQuery = {
  from: dayOrTimeSchema
    .optional()
    .describe('Start of the range, included: 2030-01-31 or 2030-01-31T12:00:00Z. Default: 30 days ago.'),
  to: dayOrTimeSchema.optional().describe('End of the range, excluded. Default: now.'),
}
const format = z
  .enum(['json', 'csv'])
  .optional()
  .describe('`csv` for a spreadsheet. The header `Accept: text/csv` does the same.')

/** The query fields of every list that has pages, a time range and CSV: up to 1,000 entries, 100 by default. */
export const listQuery = {
  ...rangeQuery,
  limit: limit(1_000, 100),
  cursor: z.string().max(2_000).optional().describe('`nextCursor` of the previous page.'),
  format,
}

/** The query fields of a list that is only ever one page: up to 200 entries, 20 by default. */
export const topQuery = { ...rangeQuery, limit: limit(200, 20), format }

/** Where the next page starts. */
export const nextCursor = z
  .string()
  .nullable()
  .describe('Null on the last page. With CSV it is in the `X-Next-Cursor` header.')

/** Part of a 200 response: the list also exists as CSV. */
export const asTable = { otherContentTypes: ['text/csv'] }

/** The header that stands in for `nextCursor` in CSV. */
export const nextCursorHeader = { 'X-Next-Cursor': 'With CSV: the cursor of the next page, if there is one.' }
