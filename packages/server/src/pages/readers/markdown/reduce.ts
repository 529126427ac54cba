import type { BlockContent, Definition, Heading, List, Nodes, PhrasingContent, Root, RootContent } from 'mdast'
import type { MdxJsxTextElement } from 'mdast-util-mdx'
import { oneLine } from '../../text-lines.ts'
import { headingData, withoutAttributes, withoutPictures } from '../headings.ts'
import {
  addressOf,
  type Element,
  elementList,
  elementWords,
  textProperty,
  titleOf,
  valuesOf,
} from '../html/element-words.ts'
import { parseFragment } from '../html/html.ts'
import { decodeEntities, holdsComponents, htmlBlocks, htmlText } from '../html/text.ts'
import { componentInclude, expandCode, type Include, type Includes, markedInclude } from '../includes.ts'
import { codeText, proseText } from '../mdast-text.ts'
import { withoutCodeMarks } from './code-marks.ts'
import { expressionText } from './expression-text.ts'
import { showValues } from './mdx-constants.ts'
import { isEmptied, isHeading, namesIn } from './section-names.ts'

declare module 'mdast' {
  interface HeadingData {
    /** Further ids by which its section can be linked. */
    names?: string[]
  }
}

/** What reducing a page needs to know of it. */
export interface PageSource {
  text: string
  headingIds: Map<number, string>
  /** Turns the address of a link into one that works outside of the file. */
  linkTo: (url: string) => string
  /** The files that the page shows as its own, and how one that is a page is parsed. */
  includes?: Includes | undefined
  parse?: ((text: string) => Pick<PageSource, 'text' | 'headingIds'> & { root: Root }) | undefined
}

/** What converters and Sphinx call a picture of which nobody has said anything: `image0`, `_images/lid.png`. */
const madeUp =
  /^\s*(?:(?:alt|image|img|picture|screenshot|untitled)[-_ ]?\d*|\S+\.(?:avif|gif|jpe?g|png|svg|webp))\s*$/i
const unseen = new Set(['script', 'style', 'svg', 'template', 'Script', 'head', 'Head'])
/** Reduces a parsed page to plain Markdown nodes: components and HTML become their text, code stays whole. */
export function reducePage(root: Root, source: PageSource): BlockContent[] {
  const definitions = new Map<string, Definition>()
  collectDefinitions(root, definitions)
  return new Reducer(source, definitions).blocks(root.children)
}

function collectDefinitions(node: Nodes, found: Map<string, Definition>): void {
  if (node.type === 'definition') found.set(node.identifier, node)
  else if ('children' in node) for (const child of node.children) collectDefinitions(child, found)
}

class Reducer {
  readonly #source: PageSource
  readonly #definitions: Map<string, Definition>
  /** Ids that nothing but empty elements have had since the last heading, and that heading. */
  #waiting: string[] = []
  #heading: Heading | undefined

  constructor(source: PageSource, definitions: Map<string, Definition>) {
    this.#source = source
    this.#definitions = definitions
  }

  blocks(nodes: readonly RootContent[]): BlockContent[] {
    const blocks: BlockContent[] = []
    /** That of a table of contents, as long as nothing else stands below it. */
    let title: BlockContent | undefined
    const dropTitle = () => {
      if (title && blocks.at(-1) === title) blocks.pop()
    }
    for (const written of nodes) {
      this.#takeNames(written)
      for (const node of this.#withinHtml(written)) {
        if (isContents(node)) {
          const last = blocks.at(-1)
          if (last?.type === 'heading' && last.depth > 1) title = last
          continue
        }
        if (node.type === 'heading') dropTitle()
        for (const block of this.#block(node)) {
          if (block.type === 'heading') this.#nameHeading(block)
          blocks.push(block)
        }
      }
    }
    dropTitle()
    return blocks
  }

