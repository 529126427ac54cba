import type { Element, Nodes as HtmlNodes, Root as HtmlRoot } from 'hast'
import { defaultHandlers, type Handle, toMdast } from 'hast-util-to-mdast'
import type { Nodes, Root, RootContent } from 'mdast'
import { oneLine } from '../../text-lines.ts'
import { type FrontMatter, noFrontMatter } from '../front-matter.ts'
import { inParagraphs } from '../markdown/reduced-nodes.ts'
import { proseText } from '../mdast-text.ts'
import { cleanHtml, withinBounds, withoutNumber } from './clean.ts'
import { findContent, nameTitle } from './content.ts'
import { nameHeadings } from './drawn.ts'
import { textIn } from './elements.ts'
import { readFormulas } from './formulas.ts'
import { readIcons } from './icons.ts'
import { keepNumbers } from './item-numbers.ts'
import { writeOnLine } from './raise.ts'
import { tableHandlers } from './tables.ts'
import { nameTabs } from './tabs.ts'
import { readDocument, readFragment } from './tree.ts'

/** What an HTML file says: its main content, and its head. */
export interface HtmlPage {
  root: Root
  frontMatter: FrontMatter
  /** Of the whole document, for a page whose content has no title. */
  documentTitle: string | null
}

/** Reads an HTML page: what stands around its main content, as menus do, is left out. */
export function parseHtml(text: string): HtmlPage {
  const document = readDocument(text)
  forgetCopies(document, new Set())
  readFormulas(document)
  writeOnLine(document)
  readIcons(document)
  keepNumbers(document)
  const head = readHead(document)
  const content = findContent(document, head.documentTitle)
  nameTabs(content)
  nameHeadings(content)
  const root: HtmlRoot = { type: 'root', children: cleanHtml(content.children) }
  nameTitle(root, head.documentTitle)
  const markdown = toMdast(root, { handlers })
  const { children } = markdown.type === 'root' ? withoutPositions(markdown) : { children: [] }
  return { root: withoutIndex(fromTitle({ type: 'root', children: inParagraphs(children) })), ...head }
}

/**
 * `<a id="one"/>` of XHTML is read as HTML and never ends there: each block below it has a copy of that link, with its id, in
 * front of its own. Browsers go to the first.
 */
function forgetCopies(node: HtmlNodes, seen: Set<unknown>): void {
  if (node.type === 'element' && node.tagName === 'a') {
    const { id, name } = node.properties
    if (seen.has(id)) delete node.properties.id
    if (seen.has(name)) delete node.properties.name
    for (const each of [id, name]) if (each) seen.add(each)
  }
  if ('children' in node) for (const child of node.children) forgetCopies(child, seen)
}

/** What stands above the title is said of the site or of its versions, when it is short or mostly links. */
function fromTitle(root: Root): Root {
  const headings = root.children.filter((node) => node.type === 'heading')
  const title = headings.find(({ data }) => data?.isTitle) ?? headings.find((_, place) => place === 0)
  if (title?.depth !== 1) return root
  const at = root.children.indexOf(title)
  const above = root.children.slice(0, at)
  const isSaidOfSite = title.data?.isTitle && (title !== headings[0] || linkShare(above) > 0.5)
  return isSaidOfSite || proseText(above).length < longestAbove ? { ...root, children: root.children.slice(at) } : root
}

/** In characters. */
const longestAbove = 300

/** A long list of links to everything, as indexes of words are, says nothing that is not said where they lead. */
function withoutIndex(root: Root): Root {
  if (proseText(root.children).length < shortestIndex || linkShare(root.children) < 0.8) return root
  return { ...root, children: root.children.filter((node) => node.type === 'heading').slice(0, 1) }
}

/** In characters. */
const shortestIndex = 20_000

/** How much of the words are links. */
function linkShare(nodes: readonly Nodes[]): number {
  const links: Nodes[] = []
  const collect = (node: Nodes): void => {
    if (node.type === 'link') links.push(node)
    else if ('children' in node) for (const child of node.children) collect(child)
  }
  for (const node of nodes) collect(node)
  return proseText(links).length / Math.max(1, proseText(nodes).length)
}

/** The blocks of HTML that stands in Markdown, where an element may end in another place than it begins. */
export function parseFragment(text: string): RootContent[] {
  const root = readFragment(text)
  readFormulas(root)
  writeOnLine(root)
  readIcons(root)
  keepNumbers(root)
  boundTables(root)
  const written = toMdast(root, {
    handlers: { ...tableHandlers, ...wordHandlers, ...fragmentHeadings },
    nodeHandlers: { comment: () => undefined },
  })
  return written.type === 'root' ? withoutPositions(written).children : []
}

function boundTables(node: HtmlNodes): void {
  if (node.type === 'element') node.properties = withinBounds(node.properties)
  if ('children' in node) for (const child of node.children) boundTables(child)
}

