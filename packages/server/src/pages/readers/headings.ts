import type { Heading, Nodes, PhrasingContent } from 'mdast'
import { expressionText } from './markdown/expression-text.ts'
import { unmasked } from './markdown/formulas.ts'

declare module 'mdast' {
  interface HeadingData {
    /** The id that the page itself gives the heading. */
    anchor?: string
    /** Whether an HTML document is called by it. */
    isTitle?: boolean
    /** What a generator makes the id from. Null for headings of raw HTML, to which generators give none. */
    named?: HeadingName | null
  }
}

/** A heading without what its elements say in attributes. Blanks are those of the page. */
export interface HeadingName {
  readonly pieces: readonly HeadingPiece[]
  /** As it stands in the page, without its marks, its id and its list of attributes. */
  readonly source: string
}

export interface HeadingPiece {
  readonly kind: 'text' | 'code' | 'image'
  readonly text: string
  /** With the escapes and entities of the page. */
  readonly written: string
}

/** `{ .wide }` or `{: data-name="x" }` at the end of a heading. */
const attributeList = /\{:?[ \t]*(?:\.[\w-]+|[\w-]+=(?:"[^"{}]*"|'[^'{}]*'|[^\s"'{}]+))(?:[ \t][^{}]*)?\}[ \t]*$/

/** The children of a heading without the list of attributes at its end. */
export function withoutAttributes(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const last = nodes.at(-1)
  if (last?.type !== 'text' || !attributeList.test(last.value)) return [...nodes]
  const value = last.value.replace(attributeList, '').trimEnd()
  return value === '' ? nodes.slice(0, -1) : [...nodes.slice(0, -1), { ...last, value }]
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

/**
 * What is said of a heading’s id: the one it names, or what a generator makes it from.
 *
 * @param page The text that the heading stands in.
 */
export function headingData(heading: Heading, anchor: string | undefined, page: string): Pick<Heading, 'data'> {
  if (anchor) return { data: { anchor } }
  const { position, children } = heading
  const line = page.slice(position?.start.offset ?? 0, position?.end.offset ?? 0)
  const [first = ''] = unmasked(line)
    .replace(/^#{1,6}(?=[ \t])/, '')
    .split('\n', 1)
  const source = first.replace(closingMarks, '').replace(attributeList, '').trim()
  return { data: { named: { pieces: piecesOf(children, page), source } } }
}

const closingMarks = /[ \t]#+[ \t]*$/

/** What a heading that no page has written is named by. */
export const nameOf = (text: string): HeadingName => ({
  pieces: [{ kind: 'text', text, written: text }],
  source: text,
})

function piecesOf(nodes: readonly Nodes[], page: string): HeadingPiece[] {
  const pieces = nodes.flatMap((node) => pieceOf(node, page))
  const last = pieces.at(-1)
  if (last?.kind !== 'text' || !attributeList.test(last.text)) return pieces
  const cut = (text: string) => text.replace(attributeList, '').trimEnd()
  return [...pieces.slice(0, -1), { ...last, text: cut(last.text), written: cut(last.written) }]
}

function pieceOf(node: Nodes, page: string): HeadingPiece[] {
  if (node.type === 'text') {
    const { start, end } = node.position ?? {}
    const written = page.slice(start?.offset ?? 0, end?.offset ?? 0) || node.value
    return [{ kind: 'text', text: node.value, written }]
  }
  if (node.type === 'inlineMath') return [{ kind: 'text', text: `$${node.value}$`, written: `$${node.value}$` }]
  if (node.type === 'inlineCode') return [{ kind: 'code', text: node.value, written: node.value }]
  if (node.type === 'image' || node.type === 'imageReference')
    return [{ kind: 'image', text: node.alt ?? '', written: node.alt ?? '' }]
  // Generators make ids from what is written in an expression, without looking at what it is.
  const text = node.type === 'mdxTextExpression' ? node.value.replace(/^\s*\/\*.*\*\/\s*$/s, '') : writtenText(node)
  return 'children' in node ? piecesOf(node.children, page) : text === '' ? [] : [{ kind: 'text', text, written: text }]
}

function writtenText(node: Nodes): string {
  if (node.type === 'text' || node.type === 'inlineCode' || node.type === 'inlineMath') return node.value
  if (node.type === 'mdxTextExpression') return expressionText(node.data?.estree) ?? ''
  return 'children' in node ? node.children.map(writtenText).join('') : ''
}
