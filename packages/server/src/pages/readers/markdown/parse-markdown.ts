import type { BlockContent, Root } from 'mdast'
import { linkFrom } from '../../links.ts'
import type { PageProblem, PageText } from '../../page.ts'
import { noFrontMatter, readFrontMatter, readTomlFrontMatter } from '../front-matter.ts'
import { includeProblems } from '../include-problems.ts'
import { withSnippetLines } from '../includes.ts'
import type { ReducedPage } from '../reduced-page.ts'
import { withSphinxIncludes } from '../restructured-text/sphinx-includes.ts'
import type { MarkdownFormat } from './markdown-format.ts'
import { parseTree } from './parse-tree.ts'
import { type PageSource, reducePage } from './reduce.ts'

/** Reads a page of Markdown or MDX. MDX that doesn't parse is reported, and read as plain Markdown. */
export function parseMarkdown(page: PageText): ReducedPage {
  const { includes } = page
  const linkTo = linkFrom(page.path)
  const text = withSphinxIncludes(withSnippetLines(page.text), includes)
  const { root, prepared, problems, isMdx } = parseTree({ ...page, text })
  problems.push(...includeProblems(includes))
  const matter = frontMatterOf(root, problems)
  const parse = (part: string) => parsePart(part, isMdx ? 'mdx' : 'md')
  const blocks = withoutBanner(reducePage(root, { ...prepared, linkTo, includes, parse }))
  const [first] = blocks
  const start = first?.type === 'heading' && first.depth === 1 ? 1 : 0
  if (matter.home) blocks.splice(start, 0, ...reducePart(matter.home, linkTo))
  return { blocks, matter, problems, anchors: page.anchors ?? 'github' }
}

/** The name of the product stands above the title of each page in some repositories: as HTML, which centres it. */
function withoutBanner(blocks: BlockContent[]): BlockContent[] {
  const [banner, title, ...rest] = blocks
  const isBanner = banner?.type === 'heading' && banner.depth === 1 && banner.data?.named === null
  if (!isBanner || title?.type !== 'heading' || title.data?.named === null) return blocks
  return [{ ...title, depth: 1 }, ...rest]
}

/** Markdown that the front matter of a page holds. */
function reducePart(text: string, linkTo: PageSource['linkTo']): BlockContent[] {
  const { root, ...prepared } = parsePart(text, 'md')
  return reducePage(root, { ...prepared, linkTo })
}

/** A file that a page shows as its own. */
function parsePart(text: string, format: MarkdownFormat) {
  const { root, prepared } = parseTree({ path: 'part.md', text, format })
  return { root, ...prepared }
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