/** A heading with the id that links to it name. */
const heading: Handle = (state, element: Element) => {
  const written = defaultHandlers.h1(state, element)
  const { id, dataTitle } = element.properties
  return {
    ...written,
    data: { ...(typeof id === 'string' && id && { anchor: id }), ...(dataTitle === true && { isTitle: true }) },
  }
}

/** In Markdown, generators give no id to a heading of HTML. */
const fragmentHeading: Handle = (state, element: Element) => {
  const { id } = element.properties
  const data = typeof id === 'string' && id ? { anchor: id } : { named: null }
  return { ...defaultHandlers.h1(state, element), data }
}

const code: Handle = (state, element: Element) => {
  const { dataLanguage: lang } = element.properties
  return { ...defaultHandlers.pre(state, element), lang: typeof lang === 'string' ? lang : null }
}

/** A list of terms; where a few words are said of one, they stand behind it: `Type: boolean`. */
const terms: Handle = (state, element: Element) => {
  const list = defaultHandlers.dl(state, element)
  if (!list) return list
  const children = list.children.map((item) => {
    const [term, said, ...others] = item.children
    if (term?.type !== 'paragraph' || said?.type !== 'paragraph' || others.length > 0) return item
    const name = proseText([term])
    if (name.length > longestTerm || proseText([said]).length > fewWords) return item
    const sign = /[:：]$/.test(name) ? ' ' : ': '
    const line = [...term.children, { type: 'text' as const, value: sign }, ...said.children]
    return { ...item, spread: false, children: [{ ...term, children: line }] }
  })
  return { ...list, spread: children.some(({ spread }) => spread), children }
}

/** In characters. */
const longestTerm = 60
const fewWords = 100

/** Lists within an item stand right below its words, also where these are a paragraph. */
const item: Handle = (state, element: Element) => {
  const written = defaultHandlers.li(state, element)
  const [first, ...below] = written.children
  const isTight = first?.type === 'paragraph' && below.every(({ type }) => type === 'list')
  return isTight ? { ...written, spread: false } : written
}

const formula: Handle = (_state, element: Element) => ({
  type: 'inlineMath',
  value: textIn(element),
  ...(element.properties.dataBlock === true && { isBlock: true }),
})

const key: Handle = (_state, element: Element) => ({
  type: 'inlineCode',
  value: oneLine(textIn(element)),
  data: { isKey: true },
})

/** A name in code; blanks around it are blanks between words. */
const nameInCode: Handle = (_state, element: Element) => {
  const written = textIn(element).replace(/\s+/g, ' ')
  const value = written.trim()
  const blank = (is: boolean) => (is ? [{ type: 'text' as const, value: ' ' }] : [])
  if (value === '') return blank(written !== '')
  return [...blank(written.startsWith(' ')), { type: 'inlineCode' as const, value }, ...blank(written.endsWith(' '))]
}

const wordHandlers = {
  formula,
  kbd: key,
  code: nameInCode,
  samp: nameInCode,
  tt: nameInCode,
  var: nameInCode,
}

const handlers = {
  ...tableHandlers,
  ...wordHandlers,
  dl: terms,
  li: item,
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  pre: code,
}

const fragmentHeadings = Object.fromEntries([1, 2, 3, 4, 5, 6].map((depth) => [`h${depth}`, fragmentHeading]))

/** Places in HTML mean nothing in Markdown. */
function withoutPositions(root: Root): Root {
  const clear = (node: Root | RootContent): void => {
    delete node.position
    if ('children' in node) for (const child of node.children) clear(child)
  }
  clear(root)
  return root
}

function readHead(document: HtmlRoot): Omit<HtmlPage, 'root'> {
  const metas = new Map<string, string>()
  let title = ''
  let language: string | null = null
  const visit = (node: HtmlNodes): void => {
    if (node.type === 'element') {
      const { tagName, properties } = node
      if (tagName === 'html' && typeof properties.lang === 'string') language = properties.lang || null
      if (tagName === 'title') title ||= textIn(node)
      if (tagName === 'meta' && typeof properties.content === 'string') {
        metas.set(String(properties.name ?? properties.property ?? '').toLowerCase(), properties.content)
      }
      if (tagName === 'body') return
    }
    if ('children' in node) for (const child of node.children) visit(child)
  }
  visit(document)
  const description = metas.get('description') ?? metas.get('og:description') ?? null
  const version = metas.get('docsearch:version')?.split(',')[0] ?? null
  const name = oneLine(metas.get('og:title') ?? title)
  return {
    frontMatter: { ...noFrontMatter, description: description?.trim() || null, version, language },
    // `Install | Acme docs` is “Install”.
    documentTitle: withoutNumber(name.split(/\s+[|·—–]\s+/)[0] ?? '') || null,
  }
}
