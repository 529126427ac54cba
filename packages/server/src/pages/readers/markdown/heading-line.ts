import { type TemplateOptions, withoutTokens } from './generator-tokens.ts'

/** A heading with marks before it. */
const headingLine = /^[ \t]*#{1,6}[ \t]+\S/
/** `{#id}`, `{ .class #id }`, `{:#id}`, `\{#id}` (MkDocs, VitePress, Docusaurus, kramdown, Rspress). */
const bracedId = /\\?\{:?(?![{/])[^{}#]*(?<=[{: \t])#([^\s{}]+)(?=[\s}])[^{}]*\}[ \t]*#*[ \t]*$/
/** `{/* #id *​/}` (Docusaurus), `{/*id*​/}` without spaces (react.dev), and `[#id]` (Fumadocs). */
const commentedId = /[ \t]*\{\/\*(?:[ \t]*#([^\s*]+)[ \t]*|([^\s*#]+))\*\/\}[ \t]*$/
/** ` :id=setup` (docsify), and what it is told in comments. */
const docsifyId = /[ \t]+:id=([\w\u0080-\uffff-]+)[ \t]*$/
const docsifyMark = /[ \t]*(?:<!--[ \t]*)?\{docsify-ignore(?:-all)?\}(?:[ \t]*-->)?[ \t]*$/
const headingComment = /[ \t]*\{\/\*[^{}]*\*\/\}[ \t]*$/
const bracketedId = /[ \t]+\[#([^\s\]]+)\][ \t]*$/

/** In characters: in what is longer nothing is looked for. */
const longestHeading = 2_000
/** Whether the table of contents has a heading, as Fumadocs is told. */
const tocMark = /[ \t]+\[!?toc\][ \t]*$/

/** Whether a line is a heading with marks before it. */
export const isHeadingLine = (line: string): boolean => line.length <= longestHeading && headingLine.test(line)

/** A heading without what only generators read, and the id that it names. */
export interface HeadingLine {
  readonly line: string
  readonly id: string | undefined
}

/** How a heading is read. */
interface HeadingOptions extends TemplateOptions {
  readonly mdx: boolean
  /** Whether it is Markdown and no MDX, and no code. */
  readonly isPlain: boolean
}

/** Reads a heading with marks before it. */
export function readHeadingLine(whole: string, options: HeadingOptions): HeadingLine {
  const { mdx, isPlain } = options
  const line = isPlain ? withoutHeadingTokens(whole, options).replace(docsifyMark, '') : whole
  const match =
    bracedId.exec(line) ?? commentedId.exec(line) ?? bracketedId.exec(line) ?? (mdx ? null : docsifyId.exec(line))
  if (!match) return { line: line.replace(headingComment, '').replace(tocMark, ''), id: undefined }
  return { line: line.slice(0, match.index).trimEnd(), id: match[1] ?? match[2] ?? '' }
}

/** An id in braces is read after this. */
function withoutHeadingTokens(line: string, options: TemplateOptions): string {
  const at = line.search(bracedId)
  return at < 0 ? withoutTokens(line, options) : withoutTokens(line.slice(0, at), options) + line.slice(at)
}
