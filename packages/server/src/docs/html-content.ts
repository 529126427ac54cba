import type { Element, Nodes, Root } from 'hast'
import { withoutNumber } from './html-clean.ts'
import { classMatches, findElement, textIn } from './html-elements.ts'
import { oneLine } from './page-text.ts'

const holds = (element: Element, name: RegExp): boolean =>
  findElement(element, (inner) => classMatches(inner, name)) !== undefined

/** What documentation generators call the text of a page, best first. */
const contents: readonly ((element: Element) => boolean)[] = [
  // All of VitePress’s home page.
  (element) => classMatches(element, /^VPHome$/),
  // A page of Starlight that begins with a hero, which stands outside of its text.
  (element) => element.tagName === 'main' && [/^hero$/, /^sl-markdown-content$/].every((name) => holds(element, name)),
  (element) =>
    classMatches(
      element,
      /^(?:vp-doc|theme-doc-markdown|sl-markdown-content|md-content__inner|mdx-content|rspress-doc)$/,
    ),
  (element) => String(element.properties.itemProp) === 'articleBody',
  (element) => element.tagName === 'main' || element.properties.role === 'main',
  (element) => element.tagName === 'article',
  (element) =>
    /^(?:main-)?content$/.test(String(element.properties.id)) || classMatches(element, /^(?:main-|col-)?content$/),
  (element) => element.tagName === 'body',
]

/**
 * The element that holds the text of a page.
 * @param title As the head of the document says it; by it the page's own heading is told from the name of its site.
 */
export function findContent(document: Root, title: string | null): Element {
  for (const isContent of contents) {
    const found = findElement(document, isContent)
    if (found && textIn(found).trim() !== '') return withOwnTitle(document, onlyArticle(found) ?? found, title)
  }
  return { type: 'element', tagName: 'body', properties: {}, children: [] }
}

/** The article that has the title of what is around it, beside which stand menus and the like. */
function onlyArticle(around: Element): Element | undefined {
  const isArticle = ({ tagName }: Element) => tagName === 'article'
  const article = findElement(around, isArticle)
  const title = findElement(around, isTitle)
  if (!article || !title || findElement(article, isTitle) !== title) return undefined
  const other = findElement(around, (element) => isArticle(element) && element !== article)
  return other === undefined ? article : undefined
}

const isTitle = ({ tagName }: Element): boolean => tagName === 'h1'

/**
 * The content with the heading that the document is called by: what stands before it is the name of the site, and where it
 * stands before the content, as in the pages of AsciiDoc, what is beside it belongs to the page.
 */
function withOwnTitle(document: Root, content: Element, title: string | null): Element {
  const first = findElement(content, isTitle)
  const own = title === null ? undefined : findElement(document, (node) => isTitle(node) && saysTitle(node, title))
  if (!own || own === first) return content
  if (contains(content, own)) return first ? outermost(content, own, first) : content
  return first ? content : { ...content, children: [outermost(document, own, content), ...content.children] }
}

const contains = (around: Nodes, wanted: Element): boolean =>
  findElement(around, (node) => node === wanted) !== undefined

/** The outermost element below `around` that holds one element and not another. */
function outermost(around: Nodes, wanted: Element, other: Element): Element {
  const holds = (node: Element) => node !== around && contains(node, wanted) && !contains(node, other)
  return findElement(around, holds) ?? wanted
}

/** `git-stash(1) Manual Page` is `git-stash(1)`, and `Install - Acme` is “Install”. */
const saysTitle = (heading: Element, title: string): boolean => {
  const text = withoutNumber(oneLine(textIn(heading)).replace(/[¶#]$/, '').trim())
  return text === title || text === `${title} Manual Page` || title.startsWith(`${text} - `)
}

/** The heading that the document is called by is of the first rank, which it is not in pages of DocBook, and says just that. */
export function nameTitle(root: Root, title: string | null): void {
  const first = findElement(root, ({ tagName }) => /^h[1-6]$/.test(tagName))
  if (!first || title === null || !saysTitle(first, title)) return
  first.tagName = 'h1'
  if (oneLine(textIn(first)).length > title.length) first.children = [{ type: 'text', value: title }]
}
