import type { Element, Nodes } from 'hast'

/** The first element that is wanted, the given one included, in the order of the document. */
export function findElement(node: Nodes, wanted: (element: Element) => boolean): Element | undefined {
  if (node.type === 'element' && wanted(node)) return node
  if (!('children' in node)) return undefined
  for (const child of node.children) {
    const found = findElement(child, wanted)
    if (found) return found
  }
  return undefined
}

export const classesOf = ({ properties }: Element): string[] =>
  Array.isArray(properties.className) ? properties.className.map(String) : []

export const classMatches = (element: Element, wanted: RegExp): boolean =>
  classesOf(element).some((name) => wanted.test(name))

/** The text of one node, or of several. */
export const textIn = (node: Nodes | readonly Nodes[]): string =>
  'length' in node
    ? node.map(textIn).join('')
    : node.type === 'text'
      ? node.value
      : 'children' in node
        ? node.children.map((child) => textIn(child)).join('')
        : ''
