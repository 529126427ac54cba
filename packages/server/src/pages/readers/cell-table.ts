import type { BlockContent, PhrasingContent, Table } from 'mdast'
import { proseText } from './mdast-text.ts'

/** The blocks of a cell. */
export type Cell = readonly BlockContent[]

/**
 * A table of cells that hold blocks. Where one holds what no line can, such as code of several lines, each cell stands for
 * itself, row by row, below the name of its column.
 *
 * @param hasHead Whether the first row has the names of the columns.
 */
export function cellTable(rows: readonly (readonly Cell[])[], hasHead: boolean): BlockContent[] {
  const width = Math.max(0, ...rows.map(({ length }) => length))
  if (width === 0) return []
  // A single cell only frames what it holds.
  if (width === 1 && rows.length === 1) return rows.flat(2)
  const lines = rows.map((row) => row.map(lineOf))
  if (lines.flat().includes(undefined)) return hasHead ? namedCells(rows) : rows.flat(2)
  const children = lines.map((line) => ({
    type: 'tableRow' as const,
    children: Array.from({ length: width }, (_, at) => ({ type: 'tableCell' as const, children: line[at] ?? [] })),
  }))
  return [{ type: 'table', children } satisfies Table]
}

/** The words of blocks on one line; undefined where there are others than paragraphs, lists, and code of one line. */
function lineOf(blocks: Cell): PhrasingContent[] | undefined {
  const words: PhrasingContent[] = []
  const add = (line: readonly PhrasingContent[], sign: string) => {
    if (words.length > 0) words.push({ type: 'text', value: sign })
    words.push(...line)
  }
  for (const block of blocks) {
    if (block.type === 'paragraph') add(block.children, ' ')
    else if (block.type === 'code' && !block.value.includes('\n'))
      add([{ type: 'inlineCode', value: block.value }], ' ')
    else if (block.type === 'list') {
      for (const [at, item] of block.children.entries()) {
        const line = lineOf(item.children.filter(isBlock))
        if (!line) return undefined
        add(line, at === 0 ? ' ' : '; ')
      }
    } else return undefined
  }
  return words
}

const isBlock = (node: { type: string }): node is BlockContent => node.type !== 'definition'

/** In characters. */
const longestName = 60

function namedCells([head = [], ...rows]: readonly (readonly Cell[])[]): BlockContent[] {
  const names = head.map((cell) => proseText(cell))
  return rows.flatMap((row) =>
    row.flatMap((blocks, at): BlockContent[] => {
      const name = names[at] ?? ''
      if (name === '' || name.length > longestName || blocks.length === 0) return [...blocks]
      const title: PhrasingContent = { type: 'strong', children: [{ type: 'text', value: `${name}:` }] }
      const [first, ...others] = blocks
      if (first?.type !== 'paragraph') return [{ type: 'paragraph', children: [title] }, ...blocks]
      return [{ ...first, children: [title, { type: 'text', value: ' ' }, ...first.children] }, ...others]
    }),
  )
}
