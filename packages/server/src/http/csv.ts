import type { Request, Response } from 'express'

type Cell = string | number | boolean | null

/** A spreadsheet takes a cell that begins like this for a formula, and strangers write the cells. The wide ones count in East Asia. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/

const writeCell = (cell: Cell): string => {
  const text = String(cell ?? '')
  const harmless = typeof cell === 'string' && formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Rows under their headings, as RFC 4180 has it; the byte-order mark tells spreadsheets that it is UTF-8. */
export const writeCsv = (headings: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  `\uFEFF${[headings, ...rows].map((row) => row.map(writeCell).join(',')).join('\r\n')}\r\n`

/** Whether the client wants CSV: it says so in the address, or accepts it rather than JSON. */
export const wantsCsv = (request: Request, format: 'json' | 'csv' | undefined): boolean =>
  format === undefined ? request.accepts(['json', 'csv']) === 'csv' : format === 'csv'

/** Sends CSV to be saved under this name. */
export const sendCsv = (response: Response, name: string, csv: string, nextCursor: string | null = null): void => {
  if (nextCursor !== null) response.set('X-Next-Cursor', nextCursor)
  response.attachment(name).type('text/csv').send(csv)
}
