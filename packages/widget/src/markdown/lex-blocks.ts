import { Lexer, type Token } from 'marked'
import { mathExtensions } from './math-tokens.ts'

/** A Markdown text and its top-level blocks. The `raw` texts of all blocks together are the text. */
export interface BlockList {
  readonly markdown: string
  readonly blocks: readonly Token[]
  /** All link definitions, since they change the meaning of blocks far from them. */
  readonly definitions: string
}

const lexAll = (markdown: string): BlockList => {
  const blocks = [...new Lexer({ gfm: true, extensions: mathExtensions }).lex(markdown)]
  const definitions = blocks.flatMap(({ type, raw }) => (type === 'def' ? [raw] : [])).join('\n')
  return { markdown, blocks, definitions }
}

/** How many blocks at the end may still change when text is appended. */
const unstableBlocks = 2

/**
 * Splits Markdown into blocks. Given the blocks of a beginning of the text, only the end is lexed: a block with two others
 * behind it never changes, and keeps its token object.
 * @param previous blocks of an earlier text; ignored unless this text begins with that one
 */
export function lexBlocks(source: string, previous?: BlockList): BlockList {
  const markdown = source.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  if (!previous || previous.definitions || !markdown.startsWith(previous.markdown)) return lexAll(markdown)
  if (markdown === previous.markdown) return previous

  let stable = previous.blocks.length
  for (let count = 0; stable > 0 && count < unstableBlocks; stable--) {
    if (previous.blocks[stable - 1]?.type !== 'space') count++
  }
  const head = previous.blocks.slice(0, stable)
  const start = head.reduce((length, { raw }) => length + raw.length, 0)
  const tail = lexAll(markdown.slice(start))
  if (tail.definitions) return lexAll(markdown)
  return { markdown, blocks: [...head, ...tail.blocks], definitions: '' }
}
