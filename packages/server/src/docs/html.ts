import type { Element, ElementContent, Nodes as HtmlNodes, Root as HtmlRoot } from 'hast'
import { defaultHandlers, type Handle, toMdast } from 'hast-util-to-mdast'
import type { Root, RootContent } from 'mdast'
import rehypeParse from 'rehype-parse'
import { unified } from 'unified'
import { type FrontMatter, noFrontMatter } from './front-matter.ts'

/** What an HTML file says: its main content, and its head. */
export interface HtmlPage {
  root: Root
  frontMatter: FrontMatter
  /** Of the whole document, for a page whose content has no title. */
  documentTitle: string | null
}

const html = unified().use(rehypeParse).freeze()

/** What documentation generators call the text of a page, best first. */
const contents: readonly ((element: Element) => boolean)[] = [
  (element) => hasClass(element, /^(?:vp-doc|theme-doc-markdown|sl-markdown-content|md-content__inner|mdx-content)$/),
  (element) => String(element.properties.itemProp) === 'articleBody',
  (element) => element.tagName === 'main' || element.properties.role === 'main',
  (element) => element.tagName === 'article',
  (element) => element.properties.id === 'content' || hasClass(element, /^(?:main-)?content$/),
  (element) => element.tagName === 'body',
]

const unseenTags = new Set(
  'script style template noscript nav header footer aside form button select textarea input iframe svg object dialog head'.split(
    ' ',
  ),
)
const unseenRoles = new Set(['navigation', 'search', 'banner', 'contentinfo', 'complementary', 'dialog'])
const unseenClasses =
  /^(?:headerlink|header-anchor|hash-link|anchor-link|sr-only|visually-hidden|line-numbers-wrapper|lang|breadcrumbs?|pagination(?:-nav)?|table-of-contents|toc|edit-this-page|prev-next|md-source-file)$/

/** Reads an HTML page: what stands around its main content, as menus do, is left out. */
export function parseHtml(text: string): HtmlPage {
  const document = html.parse(text)
  const content = findContent(document)
  const root: HtmlRoot = { type: 'root', children: content ? keep(content.children, false) : [] }
  const markdown = toMdast(root, { handlers })
  return {
    root: markdown.type === 'root' ? withoutPositions(markdown) : { type: 'root', children: [] },
    ...readHead(document),
  }
}

function findContent(document: HtmlRoot): Element | undefined {
  for (const isContent of contents) {
    const found = find(document, isContent)
    if (found) return found
  }
  return undefined
}

function find(node: HtmlNodes, wanted: (element: Element) => boolean): Element | undefined {
  if (node.type === 'element' && wanted(node)) return node
  if (!('children' in node)) return undefined
  for (const child of node.children) {
    const found = find(child, wanted)
    if (found) return found
  }
  return undefined
}

/** What a reader sees of these nodes as the text of the page. */
function keep(nodes: readonly ElementContent[], isHeading: boolean): ElementContent[] {
  return nodes.flatMap((node, index): ElementContent[] => {
    if (node.type === 'text') return [{ type: 'text', value: node.value }]
    if (node.type !== 'element' || isUnseen(node, isHeading)) return []
    const inHeading = isHeading || /^h[1-6]$/.test(node.tagName)
    const kept: ElementContent = { ...node, children: keep(node.children, inHeading) }
    // Tabs are labels side by side, which only a style sheet sets apart.
    const isTab = isLabel(node) && nodes.slice(index + 1, index + 3).some(isLabel)
    return isTab ? [kept, { type: 'text', value: ' ' }] : [kept]
  })
}

const isLabel = (node: ElementContent): boolean => node.type === 'element' && node.tagName === 'label'

function isUnseen(element: Element, isInHeading: boolean): boolean {
  const { tagName, properties } = element
  // The title of an article may stand in a header of its own.
  if (tagName === 'header') return !find(element, ({ tagName: name }) => name === 'h1')
  if (unseenTags.has(tagName) || unseenRoles.has(String(properties.role))) return true
  if (properties.hidden !== undefined && properties.hidden !== false) return true
  if (hasClass(element, unseenClasses)) return true
  // The sign beside a heading that links to it.
  return isInHeading && tagName === 'a' && String(properties.href).startsWith('#') && textOf(element).trim().length <= 1
}

const hasClass = ({ properties }: Element, wanted: RegExp): boolean =>
  Array.isArray(properties.className) && properties.className.some((name) => wanted.test(String(name)))

const textOf = (node: HtmlNodes): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : ''

/** A heading with the id that links to it name. */
const heading: Handle = (state, element: Element) => {
  const written = defaultHandlers.h1(state, element)
  const id = element.properties.id ?? find(element, ({ properties }) => properties.id !== undefined)?.properties.id
  return typeof id === 'string' && id ? { ...written, data: { anchor: id } } : written
}

/** Code in the language that it, or what stands around it, names. */
const code: Handle = (state, element: Element, parent) => {
  const written = defaultHandlers.pre(state, element)
  const around = parent?.type === 'element' ? parent : undefined
  const named = [element, around].flatMap((from) => (from ? [languageOf(from)] : [])).find((name) => name !== undefined)
  return { ...written, lang: written.lang ?? named ?? null }
}

function languageOf({ properties }: Element): string | undefined {
  const names = Array.isArray(properties.className) ? properties.className.map(String) : []
  const found = names.map((name) => /^(?:language|lang|highlight-source|highlight)-([\w+#-]+)$/.exec(name)?.[1])
  return found.find((name) => name !== undefined && name !== 'text' && name !== 'default')
}

const handlers = { h1: heading, h2: heading, h3: heading, h4: heading, h5: heading, h6: heading, pre: code }

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
      if (tagName === 'title') title ||= textOf(node)
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
  const name = (metas.get('og:title') ?? title).replace(/\s+/g, ' ').trim()
  return {
    frontMatter: { ...noFrontMatter, description: description?.trim() || null, version, language },
    // `Install | Acme docs` is “Install”.
    documentTitle: name.split(/\s+[|·—–]\s+/)[0] || null,
  }
}
