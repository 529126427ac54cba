import { Lexer, type Token } from 'marked'

/** A Markdown text and its top-level blocks. The `raw` of all blocks together is the text. */
export interface Lexed {
  readonly markdown: string
  readonly blocks: readonly Token[]
  /** Link definitions change the meaning of blocks far from them. */
  readonly hasDefinitions: boolean
}

const lexAll = (markdown: string): Lexed => {
  const blocks = new Lexer({ gfm: true }).lex(markdown)
  return { markdown, blocks: [...blocks], hasDefinitions: blocks.some(({ type }) => type === 'def') }
}

/** How many blocks at the end may still become something else when text is appended. */
const unsettled = 2

/**
 * Splits Markdown into blocks. With what the text was before, only its end is read again: a block that has two others
 * behind it never changes, and its token stays the very same object.
 * @param previous the result for a beginning of this text; for any other text it is ignored
 */
export function lexBlocks(source: string, previous?: Lexed): Lexed {
  const markdown = source.replace(/\r\n?/g, '\n')
  if (!previous || previous.hasDefinitions || !markdown.startsWith(previous.markdown)) return lexAll(markdown)
  if (markdown === previous.markdown) return previous

  let settled = previous.blocks.length
  for (let found = 0; settled > 0 && found < unsettled; settled--) {
    if (previous.blocks[settled - 1]?.type !== 'space') found++
  }
  const kept = previous.blocks.slice(0, settled)
  const start = kept.reduce((length, { raw }) => length + raw.length, 0)
  const tail = lexAll(markdown.slice(start))
  if (tail.hasDefinitions) return lexAll(markdown)
  return { markdown, blocks: [...kept, ...tail.blocks], hasDefinitions: false }
}
