import type { Element, ElementContent, Root } from 'hast'
import { oneLine } from '../../text-lines.ts'
import { type Shift, shiftedText } from '../raised.ts'
import { wordSet } from '../word-set.ts'
import { hasClass, textIn } from './elements.ts'
import { isFootnoteMark } from './unseen.ts'

/**
 * Writes onto the line what stands above or below it: `10<sup>6</sup>` as `10⁶`, readings of ruby in brackets behind their
 * words. Keys that stand side by side have a plus sign between them. Marks of footnotes are left as they are.
 */
export function writeOnLine(tree: Root | Element): void {
  const children: ElementContent[] = []
  for (const node of tree.children) {
    if (node.type === 'text' || node.type === 'comment') children.push(node)
    if (node.type !== 'element') continue
    writeOnLine(node)
    const before = children.at(-1)
    if (isKey(node) && before?.type === 'element' && isKey(before)) children.push({ type: 'text', value: '+' })
    for (const written of onLine(node, before)) children.push(written)
  }
  tree.children = children
}

const isKey = ({ tagName }: Element): boolean => tagName === 'kbd'

function onLine(node: Element, before: ElementContent | undefined): ElementContent[] {
  const { tagName } = node
  const shift = shiftOf(node)
  if (shift) return isFootnoteMark(node) ? [node] : shifted(node, shift, before ? textIn(before) : '')
  if (tagName === 'rp') return []
  return tagName === 'rt' ? [{ type: 'text', value: `(${oneLine(textIn(node))})` }] : [node]
}

/** Where an element stands beside its line, by its name, or by how it looks. */
function shiftOf(node: Element): Shift | undefined {
  const { tagName, properties } = node
  if (tagName === 'sup' || tagName === 'sub') return tagName
  if (tagName !== 'span') return undefined
  const style = /vertical-align:[ \t]*(super|sub)\b/i.exec(String(properties.style ?? ''))?.[1]?.toLowerCase()
  if (style === 'super' || hasClass(node, raisedClasses)) return 'sup'
  return style === 'sub' || hasClass(node, loweredClasses) ? 'sub' : undefined
}

const raisedClasses = wordSet('sup super superscript')
const loweredClasses = wordSet('sub subscript')

/** A link around all of it stays. */
function shifted(node: Element, shift: Shift, before: string): ElementContent[] {
  const [only, ...others] = node.children
  if (only?.type === 'element' && others.length === 0 && only.tagName === 'a') {
    const inner = shifted(only, shift, before)
    const [first] = inner
    const isApart = first?.type === 'text' && first.value.startsWith(' ')
    return [...(isApart ? [{ type: 'text' as const, value: ' ' }] : []), { ...only, children: inner }]
  }
  if (node.children.some(({ type }) => type === 'element') && textIn(node).trim() === '') return node.children
  const value = shiftedText(textIn(node), shift, before)
  return value === '' ? [] : [{ type: 'text', value }]
}
