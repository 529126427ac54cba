import { Lexer, type Token } from 'marked'
import { mathExtensions } from './math-tokens.ts'

/** A Markdown text and its top-level blocks. The `raw` of all blocks together is the text. */
export interface Lexed {
  readonly markdown: string
  readonly blocks: readonly Token[]
  /** All link definitions: they change the meaning of blocks far from them. */
  readonly definitions: string
}

const lexAll = (markdown: string): Lexed => {
  const blocks = [...new Lexer({ gfm: true, extensions: mathExtensions }).lex(markdown)]
  const definitions = blocks.flatMap(({ type, raw }) => (type === 'def' ? [raw] : [])).join('\n')
  return { markdown, blocks, definitions }
}

/** How many blocks at the end may still become something else when text is appended. */
const unsettled = 2

/**
 * Splits Markdown into blocks. With what the text was before, only its end is read again: a block that has two others
 * behind it never changes, and its token stays the very same object.
 * @param previous the result for a beginning of this text; for any other text it is ignored
 */
export function lexBlocks(source: string, previous?: Lexed): Lexed {
  const markdown = source.includes('\r') ? source.replace(/\r\n?/g, '\n') : source
  if (!previous || previous.definitions || !markdown.startsWith(previous.markdown)) return lexAll(markdown)
  if (markdown === previous.markdown) return previous

  let settled = previous.blocks.length
  for (let found = 0; settled > 0 && found < unsettled; settled--) {
    if (previous.blocks[settled - 1]?.type !== 'space') found++
  }
  const kept = previous.blocks.slice(0, settled)
  const start = kept.reduce((length, { raw }) => length + raw.length, 0)
  const tail = lexAll(markdown.slice(start))
  if (tail.definitions) return lexAll(markdown)
  return { markdown, blocks: [...kept, ...tail.blocks], definitions: '' }
}
