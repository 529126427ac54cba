import type { List, ListItem, Nodes, PhrasingContent, Root, RootContent, Table } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { checkMarks } from '../../pages/readers/markdown/check-marks.ts'
import { visibleText } from '../../visible-text.ts'
import { codeSpan, escapeStart, inertCode, inertMarkdown } from '../publish/inert-text.ts'

/** Markdown that a model wrote for people, and the addresses that it may link to. */
export interface MarkdownRequest {
  readonly markdown: string
  readonly links: readonly string[]
}

/** The same Markdown, written anew out of what is harmless. */
export interface SafeMarkdown {
  /** Its blocks, from the top down. Each is whole by itself: what leaves one out leaves nothing open. */
  readonly blocks: readonly string[]
  /** The addresses that it links to, or would. */
  readonly links: readonly string[]
}

const markdown = unified().use(remarkParse).use(remarkGfm).freeze()

/** Levels of lists and quotes; what is deeper is shown as one line. */
const deepest = 6
const shownLanguages: ReadonlySet<string> = new Set(
  (
    'sh bash shell console powershell text diff json jsonc yaml toml ini xml html css scss js jsx ts tsx javascript ' +
    'typescript python ruby go rust java kotlin swift c cpp csharp php sql graphql http dockerfile md mdx markdown'
  ).split(' '),
)

/**
 * Writes Markdown anew from its tree: paragraphs, headings, lists, quotes, tables, code and emphasis. There are no images, no
 * HTML, no comments, no links but those that are allowed, and nothing that a code host acts on.
 *
 * @throws Error a sentence for a text that the parser would take too long for
 */
export function writeSafeMarkdown({ markdown: source, links }: MarkdownRequest): SafeMarkdown {
  const text = visibleText(source)
  checkMarks(text)
  const writer = new Writer(markdown.parse(text), new Set(links))
  return { blocks: writer.blocks(), links: [...writer.links] }
}

type Definition = Extract<RootContent, { type: 'definition' }>

class Writer {
  readonly links = new Set<string>()
  readonly #root: Root
  readonly #allowed: ReadonlySet<string>
  readonly #definitions = new Map<string, Definition>()

  constructor(root: Root, allowed: ReadonlySet<string>) {
    this.#root = root
    this.#allowed = allowed
    for (const node of root.children)
      if (node.type === 'definition' && !this.#definitions.has(node.identifier))
        this.#definitions.set(node.identifier, node)
  }

  blocks = (): string[] => this.#blocks(this.#root.children, 0)

  #blocks(nodes: readonly Nodes[], depth: number): string[] {
    return nodes.map((node) => this.#block(node, depth)).filter((block) => block !== '')
  }

  #block(node: Nodes, depth: number): string {
    if (depth > deepest) return inertMarkdown(textOf(node))
    switch (node.type) {
      case 'paragraph':
        return this.#lines(node.children)
      case 'heading':
        return prefixed('#### ', this.#lines(node.children).replaceAll('\n', ' '))
      case 'blockquote':
        return quoted(this.#blocks(node.children, depth + 1))
      case 'list':
        return this.#list(node, depth)
      case 'table':
        return this.#table(node)
      case 'code':
        return fenced(node.value, node.lang)
      case 'html':
        return inertMarkdown(withoutComments(node.value))
      case 'footnoteDefinition':
        return this.#blocks(node.children, depth + 1).join('\n\n')
      default:
        return ''
    }
  }

  #list(list: List, depth: number): string {
    const start = list.start ?? 1
    return list.children
      .map((item, index) => this.#item(item, list.ordered ? `${start + index}. ` : '- ', depth))
      .join('\n')
  }

  #item(item: ListItem, mark: string, depth: number): string {
    const box = item.checked === true ? '☑ ' : item.checked === false ? '☐ ' : ''
    const text = box + this.#blocks(item.children, depth + 1).join(item.spread ? '\n\n' : '\n')
    return mark + text.split('\n').join(`\n${' '.repeat(mark.length)}`)
  }

  #table({ children: [head, ...rows] }: Table): string {
    if (!head) return ''
    const write = (row: Table['children'][number]) =>
      `| ${row.children.map((cell) => this.#lines(cell.children).replaceAll('\n', ' ')).join(' | ')} |`
    return [write(head), `|${' --- |'.repeat(head.children.length)}`, ...rows.map(write)].join('\n')
  }

