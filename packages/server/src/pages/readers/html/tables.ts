import type { Element, ElementContent } from 'hast'
import { defaultHandlers, type Handle } from 'hast-util-to-mdast'
import type { BlockContent } from 'mdast'
import { cellTable } from '../cell-table.ts'
import { wordSet } from '../word-set.ts'
import { findElement, findElements } from './elements.ts'

/** What a cell of a Markdown table cannot hold in every case. */
const blocks = wordSet('pre table h1 h2 h3 h4 h5 h6')
const inline = wordSet(
  'a abbr b bdi bdo br cite code data del dfn em font formula i img ins kbd mark q rb rp rt ruby s samp small span strong sub sup time tt u var wbr',
)
const cells = wordSet('td th')
const rows = wordSet('tr')
const captions = wordSet('caption')
const rowGroups = wordSet('thead tbody tfoot tr')

/** A table whose cells are read as lines of text, or, where one holds more than a line, as one block after the other. */
const table: Handle = (state, element: Element) => {
  const above = childrenCalled(element, captions)
  const rest = { ...element, children: element.children.filter((child) => !isCalled(child, captions)) }
  const holdsBlocks = findElement({ ...rest, tagName: 'div' }, ({ tagName }) => blocks.has(tagName)) !== undefined
  const read = (cell: Element) => state.toFlow(state.all(cell)).filter(isBlockContent)
  const written = () => rowsOf(withoutSpans(rest)).map((row) => childrenCalled(row, cells))
  const body = isMostlyPadding(rest)
    ? rowsOf(rest).flatMap((row) => childrenCalled(row, cells).flatMap(read))
    : holdsBlocks
      ? tableOfBlocks(written(), read)
      : [defaultHandlers.table(state, withoutSpans(rest))]
  return [...above.flatMap((caption) => state.toFlow(state.all(caption))), ...body]
}

/** Without a head, a single row only sets its cells side by side. */
function tableOfBlocks(rows: readonly Element[][], read: (cell: Element) => BlockContent[]): BlockContent[] {
  const hasHead = rows[0]?.every(({ tagName }) => tagName === 'th') ?? false
  const blocks = rows.map((row) => row.map(read))
  if (rows.length === 1) return blocks.flat(2)
  return cellTable(hasHead ? blocks : [[], ...blocks], hasHead)
}

const isBlockContent = (node: { type: string }): node is BlockContent => node.type !== 'definition'

const cell: Handle = (state, element: Element) =>
  defaultHandlers.td(state, { ...element, children: inLine(element.children) })

/** How tables of HTML become Markdown. */
export const tableHandlers: Readonly<Record<'table' | 'td' | 'th', Handle>> = { table, td: cell, th: cell }

const isCalled = (node: ElementContent, names: ReadonlySet<string>): node is Element =>
  node.type === 'element' && names.has(node.tagName)

const childrenCalled = (element: Element, names: ReadonlySet<string>): Element[] =>
  element.children.filter((child) => isCalled(child, names))

/** Whether a table would become many times as large as what it holds: by one long row, or by cells that span others. */
function isMostlyPadding(table: Element): boolean {
  const all = findElements(table, ({ tagName }) => tagName === 'tr')
  let [count, spanned, columns] = [0, 0, 0]
  for (const row of all) {
    let width = 0
    for (const { properties } of childrenCalled(row, cells)) {
      const colSpan = Number(properties.colSpan ?? 1)
      width += colSpan
      spanned += colSpan * Number(properties.rowSpan ?? 1)
      count++
    }
    columns = Math.max(columns, width)
  }
  return Math.max(spanned, all.length * columns) > mostPadding + 10 * count
}

/** In cells. */
const mostPadding = 20_000

/**
 * A table in which each cell stands in all the places that it takes up, so that no value is missing from the rows and columns
 * that share it. One that takes up a whole row stands there once.
 */
function withoutSpans(table: Element): Element {
  const all = findElements(table, ({ tagName }) => tagName === 'tr')
  const isSpanned = ({ properties: { colSpan, rowSpan } }: Element) =>
    Number(colSpan ?? 1) > 1 || Number(rowSpan ?? 1) !== 1
  if (!all.some((row) => childrenCalled(row, cells).some(isSpanned))) return table
  const columns = Math.max(
    ...all.map((row) => childrenCalled(row, cells).reduce((sum, each) => sum + widthOf(each), 0)),
  )
  /** By column: the cell from above, and how many further rows it takes up. */
  const above: ({ cell: Element; rows: number } | undefined)[] = []
  const written = new Map(all.map((row, at) => [row, rowOf(row, { above, columns, below: all.length - at - 1 })]))
  const rebuilt = (node: Element): Element => ({
    ...node,
    children: node.children.map((child) => {
      if (child.type !== 'element') return child
      const children = written.get(child)
      return children ? { ...child, children } : rowGroups.has(child.tagName) ? rebuilt(child) : child
    }),
  })
  return rebuilt(table)
}

const widthOf = ({ properties: { colSpan } }: Element): number => Math.max(1, Number(colSpan ?? 1))

interface SpannedRows {
  readonly above: ({ cell: Element; rows: number } | undefined)[]
  readonly columns: number
  /** How many rows follow. */
  readonly below: number
}

/** The cells of a row, with those from above in their places. */
function rowOf(row: Element, { above, columns, below }: SpannedRows): Element[] {
  const line: Element[] = []
  const fromAbove = () => {
    for (let open = above[line.length]; open && open.rows > 0; open = above[line.length]) {
      open.rows--
      line.push(open.cell)
    }
  }
  for (const cell of childrenCalled(row, cells)) {
    fromAbove()
    const { colSpan: _columns, rowSpan, ...properties } = cell.properties
    const width = widthOf(cell)
    const rows = Number(rowSpan ?? 1) === 0 ? below : Math.min(below, Number(rowSpan ?? 1) - 1)
    const own = { ...cell, properties }
    const empty = { ...own, children: [] }
    for (let at = 0; at < width; at++) {
      const shown = at > 0 && width >= columns ? empty : own
      above[line.length] = { cell: shown, rows }
      line.push(shown)
    }
  }
  fromAbove()
  return line
}

/** The rows of a table, without those of tables in it. */
const rowsOf = (element: Element): Element[] =>
  childrenCalled(element, rowGroups).flatMap((part) => (part.tagName === 'tr' ? [part] : childrenCalled(part, rows)))

/** Blocks as the words of one line. */
export function inLine(nodes: readonly ElementContent[]): ElementContent[] {
  const line: ElementContent[] = []
  let after = ''
  for (const node of nodes) {
    if (node.type !== 'element') {
      if (after && node.type === 'text' && node.value.trim()) line.push({ type: 'text', value: after })
      if (node.type === 'text') line.push(node)
      if (node.type === 'text' && node.value.trim()) after = ''
      continue
    }
    const isInline = inline.has(node.tagName)
    const children = inLine(node.children)
    if (!isInline && children.length === 0) continue
    if (line.length > 0 && (after || !isInline)) {
      line.push({ type: 'text', value: node.tagName === 'li' ? '; ' : ' ' })
    }
    line.push(...(isInline ? [{ ...node, children }] : children))
    after = isInline ? '' : ' '
  }
  return line
}
