import type { Element, ElementContent, Root } from 'hast'

/**
 * Parts a numbered list where an item says its number itself, or where numbers go down, so that each item keeps the number that
 * readers see. In a list that counts on, nothing changes.
 */
export function keepNumbers(tree: Root | Element): void {
  const children: ElementContent[] = []
  for (const node of tree.children) {
    if (node.type === 'text' || node.type === 'comment') children.push(node)
    if (node.type !== 'element') continue
    keepNumbers(node)
    for (const part of node.tagName === 'ol' ? partsOf(node) : [node]) children.push(part)
  }
  tree.children = children
}

function partsOf(list: Element): Element[] {
  const items = list.children.filter((child): child is Element => child.type === 'element' && child.tagName === 'li')
  const isReversed = list.properties.reversed === true
  if (!isReversed && !items.some(({ properties }) => properties.value !== undefined)) return [list]
  const parts: Element[] = []
  let next = numberOf(list.properties.start) ?? (isReversed ? items.length : 1)
  let last: number | undefined
  for (const item of items) {
    const number = numberOf(item.properties.value) ?? next
    if (last === undefined || number !== last + 1) {
      parts.push({ ...list, properties: { ...list.properties, start: number }, children: [] })
    }
    parts.at(-1)?.children.push(item)
    last = number
    next = isReversed ? number - 1 : number + 1
  }
  return parts
}

const numberOf = (value: unknown): number | undefined => {
  const number = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN
  return Number.isSafeInteger(number) ? number : undefined
}
