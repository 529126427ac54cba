import { type Includes, includeMark } from './includes.ts'

/** A page whose generator-specific lines have become plain Markdown. Line numbers are those of the file. */
export interface PreparedText {
  text: string
  /** Explicit heading ids by line, counted from 1. */
  headingIds: Map<number, string>
}

interface Fence {
  mark: string
  length: number
}

const fenceLine = /^[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/
const headingLine = /^[ \t]*#{1,6}[ \t]+\S/
/** `{#id}`, `{ #id .class }`, `{:#id}` (MkDocs, VitePress, Docusaurus, kramdown). */
const bracedId = /[ \t]*\{:?[ \t]*#([^\s}]+)[^}]*\}[ \t]*#*[ \t]*$/
/** `{/* id *​/}` (react.dev) and `[#id]` (Fumadocs). */
const commentedId = /[ \t]*\{\/\*[ \t]*([^\s*]+)[ \t]*\*\/\}[ \t]*$/
const bracketedId = /[ \t]+\[#([^\s\]]+)\][ \t]*$/

/** `:::tip Title`, `::: details {open}`, `:::note[Title]`, `/// tip | Title`, and their ends. */
const colonContainer = /^([ \t]*):{3,}[ \t]*([\w-]*)[ \t]*(?:\[([^\]]*)\])?[ \t]*(?:\{[^}]*\})?[ \t]*(.*)$/
const slashContainer = /^([ \t]*)\/{3,}(?:[ \t]+([\w-]+)[ \t]*(?:\|[ \t]*(.*))?)?$/
/** `!!! note "Title"`, `???+ tip`, `=== "Tab"`: what they hold is indented by four. */
const admonition = /^([ \t]*)(?:!!!|\?\?\?\+?|===\+?)[ \t]+(?:[\w-]+(?:[ \t]+[\w-]+)*[ \t]*)?(?:"([^"]*)")?[ \t]*$/
/** Lines that a generator replaces: code includes, snippets, whole-line template tags, tables of contents. */
const include =
  /^[ \t]*(?:\{\*.*\*\}|--8<--.*|<<<[ \t]+\S.*|\{%-?.*-?%\}|\{\/\*.*\*\/\}|\[\[toc\]\]|\[TOC\]|\{\{#(?:include|title)\b.*\}\})[ \t]*$/i

interface PrepareOptions {
  mdx: boolean
  /** Lines of these are kept, marked, for who reads the tree. */
  includes?: Includes | undefined
}

/** Turns what is not Markdown but a generator's own line syntax into Markdown, line by line and outside of code. */
export function prepareText(source: string, options: PrepareOptions): PreparedText {
  const headingIds = new Map<number, string>()
  const lines = source.split(/\r\n|\n|\r/)
  /** Columns at which the bodies of the open admonitions begin. */
  const indents: number[] = []
  let fence: Fence | undefined
  for (let index = 0; index < lines.length; index++) {
    let line = lines[index] ?? ''
    if (indents.length > 0 && line.trim() !== '') {
      const width = line.length - line.trimStart().length
      while (indents.length > 0 && !fence && width < (indents.at(-1) ?? 0)) indents.pop()
      line = line.slice(Math.min(width, indents.length * 4))
    }
    const fenced = fenceLine.exec(line)
    if (fence) {
      if (fenced && closes(fence, fenced)) fence = undefined
    } else if (fenced) {
      fence = { mark: (fenced[1] ?? '').charAt(0), length: fenced[1]?.length ?? 0 }
    } else {
      const opened = options.mdx ? undefined : admonition.exec(line)
      if (opened) {
        indents.push((opened[1]?.length ?? 0) + 4 * (indents.length + 1))
        line = titleLine(opened[1], opened[2])
      } else {
        line = prepareLine(line, index + 1, options, headingIds)
      }
    }
    lines[index] = line
  }
  return { text: lines.join('\n'), headingIds }
}

const closes = (fence: Fence, found: RegExpExecArray): boolean =>
  found[1]?.charAt(0) === fence.mark && found[1].length >= fence.length && (found[2] ?? '').trim() === ''

const titleLine = (indent: string | undefined, title: string | undefined): string =>
  title?.trim() ? `${indent ?? ''}**${title.trim()}**` : ''

function prepareLine(line: string, number: number, options: PrepareOptions, ids: Map<number, string>): string {
  if (headingLine.test(line)) {
    const found = bracedId.exec(line) ?? commentedId.exec(line) ?? bracketedId.exec(line)
    if (!found) return line
    ids.set(number, found[1] ?? '')
    return line.slice(0, found.index)
  }
  const first = line.trimStart().charAt(0)
  if (first === ':') {
    const found = colonContainer.exec(line)
    // An opening brace in the title is an options object, as ESLint's `:::correct { "sourceType": "script" }`.
    if (found) return titleLine(found[1], found[3] ?? (found[4]?.startsWith('{') ? '' : found[4]))
  }
  if (options.mdx) return line
  if (first === '/') {
    const found = slashContainer.exec(line)
    if (found) return titleLine(found[1], found[3])
  }
  if (options.includes?.has(line.trim())) return line.replace(/\S.*$/, includeMark(line.trim()))
  return include.test(line) ? '' : line
}
