import type { BlockContent, Heading, Literal, Root } from 'mdast'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { VFileMessage } from 'vfile-message'
import { type AnchorStyle, createAnchors } from './anchors.ts'
import { readAsciiDoc } from './asciidoc/asciidoc.ts'
import { withIncludes } from './asciidoc/includes.ts'
import { writeMarkdown } from './block-markdown.ts'
import { codeOf, proseOf, textOf } from './block-text.ts'
import { cutSection, passageHeading } from './cut-section.ts'
import { type FrontMatter, noFrontMatter, readFrontMatter, readTomlFrontMatter } from './front-matter.ts'
import { nameOf } from './headings.ts'
import { parseHtml } from './html/html.ts'
import type { Includes } from './includes.ts'
import { linkFrom } from './links.ts'
import { blocksOf, inlinesOf } from './markdown/blocks-of.ts'
import { type MarkdownFormat, readingOf } from './markdown/markdown-format.ts'
import { showConstants } from './markdown/mdx-constants.ts'
import { withoutComments, withoutMdx } from './markdown/mdx-remains.ts'
import { type PreparedText, prepareText } from './markdown/prepare.ts'
import { type PageSource, reducePage } from './markdown/reduce.ts'
import type { PageProblem, ParsedPage, ParsedSection } from './page.ts'
import { readRestructuredText } from './restructured-text/restructured-text.ts'
import { withSphinxIncludes } from './restructured-text/sphinx-includes.ts'
import type { SphinxReferences } from './restructured-text/sphinx-references.ts'
import { oneLine } from './text-lines.ts'

declare module 'mdast' {
  interface FrontmatterContentMap {
    toml: Toml
  }
  interface RootContentMap {
    toml: Toml
  }
}

interface Toml extends Literal {
  type: 'toml'
}

const noText = 'It has no text. What JavaScript writes into a page in the browser is not read.'

const base = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter, ['yaml', 'toml'])
const markdown = base().freeze()
const mdx = base().use(remarkMdx).freeze()

/** A page as the Markdown parser sees it. Lines are those of the file. */
export interface PageTree {
  root: Root
  prepared: PreparedText
  isMdx: boolean
  /** Of the MDX, when that had to be read as plain Markdown. */
  problems: PageProblem[]
}

/** Parses one Markdown or MDX page, and keeps where in the file everything stands. */
export function parseTree(page: PageText): PageTree {
  const text = page.text.replace(/^\uFEFF/, '')
  const { isMdx, hasComments, isSure } = readingOf(page.path, text, page.format)
  const read = (written: string, asMdx: boolean) => {
    const prepared = prepareText(written, { mdx: asMdx, includes: page.includes, references: page.references })
    const root = (asMdx ? mdx : markdown).parse(prepared.text)
    if (asMdx) showConstants(root, page.includes)
    return { root, prepared, isMdx: asMdx, problems: [] }
  }
  if (!isMdx) return read(text, false)
  try {
    return read(hasComments ? withoutComments(text) : text, true)
  } catch (error) {
    return { ...read(withoutMdx(text), false), problems: isSure ? [mdxProblem(error)] : [] }
  }
}

/** A page to be read. */
export interface PageText {
  path: string
  text: string
  anchors?: AnchorStyle | undefined
  /** How its site reads Markdown. */
  format?: MarkdownFormat | undefined
  /** Whether search finds pages of its site that are hidden otherwise. */
  showsHidden?: boolean | undefined
  /** Of AsciiDoc, and what reStructuredText writes between two `|`, which its site sets. */
  attributes?: Readonly<Record<string, string>> | undefined
  /** The files that it shows as its own. */
  includes?: Includes | undefined
  /** What its references lead to on other pages. */
  references?: SphinxReferences | undefined
}

/**
 * Reads one page: Markdown, MDX, HTML, AsciiDoc or reStructuredText. Never throws for what a page contains: MDX that does not parse is reported and read
 * as plain Markdown.
 * @param page `path` is the file below its source, with forward slashes; its extension decides how it is read. `anchors`:
 *   how headings that name none get theirs; GitHub’s way when left out.
 */
