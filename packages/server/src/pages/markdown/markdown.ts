import type { BlockContent, List, PhrasingContent, Table } from 'mdast'

/** Writes reduced blocks as Markdown, separated by empty lines. */
export const writeMarkdown = (blocks: readonly BlockContent[]): string => blocks.map(writeBlock).join('\n\n')

function writeBlock(block: BlockContent): string {
  switch (block.type) {
    case 'paragraph':
      return writePhrases(block.children)
    case 'heading':
      return `${'#'.repeat(block.depth)} ${withoutLineEnds(writePhrases(block.children))}`
    case 'code':
      return writeCode(block.value, block.lang ?? '')
    case 'blockquote':
      return prefixed(writeMarkdown(block.children.filter(isBlock)), '> ')
    case 'list':
      return writeList(block)
    case 'table':
      return writeTable(block)
    default:
      return ''
  }
}

const isBlock = (node: { type: string }): node is BlockContent => node.type !== 'definition'

function writeCode(value: string, lang: string): string {
  const fence = '`'.repeat(Math.max(2, longestRun(value)) + 1)
  return `${fence}${lang}\n${value}\n${fence}`
}

function writeList(list: List): string {
  const start = list.start ?? 1
  const items = list.children.map((item, index) => {
    const mark = list.ordered ? `${start + index}. ` : '- '
    const box = typeof item.checked === 'boolean' ? (item.checked ? '[x] ' : '[ ] ') : ''
    const separator = item.spread ? '\n\n' : '\n'
    const text = item.children.filter(isBlock).map(writeBlock).join(separator)
    return `${mark}${box}${indented(text, ' '.repeat(mark.length))}`
  })
  return items.join('\n')
}

function writeTable(table: Table): string {
  const rows = table.children.map(
    (row) =>
      `| ${row.children
        .map((cell) =>
          writePhrases(cell.children)
            .replace(/\\?\n/g, ' ')
            .replace(/(?<!\\)\|/g, '\\|'),
        )
        .join(' | ')} |`,
  )
  const columns = table.children[0]?.children.length ?? 0
  const rule = `|${' --- |'.repeat(columns)}`
  return [rows[0] ?? '', rule, ...rows.slice(1)].join('\n')
}

function writePhrases(nodes: readonly PhrasingContent[]): string {
  return nodes
    .map((node, at) => {
      const written = writePhrase(node)
      // The author's own line may end after `<br>`: an empty line would end the paragraph.
      return nodes[at - 1]?.type === 'break' ? written.trimStart() : written
    })
    .join('')
    .trim()
}

function writePhrase(node: PhrasingContent): string {
  switch (node.type) {
    case 'text':
      return node.data?.raw ?? node.value.replace(/[\\`*_[\]<]/g, '\\$&')
    case 'inlineCode':
      return writeInlineCode(node.value)
    case 'emphasis':
      return wrapped(node.children, '*')
    case 'strong':
      return wrapped(node.children, '**')
    case 'delete':
      return wrapped(node.children, '~~')
    case 'link':
      return `[${writePhrases(node.children)}](${/[\s()]/.test(node.url) ? `<${node.url}>` : node.url})`
    case 'break':
      return '\\\n'
    default:
      return ''
  }
}

function writeInlineCode(value: string): string {
  const fence = '`'.repeat(longestRun(value) + 1)
  const space = value.startsWith('`') || value.endsWith('`') ? ' ' : ''
  return `${fence}${space}${value}${space}${fence}`
}

const longestRun = (value: string): number =>
  (value.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0)

function wrapped(nodes: readonly PhrasingContent[], mark: string): string {
  const inner = writePhrases(nodes)
  return inner ? `${mark}${inner}${mark}` : ''
}

const withoutLineEnds = (text: string): string =>
  text.includes('\n')
    ? text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .join(' ')
    : text
const indented = (text: string, indent: string): string => text.replace(/\n(?=[^\n])/g, `\n${indent}`)
const prefixed = (text: string, mark: string): string =>
  text
    .split('\n')
    .map((line) => (line ? mark + line : mark.trimEnd()))
    .join('\n')
