import type { Element, ElementContent, Root } from 'hast'
import { oneLine } from '../../text-lines.ts'
import { signAmong, signOf } from '../icons.ts'
import { wordSet } from '../word-set.ts'
import { classesOf, findElement, hasClass, isHeading, textIn } from './elements.ts'

/**
 * Writes as signs what icons say, `<i class="fa fa-check"></i>` as `✓`, and into each cell that shows nothing but a picture or a
 * box what that is called for those who cannot see it. Headings and code stay as they are.
 */
export function readIcons(tree: Root | Element): void {
  tree.children = tree.children.map((node): ElementContent => {
    if (node.type !== 'element' || isHeading(node) || apart.has(node.tagName)) return node as ElementContent
    const sign = iconTags.has(node.tagName) && isEmpty(node) ? signAmong(classesOf(node)) : undefined
    if (sign !== undefined) return { type: 'text', value: sign }
    readIcons(node)
    const name = node.tagName === 'td' ? nameOfCell(node) : undefined
    return name === undefined ? node : { ...node, children: [{ type: 'text', value: name }] }
  })
}

const apart = wordSet('pre code button')
const iconTags = wordSet('i span svg')
const hidden = wordSet('sr-only visually-hidden')

const isEmpty = (node: Element): boolean => textIn(node).trim() === ''

function nameOfCell(cell: Element): string | undefined {
  const isShown = (node: Element) => nodeText(node) !== '' || Boolean(node.properties.alt)
  if (findElement(cell, isShown)) return undefined
  const named = findElement(cell, (node) => pictureName(node) !== '')
  const box = findElement(cell, ({ tagName, properties }) => tagName === 'input' && properties.type === 'checkbox')
  return named ? pictureName(named) : signOf(box && Boolean(box.properties.checked))
}

/** The text of an element itself, without what only those hear who cannot see. */
const nodeText = (node: Element): string =>
  isName(node) ? '' : node.children.map((child) => (child.type === 'text' ? child.value.trim() : '')).join('')

const isName = (node: Element): boolean => hasClass(node, hidden) || node.tagName === 'title'

function pictureName(node: Element): string {
  const { ariaLabel, title } = node.properties
  return oneLine(isName(node) ? textIn(node) : String(ariaLabel ?? title ?? ''))
}
