import { docutilsId } from '../anchors.ts'
import { type Includes, includeMark } from '../includes.ts'
import type { SphinxReferences } from '../restructured-text/sphinx-references.ts'
import {
  attributeLine,
  closesCode,
  documentedObject,
  isAbbreviation,
  isTokenAlone,
  openedCode,
  withoutTokens,
} from './generator-tokens.ts'
import {
  isMystOption,
  type MystDirective,
  mystLabel,
  readMystDirective,
  withoutRoles,
  withSphinxLinks,
} from './myst.ts'

/** A page whose generator-specific lines have become plain Markdown. Line numbers are those of the file. */
export interface PreparedText {
  text: string
  /** Explicit heading ids by line, counted from 1. */
  headingIds: Map<number, string>
}

interface Fence {
  mark: string
  length: number
  /** Whether a generator’s own tags enclose the code. */
  isTagged?: boolean
  /** What a directive of MyST encloses. */
  mystBody?: 'code' | 'silent'
}

const fenceLine = /^[ \t]*(?:>[ \t]*)*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/
/** Quotes, lists and notes within each other, on one line, more of them than anybody means. */
const nestedMarks =
  /^((?:[ \t]{0,4}(?:>|(?:[-*+]|\d{1,9}[.)]|\[\^[^\]\s]{1,40}\]:)[ \t])){50})(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)]|\[\^[^\]\s]{1,40}\]:)[ \t]))+/