export function parsePage(page: PageText): ParsedPage {
  const linkTo = linkFrom(page.path)
  if (/\.html?$/i.test(page.path)) {
    const { root, frontMatter, documentTitle } = parseHtml(page.text)
    const blocks = reducePage(root, { text: '', headingIds: new Map(), linkTo })
    const problems = blocks.length > 0 ? [] : [{ line: null, column: null, reason: noText }]
    return pageOf({ path: page.path, blocks, matter: frontMatter, documentTitle, problems, isPublished: true })
  }
  const { includes } = page
  const { root, prepared, problems, isMdx } = parseTree({ ...page, text: readMarkup(page) })
  for (const [, include] of includes ?? []) {
    if ('reason' in include) problems.push({ line: null, column: null, reason: include.reason })
  }
  const matter = frontMatterOf(root, problems)
  const blocks = withoutBanner(
    reducePage(root, {
      ...prepared,
      linkTo,
      includes,
      parse: (text: string) => parseIncluded(text, isMdx ? 'mdx' : 'md'),
    }),
  )
  // All headings of AsciiDoc name theirs but the title, which has none.
  const anchors = isAsciiDoc.test(page.path) ? 'nextra' : page.anchors
  const [first] = blocks
  const start = first?.type === 'heading' && first.depth === 1 ? 1 : 0
  if (matter.home) blocks.splice(start, 0, ...reduceHome(matter.home, linkTo))
  return pageOf({ path: page.path, blocks, matter, problems, anchors, showsHidden: page.showsHidden })
}

/** The name of the product stands above the title of each page in some repositories: as HTML, which centres it. */
function withoutBanner(blocks: BlockContent[]): BlockContent[] {
  const [banner, title, ...rest] = blocks
  const isBanner = banner?.type === 'heading' && banner.depth === 1 && banner.data?.named === null
  if (!isBanner || title?.type !== 'heading' || title.data?.named === null) return blocks
  return [{ ...title, depth: 1 }, ...rest]
}

const isAsciiDoc = /\.a(?:scii)?doc$/i

function reduceHome(text: string, linkTo: PageSource['linkTo']): BlockContent[] {
  const { root, prepared } = parseTree({ path: 'home.md', text, format: 'md' })
  return reducePage(root, { ...prepared, linkTo })
}

function parseIncluded(text: string, format: MarkdownFormat) {
  const { root, prepared } = parseTree({ path: 'included.md', text, format })
  return { root, ...prepared }
}

/** The Markdown of a page that may be written in another markup. */
function readMarkup({ path, text, references, attributes, includes }: PageText): string {
  if (isAsciiDoc.test(path)) return readAsciiDoc(withIncludes(text, includes), attributes)
  const whole = withSphinxIncludes(text, includes)
  if (!/\.rst$/i.test(path)) return whole
  const substitutions = Object.entries(attributes ?? {}).map(([name, value]) => `.. |${name}| replace:: ${value}\n`)
  return readRestructuredText([...substitutions, whole].join('\n'), references)
}

function pageOf(page: {
  path: string
  blocks: readonly BlockContent[]
  matter: FrontMatter
  documentTitle?: string | null
  problems: PageProblem[]
  anchors?: AnchorStyle | undefined
  showsHidden?: boolean | undefined
  /** True for a page as readers get it: then a heading that names no id has none. */
  isPublished?: boolean
}): ParsedPage {
  const { path, blocks, matter, documentTitle, problems, isPublished = false } = page
  const first = blocks.find((block) => block.type === 'heading')
  const heading = first?.depth === 1 ? headingText(first) : ''
  // “Install | Acme docs” is meant for tabs of browsers and for search engines, where the page itself has a title.
  const title = matter.title && !(heading && /\s\|\s/.test(matter.title)) ? matter.title : heading
  const name = title || documentTitle || matter.label || titleFromPath(path)
  return {
    title: name,
    description: matter.description,
    slug: matter.slug,
    version: matter.version,
    language: matter.language,
    tags: matter.tags,
    draft: matter.draft || (matter.hidden && !page.showsHidden),
    sections: sectionsOf(blocks, name, { isPublished, anchors: page.anchors }),
    problems,
  }
}

