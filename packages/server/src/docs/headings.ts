import type { Heading, Nodes, PhrasingContent } from 'mdast'
import { expressionText } from './expression-text.ts'
import { oneLine } from './page-text.ts'

declare module 'mdast' {
  interface HeadingData {
    /** The id that the page itself gives the heading. */
    anchor?: string
    /**
     * What a generator makes the id from, where that is not the heading’s text: without what attributes show. Null for
     * headings of raw HTML, to which generators give none.
     */
    named?: string | null
  }
}

/** `{ .wide }` or `{: data-name="x" }` at the end of a heading. */
const attributeList = /\{:?[ \t]*(?:\.[\w-]+|[\w-]+=(?:"[^"{}]*"|'[^'{}]*'|[^\s"'{}]+))(?:[ \t][^{}]*)?\}[ \t]*$/

/** The children of a heading without the list of attributes at its end. */
export function withoutAttributes(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const last = nodes.at(-1)
  if (last?.type !== 'text' || !attributeList.test(last.value)) return [...nodes]
  const cut = (text: string) => text.replace(attributeList, '').trimEnd()
  const raw = last.data?.raw
  const value = cut(last.value)
  const kept: PhrasingContent = { ...last, value, ...(raw !== undefined && { data: { ...last.data, raw: cut(raw) } }) }
  return value === '' ? nodes.slice(0, -1) : [...nodes.slice(0, -1), kept]
}

/** The children of a heading without the pictures beside its text: they are badges and icons, and their names are none of it. */
export function withoutPictures(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const kept = nodes.filter((node) => !isPicture(node))
  return kept.some((node) => writtenText(node).trim() !== '') ? kept : [...nodes]
}

const isPicture = (node: PhrasingContent): boolean => {
  if (node.type !== 'link' && node.type !== 'linkReference')
    return node.type === 'image' || node.type === 'imageReference'
  return (
    node.children.some(isPicture) &&
    node.children.every((child) => isPicture(child) || writtenText(child).trim() === '')
  )
}

/** What is said of a heading’s id: the one it names, or what a generator makes it from when that is not its text. */
export function headingData(children: readonly Nodes[], anchor: string | undefined): Pick<Heading, 'data'> {
  if (anchor) return { data: { anchor } }
  return children.some(holdsElement) ? { data: { named: oneLine(children.map(writtenText).join('')) } } : {}
}

const holdsElement = (node: Nodes): boolean =>
  node.type === 'html' || node.type === 'mdxJsxTextElement' || ('children' in node && node.children.some(holdsElement))

function writtenText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode') return node.value
  if (node.type === 'image') return node.alt ?? ''
  if (node.type === 'mdxTextExpression') return expressionText(node.data?.estree) ?? ''
  return 'children' in node ? node.children.map(writtenText).join('') : ''
}
