import { withoutIndent } from '../../text-lines.ts'
import { type Cursor, lineAt, withoutEmptyEnds } from './lines.ts'

/** Rows of cells, which may have several lines; the first is their head when it has one. */
export interface DrawnTable {
  hasHead: boolean
  rows: string[][]
}

const mostColumns = 100

export const isGridBorder = (line: string): boolean => /^\+[-=+]+\+$/.test(line) && /[-=]/.test(line)
export const isSimpleBorder = (line: string): boolean => /^=+(?: +=+)+$/.test(line)

/** A cell of the finest grid that the borders of a table make. */
interface GridCell {
  readonly row: number
  readonly column: number
}

/**
 * Reads a table that is drawn: `+---+---+` around each cell. A cell that takes up several rows or columns stands in each of
 * them; one that takes up a whole row stands there once.
 */
export function readGridTable(written: readonly string[]): DrawnTable {
  const lines = inColumns(written)
  const edges = lines.flatMap((line, at) => (isEdge(line) ? [at] : []))
  const columns = [...new Set(edges.flatMap((at) => starts(lines[at] ?? '', /\+/g)))]
    .sort((one, other) => one - other)
    .slice(0, mostColumns + 1)
  const grid = new Grid(lines, edges, columns)
  const rows = edges.slice(1).map((_, row) =>
    columns.slice(1).map((_end, column) => {
      const { text, isWholeRow } = grid.cellAt({ row, column })
      return isWholeRow && column > 0 ? '' : text
    }),
  )
  const head = edges.findIndex((at, place) => place > 0 && /^\+[=+]+\+$/.test(lines[at] ?? ''))
  return { hasHead: head > 0, rows: rows.map(withoutEmptyEnd) }
}

/** A line with a border in it, across the whole table or between some of its cells. */
const isEdge = (line: string): boolean => /\+(?:-{2,}|={2,}|-\+|=\+)/.test(line) && /[+|]$/.test(line)

class Grid {
  readonly #lines: readonly string[]
  readonly #edges: readonly number[]
  readonly #columns: readonly number[]
  readonly #cells = new Map<string, { text: string; isWholeRow: boolean }>()

  constructor(lines: readonly string[], edges: readonly number[], columns: readonly number[]) {
    this.#lines = lines
    this.#edges = edges
    this.#columns = columns
  }

  /** What the cell says that takes up a place, which a cell to the left of it or above it may do. */
  cellAt(place: GridCell): { text: string; isWholeRow: boolean } {
    const key = `${place.row} ${place.column}`
    const known = this.#cells.get(key)
    if (known) return known
    const end = this.#endOf(place)
    const cell = {
      text: this.#textOf(place, end),
      isWholeRow: place.column === 0 && end.column >= this.#columns.length - 1,
    }
    for (let row = place.row; row < end.row; row++)
      for (let column = place.column; column < end.column; column++) this.#cells.set(`${row} ${column}`, cell)
    return cell
  }

  /** The borders on the right of a cell and below it. */
  #endOf({ row, column }: GridCell): GridCell {
    let right = column + 1
    while (right < this.#columns.length - 1 && !this.#isBorderAt(row, right)) right++
    let below = row + 1
    while (below < this.#edges.length - 1 && !this.#isBorderBelow(below, { row: column, column: right })) below++
    return { row: below, column: right }
  }

  #isBorderAt(row: number, column: number): boolean {
    const [from = 0, to = 0] = [this.#edges[row], this.#edges[row + 1]]
    const at = this.#columns[column] ?? 0
    return this.#lines.slice(from + 1, to).every((line) => '|+'.includes(line.charAt(at) || ' '))
  }

  /** Whether a line is a border between two columns. */
  #isBorderBelow(row: number, { row: left, column: right }: GridCell): boolean {
    const line = this.#lines[this.#edges[row] ?? 0] ?? ''
    const inner = line.slice((this.#columns[left] ?? 0) + 1, this.#columns[right])
    return inner !== '' && /^[-=+]+$/.test(inner)
  }

  #textOf(start: GridCell, end: GridCell): string {
    const [top = 0, bottom = 0] = [this.#edges[start.row], this.#edges[end.row]]
    const [left = 0, right = 0] = [this.#columns[start.column], this.#columns[end.column]]
    const inner = this.#lines.slice(top + 1, bottom).map((line) => withoutFill(line.slice(left + 1, right)).trimEnd())
    return withoutIndent(withoutEmptyEnds(inner)).join('\n')
  }
}

/** Behind each character that takes up two columns. */
const fill = '\uE012'
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]/g

/** Lines in which each column is one character, as docutils counts them. */
const inColumns = (lines: readonly string[]): string[] => lines.map((line) => line.replace(wide, `$&${fill}`))

const withoutFill = (text: string): string => text.replaceAll(fill, '')

/**
 * Reads a table whose columns are marked by `===  ===` above and below. Below a row, `---------` marks those that one cell
 * takes up, which then stands in each of them.
 */
export function readSimpleTable(written: readonly string[]): DrawnTable {
  const lines = inColumns(written)
  const columns = starts(lines[0] ?? '', /(?<!=)=/g)
  const borders = lines.flatMap((line, at) => (isSimpleBorder(line) ? [at] : []))
  const rows: string[][] = []
  let isFirst = true
  let sign = '\n'
  for (const [at, line] of lines.entries()) {
    if (line === '') sign = '\n\n'
    if (line === '' || /^-+(?: +-+)*$/.test(line)) continue
    if (isSimpleBorder(line)) {
      isFirst = true
      continue
    }
    const spans = spansBelow(lines[at + 1] ?? '', columns)
    const cells = spans
      ? columns.map((_, column) =>
          textBetween(
            line,
            spans,
            spans.findLastIndex((start) => start <= (columns[column] ?? 0)),
          ),
        )
      : columns.map((_, column) => textBetween(line, columns, column))
    const last = rows.at(-1)
    // Without a first cell, a line goes on with the row above.
    if (cells[0]?.trim() || isFirst || !last) rows.push(withoutEmptyEnd(cells))
    else for (const [place, cell] of cells.entries()) last[place] = `${last[place] ?? ''}${sign}${cell}`
    isFirst = false
    sign = '\n'
  }
  return { hasHead: borders.length > 2, rows: rows.map((row) => row.map((cell) => cell.trim())) }
}

const textBetween = (line: string, starts: readonly number[], at: number): string =>
  withoutFill(line.slice(starts[at], starts[at + 1]).trimEnd())

/** Where the cells of a row begin of which some take up several columns, as the line below it says. */
function spansBelow(line: string, columns: readonly number[]): number[] | undefined {
  if (!/^(?:-+(?: +-+)*|=+(?: +=+)*)$/.test(line)) return undefined
  const spans = starts(line, line.startsWith('-') ? /(?<!-)-/g : /(?<!=)=/g)
  return spans.length < columns.length && spans.length > 0 ? spans : undefined
}

/** A page of short lines below a wide border has no more cells than it has words. */
const withoutEmptyEnd = (cells: readonly string[]): string[] =>
  cells.slice(0, Math.max(1, cells.findLastIndex((cell) => cell !== '') + 1))

const starts = (line: string, mark: RegExp): number[] =>
  [...line.matchAll(mark)].slice(0, mostColumns + 1).map((found) => found.index)

/** Reads comma-separated values, in which quotes hold commas, lines, and quotes that are doubled. */
export function readValues(text: string, separator = ','): string[][] {
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
    } else if (sign === separator) end()
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
