import type { BlockContent, Definition, Heading, Nodes, PhrasingContent, Root, RootContent } from 'mdast'
import type { MdxJsxTextElement } from 'mdast-util-mdx'
import { headingData, withoutAttributes, withoutPictures } from '../headings.ts'
import {
  addressOf,
  type Element,
  elementList,
  elementWords,
  isUnsaid,
  saidByName,
  textProperty,
  valuesOf,
} from '../html/element-words.ts'
import { parseFragment } from '../html/html.ts'
import { tagAt } from '../html/tags.ts'
import { holdsComponents, htmlBlocks, isHeadingName } from '../html/text.ts'
import { expandCode } from '../include-lines.ts'
import { componentInclude, type Include, type Includes, markedInclude } from '../includes.ts'
import { withAlerts } from './alert.ts'
import { codeIn, codeOf, namesCode, propertyCode } from './code-components.ts'
import { readCell, withoutCodeMarks } from './code-marks.ts'
import { isContents } from './contents.ts'
import { withDefinitions } from './definitions.ts'
import { countOf, elementTable, within } from './element-table.ts'
import { expressionLines, expressionNumber, expressionText } from './expression-text.ts'
import { componentFormula } from './formula-components.ts'
import { kindOfUnknown, showValues } from './mdx-constants.ts'
import { mathOf, Phrases, unseenElements } from './phrases.ts'
import { shortened, type UnshownText } from './prepare.ts'
import { headingFrom, inParagraphs, nonEmpty, strongParagraph, trimmed, withText } from './reduced-nodes.ts'
import { isEmptied, isHeading, nameOf, namesIn } from './section-names.ts'
import { joinTables } from './split-tables.ts'

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
  /** Is told of what nothing says what readers see of. */
  leave?: ((unshown: UnshownText) => void) | undefined
  parse?:
    | ((text: string, includes: Includes | undefined) => Pick<PageSource, 'text' | 'headingIds'> & { root: Root })
    | undefined
}

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
  readonly #definitions: ReadonlyMap<string, Definition>
  readonly #phrases: Phrases
  /** Ids that nothing but empty elements have had since the last heading, and that heading. */
  #waiting: string[] = []
  #heading: Heading | undefined
  /** What was told of. */
  readonly #left = new WeakSet<object>()

  constructor(source: PageSource, definitions: ReadonlyMap<string, Definition>) {
    this.#source = source
    this.#definitions = definitions
    this.#phrases = new Phrases({
      definitions,
      linkTo: source.linkTo,
      partOf: (node) => this.#partOf(node),
      leave: source.leave,
    })
  }

  blocks(nodes: readonly RootContent[]): BlockContent[] {
    const blocks: BlockContent[] = []
    /** That of a table of contents, as long as nothing else stands below it. */
    let title: BlockContent | undefined
    const dropTitle = () => {
      if (title && blocks.at(-1) === title) blocks.pop()
    }
    for (const written of joinTables(nodes)) {
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
    return withDefinitions(blocks)
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
        const children = withoutAttributes(trimmed(this.#phrases.reduce(withoutPictures(node.children))))
        const data = node.data?.named === undefined ? headingData(node, anchor, this.#source.text) : { data: node.data }
        return [{ type: 'heading', depth: node.depth, children, ...data }]
      }
      case 'code': {
        // Indented by four, a mark is code.
        const include = node.lang ? undefined : markedInclude(node.value, this.#source.includes)
        if (include) return this.#included(include)
        if (node.lang === 'math') return this.#paragraph([{ type: 'inlineMath', value: node.value, isBlock: true }])
        const lang = codeLanguage(node.lang)
        const cell = readCell(node)
        if (cell === undefined) return []
        const value = withoutCodeMarks(expandCode(cell, this.#source.includes), lang)
        return [{ type: 'code', value, lang, meta: node.meta ?? null }]
      }
      case 'blockquote':
        return nonEmpty({ type: 'blockquote', children: withAlerts(this.blocks(node.children)) })
      case 'list': {
        const children = node.children.map((item) => ({ ...item, children: this.blocks(item.children) }))
        return withText({ ...node, children })
      }
      case 'table': {
        const children = node.children.map((row) => ({
          ...row,
          children: row.children.map((cell) => ({ ...cell, children: trimmed(this.#phrases.reduce(cell.children)) })),
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
    return inParagraphs(parseFragment(node.value))
  }

  /** What `{Code}` stands for when a module has imported a file by that name. */
  #shown(node: RootContent): BlockContent[] {
    if (node.type === 'paragraph') return node.children.flatMap((child) => this.#shown(child))
    if (node.type !== 'mdxFlowExpression' && node.type !== 'mdxTextExpression') return []
    const include = this.#source.includes?.get(node.value.trim())
    if (include) return this.#included(include)
    if (node.type !== 'mdxFlowExpression') return []
    const shown = node.data?.shown ?? expressionText(node.data?.estree) ?? expressionNumber(node.data?.estree)
    if (shown === undefined && kindOfUnknown(node.data?.estree) !== 'nothing') this.#leave(node, `{${node.value}}`)
    // Lines that somebody wrote as such.
    if (shown?.trim().includes('\n')) return [codeOf(shown)]
    return shown?.trim() ? [{ type: 'paragraph', children: [{ type: 'text', value: shown }] }] : []
  }

  #leave(node: RootContent, text: string): void {
    // A component may be looked at in several ways.
    if (this.#left.has(node)) return
    this.#left.add(node)
    this.#source.leave?.({ line: node.position?.start.line ?? 1, text: shortened(text) })
  }

  #included(include: Include, values?: ReadonlyMap<string, unknown>): BlockContent[] {
    if (!('text' in include)) return []
    const { parse } = this.#source
    const { text, includes } = include
    if (include.isPage && parse) {
      const { root, ...page } = parse(text, includes)
      if (values) showValues(root, values)
      return new Reducer({ ...this.#source, ...page, includes, leave: undefined }, this.#definitions).blocks(
        root.children,
      )
    }
    return [{ type: 'code', value: expandCode(text, includes), lang: include.language || null, meta: null }]
  }

  #paragraph(nodes: readonly PhrasingContent[]): BlockContent[] {
    const children = trimmed(this.#phrases.reduce(nodes))
    return children.length > 0 ? [{ type: 'paragraph', children }] : []
  }

  /** The part of pages that a component stands for. */
  #partOf(node: Element): BlockContent[] | undefined {
    const part = componentInclude({ name: node.name, file: fileOf(node) }, this.#source.includes)
    return part && this.#included(part, valuesOf(node))
  }

  #elementInner(node: Element): BlockContent[] {
    return node.type === 'mdxJsxFlowElement'
      ? this.blocks(node.children)
      : this.#block({ type: 'paragraph', children: node.children })
  }

  #element(node: Element): BlockContent[] {
    if (node.name && unseenElements.has(node.name)) return []
    if (node.name === 'math') return this.#paragraph(mathOf(node))
    const formula = componentFormula(node)
    if (formula) return this.#paragraph(formula)
    if (/^kbd$/i.test(node.name ?? '')) return this.#paragraph([asWord(node)])
    const part = this.#partOf(node)
    if (part) return part
    const table = elementTable(node, (cell) => this.#elementInner(cell))
    if (table) return table
    if (node.name === 'ul' || node.name === 'ol') return this.#list(node)
    const only = codeIn(node)
    if (only.length > 0) return only
    if (namesCode(node)) this.#leave(node, `<${node.name} …>`)
    const tabs = withTabNames(node)
    if (tabs) return this.#element(tabs)
    const shown = node.children.flatMap((child) => this.#shown(child))
    if (shown.length > 0) return shown
    const inner = this.#elementInner(node)
    const name = node.name ?? ''
    if (isHeadingName(name)) return [headingFrom(Number(name.charAt(1)), inner, textProperty(node, 'id'))]
    const url = addressOf(node)
    const words: PhrasingContent[] = elementWords(node).map((value) => ({ type: 'text', value }))
    const [title, ...others] = words
    const shownWords = url && title ? [...this.#phrases.link(url, [title]), ...others] : words
    const code = propertyCode(node)
    const said = [...shownWords.map(strongParagraph), ...elementList(node), ...code, ...inner]
    return said.length > 0 ? said : this.#unsaid(node)
  }

  /** A list that is written in elements. */
  #list(node: Element): BlockContent[] {
    const children = within(node, ['li']).map((item) => {
      const blocks = this.#elementInner(item)
      const isLoose = blocks.filter(({ type }) => type !== 'list').length > 1
      return { type: 'listItem' as const, spread: isLoose, children: blocks }
    })
    const ordered = node.name === 'ol'
    return withText({
      type: 'list',
      ordered,
      spread: false,
      children,
      ...(ordered && { start: countOf(node, 'start') }),
    })
  }

  /** What stands for a component that has no words. */
  #unsaid(node: Element): BlockContent[] {
    const said = saidByName(node)
    if (said !== undefined) return [{ type: 'paragraph', children: [{ type: 'text', value: said }] }]
    if (isUnsaid(node)) this.#leave(node, `<${node.name} …>`)
    return []
  }
}

/** An element on a line of its own as one among words. */
const asWord = (node: Element): MdxJsxTextElement => ({
  ...node,
  type: 'mdxJsxTextElement',
  children: node.children.flatMap((child) => (child.type === 'paragraph' ? child.children : [])),
})

const isTab = (node: RootContent): node is Element =>
  (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') &&
  /^(?:\w+\.)?Tab(?:Item|Panel)?$/.test(node.name ?? '')

/** Tabs whose names stand in a list of the element around them, or in their `value`, with these as titles. Undefined for others. */
function withTabNames(node: Element): Element | undefined {
  const items = node.attributes.find((each) => each.type === 'mdxJsxAttribute' && each.name === 'items')
  const names = typeof items?.value === 'object' ? (expressionLines(items.value?.data?.estree) ?? []) : []
  let count = 0
  let isChanged = false
  const named = <T extends RootContent>(child: T): T => {
    if (child.type === 'paragraph') return { ...child, children: child.children.map(named) }
    if (!isTab(child)) return child
    const name = names[count++] ?? textProperty(child, 'value')
    const isNamed = ['label', 'title', 'name'].some((property) => textProperty(child, property) !== undefined)
    if (isNamed || name === undefined) return child
    isChanged = true
    return { ...child, attributes: [...child.attributes, { type: 'mdxJsxAttribute', name: 'label', value: name }] }
  }
  const children = node.children.map(named)
  return isChanged ? ({ ...node, children } as Element) : undefined
}

/** The file that an element names which stands for it. */
const fileOf = (node: Element): string | undefined => {
  const [only] = node.children
  const inner = only?.type === 'paragraph' ? only.children[0] : only
  return node.name === 'include' && inner?.type === 'text' ? inner.value.trim() : textProperty(node, 'file')
}

/** The components of a paragraph that holds nothing else: written on one line they are blocks all the same. */
function elementsAlone(nodes: readonly PhrasingContent[]): MdxJsxTextElement[] | undefined {
  const elements: MdxJsxTextElement[] = []
  for (const node of nodes) {
    if (
      node.type === 'mdxJsxTextElement' &&
      /^(?:[A-Z]|(?:h[1-6]|div|section|article|details|include|table|[ou]l|d[ltd]|li|p|blockquote|figure)$)/.test(
        node.name ?? '',
      )
    )
      elements.push(node)
    else if (node.type !== 'text' || node.value.trim() !== '') return undefined
  }
  return elements.length > 0 ? elements : undefined
}

/** The id of an `<a id>` or `<a name>` inside a heading. */
function innerAnchor(nodes: readonly PhrasingContent[]): string | undefined {
  for (const node of nodes) {
    const tag = node.type === 'html' ? tagAt(node.value, 0) : undefined
    const name = tag && nameOf(tag)
    if (name) return name
    if (node.type === 'mdxJsxTextElement') {
      const id = textProperty(node, 'id') ?? (node.name === 'a' ? textProperty(node, 'name') : undefined)
      if (id) return id
    }
  }
  return undefined
}

/** `js{1,3}` and `ts:line-numbers` are `js` and `ts`, `{.python .numberLines}` and `{r, echo=FALSE}` of Pandoc `python` and `r`. */
const codeLanguage = (lang: string | null | undefined): string | null =>
  /^(?:\{\s*\.?)?([A-Za-z][\w+#.-]*|[\w+#.-]+)/.exec(lang ?? '')?.[1] ?? null
