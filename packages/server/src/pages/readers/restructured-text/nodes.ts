import type { BlockContent, Code, List, Paragraph, PhrasingContent, Table, TableCell } from 'mdast'
import { headingDepth } from '../../heading-depth.ts'
import { oneLine, withoutIndent } from '../../text-lines.ts'
import { withoutEmptyEnds } from './lines.ts'
import type { DrawnTable } from './tables.ts'

/** Nothing where there are no words. */
export const paragraph = (children: PhrasingContent[]): Paragraph[] =>
  children.length > 0 ? [{ type: 'paragraph', children }] : []

export const text = (value: string): PhrasingContent => ({ type: 'text', value })

export const strong = (children: PhrasingContent[]): PhrasingContent[] =>
  children.length > 0 ? [{ type: 'strong', children }] : []

/** A name in code, or a signature. */
export const inlineCode = (value: string): PhrasingContent => ({ type: 'inlineCode', value: oneLine(value) })

export const signature = (value: string): Paragraph => ({ type: 'paragraph', children: [inlineCode(value)] })

/** A heading of what is declared, with the id that Sphinx gives it. */
export const declaration = (depth: number, { name, id }: { name: string; id: string }): BlockContent => ({
  type: 'heading',
  depth: headingDepth(depth),
  children: [inlineCode(name)],
  data: { anchor: id },
})

/** Formulas that stand on lines of their own, with empty lines between them. */
export const formulasOf = (lines: readonly string[]): Paragraph[] =>
  lines
    .join('\n')
    .split('\n\n')
    .map(oneLine)
    .filter((value) => value !== '')
    .flatMap((value) => paragraph([{ type: 'inlineMath', value, isBlock: true }]))

/** Nothing where no line has text. */
export function code(lines: readonly string[], language: string): Code[] {
  const value = withoutIndent(withoutEmptyEnds(lines)).join('\n')
  return value === '' ? [] : [{ type: 'code', value, lang: language || null }]
}

/** @param start Number of a step; undefined for a bullet. */
export const listOf = (children: BlockContent[], start?: number): List => ({
  type: 'list',
  ordered: start !== undefined,
  ...(start !== undefined && { start }),
  children: [{ type: 'listItem', spread: children.length > 1, children }],
})

/** Items that stand in a row are one list. */
export function joinLists(blocks: readonly BlockContent[]): BlockContent[] {
  const joined: BlockContent[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    if (block.type === 'list' && before?.type === 'list' && block.ordered === before.ordered) {
      for (const item of block.children) before.children.push(item)
    } else joined.push(block)
  }
  return joined
}

/** Blocks that go on after these words: in the same paragraph when it is one. */
export function withBeginning(words: PhrasingContent[], blocks: readonly BlockContent[]): BlockContent[] {
  const [first, ...rest] = blocks
  if (first?.type !== 'paragraph') return [...paragraph(words), ...blocks]
  return [{ ...first, children: [...words, text(': '), ...first.children] }, ...rest]
}

/** A longer row is cut. */
const mostColumns = 100

/** @param inline Reads the words of a cell. */
export function tableOf({ hasHead, rows }: DrawnTable, inline: (words: string) => PhrasingContent[]): Table[] {
  const width = Math.min(
    mostColumns,
    rows.reduce((most, row) => Math.max(most, row.length), 0),
  )
  if (width === 0) return []
  const cellOf = (words = ''): TableCell => ({ type: 'tableCell', children: inline(words) })
  const all = hasHead ? rows : [[], ...rows]
  const children = all.map((row) => ({
    type: 'tableRow' as const,
    children: Array.from({ length: width }, (_, at) => cellOf(row[at])),
  }))
  return [{ type: 'table', children }]
}
