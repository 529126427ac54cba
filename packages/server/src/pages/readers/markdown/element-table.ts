import type { BlockContent } from 'mdast'
import { type Cell, cellTable } from '../cell-table.ts'
import type { Element } from '../html/element-words.ts'

const nested = new Set(['table', 'ul', 'ol'])

/** In cells. */
const mostCells = 20_000
const mostSpan = 1_000

/**
 * A `<table>` of MDX as a table, with what cells hold that take up several places in each of these. Undefined for another
 * element, and for a table that would become many times as large as what it holds.
 *
 * @param read Gives the blocks that an element holds.
 */
export function elementTable(node: Element, read: (cell: Element) => BlockContent[]): BlockContent[] | undefined {
  if (node.name !== 'table') return undefined
  const written = within(node, ['tr'])
  const rows: Cell[][] = []
  let count = 0
  for (const [at, row] of written.entries()) {
    const line = rowAt(rows, at)
    for (const cell of within(row, ['td', 'th'])) {
      const blocks = read(cell)
      const [width, height] = [countOf(cell, 'colspan'), countOf(cell, 'rowspan')]
      count += width * height
      if (count > mostCells) return undefined
      let column = 0
      while (line[column]) column++
      for (let below = 0; below < height; below++) {
        const other = rowAt(rows, at + below)
        for (let beside = 0; beside < width; beside++) other[column + beside] = blocks
      }
    }
  }
  const shown = rows.slice(0, written.length)
  const width = Math.max(0, ...shown.map(({ length }) => length))
  if (written.length === 0 || written.length * width > mostCells) return undefined
  const whole = shown.map((line) =>
    Array.from({ length: width }, (_, at) => (isRepeated(line, at, width) ? [] : (line[at] ?? []))),
  )
  const [first] = written
  return cellTable(whole, first !== undefined && within(first, ['td']).length === 0)
}

function rowAt(rows: Cell[][], at: number): Cell[] {
  const row = rows[at] ?? []
  rows[at] = row
  return row
}

/** What takes up a whole row stands there once. */
const isRepeated = (line: readonly (Cell | undefined)[], at: number, width: number): boolean =>
  at > 0 && line.length === width && line.every((cell) => cell === line[0])

/** The elements of some names within another one, but for those of tables and of lists in it. */
export function within(node: Element, names: readonly string[]): Element[] {
  return node.children.flatMap((child): Element[] => {
    if (child.type === 'paragraph')
      return within({ ...node, type: 'mdxJsxTextElement', children: child.children }, names)
    if (child.type !== 'mdxJsxFlowElement' && child.type !== 'mdxJsxTextElement') return []
    if (names.includes(child.name ?? '')) return [child]
    return nested.has(child.name ?? '') ? [] : within(child, names)
  })
}

/** The number that a property says, or one: `colSpan={2}`, `rowspan="3"`, `start={5}`. */
export function countOf(cell: Element, name: string): number {
  const found = cell.attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name.toLowerCase() === name)
  const written = typeof found?.value === 'string' ? found.value : found?.value?.value
  const count = Number(written ?? 1)
  return Number.isInteger(count) && count >= 1 ? Math.min(count, mostSpan) : 1
}
