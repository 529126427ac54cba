import { indentOf } from '../../text-lines.ts'
import { type Includes, includeMark } from '../includes.ts'
import type { SphinxReferences } from '../restructured-text/sphinx-references.ts'
import { isAbbreviation, isTokenAlone, type TemplateOptions, withoutTokens } from './generator-tokens.ts'
import { isHeadingLine, readHeadingLine } from './heading-line.ts'
import { withoutRoles, withSphinxLinks } from './myst.ts'

/** How the lines of a page are prepared. */
export interface PrepareOptions extends TemplateOptions {
  mdx: boolean
  /** Lines of these are kept, marked, for who reads the tree. */
  includes?: Includes | undefined
  /** What references of Sphinx lead to on other pages. */
  references?: SphinxReferences | undefined
}

/** Quotes, lists and notes within each other, on one line, more of them than anybody means. */
const nestedMarks =
  /^((?:[ \t]{0,4}(?:>|(?:[-*+]|\d{1,9}[.)]|\[\^[^\]\s]{1,40}\]:)[ \t])){50})(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)]|\[\^[^\]\s]{1,40}\]:)[ \t]))+/
/** docsify has its notes behind `?>` and `!>`. */
const docsifyNote = /^[ \t]*[?!]>[ \t]+/
/** `:::tip Title`, `::: details {open}`, `:::note[Title]`, `::card{to="/a"}`, `/// tip | Title`, and their ends. */
const colonContainer =
  /^([ \t]*)(?::{3,}[ \t]*|::(?=[a-z][\w-]*[ \t]*(?:[[{]|$)|[ \t]*$))([\w-]*)[ \t]*(?:\[([^\]]*)\])?[ \t]*(?:\{([^}]*)\})?[ \t]*(.*)$/
const slashContainer = /^([ \t]*)\/{3,}(?:[ \t]+([\w-]+)[ \t]*(?:\|[ \t]*(.*))?)?$/
/** Lines that show another file. */
const isUnknownInclude =
  /^[ \t]*(?:\{\*.*\*\}|-{1,2}8<-{1,2}.*|<<<[ \t]+\S.*|\{%-?[ \t]*include(?:_relative)?\b[^{}]*%\}|\{\{#(?:include|rustdoc_include|playground)\b.*\}\}|\{!.*!\})[ \t]*$/
/** Lines in whose place a generator puts what readers don't need: tables of contents, comments. */
const generated = /^[ \t]*(?:\{%[^{}]*%\}|\{\/\*.*\*\/\}|\[\[toc\]\]|\[TOC\]|\{\{#title\b.*\}\})[ \t]*$/i

/** `@tab Linux#linux` of VuePress. */
const tabName = /^([ \t]*)@tab(?::active)?[ \t]+([^#\s][^#]*)/

/** A line as Markdown, and the id that it names, if it is a heading. */
export interface PreparedLine {
  readonly line: string
  readonly id?: string | undefined
}

/** Turns one line outside of fences into Markdown. */
export function prepareLine(whole: string, isCode: boolean, options: PrepareOptions): PreparedLine {
  const line = isCode ? whole : whole.replace(nestedMarks, '$1')
  const isPlain = !options.mdx && !isCode
  if (isHeadingLine(line)) {
    return readHeadingLine(isPlain ? withReferences(line, options) : line, { ...options, isPlain })
  }
  return { line: readContainer(line, options.mdx) ?? (options.mdx ? line : prepareMarkdown(line, isCode, options)) }
}

/** The title of a box that a line begins; empty for its end, and undefined for other lines. */
function readContainer(line: string, mdx: boolean): string | undefined {
  const sign = line.trimStart().charAt(0)
  if (sign === ':') {
    const [match, indent, , bracketed, braced = '', rest = ''] = colonContainer.exec(line) ?? []
    if (match === undefined) return undefined
    const [, double, single] = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(braced) ?? []
    const callout = /\.callout-(note|tip|warning|important|caution)\b/.exec(braced)?.[1]
    if (callout) return titleLine(indent, double ?? single ?? callout.charAt(0).toUpperCase() + callout.slice(1))
    // An opening brace in the title is an options object, as ESLint's `:::correct { "sourceType": "script" }`.
    return titleLine(indent, bracketed ?? double ?? single ?? (rest.startsWith('{') ? '' : rest))
  }
  const [match, indent, , title] = (!mdx && sign === '/' && slashContainer.exec(line)) || []
  return match === undefined ? undefined : titleLine(indent, title)
}

function prepareMarkdown(line: string, isCode: boolean, options: PrepareOptions): string {
  const key = line.trim()
  const indent = line.slice(0, indentOf(line))
  // A component that stands for a part of pages, in MDX that cannot be read as such.
  const name = /^<([A-Z]\w*)\b[^<>]*\/>$/.exec(key)?.[1] ?? key
  if (options.includes?.has(name)) return indent + includeMark(name)
  if (isCode) return line
  const tab = tabName.exec(line)
  if (tab) return titleLine(tab[1], tab[2])
  if (docsifyNote.test(line)) return line.replace(docsifyNote, '')
  if (isUnknownInclude.test(line)) {
    const words = key.startsWith('{%') ? withoutTokens(line, options).trim() : ''
    if (words === '') options.leave?.(key)
    return titleLine(indent, words)
  }
  if (isTokenAlone(line)) return titleLine(indent, withoutTokens(line, options))
  if (generated.test(line) || isAbbreviation(line)) return ''
  return withoutTokens(withReferences(line, options), options)
}

/** A title in bold, or nothing. */
export const titleLine = (indent: string | undefined, title: string | undefined): string =>
  title?.trim() ? `${indent ?? ''}**${title.trim()}**` : ''

const noReferences: SphinxReferences = new Map()

const withReferences = (line: string, { references = noReferences }: PrepareOptions): string =>
  withSphinxLinks(withoutRoles(line, references), references)
