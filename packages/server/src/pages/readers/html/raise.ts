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
  if (tree.type === 'element' && tree.tagName === 'ruby') joinReadings(tree)
  for (const [at, node] of tree.children.entries()) {
    if (node.type === 'text' || node.type === 'comment') children.push(node)
    if (node.type !== 'element') continue
    writeOnLine(node)
    const before = children.at(-1)
    if (isKey(node) && before?.type === 'element' && isKey(before)) children.push({ type: 'text', value: '+' })
    const next = tree.children[at + 1]
    const after = next && !(next.type === 'element' && shiftOf(next)) ? textIn(next) : ''
    for (const written of onLine(node, { before: before ? textIn(before) : '', after })) children.push(written)
  }
  tree.children = children
}

/** Readings that stand one behind the other, behind all of their words, are one: `<rb>東</rb><rb>京</rb><rt>とう</rt><rt>きょう</rt>`. */
function joinReadings(ruby: Element): void {
  const children: ElementContent[] = []
  for (const node of ruby.children) {
    const last = children.at(-1)
    const isReading = node.type === 'element' && node.tagName === 'rt'
    if (isReading && last?.type === 'element' && last.tagName === 'rt') last.children.push(...node.children)
    else children.push(isReading ? { ...node, children: [...node.children] } : node)
  }
  ruby.children = children
}

const isKey = ({ tagName }: Element): boolean => tagName === 'kbd'

/** The words before an element, and behind it. */
interface Beside {
  readonly before: string
  readonly after: string
}

function onLine(node: Element, beside: Beside): ElementContent[] {
  const { tagName } = node
  const shift = shiftOf(node)
  if (shift) return isFootnoteMark(node) ? [node] : shifted(node, shift, beside)
  if (tagName === 'rp') return []
  const reading = tagName === 'rt' ? oneLine(textIn(node)) : ''
  return tagName === 'rt' ? (reading === '' ? [] : [{ type: 'text', value: `(${reading})` }]) : [node]
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

/** A link around all of it stays; one to a place of the page is the mark of a note there, which is none of the word. */
function shifted(node: Element, shift: Shift, beside: Beside): ElementContent[] {
  const [only, ...others] = node.children
  if (only?.type === 'element' && others.length === 0 && only.tagName === 'a') {
    if (shift === 'sup' && String(only.properties.href).startsWith('#')) return [{ type: 'text', value: ' ' }, only]
    const inner = shifted(only, shift, beside)
    const [first] = inner
    const isApart = first?.type === 'text' && first.value.startsWith(' ')
    return [...(isApart ? [{ type: 'text' as const, value: ' ' }] : []), { ...only, children: inner }]
  }
  if (node.children.some(({ type }) => type === 'element') && textIn(node).trim() === '') return node.children
  const value = shiftedText(textIn(node), shift, beside)
  return value === '' ? [] : [{ type: 'text', value }]
}
