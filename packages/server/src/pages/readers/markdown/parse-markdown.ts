import type { BlockContent, Root } from 'mdast'
import { linkFrom } from '../../links.ts'
import type { PageProblem, PageText } from '../../page.ts'
import { jsonMatterIn, noFrontMatter, readFrontMatter, readTomlFrontMatter } from '../front-matter.ts'
import { withSnippetLines } from '../include-lines.ts'
import { includeProblems } from '../include-problems.ts'
import type { Includes } from '../includes.ts'
import type { ReducedPage } from '../reduced-page.ts'
import { withSphinxIncludes } from '../restructured-text/sphinx-includes.ts'
import { isPandoc, parseTree } from './parse-tree.ts'
import type { UnshownText } from './prepare.ts'
import { type PageSource, reducePage } from './reduce.ts'

/** Reads a page of Markdown or MDX. MDX that doesn't parse is reported, and read as plain Markdown. */
export function parseMarkdown(page: PageText): ReducedPage {
  const { includes } = page
  const linkTo = linkFrom(page.path)
  const json = jsonMatterIn(page.text)
  const body = json === undefined ? page.text : json.replace(/[^\n]+/g, '') + page.text.slice(json.length)
  const text = withSphinxIncludes(withSnippetLines(body), includes)
  const { root, prepared, problems, isMdx } = parseTree({ ...page, text })
  const matter = json === undefined ? frontMatterOf(root, problems) : readFrontMatter(json).frontMatter
  const { hasTemplates, attributes, references } = page
  const path = isPandoc(page.path) ? 'part.qmd' : 'part.md'
  const format = isMdx ? 'mdx' : 'md'
  const parse = (part: string, within: Includes | undefined) =>
    parsePart({ path, text: part, includes: within, format, hasTemplates, attributes, references })
  const unshown = [...prepared.unshown]
  const leave = (left: UnshownText) => void unshown.push(left)
  const blocks = withoutBanner(reducePage(root, { ...prepared, linkTo, includes, parse, leave }))
  problems.push(...includeProblems(includes, page.text), ...unshownProblems(unshown))
  const [first] = blocks
  const start = first?.type === 'heading' && first.depth === 1 ? 1 : 0
  if (matter.home) blocks.splice(start, 0, ...reducePart(matter.home, linkTo))
  return { blocks, matter, problems, anchors: page.anchors ?? 'github' }
}

/** One problem for each kind of what is not shown, and for each of the first components, with the line of the first. */
function unshownProblems(unshown: readonly UnshownText[]): PageProblem[] {
  const components = Map.groupBy(
    unshown.filter(({ text }) => text.startsWith('<')),
    ({ text }) => text,
  )
  const told = [...components].slice(0, mostComponents)
  const names = new Set(told.map(([name]) => name))
  return [
    ...told.map(([name, [first]]) => ({ line: first?.line ?? null, column: null, reason: `“${name}” is ${unsaid}` })),
    ...kindProblems(unshown.filter(({ text }) => !names.has(text))),
  ]
}

const mostComponents = 5
const unsaid = 'not shown as readers see it: nothing in the repository says what that is.'

function kindProblems(unshown: readonly UnshownText[]): PageProblem[] {
  const kindOf = ({ text }: UnshownText) =>
    /^\{\{(?![<%#])|^\{%[ \t]*\$/.test(text)
      ? 'value'
      : /^\{(?:%(?!-?[ \t]*include)|\{[<%])/.test(text)
        ? 'tag'
        : /^(?:!\[\[|\{(?![{%!*#])|<[A-Z])/.test(text)
          ? 'script'
          : 'include'
  const said = {
    value: 'shown as “[…]”: nothing says what that stands for.',
    tag: 'not shown: nothing says what readers see there.',
    script: unsaid,
    include: 'not shown: the file that it includes is not known.',
  }
  return [...Map.groupBy(unshown, kindOf)].flatMap(([kind, [first, ...more]]) => {
    if (!first) return []
    const count = more.length === 0 ? ' is' : ` and ${more.length === 1 ? 'one' : more.length} more like it are`
    return [{ line: first.line, column: null, reason: `“${first.text}”${count} ${said[kind]}` }]
  })
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
  const { root, ...prepared } = parsePart({ path: 'part.md', text, format: 'md' })
  return reducePage(root, { ...prepared, linkTo })
}

/** A file that a page shows as its own. */
function parsePart({ text, ...page }: PageText) {
  const whole = withSphinxIncludes(withSnippetLines(text), page.includes)
  const { root, prepared } = parseTree({ ...page, text: whole })
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
