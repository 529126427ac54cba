import type { Request, Response } from 'express'

type Cell = string | number | boolean | null

/** A column: its heading, and its cell for each row. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell]

/** Spreadsheets run a cell that begins like this as a formula, and strangers write the cells. The wide ones count in East Asia. */
const formulaStarts: ReadonlySet<string> = new Set('=+-@\t\r\n＝＋－＠')
const quotedCharacters = ['"', ',', '\r', '\n']

const writeCell = (cell: Cell): string => {
  const text = String(cell ?? '')
  const harmless = typeof cell === 'string' && formulaStarts.has(text.charAt(0)) ? `'${text}` : text
  const needsQuotes = quotedCharacters.some((character) => harmless.includes(character))
  return needsQuotes ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Rows under their headings, as RFC 4180 has it; the byte-order mark tells spreadsheets that it is UTF-8. */
export const writeCsv = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string => {
  const headings = columns.map(([heading]) => heading)
  const lines = [headings, ...rows.map((row) => columns.map(([, cell]) => cell(row)))]
  return `\uFEFF${lines.map((cells) => cells.map(writeCell).join(',')).join('\r\n')}\r\n`
}

/** Whether the client asks for CSV: in the query, or by preferring it to JSON in `Accept`. */
export const wantsCsv = (request: Request, format: 'json' | 'csv' | undefined): boolean =>
  format === undefined ? request.accepts(['json', 'csv']) === 'csv' : format === 'csv'

/** Sends CSV as a file of this name; `X-Next-Cursor` continues the list. */
export const sendCsv = (
  response: Response,
  { name, csv, nextCursor }: { readonly name: string; readonly csv: string; readonly nextCursor: string | null },
): void => {
  if (nextCursor !== null) response.set('X-Next-Cursor', nextCursor)
  response.attachment(name).type('text/csv').send(csv)
}
