import type { BlockContent, Code, List, Paragraph, PhrasingContent } from 'mdast'
import { headingDepth } from '../../heading-depth.ts'
import { oneLine, withoutIndent } from '../../text-lines.ts'
import { cellTable } from '../cell-table.ts'
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

declare module 'mdast' {
  interface ListData {
    /** What the mark of its first item may count as: `i.` is one, or nine. None where docutils counts. */
    numbers?: readonly number[]
  }
}

/** @param numbers What the mark of a step may count as; undefined for a bullet. */
export const listOf = (children: BlockContent[], numbers?: readonly number[]): List => ({
  type: 'list',
  ordered: numbers !== undefined,
  ...(numbers && { start: numbers[0] ?? 1, data: { numbers } }),
  children: [{ type: 'listItem', spread: children.length > 1, children }],
})

/** Items that stand in a row are one list, steps only as far as they count on. */
export function joinLists(blocks: readonly BlockContent[]): BlockContent[] {
  const joined: BlockContent[] = []
  for (const block of blocks) {
    const before = joined.at(-1)
    if (block.type === 'list' && before?.type === 'list' && goesOn(before, block)) {
      for (const item of block.children) before.children.push(item)
    } else joined.push(block)
  }
  return joined
}

function goesOn(before: List, { ordered, data }: List): boolean {
  const { numbers = [] } = data ?? {}
  return (
    before.ordered === ordered &&
    (numbers.length === 0 || numbers.includes((before.start ?? 1) + before.children.length))
  )
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 }

/** What the mark of a step may count as: a number, a letter, or a Roman number; nothing for `#.`. */
export function numbersOf(mark: string): number[] {
  const word = mark.replace(/[().\s]/g, '').toLowerCase()
  if (word === '#') return []
  if (/^\d/.test(word)) return [Number(word)]
  const digits = [...word].map((letter) => romanDigits[letter] ?? 0)
  const roman = digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0)
  const letter = word.length === 1 ? [word.charCodeAt(0) - 96] : []
  return [...(word === 'i' ? [roman, ...letter] : [...letter, roman])]
}

/** Blocks that go on after these words: in the same paragraph when it is one. */
export function withBeginning(words: PhrasingContent[], blocks: readonly BlockContent[]): BlockContent[] {
  const [first, ...rest] = blocks
  if (first?.type !== 'paragraph') return [...paragraph(words), ...blocks]
  return [{ ...first, children: [...words, text(': '), ...first.children] }, ...rest]
}

/** A longer row is cut. */
const mostColumns = 100

/** How the words of a cell are read, and its lines where it has several. */
interface CellReader {
  readonly inline: (words: string) => PhrasingContent[]
  readonly inner: (lines: readonly string[]) => BlockContent[]
}

/** A table of cells that may hold blocks. */
export function tableOf({ hasHead, rows }: DrawnTable, { inline, inner }: CellReader): BlockContent[] {
  const cellOf = (words: string): BlockContent[] => {
    // An escaped blank keeps the first cell of a row empty.
    if (words === '\\') return []
    return words.includes('\n') ? inner(words.split('\n')) : paragraph(inline(words))
  }
  const all = rows.map((row) => row.slice(0, mostColumns).map(cellOf))
  return cellTable(hasHead || all.length === 0 ? all : [[], ...all], hasHead)
}
