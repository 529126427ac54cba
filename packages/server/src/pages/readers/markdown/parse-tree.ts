import type { Literal, Root } from 'mdast'
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdx from 'remark-mdx'
import remarkParse from 'remark-parse'
import { type Processor, unified } from 'unified'
import { VFileMessage } from 'vfile-message'
import type { PageProblem, PageText } from '../../page.ts'
import { checkMarks } from './check-marks.ts'
import { isMasked, showFormulas } from './formulas.ts'
import { readingOf } from './markdown-format.ts'
import { pageConstants, showValues } from './mdx-constants.ts'
import { showLists } from './mdx-lists.ts'
import { withoutComments, withoutMdx, withoutPrivateText, withoutTagExpressions } from './mdx-remains.ts'
import { mdxScripts } from './mdx-scripts.ts'
import { pageValues } from './page-values.ts'
import { parseInParts } from './parse-parts.ts'
import { type PreparedText, prepareText } from './prepare.ts'

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

/**
 * Leaves out what looks for addresses in a tree after the tokenizer has found them: it takes a twelfth of the parsing, and of
 * real pages it makes links of hardly any text.
 */
function tokenizedLinks(this: Processor): void {
  const { fromMarkdownExtensions: extensions = [] } = this.data()
  this.data(
    'fromMarkdownExtensions',
    extensions.flat().map((extension) => ({ ...extension, transforms: [] })),
  )
}

/** Emphasis and deletions beside the letters and signs of Chinese, Japanese and Korean, as in `**注意：**请`, which CommonMark takes for none. */
function wideEmphasis(this: Processor): void {
  const { micromarkExtensions: extensions = [] } = this.data()
  this.data('micromarkExtensions', [
    ...extensions,
    cjkFriendlyExtension(),
    gfmStrikethroughCjkFriendly({ singleTilde: false }),
  ])
}

// One tilde is a sign of ranges and of “about”: `1~2` and `3~4` strike nothing out.
const base = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(tokenizedLinks)
  .use(wideEmphasis)
  .use(remarkFrontmatter, ['yaml', 'toml'])
const markdown = base().freeze()
const mdx = base().use(remarkMdx, { acorn: mdxScripts }).freeze()

/** A page as the Markdown parser sees it. Lines are those of the file. */
export interface PageTree {
  root: Root
  prepared: PreparedText
  isMdx: boolean
  /** Of the MDX, when that had to be read as plain Markdown. */
  problems: PageProblem[]
}

/**
 * Parses one Markdown or MDX page, and keeps where in the file everything stands.
 *
 * @throws Error a sentence for a page that the parser would take too long for
 */
export function parseTree(page: PageText): PageTree {
  const text = withRule(page.text.replace(/^\uFEFF/, ''))
  const { isMdx, hasComments, isSure } = readingOf(page.path, text, page.format)
  const read = (written: string, asMdx: boolean) => {
    const { includes, references, hasTemplates, attributes: values } = page
    const ownValues = asMdx ? undefined : pageValues(written)
    const isVault = page.format === 'obsidian'
    const templates = { hasTemplates, values, ownValues, isPandoc: isPandoc(page.path), isVault }
    const prepared = prepareText(written, { mdx: asMdx, includes, references, ...templates })
    checkMarks(prepared.text)
    const root = asMdx ? mdx.parse(prepared.text) : parseInParts(prepared.text, (part) => markdown.parse(part))
    if (isMasked(prepared.text)) showFormulas(root)
    if (asMdx) {
      const constants = pageConstants(root, page.includes)
      showLists(root, constants)
      showValues(root, constants)
    }
    return { root, prepared, isMdx: asMdx, problems: [] }
  }
  if (!isMdx) return read(withoutTagExpressions(withoutPrivateText(text, page.format === 'obsidian')), false)
  try {
    const written = withoutCodeBlocks(text)
    return read(hasComments ? withoutComments(written) : written, true)
  } catch (error) {
    return { ...read(withoutMdx(text), false), problems: isSure ? [mdxProblem(error)] : [] }
  }
}

/** Front matter that a line of dots ends, as YAML may be ended, with a line of dashes in its place. */
const withRule = (text: string): string => text.replace(endOfMatter, '$1---')

const endOfMatter =
  /^(---[ \t]*\r?\n(?:(?!---[ \t]*\r?\n|\.\.\.[ \t]*\r?\n)[^\n]{0,2000}\n){0,500})\.\.\.(?=[ \t]*\r?\n)/

/** Whether Pandoc reads a file, as Quarto and R Markdown have it do. */
export const isPandoc = (path: string): boolean => /\.(?:qmd|rmd)$/i.test(path)

/** What Docusaurus reads as MDX, and other tools as code: what stands between fences of `mdx-code-block`. */
const withoutCodeBlocks = (text: string): string =>
  text.includes('```mdx-code-block') ? text.replace(codeBlock, (_, _indent, inner: string) => `\n${inner}\n`) : text

const codeBlock = /^([ \t]*)```mdx-code-block[ \t]*\r?\n((?:(?![ \t]*```)[^\n]*\n)*)\1```[ \t]*$/gm

function mdxProblem(error: unknown): PageProblem {
  if (!(error instanceof VFileMessage)) return { line: null, column: null, reason: `The MDX is not valid: ${error}` }
  // What is missing at the end of a file has no place of its own; the sentence then names where it began.
  const [, line, column] = /\((\d+):(\d+)/.exec(error.reason)?.map(Number) ?? []
  const reason = `The MDX is not valid: ${error.reason}`
  return { line: error.line ?? line ?? null, column: error.column ?? column ?? null, reason }
}
