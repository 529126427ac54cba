import type { Element, ElementContent } from 'hast'
import { oneLine } from '../page-text.ts'
import { classMatches, element, findElement, isBlank, outermostElements, textIn } from './elements.ts'

/** What a note says that AsciiDoc or DocBook draws as a table, beginning with its kind: `**Note:** …`. */
export function drawnNote(node: Element): ElementContent[] | undefined {
  const table = classMatches(node, noteClass) ? onlyTable(node) : undefined
  if (!table) return undefined
  const cells = outermostElements(table, isCell)
  const content = cells.at(-1)
  const kind = cells.slice(0, -1).map(labelOf).findLast(Boolean)
  if (!content || !kind) return undefined
  const label = [element('strong', {}, [{ type: 'text', value: `${kind}:` }]), { type: 'text' as const, value: ' ' }]
  const first = findElement(content, ({ tagName }) => tagName === 'p')
  const beginsWithIt = first && oneLine(textIn(content)).startsWith(oneLine(textIn(first)))
  if (!beginsWithIt) return [...label, ...content.children]
  first.children.unshift(...label)
  return content.children
}

/** The explanations of numbered lines, which Asciidoctor draws as a table beside the numbers. */
export function drawnList(node: Element): ElementContent[] | undefined {
  const table = classMatches(node, /^colist$/) ? onlyTable(node) : undefined
  if (!table) return undefined
  const rows = outermostElements(table, ({ tagName }) => tagName === 'tr')
  const items = rows.flatMap((row) => outermostElements(row, isCell).at(-1) ?? [])
  return [
    element(
      'ol',
      {},
      items.map(({ children }) => element('li', {}, children)),
    ),
  ]
}

const noteClass = /^(?:admonitionblock|note|tip|important|warning|caution)$/

const isCell = ({ tagName }: Element): boolean => tagName === 'td' || tagName === 'th'

/** The table that is all of an element. */
function onlyTable(node: Element): Element | undefined {
  const [only, ...others] = node.children.filter((child) => !isBlank(child))
  return only?.type === 'element' && only.tagName === 'table' && others.length === 0 ? only : undefined
}

/** The word of a cell, or of its icon: `[Note]` is “Note”. */
function labelOf(cell: Element): string {
  const icon = findElement(cell, ({ properties: { alt, title } }) => Boolean(alt ?? title))
  const word = oneLine(textIn(cell)) || String(icon?.properties.alt ?? icon?.properties.title ?? '')
  return word.replace(/^\[(.*)\]$/, '$1')
}
