import type { Block, Inline, InlineLink, ListItem } from './block.ts'
import { oneLine } from './text-lines.ts'

/** The words as a reader sees them. Line ends stay. */
export const textOf = (inlines: readonly Inline[]): string => {
  const words: string[] = []
  collectWords(inlines, words)
  return words.join('')
}

/** The prose of blocks, code blocks left out, on one line. */
export const proseOf = (blocks: readonly Block[]): string => {
  const words: string[] = []
  visitWords(blocks, (inlines) => {
    collectWords(inlines, words)
    words.push('\n')
  })
  return oneLine(words.join(''))
}

/** What a reader reads of blocks as sentences: each paragraph on one line, those of lists and quotations, too. */
export const runningTexts = (blocks: readonly Block[]): string[] => {
  const texts: string[] = []
  const collect = (inner: readonly Block[]): void => {
    for (const block of inner) {
      if (block.type === 'paragraph') texts.push(oneLine(textOf(block.children)))
      else collect(innerBlocks(block))
    }
  }
  collect(blocks)
  return texts
}

/** Lines as they are meant: each paragraph, also of an item, each heading and row is one, and each line of code. */
export const linesOf = (blocks: readonly Block[]): string[] => {
  const lines: string[] = []
  const collect = (inner: readonly Block[]): void => {
    for (const block of inner) {
      if (block.type === 'code') for (const line of block.text.split('\n')) lines.push(line)
      else if (block.type === 'table') {
        for (const row of [block.head, ...block.rows]) lines.push(oneLine(row.map(textOf).join(' ')))
      } else {
        for (const inlines of wordsIn(block)) lines.push(oneLine(textOf(inlines)))
        collect(innerBlocks(block))
      }
    }
  }
  collect(blocks)
  return lines
}

/** The prose of blocks without names in code, which belong to no language. */
export const wordsWithoutCode = (blocks: readonly Block[]): string =>
  blocks
    .map((block) => [...wordsIn(block).map(withoutNames), wordsWithoutCode(innerBlocks(block))].join(' '))
    .join('\n')

const withoutNames = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => {
      if (typeof inline === 'string') return inline
      return 'children' in inline ? withoutNames(inline.children) : ' '
    })
    .join('')

/** The paragraphs among blocks, each on one line; not those of lists and quotations. */
export const paragraphsOf = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => (block.type === 'paragraph' ? oneLine(textOf(block.children)) : []))

/** The code blocks, each below what its opening line says of it, which may be the name of a file. */
export const codeOf = (blocks: readonly Block[]): string => {
  const parts: string[] = []
  collectCode(blocks, parts)
  return parts.join('\n')
}

/** All links of blocks, in order. */
export const linksIn = (blocks: readonly Block[]): InlineLink[] => {
  const links: InlineLink[] = []
  visitWords(blocks, (inlines) => collectLinks(inlines, links))
  return links
}

/** Visits all that stands in the words of blocks and holds nothing else: texts, names in code and breaks, in order. */
export const visitLeaves = (blocks: readonly Block[], visit: (leaf: InlineLeaf) => void): void => {
  const descend = (inlines: readonly Inline[]): void => {
    for (const inline of inlines) {
      if (typeof inline !== 'string' && 'children' in inline) descend(inline.children)
      else visit(inline)
    }
  }
  visitWords(blocks, descend)
}

type InlineLeaf = Exclude<Inline, { children: unknown }>

/** Visits the words of blocks, run by run. */
const visitWords = (blocks: readonly Block[], visit: (inlines: readonly Inline[]) => void): void => {
  for (const block of blocks) {
    for (const inlines of wordsIn(block)) visit(inlines)
    visitWords(innerBlocks(block), visit)
  }
}

/** How long the words and the code of a block are, in characters. */
export const lengthOf = (block: Block): number => {
  const words = wordsIn(block).reduce((sum, inlines) => sum + inlineLength(inlines), 0)
  return blocksLength(innerBlocks(block)) + words + (block.type === 'code' ? block.text.length : 0)
}

/** The same of several blocks. */
export const blocksLength = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, block) => sum + lengthOf(block), 0)

/** How long words are, in characters. */
export const inlineLength = (inlines: readonly Inline[]): number =>
  inlines.reduce((sum, inline) => {
    if (typeof inline === 'string') return sum + inline.length
    if ('text' in inline) return sum + inline.text.length
    return inline.type === 'break' ? sum : sum + inlineLength(inline.children)
  }, 0)

/** The blocks that a block holds. */
const innerBlocks = (block: Block): readonly Block[] => {
  if (block.type === 'quote') return block.blocks
  return block.type === 'list' ? block.items.flatMap(({ blocks }: ListItem) => blocks) : []
}

/** The words that stand in a block itself: one run, or one for each cell of a table. */
const wordsIn = (block: Block): readonly (readonly Inline[])[] => {
  if (block.type === 'heading' || block.type === 'paragraph') return [block.children]
  return block.type === 'table' ? [...block.head, ...block.rows.flat()] : []
}

const collectWords = (inlines: readonly Inline[], words: string[]): void => {
  for (const inline of inlines) {
    if (typeof inline === 'string') words.push(inline)
    else if ('text' in inline) words.push(inline.text)
    else if (inline.type === 'break') words.push(' ')
    else collectWords(inline.children, words)
  }
}

const collectCode = (blocks: readonly Block[], parts: string[]): void => {
  for (const block of blocks) {
    if (block.type === 'code') parts.push(block.info ? `${block.info}\n${block.text}` : block.text)
    else collectCode(innerBlocks(block), parts)
  }
}

const collectLinks = (inlines: readonly Inline[], links: InlineLink[]): void => {
  for (const inline of inlines) {
    if (typeof inline === 'string' || !('children' in inline)) continue
    if (inline.type === 'link') links.push(inline)
    else collectLinks(inline.children, links)
  }
}
