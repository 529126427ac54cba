import type { BlockContent, List, ListItem, Paragraph, PhrasingContent } from 'mdast'
import { proseText } from '../mdast-text.ts'

/** `: What it means` below a term, on a line of its own. */
const mark = /\n:[ \t]+/
const firstMark = /^:[ \t]+/
/** In characters. */
const longestTerm = 100
const longestLine = 100

/** Terms, and what they mean behind a colon in the lines below, as lists. */
export function withDefinitions(blocks: readonly BlockContent[]): BlockContent[] {
  if (!blocks.some(isMarked)) return [...blocks]
  const read: BlockContent[] = []
  const lists = new Set<BlockContent>()
  const addTerm = (term: Paragraph, meanings: readonly Paragraph[]) => {
    const last = read.at(-1)
    if (last?.type === 'list' && lists.has(last)) last.children.push(itemOf(term, meanings))
    else {
      const list: List = { type: 'list', ordered: false, spread: false, children: [itemOf(term, meanings)] }
      lists.add(list)
      read.push(list)
    }
  }
  for (const block of blocks) {
    const before = read.at(-1)
    const meaning = block.type === 'paragraph' ? withoutMark(block) : undefined
    if (block.type !== 'paragraph') read.push(block)
    else if (meaning && before?.type === 'list' && lists.has(before))
      for (const part of partsOf(meaning)) before.children.at(-1)?.children.push(part)
    else if (meaning && before?.type === 'paragraph' && proseText([before]).length <= longestTerm) {
      read.pop()
      addTerm(before, partsOf(meaning))
    } else {
      const [term, ...meanings] = partsOf(block)
      if (term && meanings.length > 0 && proseText([term]).length <= longestTerm) addTerm(term, meanings)
      else read.push(block)
    }
  }
  return read
}

const isMarked = (block: BlockContent): boolean =>
  block.type === 'paragraph' &&
  block.children.some(
    (node, at) => node.type === 'text' && (mark.test(node.value) || (at === 0 && firstMark.test(node.value))),
  )

/** A paragraph that a mark begins, without it. */
function withoutMark(block: Paragraph): Paragraph | undefined {
  const [first, ...others] = block.children
  if (first?.type !== 'text' || !firstMark.test(first.value)) return undefined
  return { ...block, children: [{ type: 'text', value: first.value.replace(firstMark, '') }, ...others] }
}

/** What stands between the marks of a paragraph. */
function partsOf({ children }: Paragraph): Paragraph[] {
  const parts: PhrasingContent[][] = [[]]
  for (const node of children) {
    const [first = '', ...more] = node.type === 'text' ? node.value.split(mark) : []
    if (node.type !== 'text') parts.at(-1)?.push(node)
    else if (first !== '') parts.at(-1)?.push({ type: 'text', value: first })
    for (const value of more) parts.push(value === '' ? [] : [{ type: 'text', value }])
  }
  return parts.map((part) => ({ type: 'paragraph', children: part }))
}

/** What is said in a few words stands on the line of the term. */
function itemOf(term: Paragraph, meanings: readonly Paragraph[]): ListItem {
  const [only, ...others] = meanings
  if (!only || others.length > 0 || proseText([only]).length > longestLine)
    return { type: 'listItem', spread: true, children: [term, ...meanings] }
  const children = [...term.children, { type: 'text' as const, value: ': ' }, ...only.children]
  return { type: 'listItem', spread: false, children: [{ type: 'paragraph', children }] }
}