const headingLine = /^[ \t]*#{1,6}[ \t]+\S/
/** `{#id}`, `{ .class #id }`, `{:#id}`, `\{#id}` (MkDocs, VitePress, Docusaurus, kramdown, Rspress). */
const bracedId = /\\?\{:?(?![{/])[^{}#]*(?<=[{: \t])#([^\s{}]+)(?=[\s}])[^{}]*\}[ \t]*#*[ \t]*$/
/** `{/* #id *​/}` (Docusaurus), `{/*id*​/}` without spaces (react.dev), and `[#id]` (Fumadocs). */
const commentedId = /[ \t]*\{\/\*(?:[ \t]*#([^\s*]+)[ \t]*|([^\s*#]+))\*\/\}[ \t]*$/
/** ` :id=setup` (docsify), which has its notes behind `?>` and `!>`, and what it is told in comments. */
const docsifyId = /[ \t]+:id=([\w\u0080-\uffff-]+)[ \t]*$/
const docsifyMark = /[ \t]*(?:<!--[ \t]*)?\{docsify-ignore(?:-all)?\}(?:[ \t]*-->)?[ \t]*$/
const docsifyNote = /^[ \t]*[?!]>[ \t]+/
const headingComment = /[ \t]*\{\/\*[^{}]*\*\/\}[ \t]*$/
const bracketedId = /[ \t]+\[#([^\s\]]+)\][ \t]*$/

/** In characters: in what is longer nothing is looked for. */
const longestHeading = 2_000
/** Whether the table of contents has a heading, as Fumadocs is told. */
const tocMark = /[ \t]+\[!?toc\][ \t]*$/

/** `:::tip Title`, `::: details {open}`, `:::note[Title]`, `::card{to="/a"}`, `/// tip | Title`, and their ends. */
const colonContainer =
  /^([ \t]*)(?::{3,}[ \t]*|::(?=[a-z][\w-]*[ \t]*(?:[[{]|$)|[ \t]*$))([\w-]*)[ \t]*(?:\[([^\]]*)\])?[ \t]*(?:\{([^}]*)\})?[ \t]*(.*)$/
const slashContainer = /^([ \t]*)\/{3,}(?:[ \t]+([\w-]+)[ \t]*(?:\|[ \t]*(.*))?)?$/
/** `!!! note "Title"`, `???+ tip`, `=== "Tab"`: what they hold is indented by four. */
const admonition = /^([ \t]*)(?:!!!|\?\?\?\+?|===\+?)[ \t]+(?:[\w-]+(?:[ \t]+[\w-]+)*[ \t]*)?(?:"([^"]*)")?[ \t]*$/
/** Lines that a generator replaces: code includes, snippets, whole-line template tags, tables of contents. */
const include =
  /^[ \t]*(?:\{\*.*\*\}|--8<--.*|<<<[ \t]+\S.*|\{%[^{}]*%\}|\{\/\*.*\*\/\}|\[\[toc\]\]|\[TOC\]|\{\{#(?:include|title)\b.*\}\}|\{!.*!\})[ \t]*$/i

/** `@tab Linux#linux` of VuePress. */
const tabName = /^([ \t]*)@tab(?::active)?[ \t]+([^#\s][^#]*)/

interface PrepareOptions {
  mdx: boolean
  /** Lines of these are kept, marked, for who reads the tree. */
  includes?: Includes | undefined
  /** What references of Sphinx lead to on other pages. */
  references?: SphinxReferences | undefined
}

/** Turns what is not Markdown but a generator's own line syntax into Markdown, line by line and outside of code. */
export function prepareText(source: string, options: PrepareOptions): PreparedText {
  const headingIds = new Map<number, string>()
  const lines = source.split(/\r\n|\n|\r/)
  /** Columns at which the bodies of the open admonitions begin. */
  const indents: number[] = []
  let fence: Fence | undefined
  const indented = new IndentedCode()
  /** The column of a line below which everything that is indented deeper is its options. */
  let optionsColumn: number | undefined
  const myst = new OpenDirectives()
  /** The line that the labels above it name. */
  let labelled = -1
  for (let index = 0; index < lines.length; index++) {
    let line = lines[index] ?? ''
    if (indents.length > 0 && line.trim() !== '') {
      const width = widthOf(line)
      while (indents.length > 0 && !fence && width < (indents.at(-1) ?? 0)) indents.pop()
      line = line.slice(Math.min(width, indents.length * 4))
    }
    const isCode = indented.takes(line)
    const directive = options.mdx || fence || isCode ? undefined : readMystDirective(line)
    const isOfDirective = !options.mdx && (!fence || fence.mystBody !== undefined) && myst.takesOption(line)
    const fenced = fenceLine.exec(line)
    const tagged = options.mdx || fence ? undefined : openedCode(line)
    if (optionsColumn !== undefined && line.trim() !== '' && widthOf(line) <= optionsColumn) optionsColumn = undefined
    if (!options.mdx && !fence && !isCode && component.test(line)) showProperties(lines, index + 1)
    if (directive) {
      line = myst.open(directive)
      const { mark, length, body } = directive
      if (body !== 'text') fence = { mark, length, mystBody: body }
    } else if (isOfDirective) {
      line = ''
    } else if (fence?.mystBody) {
      const isEnd = closesDirective(fence, line)
      if (isEnd && fence.mark === ':' && fence.mystBody === 'code') line = line.replace(/:+/, '```')
      else if (fence.mystBody === 'silent') line = ''
      if (isEnd) fence = undefined
    } else if (fenced && !fence && myst.closes(fenced)) {
      line = ''
    } else if (fence?.isTagged) {
      if (closesCode(line)) {
        fence = undefined
        line = taggedFence
      }
    } else if (fence) {
      if (fenced && closes(fence, fenced)) fence = undefined
    } else if (fenced) {
      fence = { mark: (fenced[1] ?? '').charAt(0), length: fenced[1]?.length ?? 0 }
    } else if (optionsColumn !== undefined) {
      line = ''
    } else if (tagged !== undefined) {
      fence = { mark: '`', length: 0, isTagged: true }
      line = `${taggedFence}${tagged}`
    } else {
      const opened = options.mdx ? undefined : admonition.exec(line)
      const documented = options.mdx ? undefined : documentedObject(line)
      const label = options.mdx || isCode ? undefined : mystLabel.exec(line)?.[1]
      const belonging = options.mdx || isCode ? undefined : attributeLine(line)
      if (opened) {
        indents.push((opened[1]?.length ?? 0) + 4 * (indents.length + 1))
        line = titleLine(opened[1], opened[2])
      } else if (documented !== undefined) {
        optionsColumn = widthOf(line)
        line = `${line.slice(0, optionsColumn)}\`${documented}\``
      } else if (belonging) {
        if (belonging.id !== undefined && headingLine.test(lines[index - 1] ?? '')) headingIds.set(index, belonging.id)
        if (/^[ \t]*(?:[-*+]|\d+\.)[ \t]+TOC[ \t]*$/i.test(lines[index - 1] ?? '')) lines[index - 1] = ''
        line = ''
      } else if (label !== undefined) {
        const isPassed = (other: string | undefined) => other?.trim() === '' || mystLabel.test(other ?? '')
        if (labelled <= index) for (labelled = index + 1; isPassed(lines[labelled]); ) labelled++
        if (headingLine.test(lines[labelled] ?? '')) headingIds.set(labelled + 1, docutilsId(label))
        line = ''
      } else {
        line = prepareLine(line, { number: index + 1, isCode }, options, headingIds)
      }
    }
    lines[index] = line
  }
  return { text: lines.join('\n'), headingIds }
}

const closesDirective = ({ mark, length }: Fence, line: string): boolean => {
  const end = line.trim()
  return end.length >= length && [...end].every((sign) => sign === mark)
}

/** Directives of MyST whose bodies are Markdown, and what stands between a first line and its body. */
class OpenDirectives {
  readonly #open: MystDirective[] = []
  #isInOptions = false
  #isInYaml = false

  open(directive: MystDirective): string {
    // Colons end where those of any container do.
    if (directive.body === 'text' && !directive.hasColons) this.#open.push(directive)
    this.#isInOptions = true
    return directive.line
  }

  /** `:name: value` in lines of their own, or YAML between lines of `---`. */
  takesOption(line: string): boolean {
    if (!this.#isInOptions) return false
    const isRule = line.trim() === '---'
    if (this.#isInYaml || isRule) {
      if (isRule) this.#isInYaml = !this.#isInYaml
      this.#isInOptions = this.#isInYaml
      return true
    }
    this.#isInOptions = isMystOption(line)
    return this.#isInOptions
  }

  closes(found: RegExpExecArray): boolean {
    const last = this.#open.at(-1)
    if (!last || !closes(last, found)) return false
    this.#open.pop()
    return true
  }
}

/** `::card` of Nuxt Content, alone on its line. */
const component = /^[ \t]*:{2,}[a-z][\w-]*(?:[ \t]*\{[^}]*\})?[ \t]*$/
const mostProperties = 40

/** Leaves of the YAML that may stand between lines of `---` below the first line of a component what readers see. */
function showProperties(lines: string[], start: number): void {
  const isRule = (line: string) => line.trim() === '---'
  if (!isRule(lines[start] ?? '')) return
  const length = lines.slice(start + 1, start + 1 + mostProperties).findIndex(isRule)
  if (length < 0) return
  for (let at = start; at <= start + 1 + length; at++) {
    const [, indent = '', key = '', value = ''] =
      /^([ \t]*)(title|label|description):[ \t]+(\S.*)$/.exec(lines[at] ?? '') ?? []
    const text = value.replace(/^(["'])(.*)\1$/, '$2')
    lines[at] = key === 'description' ? `${indent}${text}` : titleLine(indent, text)
  }
}

const taggedFence = '``````'

const widthOf = (line: string): number => line.length - line.trimStart().length

/** Tells code that is indented by four from what is indented in lists. */
class IndentedCode {
  #isInList = false
  #isAfterEmpty = true
  #isCode = false

  takes(line: string): boolean {
    if (line.trim() === '') {
      this.#isAfterEmpty = true
      return false
    }
    const isDeep = /^(?: {4}|\t)/.test(line)
    if (/^[ \t]*(?:[-*+]|\d+[.)])[ \t]/.test(line) && !(isDeep && !this.#isInList)) this.#isInList = true
    else if (this.#isAfterEmpty && !/^[ \t]/.test(line)) this.#isInList = false
    this.#isCode = isDeep && !this.#isInList && (this.#isAfterEmpty || this.#isCode)
    this.#isAfterEmpty = false
    return this.#isCode
  }
}

const closes = (fence: Pick<Fence, 'mark' | 'length'>, found: RegExpExecArray): boolean =>
  found[1]?.charAt(0) === fence.mark && found[1].length >= fence.length && (found[2] ?? '').trim() === ''

const titleLine = (indent: string | undefined, title: string | undefined): string =>
  title?.trim() ? `${indent ?? ''}**${title.trim()}**` : ''

function prepareLine(
  whole: string,
  { number, isCode }: { number: number; isCode: boolean },
  options: PrepareOptions,
  ids: Map<number, string>,
): string {
  const written = isCode ? whole : whole.replace(nestedMarks, '$1')
  if (written.length <= longestHeading && headingLine.test(written)) {
    const line =
      options.mdx || isCode ? written : withoutHeadingTokens(withReferences(written, options)).replace(docsifyMark, '')
    const found =
      bracedId.exec(line) ??
      commentedId.exec(line) ??
      bracketedId.exec(line) ??
      (options.mdx ? null : docsifyId.exec(line))
    if (!found) return line.replace(headingComment, '').replace(tocMark, '')
    ids.set(number, found[1] ?? found[2] ?? '')
    return line.slice(0, found.index).trimEnd()
  }
  const first = written.trimStart().charAt(0)
  if (first === ':') {
    const found = colonContainer.exec(written)
    // An opening brace in the title is an options object, as ESLint's `:::correct { "sourceType": "script" }`.
    if (found) {
      const title = /\btitle=(?:"([^"]*)"|'([^']*)')/.exec(found[4] ?? '')
      return titleLine(found[1], found[3] ?? title?.[1] ?? title?.[2] ?? (found[5]?.startsWith('{') ? '' : found[5]))
    }
  }
  if (options.mdx) return written
  if (first === '/') {
    const found = slashContainer.exec(written)
    if (found) return titleLine(found[1], found[3])
  }
  const key = written.trim()
  // A component that stands for a part of pages, in MDX that cannot be read as such.
  const included = /^<([A-Z]\w*)\b[^<>]*\/>$/.exec(key)?.[1] ?? key
  if (options.includes?.has(included)) return written.replace(/\S.*$/, includeMark(included))
  if (isCode) return written
  const tab = tabName.exec(written)
  if (tab) return titleLine(tab[1], tab[2])
  if (docsifyNote.test(written)) return written.replace(docsifyNote, '')
  if (isTokenAlone(written)) return titleLine(/^[ \t]*/.exec(written)?.[0], withoutTokens(written))
  if (include.test(written) || isAbbreviation(written)) return ''
  return withoutTokens(withReferences(written, options))
}

const noReferences: SphinxReferences = new Map()

const withReferences = (line: string, { references = noReferences }: PrepareOptions): string =>
  withSphinxLinks(withoutRoles(line, references), references)

/** An id in braces is read after this. */
const withoutHeadingTokens = (line: string): string => {
  const at = line.search(bracedId)
  return at < 0 ? withoutTokens(line) : withoutTokens(line.slice(0, at)) + line.slice(at)
}
