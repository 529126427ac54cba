import type { Block, CodeBlock, Inline, ListBlock, TableBlock, TableCell } from './block.ts'

/** Writes blocks as Markdown, parted by empty lines. */
export const writeMarkdown = (blocks: readonly Block[], writeLink: LinkWriter = wholeLink): string =>
  blocks.map((block) => writeBlock(block, writeLink)).join('\n\n')

/** How a link is written, given its words as Markdown and where it leads. */
export type LinkWriter = (words: string, target: string) => string

const wholeLink: LinkWriter = (words, target) => `[${words}](${/[\s()]/.test(target) ? `<${target}>` : target})`

/** Writes words as Markdown, without blanks around them. */
const writeInlines = (inlines: readonly Inline[], writeLink: LinkWriter = wholeLink): string =>
  inlines
    .map((inline, at) => {
      const written = writeInline(inline, writeLink)
      // The author's own line may end after `<br>`: an empty line would end the paragraph.
      const before = inlines[at - 1]
      if (typeof before !== 'object') return written
      if (before.type === 'break') return written.trimStart()
      // Their marks would be one.
      return before.type === 'code' && written.startsWith('`') ? ` ${written}` : written
    })
    .join('')
    .trim()

const writeBlock = (block: Block, writeLink: LinkWriter): string => {
  switch (block.type) {
    case 'paragraph':
      return withLineStartsEscaped(writeInlines(block.children, writeLink))
    case 'heading':
      return `${'#'.repeat(block.depth)} ${onOneLine(writeInlines(block.children, writeLink))}`
    case 'code':
      return writeCode(block)
    case 'quote':
      return prefixed(writeMarkdown(block.blocks, writeLink), '> ')
    case 'list':
      return writeItems(block, writeLink).join('\n')
    case 'table': {
      const { head, rows } = writeTable(block, writeLink)
      return [head, ...rows].join('\n')
    }
  }
}

const writeCode = ({ text, language = '' }: CodeBlock): string => {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1)
  return `${fence}${language}\n${text}\n${fence}`
}

/** Each item of a list as Markdown, with its mark. */
export const writeItems = ({ start, items }: ListBlock, writeLink: LinkWriter = wholeLink): string[] =>
  items.map(({ blocks, checked, isLoose }, at) => {
    const mark = start === undefined ? '- ' : `${start + at}. `
    const box = checked === undefined ? '' : checked ? '[x] ' : '[ ] '
    const text = blocks.map((block) => writeBlock(block, writeLink)).join(isLoose ? '\n\n' : '\n')
    return `${mark}${box}${indented(text, ' '.repeat(mark.length))}`
  })

/** The head of a table as Markdown, with the line below it, and each of its rows. */
export const writeTable = ({ head, rows }: TableBlock, writeLink: LinkWriter = wholeLink) => {
  const writeRow = (cells: readonly TableCell[]): string =>
    `| ${cells.map((cell) => inCell(writeInlines(cell, writeLink))).join(' | ')} |`
  return { head: `${writeRow(head)}\n|${' --- |'.repeat(head.length)}`, rows: rows.map(writeRow) }
}

const writeInline = (inline: Inline, writeLink: LinkWriter): string => {
  if (typeof inline === 'string') return escaped(inline)
  switch (inline.type) {
    case 'code':
      return writeInlineCode(inline.text)
    case 'formula':
      return inline.isBlock ? `$$${inline.text}$$` : `$${inline.text}$`
    case 'emphasis':
      return wrapped(writeInlines(inline.children, writeLink), '*')
    case 'strong':
      return wrapped(writeInlines(inline.children, writeLink), '**')
    case 'deleted':
      return wrapped(writeInlines(inline.children, writeLink), '~~')
    case 'link':
      return writeLink(writeInlines(inline.children, writeLink), inline.target)
    case 'break':
      return '\\\n'
  }
}

const writeInlineCode = (text: string): string => {
  const fence = '`'.repeat(longestRun(text) + 1)
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : ''
  return `${fence}${space}${text}${space}${fence}`
}

/** The length of the longest run of backticks. */
const longestRun = (text: string): number => {
  let longest = 0
  for (let at = text.indexOf('`'); at >= 0; at = text.indexOf('`', at)) {
    const start = at
    while (text.charAt(at) === '`') at++
    longest = Math.max(longest, at - start)
  }
  return longest
}

const wrapped = (inner: string, mark: string): string => (inner ? `${mark}${inner}${mark}` : '')

/** What Markdown would read as a mark gets a backslash: nothing else, so that text stays as it is read. */
const escaped = (text: string): string => text.replace(marks, '\\$&')

/**
 * A backslash before a sign, a backtick, an asterisk beside text, an underscore that isn't within a word, what begins a tag or
 * an entity, the bracket between the words and the target of a link, and two tildes.
 */
const marks =
  /\\(?=[!-/:-@[-`{-~])|`|\*(?=\S)|(?<=\S)\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|<(?=[A-Za-z/!?])|&(?=#?\w{1,31};)|\](?=[([])|~(?=~)/gu

/** A line of a paragraph that would begin another block. */
const withLineStartsEscaped = (text: string): string =>
  text.replace(blockStart, '\\$&').replace(/^(\d{1,9})(?=[.)](?:\s|$))/gm, '$1\\')
const blockStart = /^(?:#(?=#{0,5}(?:\s|$))|[-+](?=\s|$)|>|={1,}$)/gm

const onOneLine = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .join(' ')
    : text

const inCell = (text: string): string => text.replace(/\\?\n/g, ' ').replace(/(?<!\\)\|/g, '\\|')

const indented = (text: string, indent: string): string => text.replace(/\n(?=[^\n])/g, `\n${indent}`)

const prefixed = (text: string, mark: string): string =>
  text
    .split('\n')
    .map((line) => (line ? mark + line : mark.trimEnd()))
    .join('\n')
