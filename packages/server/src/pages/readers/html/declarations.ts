import type { Element, ElementContent } from 'hast'
import { decodeEscapes } from '../../links.ts'
import { oneLine } from '../../text-lines.ts'
import { wordSet } from '../word-set.ts'
import {
  element,
  emptyAnchor,
  findElement,
  findElements,
  hasClass,
  innerId,
  isBlank,
  outermostElements,
  ownId,
  textIn,
} from './elements.ts'

/** Characters that the entries of a list have to have on average to be sections of their own. */
const longEntry = 100
/** What Sphinx, Texinfo, RDoc and Haddock call the name in a declaration. */
const nameClasses = wordSet('descname def-name method-name method-callseq def')
/** Lines that declare code outside of lists: of RDoc, Haddock, odoc, and of HAProxy’s manual. */
const lineClasses = wordSet('method-heading src spec keyword')

/**
 * The terms of a list, and what is said of them. Pairs may have something around them, whose id is then that of the term.
 *
 * @param anchorBefore What can be linked where the list begins.
 */
export function entriesOf(list: Element, anchorBefore?: string | undefined): Element[] {
  const entries: Element[] = []
  let before = anchorBefore
  for (const child of list.children) {
    if (child.type !== 'element') continue
    const inner = child.tagName === 'div' ? entriesOf(child) : [child]
    const [first] = inner
    const id = (child.tagName === 'div' ? ownId(child) : undefined) ?? before
    if (first?.tagName === 'dt' && id !== undefined && termId(first) === undefined)
      inner[0] = { ...first, properties: { ...first.properties, id } }
    entries.push(...inner)
    before = lastAnchor(child)
  }
  return entries
}

/** The anchor at the end of an element: in the manuals of GNU that of the next term stands there. */
function lastAnchor(node: Element): string | undefined {
  if (node.tagName !== 'dd') return emptyAnchor(node)
  const last = node.children.findLast((child) => !isBlank(child))
  return last?.type === 'element' ? emptyAnchor(last) : undefined
}

export const termId = (term: Element): string | undefined => ownId(term) ?? innerId(term)

const isTerm = (node: ElementContent): boolean =>
  node.type === 'element' && node.tagName === 'dt' && termId(node) !== undefined

/** Do most terms of a list have ids, and is so much said of each that it is a section rather than a line? */
export function hasLongEntries(list: Element, entries: readonly Element[]): boolean {
  const terms = entries.filter(({ tagName }) => tagName === 'dt')
  const described = entries.filter(({ tagName }) => tagName === 'dd')
  if (terms.length === 0 || terms.filter(isTerm).length * 2 < terms.length || described.length === 0) return false
  if (String(list.properties.className).match(/footnote|citation/)) return false
  return textIn(described).length >= longEntry * described.length
}

/** A term that names code, by which it can be linked. */
export const isDeclaration = (node: ElementContent): node is Element =>
  node.type === 'element' && node.tagName === 'dt' && termId(node) !== undefined && namesIn(node).length > 0

/** A line that declares code, as a heading would. */
export const isDeclarationLine = (node: Element): boolean =>
  (node.tagName === 'div' || node.tagName === 'p') &&
  hasClass(node, lineClasses) &&
  (namesIn(node).length > 0 || odocName(node) !== undefined)

/** `os.path.join` of its whole signature; undefined when it declares several names. */
export function declaredName(node: Element): string | undefined {
  const odoc = odocName(node)
  const [name, ...others] = namesIn(node)
  if (odoc !== undefined || name === undefined || others.length > 0) return odoc
  const around = findElements(node, (inner) => inner === name || hasClass(inner, 'descclassname'))
  // Behind the name of an option stand its arguments.
  return oneLine(textIn(around.slice(0, around.indexOf(name) + 1))) || undefined
}

/** The elements that hold the names of what is declared. */
function namesIn(node: Element): Element[] {
  const byClass = outermostElements(node, (inner) => hasClass(inner, nameClasses))
  if (byClass.length > 0) return byClass
  const id = termId(node)
  const linked = outermostElements(node, (inner) => leadsTo(inner, id) && /\w/.test(textIn(inner)))
  if (linked.length > 0) return linked
  // Of Texinfo and SWI-Prolog.
  const isMarked = findElement(node, (inner) => inner.tagName === 'var' || hasClass(inner, 'category'))
  return isMarked ? outermostElements(node, ({ tagName }) => tagName === 'strong').slice(0, 1) : []
}

/** Whether a link leads to the id of what it stands in, or to an anchor that is called like it. */
function leadsTo(node: Element, id: string | undefined): boolean {
  const [, fragment] = /#([^#]+)$/.exec(String(node.properties.href)) ?? []
  if (node.tagName !== 'a' || fragment === undefined) return false
  const anchor = decodeEscapes(fragment)
  return anchor === id || anchor.endsWith(`-${oneLine(textIn(node))}`)
}

/** Of `val-make`, which is all that names a value of OCaml. */
const odocName = (node: Element): string | undefined =>
  (hasClass(node, 'spec') || undefined) &&
  /^(?:val|type|exception|extension|module|module-type|class|class-type|method)-(.+)$/.exec(ownId(node) ?? '')?.[1]

/** A signature on a line of its own, without what Texinfo writes before it. */
export const signature = (text: string): Element =>
  element('p', {}, [element('code', {}, [{ type: 'text', value: oneLine(text).replace(/^:\s+/, '') }])])
