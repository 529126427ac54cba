import type { BlockContent, PhrasingContent, RootContent } from 'mdast'
import { headingDepth } from '../../heading-depth.ts'
import { codeText, proseText } from '../mdast-text.ts'

declare module 'mdast' {
  interface ParagraphData {
    /** Whether it is made of words that stood in none. */
    isWrapped?: boolean
  }
}

/** Nothing where a list or a table has no text: HTML may begin one whose text stands elsewhere. */
export const withText = (block: BlockContent): BlockContent[] =>
  proseText([block]) === '' && codeText([block]) === '' ? [] : [block]

/** Nothing where a block holds nothing. */
export const nonEmpty = (block: BlockContent & { children: unknown[] }): BlockContent[] =>
  block.children.length > 0 ? [block] : []

/** Without white space at both ends, which a removed component leaves. */
export function trimmed(nodes: PhrasingContent[]): PhrasingContent[] {
  const isBlank = (node: PhrasingContent | undefined) =>
    node !== undefined && (node.type === 'break' || (node.type === 'text' && node.value.trim() === ''))
  let start = 0
  let end = nodes.length
  while (start < end && isBlank(nodes[start])) start++
  while (end > start && isBlank(nodes[end - 1])) end--
  return nodes.slice(start, end)
}

/** A paragraph in bold, as titles of boxes are. */
export const strongParagraph = (phrase: PhrasingContent): BlockContent => ({
  type: 'paragraph',
  children: [{ type: 'strong', children: [phrase] }],
})

/** A heading of MDX. Generators give no id to one that names none. */
export function headingFrom(depth: number, inner: readonly BlockContent[], id: string | undefined): BlockContent {
  const children = inner.flatMap((block) => (block.type === 'paragraph' ? block.children : []))
  return { type: 'heading', depth: headingDepth(depth), children, data: id ? { anchor: id } : { named: null } }
}

const phrases = new Set(['text', 'image', 'link', 'strong', 'emphasis', 'delete', 'inlineCode', 'inlineMath', 'break'])
const isPhrase = (node: RootContent): node is PhrasingContent => phrases.has(node.type)

/** Words that stand beside blocks, or alone, as paragraphs. */
export function inParagraphs(nodes: readonly RootContent[]): RootContent[] {
  const blocks: RootContent[] = []
  for (const node of nodes.flatMap(withoutCells)) {
    const last = blocks.at(-1)
    if (!isPhrase(node)) blocks.push(node)
    else if (last?.type === 'paragraph' && last.data?.isWrapped) last.children.push(node)
    else blocks.push({ type: 'paragraph', children: [node], data: { isWrapped: true } })
  }
  return blocks
}

/** What the cells of a table hold that began elsewhere. */
const withoutCells = (node: RootContent): RootContent[] => {
  if (node.type === 'tableCell') return [{ type: 'paragraph', children: node.children }]
  return node.type === 'tableRow' ? node.children.flatMap(withoutCells) : [node]
}