function frontMatterOf(root: Root, problems: PageProblem[]) {
  const node = root.children[0]
  if (node?.type !== 'yaml' && node?.type !== 'toml') return noFrontMatter
  const read = node.type === 'toml' ? readTomlFrontMatter : readFrontMatter
  const { frontMatter, problem } = read(node.value)
  const above = node.position?.start.line ?? 1
  if (problem) problems.push({ line: above + problem.line, column: problem.column, reason: problem.reason })
  return frontMatter
}

function mdxProblem(error: unknown): PageProblem {
  if (!(error instanceof VFileMessage)) return { line: null, column: null, reason: `The MDX is not valid: ${error}` }
  // What is missing at the end of a file has no place of its own; the sentence then names where it began.
  const [, line, column] = /\((\d+):(\d+)/.exec(error.reason)?.map(Number) ?? []
  const reason = `The MDX is not valid: ${error.reason}`
  return { line: error.line ?? line ?? null, column: error.column ?? column ?? null, reason }
}

const emptySection: ParsedSection = {
  heading: null,
  anchor: null,
  breadcrumbs: [],
  blocks: [],
  content: '',
  prose: '',
  code: '',
}

function sectionsOf(
  blocks: readonly BlockContent[],
  title: string,
  { isPublished, anchors }: { isPublished: boolean; anchors: AnchorStyle | undefined },
): ParsedSection[] {
  const anchorOf = createAnchors(anchors ?? 'github')
  const slugOf = ({ depth, data }: Heading, text: string) =>
    isPublished || data?.named === null ? null : anchorOf({ depth, name: data?.named ?? nameOf(text) })
  const sections: ParsedSection[] = []
  const above: { depth: number; text: string }[] = []
  let heading: Heading | undefined
  let start = 0
  const close = (end: number) => {
    const body = blocks.slice(start, end)
    if (!heading && body.length === 0) return
    const text = heading ? headingText(heading) : null
    const isTitle = !heading || (heading.depth === 1 && sections.length === 0)
    const { names = [] } = heading?.data ?? {}
    // Of nothing but signs nothing is made.
    const anchor = (heading && text !== null && (heading.data?.anchor ?? slugOf(heading, text))) || (names[0] ?? null)
    const others = names.filter((name) => name !== anchor)
    const path = isTitle ? [title] : [title, ...above.map((entry) => entry.text), ...(text === null ? [] : [text])]
    const passages = cutSection(blocksOf(body))
    // What is named is not what the heading says.
    if (heading && passages[0]?.name) passages.unshift({ blocks: [] })
    for (const [part, { name, blocks: below }] of passages.entries()) {
      const isFirst = part === 0 && !name
      const [own] = isFirst && !isTitle && heading ? blocksOf([heading]) : []
      const head = name ? passageHeading(name, heading?.depth ?? 1) : own
      const all = head ? [head, ...below] : below
      sections.push({
        heading: name ? oneLine(textOf(name)) : isTitle && !isFirst ? null : text,
        anchor,
        ...(isFirst && others.length > 0 && { names: others }),
        breadcrumbs: name ? path : isTitle ? (isFirst ? [] : path) : path.slice(0, -1),
        blocks: all,
        content: writeMarkdown(all),
        prose: proseOf(below),
        code: codeOf(below),
      })
    }
    if (heading && text && !isTitle) above.push({ depth: heading.depth, text })
  }
  for (const [index, block] of blocks.entries()) {
    if (block.type !== 'heading') continue
    close(index)
    heading = block
    start = index + 1
    while ((above.at(-1)?.depth ?? 0) >= block.depth) above.pop()
  }
  close(blocks.length)
  // A page without text is still found by its title.
  return sections.length > 0 ? sections : [emptySection]
}

const headingText = (heading: Heading): string => oneLine(textOf(inlinesOf(heading.children)))

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