  /** Phrases as lines of Markdown, each of which begins nothing. */
  #lines(nodes: readonly PhrasingContent[]): string {
    const lines = this.#phrases(nodes).split('\n')
    return lines
      .map((line) => escapeStart(line.trim()))
      .filter((line) => line !== '')
      .join('\\\n')
  }

  #phrases(nodes: readonly PhrasingContent[]): string {
    return joinTexts(nodes.flatMap(this.#plainParts))
      .map((part) => {
        if (typeof part === 'string') return edged(part, inertMarkdown)
        if (part.type === 'break') return '\n'
        if (part.type === 'inlineCode') return codeSpan(part.value)
        if (part.type === 'emphasis') return around('*', this.#phrases(part.children))
        if (part.type === 'strong') return around('**', this.#phrases(part.children))
        if (part.type === 'delete') return around('~~', this.#phrases(part.children))
        if (part.type === 'link') return this.#link(this.#phrases(part.children), part.url)
        if (part.type !== 'linkReference') return ''
        const label = this.#phrases(part.children)
        const definition = this.#definitions.get(part.identifier)
        return definition ? this.#link(label, definition.url) : label
      })
      .join('')
  }

  /** Texts for what is shown as text, so that a text that such a node interrupts is looked at as a whole. */
  #plainParts = (node: PhrasingContent): (PhrasingContent | string)[] => {
    switch (node.type) {
      case 'text':
        return [node.value]
      case 'html':
        return [withoutComments(node.value)]
      case 'image':
        return [`${node.alt ?? ''} (${node.url})`]
      case 'imageReference':
        return [`${node.alt ?? ''} (${this.#definitions.get(node.identifier)?.url ?? node.identifier})`]
      case 'footnoteReference':
        return [`(${node.identifier})`]
      default:
        return [node]
    }
  }

  #link(label: string, url: string): string {
    if (isLinkable(url)) this.links.add(url)
    if (isLinkable(url) && this.#allowed.has(url) && label !== '') return `[${label}](<${url}>)`
    const address = codeSpan(url)
    const isShown = [url, url.replace(/^(?:mailto:|http:\/\/)/, '')].some((written) => label === codeSpan(written))
    return isShown ? label : label === '' ? address : `${label} (${address})`
  }
}

/** Addresses of issues and the like, whose mere link makes a note there, and may close them. */
const isTracker = /\/(?:issues?|pulls?|merge_requests|work_items|epics|commits?|discussions|-)(?:\/|$)/i

const isLinkable = (url: string): boolean => /^https?:\/\/[^\s<>()\\"'`@]+$/.test(url) && !isTracker.test(url)

const joinTexts = (parts: readonly (PhrasingContent | string)[]): (PhrasingContent | string)[] => {
  const joined: (PhrasingContent | string)[] = []
  for (const part of parts) {
    const last = joined.at(-1)
    if (typeof part === 'string' && typeof last === 'string') joined[joined.length - 1] = last + part
    else joined.push(part)
  }
  return joined
}

/** Keeps the blanks around a text, which hold it apart from its neighbours. */
const edged = (text: string, write: (text: string) => string): string => {
  const [before, after] = [/^\s/.test(text) ? ' ' : '', /\s$/.test(text) ? ' ' : '']
  return text.trim() === '' ? before : `${before}${write(text)}${after}`
}

const around = (mark: string, text: string): string => (text.trim() === '' ? text : `${mark}${text.trim()}${mark}`)

const quoted = (blocks: readonly string[]): string =>
  blocks.length === 0
    ? ''
    : blocks
        .join('\n\n')
        .split('\n')
        .map((line) => `> ${line}`.trimEnd())
        .join('\n')

const prefixed = (mark: string, text: string): string => (text === '' ? '' : mark + text)

/** Nobody sees them, but the next machine reads them. */
const withoutComments = (html: string): string => html.replace(/<!--[\s\S]*?(?:-->|$)/g, '')

function fenced(value: string, language: string | null | undefined): string {
  const longest = Math.max(2, ...[...value.matchAll(/`+/g)].map(([run]) => run.length))
  const mark = '`'.repeat(longest + 1)
  const shown = language && shownLanguages.has(language.toLowerCase()) ? language.toLowerCase() : ''
  return `${mark}${shown}\n${inertCode(value)}\n${mark}`
}

const textOf = (node: Nodes): string => {
  if ('value' in node) return node.value
  return 'children' in node ? node.children.map(textOf).join(' ') : ''
}
