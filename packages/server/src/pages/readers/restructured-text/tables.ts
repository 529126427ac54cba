import { type Cursor, lineAt } from './lines.ts'

/** Rows of cells, the first of which is their head when it has one. */
export interface DrawnTable {
  hasHead: boolean
  rows: string[][]
}

const mostColumns = 100

export const isGridBorder = (line: string): boolean => /^\+[-=+]+\+$/.test(line) && /[-=]/.test(line)
export const isSimpleBorder = (line: string): boolean => /^=+(?: +=+)+$/.test(line)

/** Reads a table that is drawn: `+---+---+` around each cell. */
export function readGridTable(lines: readonly string[]): DrawnTable {
  const borders = lines.filter(isGridBorder)
  const columns = starts(
    borders.reduce((one, other) => (plusses(other) > plusses(one) ? other : one), ''),
    /\+/g,
  )
  const rows: string[][] = []
  let hasHead = false
  let row: string[] | undefined
  for (const line of lines) {
    if (isGridBorder(line)) {
      if (row) rows.push(row)
      if (line.includes('=') && rows.length > 0) hasHead = true
      row = undefined
      continue
    }
    row ??= Array.from({ length: Math.max(1, columns.length - 1) }, () => '')
    addGridLine(row, line, columns)
  }
  if (row) rows.push(row)
  return { hasHead, rows: rows.map((cells) => withoutEmptyEnd(cells.map((cell) => cell.trim()))) }
}

const plusses = (line: string): number => line.split('+').length

/** A cell that spans columns has no sign where they meet. */
function addGridLine(row: string[], line: string, columns: readonly number[]): void {
  let from = 0
  for (let at = 1; at < columns.length; at++) {
    const isEnd = at === columns.length - 1 || /[|+]/.test(line.charAt(columns[at] ?? 0))
    if (!isEnd) continue
    const text = line.slice((columns[from] ?? 0) + 1, columns[at]).trim()
    if (text !== '' && !/^[-=+]+$/.test(text)) row[from] = `${row[from] ?? ''} ${text}`
    from = at
  }
}

/** Reads a table whose columns are marked by `===  ===` above and below. */
export function readSimpleTable(lines: readonly string[]): DrawnTable {
  const columns = starts(lines[0] ?? '', /(?<!=)=/g)
  const borders = lines.flatMap((line, at) => (isSimpleBorder(line) ? [at] : []))
  const rows: string[][] = []
  let isFirst = true
  for (const line of lines) {
    if (line === '' || /^-+(?: +-+)*$/.test(line)) continue
    if (isSimpleBorder(line)) {
      isFirst = true
      continue
    }
    const cells = columns.map((start, at) => line.slice(start, columns[at + 1]).trim())
    const last = rows.at(-1)
    // Without a first cell, a line goes on with the row above.
    if (cells[0] !== '' || isFirst || !last) rows.push(withoutEmptyEnd(cells))
    else for (const [at, cell] of cells.entries()) last[at] = `${last[at] ?? ''} ${cell}`.trim()
    isFirst = false
  }
  return { hasHead: borders.length > 2, rows }
}

/** A page of short lines below a wide border has no more cells than it has words. */
const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, Math.max(1, cells.findLastIndex((cell) => cell !== '') + 1))

const starts = (line: string, mark: RegExp): number[] =>
  [...line.matchAll(mark)].slice(0, mostColumns + 1).map((found) => found.index)

/** Reads comma-separated values, in which quotes hold commas, lines, and quotes that are doubled. */
export function readValues(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let value = ''
  let isQuoted = false
  const end = () => {
    row.push(value.trim())
    value = ''
  }
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign !== '"') value += sign
      else if (text.charAt(at + 1) === '"') value += text.charAt(at++)
      else isQuoted = false
    } else if (sign === '"' && value.trim() === '') {
      value = ''
      isQuoted = true
    } else if (sign === ',') end()
    else if (sign === '\n') {
      end()
      rows.push(row)
      row = []
    } else value += sign
  }
  end()
  return [...rows, row].filter((cells) => cells.some((cell) => cell !== ''))
}

/** Takes a simple table: down to its last border, before an empty line or the end. */
export function takeSimpleTable(cursor: Cursor): string[] {
  const start = cursor.at
  let borders = 0
  while (cursor.at < cursor.lines.length) {
    const line = lineAt(cursor)
    cursor.at++
    if (isSimpleBorder(line) && ++borders > 1 && lineAt(cursor) === '') break
  }
  return cursor.lines.slice(start, cursor.at)
}
