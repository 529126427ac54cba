import type { Token, Tokens } from 'marked'
import { lexAnswer } from './answer-tokens.ts'

/** A Markdown text and its top-level blocks. The `raw` texts of all blocks together are the text. */
export interface BlockList {
  readonly markdown: string
  readonly blocks: readonly Token[]
  /** All link definitions, since they change the meaning of blocks far from them. */
  readonly definitions: string
}

/** Levels of tokens within tokens. Far more than anybody writes, and far fewer than exhaust the stack of a browser. */
const deepest = 60
/** A line with more quotes and lists in one another, or more marks in a row, than anybody writes: these take long to read. */
const tooMuch = /^(?: *(?:>|[-*+\d.)]+[ \t])){40}|[*_~[$!]{200}/m

/** Whether a text has more folded parts in one another than anybody writes: each is read again for all around it. */
const hasTooManyFolds = (markdown: string): boolean => markdown.split(/<details/i, deepest + 2).length > deepest + 1

/** Reads Markdown. What is nested too deep to be read or shown, whatever it is made of, is plain text. */
function readTokens(markdown: string): readonly Token[] {
  try {
    if (tooMuch.test(markdown) || hasTooManyFolds(markdown)) return plainText(markdown)
    const tokens = lexAnswer(markdown)
    // Level by level: a function that called itself would exhaust the stack, too.
    let level: readonly Token[] = tokens
    for (let depth = 0; depth < deepest; depth++) level = level.flatMap(childrenOf)
    if (level.length === 0) return tokens
  } catch {
    // The stack was exhausted; browsers differ in how they say so.
  }
  return plainText(markdown)
}

/** Each line as a paragraph that shows it as it is. */
const plainText = (markdown: string): Token[] =>
  (markdown.match(/[^\n]+\n*|\n+/g) ?? []).map((raw) => ({ type: 'paragraph', raw, tokens: [{ type: 'text', raw }] }))

/** What a token is made of: items of a list, cells of a table, or others. */
const childrenOf = ({ items, header, rows, tokens = [] }: Tokens.Generic): Token[] =>
  items ?? (rows ? [header, rows].flat(2) : tokens)

const lexAll = (markdown: string): BlockList => {
  const blocks = readTokens(markdown)
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
