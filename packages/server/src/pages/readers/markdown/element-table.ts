import type { BlockContent, PhrasingContent, Table, TableCell } from 'mdast'
import type { Element } from '../html/element-words.ts'

const nested = new Set(['table', 'ul', 'ol'])

/** In cells. */
const mostCells = 20_000
const mostSpan = 1_000

/**
 * A `<table>` of MDX as a table, with what cells hold that take up several places in each of these. Undefined for another
 * element, and for a table whose cells hold what no cell of Markdown can.
 *
 * @param read Gives the blocks that an element holds.
 */
export function elementTable(node: Element, read: (cell: Element) => BlockContent[]): Table | undefined {
  if (node.name !== 'table') return undefined
  const rows: TableCell[][] = []
  let cells = 0
  for (const [at, row] of within(node, ['tr']).entries()) {
    const line = rowAt(rows, at)
    for (const cell of within(row, ['td', 'th'])) {
      const children = wordsOf(read(cell))
      if (!children) return undefined
      const [width, height] = [countOf(cell, 'colspan'), countOf(cell, 'rowspan')]
      cells += width * height
      if (cells > mostCells) return undefined
      let column = 0
      while (line[column]) column++
      for (let below = 0; below < height; below++) {
        const other = rowAt(rows, at + below)
        for (let beside = 0; beside < width; beside++) other[column + beside] = { type: 'tableCell', children }
      }
    }
  }
  const count = within(node, ['tr']).length
  const width = Math.max(0, ...rows.slice(0, count).map(({ length }) => length))
  const empty: TableCell = { type: 'tableCell', children: [] }
  if (count === 0 || count * width > mostCells) return undefined
  const children = rows.slice(0, count).map((line) => ({
    type: 'tableRow' as const,
    children: Array.from({ length: width }, (_, at) => (isRepeated(line, at, width) ? empty : (line[at] ?? empty))),
  }))
  return { type: 'table', children }
}

function rowAt(rows: TableCell[][], at: number): TableCell[] {
  const row = rows[at] ?? []
  rows[at] = row
  return row
}

/** What takes up a whole row stands there once. */
const isRepeated = (line: readonly (TableCell | undefined)[], at: number, width: number): boolean =>
  at > 0 && line.length === width && line.every((cell) => cell?.children === line[0]?.children)

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

/** The words of blocks on one line; undefined where there are others than paragraphs and lists. */
function wordsOf(blocks: readonly BlockContent[]): PhrasingContent[] | undefined {
  const lines = blocks.flatMap((block): (PhrasingContent[] | undefined)[] => {
    if (block.type === 'paragraph') return [block.children]
    if (block.type !== 'list') return [undefined]
    return block.children.map((item) =>
      wordsOf(
        item.children.filter(
          (child): child is BlockContent => child.type !== 'definition' && child.type !== 'footnoteDefinition',
        ),
      ),
    )
  })
  const words: PhrasingContent[] = []
  for (const line of lines) {
    if (!line) return undefined
    if (words.length > 0) words.push({ type: 'text', value: '; ' })
    words.push(...line)
  }
  return words
}
