import type { Element, ElementContent } from 'hast'
import { defaultHandlers, type Handle } from 'hast-util-to-mdast'
import { findElement, findElements } from './elements.ts'

/** What a cell of a Markdown table cannot hold in any way. */
const blocks = /^(?:pre|table|h[1-6])$/
const inline =
  /^(?:a|abbr|b|bdi|bdo|br|cite|code|data|del|dfn|em|font|i|img|ins|kbd|mark|q|s|samp|small|span|strong|sub|sup|time|tt|u|var|wbr)$/

/** A table whose cells are read as lines of text, or, where they hold code or tables, as one block after the other. */
const table: Handle = (state, element: Element) => {
  const captions = childrenCalled(element, /^caption$/)
  const rest = { ...element, children: element.children.filter((child) => !isCalled(child, /^caption$/)) }
  const above = captions.flatMap((caption) => state.toFlow(state.all(caption)))
  const holdsBlocks = findElement({ ...rest, tagName: 'div' }, ({ tagName }) => blocks.test(tagName)) !== undefined
  const body =
    holdsBlocks || isMostlyPadding(rest)
      ? state.toFlow(state.all(asBlocks(rest)))
      : [defaultHandlers.table(state, rest)]
  return [...above, ...body]
}

const cell: Handle = (state, element: Element) =>
  defaultHandlers.td(state, { ...element, children: inLine(element.children) })

/** How tables of HTML become Markdown. */
export const tableHandlers: Readonly<Record<'table' | 'td' | 'th', Handle>> = { table, td: cell, th: cell }

const isCalled = (node: ElementContent, name: RegExp): node is Element =>
  node.type === 'element' && name.test(node.tagName)

const childrenCalled = (element: Element, name: RegExp): Element[] =>
  element.children.filter((child) => isCalled(child, name))

/** Whether a table would become many times as large as what it holds: by one long row, or by cells that span others. */
function isMostlyPadding(table: Element): boolean {
  const rows = findElements(table, ({ tagName }) => tagName === 'tr')
  let [cells, spanned, columns] = [0, 0, 0]
  for (const row of rows) {
    let width = 0
    for (const { properties } of childrenCalled(row, /^t[dh]$/)) {
      const colSpan = Number(properties.colSpan ?? 1)
      width += colSpan
      spanned += colSpan * Number(properties.rowSpan ?? 1)
      cells++
    }
    columns = Math.max(columns, width)
  }
  return Math.max(spanned, rows.length * columns) > mostPadding + 10 * cells
}

/** In cells. */
const mostPadding = 20_000

/** Its cells one below the other. */
function asBlocks(element: Element): Element {
  const rows = childrenCalled(element, /^(?:thead|tbody|tfoot|tr)$/).flatMap((part) =>
    part.tagName === 'tr' ? [part] : childrenCalled(part, /^tr$/),
  )
  const children = rows.flatMap((row) => childrenCalled(row, /^t[dh]$/)).map((part) => ({ ...part, tagName: 'div' }))
  return { ...element, tagName: 'div', children }
}

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
    const isInline = inline.test(node.tagName)
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
