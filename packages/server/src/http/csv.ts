import type { Request, Response } from 'express'

type Cell = string | number | boolean | null

/** A column: its heading, and its cell for each row. */
export type CsvColumn<Row> = readonly [heading: string, cell: (row: Row) => Cell]

/** Spreadsheets run what begins like this as a formula, and strangers write the cells. The wide and small ones count in East Asia. */
const formulaStarts: ReadonlySet<string> = new Set('=+-@＝＋－＠﹦﹢﹣﹫−')
/** A cell may begin behind these, too: in a spreadsheet that takes them for the ends of cells, or drops the quotes. */
const cellEnds: ReadonlySet<string> = new Set(';\t\r\n')
/** What a spreadsheet may skip at the beginning of a cell. */
const blank = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u

/** A text with an apostrophe before all that a spreadsheet could run, which makes it text. */
const withoutFormulas = (text: string): string => {
  let harmless = ''
  let isStart = true
  for (const character of text) {
    if (isStart && formulaStarts.has(character)) harmless += "'"
    isStart = cellEnds.has(character) || (isStart && blank.test(character))
    harmless += character
  }
  return harmless
}

/** Always in quotes: then no separator that a reader's spreadsheet uses ends the cell. */
const writeCell = (cell: Cell): string => {
  const text = typeof cell === 'string' ? withoutFormulas(cell) : String(cell ?? '')
  return `"${text.replaceAll('"', '""')}"`
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
