import type { Element, ElementContent, Nodes, Root } from 'hast'
import { oneLine } from '../../text-lines.ts'
import { wordSet } from '../word-set.ts'
import { withoutNumber } from './clean.ts'
import {
  classesOf,
  element,
  findElement,
  findElements,
  hasClass,
  isBlank,
  isHeading,
  outermostElements,
  textIn,
} from './elements.ts'

const holds = (element: Element, name: string): boolean =>
  findElement(element, (inner) => hasClass(inner, name)) !== undefined

const contentClasses = wordSet(
  'vp-doc theme-doc-markdown sl-markdown-content md-content__inner mdx-content rspress-doc',
)
const contentIds = wordSet('content main-content doc-content page-content apicontent')
const plainContentClasses = wordSet('content main-content col-content docs-body')

/** What documentation generators call the text of a page, best first. */
const contents: readonly ((element: Element, hasOneArticle: boolean) => boolean)[] = [
  // All of VitePress’s home page.
  (element) => hasClass(element, 'VPHome'),
  // A page of Starlight that begins with a hero, which stands outside of its text.
  (element) => element.tagName === 'main' && ['hero', 'sl-markdown-content'].every((name) => holds(element, name)),
  (element) => hasClass(element, contentClasses),
  (element) => String(element.properties.itemProp) === 'articleBody',
  (element) => element.tagName === 'main' || element.properties.role === 'main',
  // The article below the header of a section has the rest of what is said there.
  ({ tagName, children }, hasOneArticle) =>
    hasOneArticle && tagName === 'section' && ['header', 'article'].every((name) => children.some(isCalled(name))),
  // Several are parts of a page.
  (element, hasOneArticle) => isArticle(element) && hasOneArticle,
  (element) => contentIds.has(String(element.properties.id)) || hasClass(element, plainContentClasses),
  (element) => element.tagName === 'body',
]

const isCalled = (name: string) => (node: ElementContent) => node.type === 'element' && node.tagName === name

/**
 * The element that holds the text of a page.
 * @param title As the head of the document says it; by it the page's own heading is told from the name of its site.
 */
export function findContent(document: Root, title: string | null): Element {
  const hasOneArticle = outermostElements(document, isArticle).length === 1
  for (const isContent of contents) {
    const found = findElement(document, (element) => isContent(element, hasOneArticle))
    if (found && textIn(found).trim() !== '') return withOwnTitle(document, onlyArticle(found) ?? found, title)
  }
  return { type: 'element', tagName: 'body', properties: {}, children: [] }
}

/** The article that has the title of what is around it, beside which stand menus and the like. */
function onlyArticle(around: Element): Element | undefined {
  const article = findElement(around, isArticle)
  const title = findElement(around, isTitle)
  if (!article || !title || findElement(article, isTitle) !== title) return undefined
  const other = findElement(around, (element) => isArticle(element) && element !== article)
  return other === undefined ? article : undefined
}

const isArticle = ({ tagName }: Element): boolean => tagName === 'article'

const isTitle = ({ tagName }: Element): boolean => tagName === 'h1'

/**
 * The content with the heading that the document is called by: what stands before it is the name of the site, and where it
 * stands before the content, as in the pages of AsciiDoc, what is beside it belongs to the page.
 */
function withOwnTitle(document: Root, content: Element, title: string | null): Element {
  if (title === null) return content
  const own = ownTitle(document, title)
  const first = findElement(content, isTitle)
  if (!own || own === first) return content
  if (contains(content, own)) return first ? outermost(content, own, first) : content
  const beside = first ? own : outermost(document, own, content)
  return { ...content, children: [beside, ...content.children] }
}

/** The heading of the first rank that says the title; one that is none by its tag becomes one. */
function ownTitle(document: Root, title: string): Element | undefined {
  const said = (node: Element) => saidTitle(node, title) !== undefined
  const own = findElements(document, isTitle).findLast(said)
  if (own) return own
  const block = findElement(document, (node) => classesOf(node).some(isTitleClass) && !isHeading(node) && said(node))
  if (!block) return undefined
  const value = saidTitle(block, title) ?? title
  return Object.assign(block, element('h1', block.properties, [{ type: 'text', value }]))
}

