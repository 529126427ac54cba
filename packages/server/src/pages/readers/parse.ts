import { isAsciiDoc } from '../links.ts'
import type { PageText, ParsedPage } from '../page.ts'
import { parseHtmlPage } from './html/parse-html-page.ts'
import { findLeftovers } from './leftovers.ts'
import { headingText, makeSections } from './make-sections.ts'
import { parseMarkdown } from './markdown/parse-markdown.ts'
import { parseNotebook } from './markdown/parse-notebook.ts'
import type { ReducedPage } from './reduced-page.ts'
import { parseRestructuredText } from './restructured-text/parse-restructured-text.ts'

/**
 * Reads one page of Markdown, MDX, HTML or reStructuredText: its text becomes a tree, the tree plain blocks, and the blocks
 * sections. Never throws for what a page contains. AsciiDoc is read by `readPage`.
 */
export const parsePage = (page: PageText): ParsedPage => makePage(page, reduceText(page))

function reduceText(page: PageText): ReducedPage {
  if (isAsciiDoc(page.path)) throw new Error(`${page.path} is AsciiDoc, which only readPage reads.`)
  if (/\.html?$/i.test(page.path)) return parseHtmlPage(page)
  if (/\.ipynb$/i.test(page.path)) return parseNotebook(page)
  return /\.rst$/i.test(page.path) ? parseRestructuredText(page) : parseMarkdown(page)
}

/** Makes a page of its blocks. */
export function makePage({ path, text, showsHidden, hasTemplates }: PageText, reduced: ReducedPage): ParsedPage {
  const { blocks, matter, documentTitle, problems, anchors } = reduced
  const first = blocks.find((block) => block.type === 'heading')
  const heading = first?.depth === 1 ? headingText(first) : ''
  // “Install | Acme docs” is meant for tabs of browsers and for search engines, where the page itself has a title.
  const title = matter.title && !(heading && /\s\|\s/.test(matter.title)) ? matter.title : heading
  const name = title || documentTitle || matter.label || titleFromPath(path)
  const sections = makeSections(blocks, { title: name, anchors })
  return {
    title: name,
    description: matter.description,
    slug: matter.slug,
    version: matter.version,
    language: matter.language,
    tags: matter.tags,
    draft: matter.draft || (matter.hidden && !showsHidden),
    sections,
    problems: [...problems, ...findLeftovers(sections, text, hasTemplates === true)],
  }
}

/** `guides/02-getting-started.md` is “Getting started”; an index page has its folder's name. */
function titleFromPath(file: string): string {
  const names = file
    .replace(/\.[^./]+$/, '')
    .split('/')
    .filter((name) => !/^(?:index|_index|readme)$/i.test(name))
  const words = (names.at(-1) ?? 'Home')
    .replace(/^\d+[-_. ]+/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
