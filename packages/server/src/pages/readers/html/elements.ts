import type { Element, ElementContent, Nodes } from 'hast'
import { wordSet } from '../word-set.ts'

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

/** All elements that are wanted, in the order of the document. */
export const findElements = (node: Nodes, wanted: (element: Element) => boolean): Element[] => [
  ...(node.type === 'element' && wanted(node) ? [node] : []),
  ...('children' in node ? node.children.flatMap((child) => findElements(child, wanted)) : []),
]

/** Those that are wanted below one, without what is in them. */
export const outermostElements = (node: Nodes, wanted: (element: Element) => boolean): Element[] =>
  'children' in node
    ? node.children.flatMap((child) =>
        child.type === 'element' && wanted(child) ? [child] : outermostElements(child, wanted),
      )
    : []

/** The names in its `class`. */
export const classesOf = ({ properties }: Element): string[] =>
  Array.isArray(properties.className) ? properties.className.map(String) : []

/** Whether an element has a class, or one of several. */
export const hasClass = (element: Element, wanted: string | ReadonlySet<string>): boolean =>
  classesOf(element).some((name) => (typeof wanted === 'string' ? name === wanted : wanted.has(name)))

/** The text of one node, or of several. */
export const textIn = (node: Nodes | readonly Nodes[]): string =>
  'length' in node
    ? node.map(textIn).join('')
    : node.type === 'text'
      ? node.value
      : 'children' in node
        ? node.children.map((child) => textIn(child)).join('')
        : ''

/** Elements that show something else than text. */
export const pictureTags = wordSet('img svg object iframe embed video audio canvas input select textarea button')

const headingTags = wordSet('h1 h2 h3 h4 h5 h6')

/** Whether an element is a heading by its tag. */
export const isHeading = ({ tagName }: Element): boolean => headingTags.has(tagName)

export const isBlank = (node: ElementContent): boolean =>
  node.type === 'comment' || (node.type === 'text' && node.value.trim() === '')

export const ownId = ({ properties: { id } }: Element): string | undefined =>
  typeof id === 'string' && id ? id : undefined

/** The id by which an element can be linked; links have names for it, too. */
const anchorId = (node: Element): string | undefined => {
  const name = node.tagName === 'a' ? node.properties.name : undefined
  return ownId(node) ?? (typeof name === 'string' && name ? name : undefined)
}

/** Of the first element below it that has one; buttons have theirs for scripts. */
export const innerId = (node: Element): string | undefined => {
  const found = findElement(node, (inner) => inner.tagName !== 'button' && anchorId(inner) !== undefined)
  return found && anchorId(found)
}

/**
 * The id of an element that holds nothing: the target of links, as in `<a id="old"></a>` or `<p><a name="old"></a></p>`. It
 * stands at the end of a paragraph that nothing has closed before it.
 */
export function emptyAnchor(node: Element): string | undefined {
  if (node.tagName === 'a' || node.tagName === 'span') return node.children.every(isBlank) ? anchorId(node) : undefined
  const last = node.children.findLast((child) => !isBlank(child))
  return node.tagName === 'p' && last?.type === 'element' && last.tagName === 'a' ? emptyAnchor(last) : undefined
}

export const element = (tagName: string, properties: Element['properties'], children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
})
