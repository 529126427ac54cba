import type { Block, CodeBlock, Inline, InlineStyle, ListBlock, TableBlock, TableCell } from './block.ts'

/** Writes blocks as Markdown, parted by empty lines. */
export const writeMarkdown = (blocks: readonly Block[], writeLink: LinkWriter = wholeLink): string =>
  writeBlocks(blocks, writeLink).join('\n\n')

/** Each block as Markdown. Steps right behind others, which would count on from these, have another sign behind their numbers. */
const writeBlocks = (blocks: readonly Block[], writeLink: LinkWriter): string[] => {
  let behind: StepSign = '.'
  let next: number | undefined
  return blocks.map((block) => {
    const steps = block.type === 'list' && block.start !== undefined ? { ...block, start: block.start } : undefined
    if (!steps || next === undefined) behind = '.'
    else if (steps.start !== next) behind = behind === '.' ? ')' : '.'
    next = steps && steps.start + steps.items.length
    return block.type === 'list' ? writeItems(block, writeLink, behind).join('\n') : writeBlock(block, writeLink)
  })
}

type StepSign = '.' | ')'

/** How a link is written, given its words as Markdown and where it leads. */
export type LinkWriter = (words: string, target: string) => string

const wholeLink: LinkWriter = (words, target) => `[${words}](${/[\s()]/.test(target) ? `<${target}>` : target})`

/** Writes words as Markdown, without blanks around them. */
const writeInlines = (inlines: readonly Inline[], writeLink: LinkWriter = wholeLink): string =>
  inlines
    .map((inline, at) => {
      const outer = { before: edgeOf(inlines[at - 1], -1), after: edgeOf(inlines[at + 1], 0) }
      const written = hasWords(inline) ? writeWords(inline, outer, writeLink) : writeInline(inline)
      // The author's own line may end after `<br>`: an empty line would end the paragraph.
      const before = inlines[at - 1]
      if (typeof before !== 'object') return written
      if (before.type === 'break') return written.trimStart()
      // Their marks would be one.
      return before.type === 'code' && written.startsWith('`') ? ` ${written}` : written
    })
    .join('')
    .trim()

/** The first or the last sign of words; a blank where there are none. */
const edgeOf = (inline: Inline | undefined, at: 0 | -1): string => {
  if (inline === undefined) return ' '
  if (typeof inline === 'string') return inline.at(at) ?? ' '
  if (hasWords(inline)) return inline.type === 'link' ? '[' : edgeOf(inline.children.at(at), at)
  return inline.type === 'break' ? ' ' : '`'
}

type InlineWords = Extract<Inline, { children: unknown }>

const hasWords = (inline: Inline): inline is InlineWords => typeof inline === 'object' && 'children' in inline

/**
 * Words between their marks, outside of which the blanks at their ends stand. Where Markdown takes the marks for none, as those of
 * `**Note:**text`, there are none, and what is struck out has blanks around it.
 */
const writeWords = (
  inline: InlineWords,
  { before, after }: { before: string; after: string },
  writeLink: LinkWriter,
): string => {
  const { type, children } = inline
  const [first, last] = [edgeOf(children.at(0), 0), edgeOf(children.at(-1), -1)]
  const lead = isBlank(first) && !isBlank(before) ? ' ' : ''
  const trail = isBlank(last) && !isBlank(after) && !closing.includes(after) ? ' ' : ''
  const inner = writeInlines(children, writeLink)
  if (inner === '') return children.length > 0 ? lead : ''
  if (type === 'link') return lead + writeLink(inner, inline.target) + trail
  const opens = lead !== '' || flanks(before, first)
  const closes = trail !== '' || flanks(after, last)
  const mark = styleMarks[type]
  if (opens && closes) return lead + mark + inner + mark + trail
  return type === 'deleted'
    ? `${opens ? lead : ' '}${mark}${inner}${mark}${closes ? trail : ' '}`
    : lead + inner + trail
}

/** What no blank stands before, even where a link or the like ends with one. */
const closing = '.,;:!?)]'

const styleMarks: Readonly<Record<InlineStyle['type'], string>> = { emphasis: '*', strong: '**', deleted: '~~' }

/** Whether a mark between these signs belongs to the inner one. */
const flanks = (outer: string, inner: string): boolean =>
  !isPunctuation(inner) || isBlank(outer) || isPunctuation(outer)

const isBlank = (sign: string): boolean => sign.trim() === ''

const isPunctuation = (sign: string): boolean => /[\p{P}\p{S}]/u.test(sign)

const writeBlock = (block: Exclude<Block, ListBlock>, writeLink: LinkWriter): string => {
  switch (block.type) {
    case 'paragraph':
      return withLineStartsEscaped(writeInlines(block.children, writeLink))
    case 'heading':
      return `${'#'.repeat(block.depth)} ${onOneLine(writeInlines(block.children, writeLink))}`
    case 'code':
      return writeCode(block)
    case 'quote':
      return prefixed(writeMarkdown(block.blocks, writeLink), '> ')
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
export const writeItems = (
  { start, items }: ListBlock,
  writeLink: LinkWriter = wholeLink,
  behind: StepSign = '.',
): string[] =>
  items.map(({ blocks, checked, isLoose }, at) => {
    const mark = start === undefined ? '- ' : `${start + at}${behind} `
    const box = checked === undefined ? '' : checked ? '[x] ' : '[ ] '
    const text = writeBlocks(blocks, writeLink).join(isLoose ? '\n\n' : '\n')
    return `${mark}${box}${indented(text, ' '.repeat(mark.length))}`
  })

/** The head of a table as Markdown, with the line below it, and each of its rows. */
export const writeTable = ({ head, rows }: TableBlock, writeLink: LinkWriter = wholeLink) => {
  const writeRow = (cells: readonly TableCell[]): string =>
    `| ${cells.map((cell) => inCell(writeInlines(cell, writeLink))).join(' | ')} |`
  return { head: `${writeRow(head)}\n|${' --- |'.repeat(head.length)}`, rows: rows.map(writeRow) }
}

const writeInline = (inline: Exclude<Inline, InlineWords>): string => {
  if (typeof inline === 'string') return escaped(inline)
  switch (inline.type) {
    case 'code':
      return writeInlineCode(inline.text)
    case 'formula':
      return inline.isBlock ? `$$${inline.text}$$` : `$${inline.text}$`
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

const indented = (text: string, indent: string): string =>
  text
    .split('\n')
    .map((line, at) => (at === 0 || line === '' ? line : indent + line))
    .join('\n')

const prefixed = (text: string, mark: string): string =>
  text
    .split('\n')
    .map((line) => (line ? mark + line : mark.trimEnd()))
    .join('\n')
