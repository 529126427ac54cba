import type { Block } from '../../src/pages/block.ts'
import { parsePage } from '../../src/pages/readers/parse.ts'

/** What Markdown is made of, as a page has it. */
export const blocksOf = (markdown: string): Block[] =>
  parsePage({ path: 'page.md', text: markdown, format: 'md' }).sections.flatMap(({ blocks }) => blocks)
