import type { Node, Nodes } from 'mdast'
import { readFrontMatter } from '../../pages/readers/front-matter.ts'
import { type PageTree, parseTree } from '../../pages/readers/markdown/parse-tree.ts'
import { indentOf } from '../../pages/text-lines.ts'
import type { ValidationProblem } from '../documentation/problem.ts'
import { findUnclosedFences } from './unclosed-fences.ts'

/** A place that a page refers to. */
export interface PageReference {
  readonly url: string
  readonly kind: 'link' | 'image'
  readonly line: number
  readonly column: number
}

/** All that the checks need to know of one page. */
export interface PageFacts {
  readonly problems: readonly Omit<ValidationProblem, 'path'>[]
  readonly references: readonly PageReference[]
  /** Anchors as `foldAnchor` writes them. */
  readonly anchors: ReadonlySet<string>
  /** True when parts of the page come from elsewhere, and it may have anchors that are not seen here. */
  readonly isOpen: boolean
  readonly title: string | null
  readonly slug: string | null
  readonly id: string | null
}

/** Reads one page. @throws Error a sentence for one that the parser would take too long for */
export function readPageFacts(path: string, text: string): PageFacts {
  const tree = parseTree({ path, text })
  const problems: Omit<ValidationProblem, 'path'>[] = tree.problems.map((problem) => ({
    line: problem.line ?? 1,
    column: problem.column ?? 1,
    rule: 'mdx',
    message: problem.reason,
  }))
  const matter = readMatter(tree, text, problems)
  const lack = lackOf(path, tree, matter.title)
  if (lack) problems.push({ line: 1, column: 1, rule: 'page', message: lack })
  problems.push(...findUnclosedFences(tree))
  const references: PageReference[] = []
  const anchors = new Set<string>()
  const lines = { read: tree.prepared.text.split('\n'), original: text.split(/\r\n|\n|\r/) }
  const collect = (node: Nodes): void => {
    references.push(...referencesOf(node).map((found) => moveToFile(found, lines.read, lines.original)))
    for (const anchor of anchorsOf(node, tree)) anchors.add(foldAnchor(anchor))
    if ('children' in node) for (const child of node.children) collect(child)
  }
  collect(tree.root)
  for (const [, , id] of text.matchAll(/(?:\b(?:id|name|permalink|anchor)=(["'{`]+)|\{:?[^}\n]*#)([\w.:-]+)/g))
    anchors.add(foldAnchor(id ?? ''))
  return { problems, references, anchors, isOpen: includes.test(text), ...matter }
}

/** Content of other files, and reference pages that a generator makes out of code. */
const includes =
  /<!--\s*@include|--8<--|^\s*\{%-?\s*include|^:::\s+[\w-]+\.[\w.-]+\s*$|^import\s.+\.mdx?['"]|<Snippet\b|^\{\*|^\{\{#include/m

function readMatter(tree: PageTree, text: string, problems: Omit<ValidationProblem, 'path'>[]) {
  const node = tree.root.children[0]
  if (node?.type === 'yaml') {
    const { frontMatter, problem } = readFrontMatter(node.value)
    const above = node.position?.start.line ?? 1
    if (problem) {
      problems.push({
        line: above + problem.line,
        column: problem.column,
        rule: 'front-matter',
        message: problem.reason,
      })
    }
    const id = /^id:\s*["']?([^"'\s#]+)/m.exec(node.value)?.[1] ?? null
    return { title: frontMatter.title ?? firstHeading(tree), slug: frontMatter.slug, id }
  }
  if (/^\uFEFF?---[ \t]*\r?\n[\w-]+:/.test(text)) {
    const message = 'The front matter is opened by --- and never closed.'
    problems.push({ line: 1, column: 1, rule: 'front-matter', message })
  }
  return { title: firstHeading(tree), slug: null, id: null }
}

/** Front matter that makes a page by itself, without a text below it. */
const complete = /^(?:openapi|asyncapi|api|url|redirect\w*|layout|template|type|hero|content)\b/m

/** What a reader would miss first: anything to read, or what the page is called. Parts of pages need neither. */
function lackOf(path: string, { root }: PageTree, title: string | null): string | null {
  const [first, ...rest] = root.children
  const matter = first?.type === 'yaml' ? first.value : ''
  if (complete.test(matter) || /(?:^|\/)(?:_|(?:snippets|partials|includes)\/)/.test(path)) return null
  if (first === undefined || (matter !== '' && rest.length === 0)) return 'The page is empty.'
  return title === null && !hasHeading(root)
    ? 'The page has no title: neither in its front matter nor a heading.'
    : null
}

/** Headings of HTML and of components count. */
const hasHeading = (node: Nodes): boolean => {
  if (node.type === 'heading') return true
  if (node.type === 'html') return /<h1[\s>]/i.test(node.value)
  if (node.type === 'mdxJsxFlowElement' && /^h1$/i.test(node.name ?? '')) return true
  return 'children' in node && node.children.some((child) => hasHeading(child))
}

function firstHeading({ root }: PageTree): string | null {
  const heading = root.children.find((node) => node.type === 'heading')
  return heading ? textOf(heading) : null
}

function referencesOf(node: Nodes): PageReference[] {
  const start = node.position?.start ?? { line: 1, column: 1 }
  const at = (url: string, kind: PageReference['kind']): PageReference => ({
    url,
    kind,
    line: start.line,
    column: start.column,
  })
  switch (node.type) {
    case 'link':
    case 'definition':
      return [at(node.url, isImage(node.url) && node.type === 'definition' ? 'image' : 'link')]
    case 'image':
      return [at(node.url, 'image')]
    case 'html':
      return htmlReferences(node.value, start)
    case 'mdxJsxFlowElement':
    case 'mdxJsxTextElement':
      return node.attributes.flatMap((attribute) => {
        if (attribute.type !== 'mdxJsxAttribute' || typeof attribute.value !== 'string') return []
        if (attribute.name === 'href' || attribute.name === 'to') return [at(attribute.value, 'link')]
        return attribute.name === 'src' && isImage(attribute.value) ? [at(attribute.value, 'image')] : []
      })
    default:
      return []
  }
}

const isImage = (url: string): boolean => /\.(?:png|jpe?g|gif|svg|webp|avif|ico)(?:$|[?#])/i.test(url)

function htmlReferences(html: string, start: { line: number; column: number }): PageReference[] {
  const references: PageReference[] = []
  const tags = html.replace(/<!--.*?-->/gs, (comment) => comment.replace(/[^\n]/g, ' '))
  for (const match of tags.matchAll(/<(a|img)\b[^>]*?\s(?:href|src)=(?:"([^"]*)"|'([^']*)')/gi)) {
    const before = tags.slice(0, match.index).split('\n')
    references.push({
      url: match[2] ?? match[3] ?? '',
      kind: match[1]?.toLowerCase() === 'img' ? 'image' : 'link',
      line: start.line + before.length - 1,
      column: (before.length === 1 ? start.column : 1) + (before.at(-1)?.length ?? 0),
    })
  }
  return references
}

/** Columns of lines whose indentation was taken away to be read are moved back. */
function moveToFile(reference: PageReference, read: readonly string[], original: readonly string[]): PageReference {
  const indent = (lines: readonly string[]) => indentOf(lines[reference.line - 1] ?? '')
  const moved = indent(original) - indent(read)
  return moved > 0 ? { ...reference, column: reference.column + moved } : reference
}

/** Attributes that never become an anchor; accordions, steps, tabs and parameters make theirs out of many others. */
const notAnchoring = new Set(['href', 'to', 'src', 'className', 'class', 'style', 'alt'])

function anchorsOf(node: Nodes, tree: PageTree): string[] {
  if (node.type === 'heading') {
    const explicit = tree.prepared.headingIds.get(node.position?.start.line ?? 0)
    return explicit === undefined ? [textOf(node)] : [explicit, textOf(node)]
  }
  if (node.type === 'html') {
    const heading = /<h[1-6][^>]*>(.*?)<\/h[1-6]>/is.exec(node.value)?.[1]
    return heading === undefined ? [] : [heading.replace(/<[^>]*>/g, '')]
  }
  if (node.type !== 'mdxJsxFlowElement' && node.type !== 'mdxJsxTextElement') return []
  const isHeading = /^h[1-6]$/i.test(node.name ?? '')
  const given = node.attributes.flatMap((attribute) =>
    attribute.type === 'mdxJsxAttribute' && typeof attribute.value === 'string' && !notAnchoring.has(attribute.name)
      ? [attribute.value, `param-${attribute.value}`]
      : [],
  )
  return isHeading ? [...given, textOf(node)] : given
}

function textOf(node: Node): string {
  if ('value' in node && typeof node.value === 'string') return node.value
  if ('alt' in node && typeof node.alt === 'string') return node.alt
  return 'children' in node && Array.isArray(node.children) ? node.children.map(textOf).join('') : ''
}

/**
 * Letters and digits of an anchor or a heading. Each generator makes anchors in its own way; what none of them keeps or
 * drops differently is enough to see whether there is such a heading.
 */
export const foldAnchor = (anchor: string): string =>
  anchor
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