/** Of Doxygen, Haddock and others. */
const isTitleClass = (name: string): boolean =>
  name === 'title' || name === 'caption' || name.endsWith('-title') || name.endsWith('_title')

const contains = (around: Nodes, wanted: Element): boolean =>
  findElement(around, (node) => node === wanted) !== undefined

/** The outermost element below `around` that holds one element and not another. */
function outermost(around: Nodes, wanted: Element, other: Element): Element {
  const holds = (node: Element) => node !== around && contains(node, wanted) && !contains(node, other)
  return findElement(around, holds) ?? wanted
}

/**
 * What a heading says when it says what the document is called, without numbers and the like: `git-stash(1)` of
 * `git-stash(1) Manual Page`, and “Install” where that is called `Install - Acme`, `Acme: Install` or `Install (Acme 2)`.
 */
function saidTitle(heading: Element, title: string): string | undefined {
  const [first] = heading.children
  // Groups stand beside the title of Doxygen.
  const own = first?.type === 'text' && !isHeading(heading) ? first.value : textIn(heading)
  const text = withoutCount(oneLine(own).replace(/[¶#]$/, '').trim())
  const name = withoutCount(title)
  if (text === '') return undefined
  if (text === `${name} Manual Page`) return name
  // Docusaurus calls the document by the Markdown of the heading.
  if (lettersOf(text) === lettersOf(name)) return /[*`]/.test(name) ? text : name
  const [whole, part] = [name.toLowerCase(), text.toLowerCase()]
  const isPart = [' - ', ': ', ' ('].some((sign) => whole.startsWith(part + sign)) || whole.endsWith(`: ${part}`)
  return isPart ? text : undefined
}

/** `5.3.5 Searching`, as Texinfo numbers it, without the number; beside a title that has none, it is none of a version. */
const withoutCount = (text: string): string =>
  withoutNumber(text).replace(/^\s*(?:(?:Chapter|Appendix)\s+\w{1,6}|\d+(?:\.\d+)*)\s+(?:-\s+)?(?=\S)/, '')

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '') || text

/**
 * The heading that the document is called by is of the first rank, which it is not in pages of DocBook, and says just that.
 * Where several headings are of the first rank and none says it, they are those of sections.
 */
export function nameTitle(root: Root, title: string | null): void {
  if (title === null) return
  const headings = findElements(root, isHeading)
  const said = (node: Element | undefined) => node !== undefined && saidTitle(node, title) !== undefined
  const [first] = headings
  const named = [first, ...headings.filter(isTitle), ...headings.filter(isOf('h2'))].find(said)
  if (named) {
    const text = saidTitle(named, title) ?? title
    named.tagName = 'h1'
    named.properties.dataTitle = true
    if (oneLine(textIn(named)) !== text) named.children = [{ type: 'text', value: text }]
  } else if (headings.filter(isTitle).length > 1) {
    root.children.unshift(element('h1', {}, [{ type: 'text', value: title }]))
  } else if (first && isAlone(first, headings) && startsWith(root, first)) {
    first.tagName = 'h1'
  }
}

/** Whether all headings below the first one have a lower rank. */
const isAlone = (first: Element, headings: readonly Element[]): boolean =>
  headings.every((heading) => heading === first || heading.tagName > first.tagName)

/** Whether no text stands above a heading. */
const startsWith = (node: Nodes, heading: Element): boolean => {
  const begin = findElement(
    node,
    (inner) => inner === heading || inner.children.some((child) => child.type === 'text' && !isBlank(child)),
  )
  return begin === heading
}

const isOf =
  (rank: string) =>
  ({ tagName }: Element): boolean =>
    tagName === rank