  /** Ids right above a heading are those of its section, others those of the section that they stand in. */
  #takeNames(node: RootContent): void {
    if (isHeading(node)) return
    const names = namesIn(node)
    if (isEmptied(node)) for (const name of names) this.#waiting.push(name)
    else this.#giveNames([...this.#waiting.splice(0), ...names])
  }

  #giveNames(names: readonly string[]): void {
    if (names.length === 0 || !this.#heading) return
    const { names: all = [] } = this.#heading.data ?? {}
    for (const name of names) all.push(name)
    this.#heading.data = { ...this.#heading.data, names: all }
  }

  #nameHeading(heading: Heading): void {
    this.#heading = heading
    this.#giveNames(this.#waiting.splice(0))
  }

  #block(node: RootContent): BlockContent[] {
    switch (node.type) {
      case 'paragraph': {
        const alone = elementsAlone(node.children)
        if (alone) return alone.flatMap((element) => this.#element(element))
        return this.#paragraph(node.children)
      }
      case 'heading': {
        const named = this.#source.headingIds.get(node.position?.start.line ?? 0)
        const anchor = node.data?.anchor ?? named ?? innerAnchor(node.children)
        const children = withoutAttributes(trimmed(this.#phrases(withoutPictures(node.children))))
        const data = node.data?.named === undefined ? headingData(node, anchor, this.#source.text) : { data: node.data }
        return [{ type: 'heading', depth: node.depth, children, ...data }]
      }
      case 'code': {
        // Indented by four, a mark is code.
        const include = node.lang ? undefined : markedInclude(node.value, this.#source.includes)
        if (include) return this.#included(include)
        return [
          {
            type: 'code',
            value: withoutCodeMarks(expandCode(node.value, this.#source.includes), codeLanguage(node.lang)),
            lang: codeLanguage(node.lang),
            meta: node.meta ?? null,
          },
        ]
      }
      case 'blockquote':
        return nonEmpty({ type: 'blockquote', children: withAlert(this.blocks(node.children)) })
      case 'list': {
        const children = node.children.map((item) => ({ ...item, children: this.blocks(item.children) }))
        return withText({ ...node, children })
      }
      case 'table': {
        const children = node.children.map((row) => ({
          ...row,
          children: row.children.map((cell) => ({ ...cell, children: trimmed(this.#phrases(cell.children)) })),
        }))
        return withText({ ...node, children })
      }
      case 'html': {
        const include = markedInclude(node.value, this.#source.includes)
        return include ? this.#included(include) : htmlBlocks(node)
      }
      case 'mdxJsxFlowElement':
        return this.#element(node)
      case 'footnoteDefinition':
        return this.blocks(node.children)
      case 'mdxFlowExpression':
        return this.#shown(node)
      default:
        return []
    }
  }

  /** What HTML in Markdown holds, if it is that alone. */
  #withinHtml(node: RootContent): RootContent[] {
    if (node.type !== 'html' || holdsComponents(node.value) || markedInclude(node.value, this.#source.includes))
      return [node]
    return parseFragment(node.value)
  }

  /** What `{Code}` stands for when a module has imported a file by that name. */
  #shown(node: RootContent): BlockContent[] {
    if (node.type === 'paragraph') return node.children.flatMap((child) => this.#shown(child))
    if (node.type !== 'mdxFlowExpression' && node.type !== 'mdxTextExpression') return []
    const include = this.#source.includes?.get(node.value.trim())
    if (include) return this.#included(include)
    const shown = node.type === 'mdxFlowExpression' ? node.data?.shown : undefined
    return shown ? [{ type: 'paragraph', children: [{ type: 'text', value: shown }] }] : []
  }

  #included(include: Include, values?: ReadonlyMap<string, unknown>): BlockContent[] {
    if (!('text' in include)) return []
    const { parse } = this.#source
    // What the included page includes itself is left out.
    if (include.isPage && parse) {
      const { root, ...page } = parse(include.text)
      if (values) showValues(root, values)
      return new Reducer({ ...this.#source, ...page, includes: undefined }, this.#definitions).blocks(root.children)
    }
    return [{ type: 'code', value: include.text, lang: include.language || null, meta: null }]
  }

  #paragraph(nodes: readonly PhrasingContent[]): BlockContent[] {
    const children = trimmed(this.#phrases(nodes))
    return children.length > 0 ? [{ type: 'paragraph', children }] : []
  }

  #element(node: Element): BlockContent[] {
    if (node.name && unseen.has(node.name)) return []
    const part = componentInclude({ name: node.name, file: fileOf(node) }, this.#source.includes)
    if (part) return this.#included(part, valuesOf(node))
    const shown = node.children.flatMap((child) => this.#shown(child))
    if (shown.length > 0) return shown
    const inner =
      node.type === 'mdxJsxFlowElement'
        ? this.blocks(node.children)
        : this.#block({ type: 'paragraph', children: node.children })
    const heading = /^h([1-6])$/.exec(node.name ?? '')
    if (heading) return [headingFrom(Number(heading[1]), inner, textProperty(node, 'id'))]
    const url = addressOf(node)
    const words: PhrasingContent[] = elementWords(node).map((value) => ({ type: 'text', value }))
    const [title, ...others] = words
    const shownWords = url && title ? [...this.#link(url, [title]), ...others] : words
    return [...shownWords.map(strongParagraph), ...elementList(node), ...inner]
  }

  #phrases(nodes: readonly PhrasingContent[]): PhrasingContent[] {
    const phrases: PhrasingContent[] = []
    const ends = nodes.flatMap((node, at) => (isLinkEnd(node) ? [at] : []))
    let next = 0
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at]
      if (!node) continue
      while ((ends[next] ?? at + 1) <= at) next++
      const url = node.type === 'html' ? linkAddress(node.value) : undefined
      const end = ends[next]
      if (url === undefined || end === undefined) {
        phrases.push(...this.#phrase(node))
      } else {
        phrases.push(...this.#link(url, nodes.slice(at + 1, end)))
        at = end
      }
    }
    return phrases
  }

  #phrase(node: PhrasingContent): PhrasingContent[] {
    switch (node.type) {
      case 'text':
        // What comes from HTML has no place of its own; a space that keeps words on one line is a space of text.
        if (!node.position) return [{ type: 'text', value: node.value.replace(/\u00a0/g, ' ') }]
        return [{ type: 'text', value: node.value }]
      case 'inlineCode':
        return [{ type: 'inlineCode', value: node.value }]
      case 'break':
        return [{ type: 'break' }]
      case 'emphasis':
      case 'strong':
      case 'delete':
        return [{ type: node.type, children: this.#phrases(node.children) }]
      case 'link':
        return this.#link(node.url, node.children)
      case 'linkReference': {
        const definition = this.#definitions.get(node.identifier)
        return definition ? this.#link(definition.url, node.children) : this.#phrases(node.children)
      }
      case 'image':
      case 'imageReference':
        return node.alt && !madeUp.test(node.alt) ? [{ type: 'text', value: node.alt }] : []
      case 'html': {
        const value = oneLine(htmlText(node.value))
        return value ? [{ type: 'text', value }] : /^<br\b/i.test(node.value) ? [{ type: 'break' }] : []
      }
      case 'mdxTextExpression': {
        const value = node.data?.shown ?? expressionText(node.data?.estree)
        return value ? [{ type: 'text', value }] : []
      }
      case 'mdxJsxTextElement': {
        if (node.name && unseen.has(node.name)) return []
        const part = componentInclude({ name: node.name, file: fileOf(node) }, this.#source.includes)
        if (part)
          return this.#included(part, valuesOf(node)).flatMap((block) =>
            block.type === 'paragraph' ? block.children : [],
          )
        const inner = this.#phrases(node.children)
        return this.#inLine(node, inner)
      }
      default:
        return []
    }
  }

  /** An element among words: what it holds, below its title when it has both, or what its properties say. */
  #inLine(node: MdxJsxTextElement, inner: PhrasingContent[]): PhrasingContent[] {
    const url = addressOf(node)
    const value = inner.length > 0 ? titleOf(node) : elementWords(node).join(': ')
    const title: PhrasingContent[] = value ? [{ type: 'text', value }] : []
    if (inner.length > 0 && value) return [...title, { type: 'text', value: ': ' }, ...inner]
    const shown = inner.length > 0 ? inner : title
    if (shown.length === 0 && node.name === 'br') return [{ type: 'break' }]
    return url ? this.#linkTo(url, shown) : shown
  }

  #link(url: string, nodes: readonly PhrasingContent[]): PhrasingContent[] {
    return this.#linkTo(url, this.#phrases(nodes))
  }

  #linkTo(url: string, nodes: readonly PhrasingContent[]): PhrasingContent[] {
    const children = nodes.filter((child) => child.type !== 'link')
    // A page that leads to itself.
    if (url === '') return children
    return children.length > 0 ? [{ type: 'link', url: this.#source.linkTo(url), children }] : []
  }
}

/** The file that an element names which stands for it. */
const fileOf = (node: Element): string | undefined => {
  const [only] = node.children
  const inner = only?.type === 'paragraph' ? only.children[0] : only
  return node.name === 'include' && inner?.type === 'text' ? inner.value.trim() : textProperty(node, 'file')
}

const alert = /^\\?\[!([a-z]{1,30})\\?\][+-]?\s*/i

/** `[!WARNING]` at the beginning of a quote, as GitHub and others write it, is its title. */
function withAlert(blocks: readonly BlockContent[]): BlockContent[] {
  const [first, ...rest] = blocks
  const text = first?.type === 'paragraph' ? first.children[0] : undefined
  const name = text?.type === 'text' ? alert.exec(text.value)?.[1] : undefined
  if (name === undefined || first?.type !== 'paragraph' || text?.type !== 'text') return [...blocks]
  const children = trimmed([{ ...text, value: text.value.replace(alert, '') }, ...first.children.slice(1)])
  const title: PhrasingContent = { type: 'text', value: name.charAt(0).toUpperCase() + name.slice(1).toLowerCase() }
  return [strongParagraph(title), ...(children.length > 0 ? [{ ...first, children }] : []), ...rest]
}

/** A table of contents: several links to what stands on the same page, and says what it says. */
function isContents(node: RootContent): boolean {
  if (node.type === 'list') return node.children.length > 1 && pointsWithin(node)
  if (node.type !== 'paragraph') return false
  return node.children.filter(({ type }) => type === 'link').length > 1 && leadsWithin(node.children)
}

const pointsWithin = ({ children: items }: List): boolean =>
  items.every(
    ({ children: [first, ...below] }) =>
      first?.type === 'paragraph' &&
      leadsWithin(first.children) &&
      below.every((block) => block.type === 'list' && pointsWithin(block)),
  )

/** Whether words are links within the page, and what sets them apart. */
const leadsWithin = (nodes: readonly PhrasingContent[]): boolean =>
  nodes.every((node) => {
    if (node.type === 'link') return node.url.startsWith('#')
    if (node.type === 'strong' || node.type === 'emphasis') return leadsWithin(node.children)
    return node.type === 'break' || (node.type === 'text' && /^[\s•·∙|/,–—-]*$/.test(node.value))
  })

/** HTML may begin a list or a table here whose text stands elsewhere. */
const withText = (block: BlockContent): BlockContent[] =>
  proseText([block]) === '' && codeText([block]) === '' ? [] : [block]

const nonEmpty = (block: BlockContent & { children: unknown[] }): BlockContent[] =>
  block.children.length > 0 ? [block] : []

/** Without white space at both ends, which a removed component leaves. */
function trimmed(nodes: PhrasingContent[]): PhrasingContent[] {
  const isBlank = (node: PhrasingContent | undefined) =>
    node !== undefined && (node.type === 'break' || (node.type === 'text' && node.value.trim() === ''))
  let start = 0
  let end = nodes.length
  while (start < end && isBlank(nodes[start])) start++
  while (end > start && isBlank(nodes[end - 1])) end--
  return nodes.slice(start, end)
}

/** The components of a paragraph that holds nothing else: written on one line they are blocks all the same. */
function elementsAlone(nodes: readonly PhrasingContent[]): MdxJsxTextElement[] | undefined {
  const elements: MdxJsxTextElement[] = []
  for (const node of nodes) {
    if (
      node.type === 'mdxJsxTextElement' &&
      /^(?:[A-Z]|(?:h[1-6]|div|section|article|details|include)$)/.test(node.name ?? '')
    )
      elements.push(node)
    else if (node.type !== 'text' || node.value.trim() !== '') return undefined
  }
  return elements.length > 0 ? elements : undefined
}

/** The id of an `<a id>` or `<a name>` inside a heading. */
function innerAnchor(nodes: readonly PhrasingContent[]): string | undefined {
  for (const node of nodes) {
    if (node.type === 'html') {
      const found = /^<[a-z]+\b[^>]*\s(?:id|name)\s*=\s*["']?([^\s"'>]+)/i.exec(node.value)
      if (found) return found[1]
    }
    if (node.type === 'mdxJsxTextElement') {
      const id = textProperty(node, 'id') ?? (node.name === 'a' ? textProperty(node, 'name') : undefined)
      if (id) return id
    }
  }
  return undefined
}

/** Where `<a href="…">` in Markdown leads. */
const linkAddress = (html: string): string | undefined => {
  const found = /^<a\s(?:[^>]*\s)?href\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(html)
  return decodeEntities(found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim() || undefined
}

const isLinkEnd = (node: PhrasingContent): boolean => node.type === 'html' && /^<\/a\s*>/i.test(node.value)

const strongParagraph = (phrase: PhrasingContent): BlockContent => ({
  type: 'paragraph',
  children: [{ type: 'strong', children: [phrase] }],
})

function headingFrom(depth: number, inner: readonly BlockContent[], id: string | undefined): BlockContent {
  const children = inner.flatMap((block) => (block.type === 'paragraph' ? block.children : []))
  const level = ([1, 2, 3, 4, 5, 6] as const).find((candidate) => candidate === depth) ?? 6
  return { type: 'heading', depth: level, children, data: id ? { anchor: id } : { named: null } }
}

/** `js{1,3}` and `ts:line-numbers` are `js` and `ts`. */
const codeLanguage = (lang: string | null | undefined): string | null => /^[\w+#.-]+/.exec(lang ?? '')?.[0] ?? null
