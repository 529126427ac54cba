import type { BlockContent, List, PhrasingContent, Table } from 'mdast'
import type { Block, Inline, ListItem, TableCell } from '../../block.ts'
import { oneLine } from '../../text-lines.ts'

/** Turns a reduced tree of Markdown into the blocks that are stored. */
export const blocksOf = (nodes: readonly BlockContent[]): Block[] => nodes.flatMap(blockOf)

function blockOf(node: BlockContent): Block | [] {
  switch (node.type) {
    case 'paragraph':
      return { type: 'paragraph', children: inlinesOf(node.children) }
    case 'heading':
      return { type: 'heading', depth: node.depth, children: inlinesOf(node.children) }
    case 'code': {
      const { lang, meta } = node
      return { type: 'code', text: node.value, ...(lang && { language: lang }), ...(meta && { info: meta }) }
    }
    case 'blockquote':
      return { type: 'quote', blocks: blocksOf(node.children.filter(isBlock)) }
    case 'list':
      return listOf(node)
    case 'table':
      return tableOf(node)
    default:
      return []
  }
}

const isBlock = (node: { type: string }): node is BlockContent => node.type !== 'definition'

function listOf({ ordered, start, children }: List): Block {
  const items = children.map(
    (item): ListItem => ({
      blocks: blocksOf(item.children.filter(isBlock)),
      ...(typeof item.checked === 'boolean' && { checked: item.checked }),
      ...(item.spread && { isLoose: true }),
    }),
  )
  return { type: 'list', ...(ordered && { start: start ?? 1 }), items }
}

function tableOf({ children }: Table): Block {
  const [head = [], ...rows] = children.map((row) => row.children.map((cell): TableCell => inlinesOf(cell.children)))
  return { type: 'table', head, rows }
}

/** Words without marks; pieces that stand side by side and look the same are one. */
export const inlinesOf = (nodes: readonly PhrasingContent[]): Inline[] =>
  joined(nodes.flatMap((node) => inlineOf(node) ?? []))

function joined(pieces: readonly Inline[]): Inline[] {
  const inlines: Inline[] = []
  for (const inline of pieces) {
    const before = inlines.at(-1)
    const both = before === undefined ? undefined : joinedPair(before, inline)
    if (both === undefined) inlines.push(inline)
    else inlines[inlines.length - 1] = both
  }
  return inlines
}

function joinedPair(before: Inline, inline: Inline): Inline | undefined {
  if (typeof before === 'string') return typeof inline === 'string' ? before + inline : undefined
  if (typeof inline === 'string' || before.type !== inline.type) return undefined
  const isEmphasis = before.type === 'emphasis' || before.type === 'strong'
  return isEmphasis && 'children' in inline
    ? { type: before.type, children: joined([...before.children, ...inline.children]) }
    : undefined
}

function inlineOf(node: PhrasingContent): Inline | undefined {
  switch (node.type) {
    case 'text':
      return node.value
    case 'inlineCode':
      return { type: 'code', text: node.value }
    case 'inlineMath':
      return { type: 'formula', text: oneLine(node.value), ...(node.isBlock && { isBlock: true }) }
    case 'emphasis':
    case 'strong':
      return { type: node.type, children: inlinesOf(node.children) }
    case 'delete':
      return { type: 'deleted', children: inlinesOf(node.children) }
    case 'link':
      return { type: 'link', target: node.url, children: inlinesOf(node.children) }
    case 'break':
      return { type: 'break' }
    default:
      return undefined
  }
}
