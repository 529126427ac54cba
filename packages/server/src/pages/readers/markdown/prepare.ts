import { indentOf } from '../../text-lines.ts'
import { docutilsId } from '../anchors.ts'
import { closesFence, type Fence, type FenceLine, readFenceLine } from './fences.ts'
import { endsFormula, formulaBlock, withMaskedFormulas } from './formulas.ts'
import { attributeLine, closesCode, documentedObject, endedTokens, openedCode } from './generator-tokens.ts'
import { isHeadingLine } from './heading-line.ts'
import { IndentedCode } from './indented-code.ts'
import { endOfCode } from './mdx-remains.ts'
import { mystLabel, readMystDirective } from './myst.ts'
import { OpenDirectives } from './open-directives.ts'
import { type PrepareOptions, prepareLine, titleLine } from './prepare-line.ts'

/** A page whose generator-specific lines have become plain Markdown. Line numbers are those of the file. */
export interface PreparedText {
  text: string
  /** Explicit heading ids by line, counted from 1. */
  headingIds: Map<number, string>
  /** What is not shown, as nothing says what it stands for. */
  unshown: UnshownText[]
}

/** Something of a page that readers of its site see otherwise, and its line, counted from 1. */
export interface UnshownText {
  readonly line: number
  readonly text: string
}

const longestShown = 60

/** Something of a page on one line, as reports say it. */
export const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, ' ')
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line
}

/** `!!! note "Title"`, `???+ tip`, `=== "Tab"`: what they hold is indented by four. */
const admonition = /^([ \t]*)(?:!!!|\?\?\?\+?|===\+?)[ \t]+(?:[\w-]+(?:[ \t]+[\w-]+)*[ \t]*)?(?:"([^"]*)")?[ \t]*$/
/** `::card` of Nuxt Content, alone on its line. */
const component = /^[ \t]*:{2,}[a-z][\w-]*(?:[ \t]*\{[^}]*\})?[ \t]*$/
const mostProperties = 40
/** Around code that a generator’s own tags enclose. */
const taggedFence = '``````'
/** In lines. */
const longestFormula = 100
/** `* TOC`, in whose place kramdown puts a table of contents. */
const contentsItem = /^[ \t]*(?:[-*+]|\d+\.)[ \t]+TOC[ \t]*$/i

/** `{% assign version = "1.10" %}` of Liquid, `{% set … %}` of Jinja. */
const ownValue =
  /\{%-?[ \t]*(?:assign|set)[ \t]+(\w{1,60})[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|(\d[\d.]{0,40}))[ \t]*-?%\}/
const capture = /\{%-?[ \t]*capture[ \t]+(\w{1,60})[ \t]*-?%\}([^{}]{0,500})\{%-?[ \t]*endcapture[ \t]*-?%\}/g
const beginsRaw = /^[ \t]*(?:\{%-?[ \t]*raw[ \t]*-?%\}|:{3,}[ \t]*v-pre)[ \t]*$/
const endsRaw = /^[ \t]*(?:\{%-?[ \t]*endraw[ \t]*-?%\}|:{3,})[ \t]*$/

/** Turns what is not Markdown but a generator's own line syntax into Markdown, line by line and outside of code. */
export const prepareText = (source: string, options: PrepareOptions): PreparedText =>
  new Preparation(source.split(/\r\n|\n|\r/), options).prepare()

class Preparation {
  readonly #lines: string[]
  readonly #options: PrepareOptions
  readonly #ownValues: Map<string, string>
  readonly #unshown: UnshownText[] = []
  #index = 0
  /** Whether lines stand where no template is read. */
  #isRaw = false
  readonly #headingIds = new Map<number, string>()
  /** Columns at which the bodies of the open admonitions begin. */
  readonly #indents: number[] = []
  readonly #indented = new IndentedCode()
  readonly #directives = new OpenDirectives()
  #fence: Fence | undefined
  /** The column of a line below which everything that is indented deeper is its options. */
  #optionsColumn: number | undefined
  /** The line that the labels above it name. */
  #labelled = -1

  constructor(lines: string[], options: PrepareOptions) {
    this.#lines = lines
    this.#ownValues = new Map(options.ownValues)
    const leave = (text: string) => this.#unshown.push({ line: this.#index + 1, text })
    const ended = endedTokens(lines.join('\n'))
    this.#options = { ...options, ownValues: this.#ownValues, ended, leave }
  }

  prepare(): PreparedText {
    for (let index = 0; index < this.#lines.length; index++) {
      this.#index = index
      this.#lines[index] = this.#line(index)
    }
    return { text: this.#lines.join('\n'), headingIds: this.#headingIds, unshown: this.#unshown }
  }

  #line(index: number): string {
    const { mdx } = this.#options
    const line = this.#withoutIndent(this.#lines[index] ?? '')
    const isCode = this.#indented.isCode(line)
    const column = this.#optionsColumn
    if (column !== undefined && line.trim() !== '' && indentOf(line) <= column) this.#optionsColumn = undefined
    if (mdx) return this.#fenced(line) ?? this.#outside(line, index, isCode)
    if (!this.#fence && !isCode && component.test(line)) showProperties(this.#lines, index + 1)
    return this.#directive(line, isCode) ?? this.#fenced(line) ?? this.#outside(line, index, isCode)
  }

  /** A line of an admonition without the blanks before its body. */
  #withoutIndent(line: string): string {
    const indents = this.#indents
    if (indents.length === 0 || line.trim() === '') return line
    const width = indentOf(line)
    while (indents.length > 0 && !this.#fence && width < (indents.at(-1) ?? 0)) indents.pop()
    return line.slice(Math.min(width, indents.length * 4))
  }

  /** A line of a directive of MyST: its first one, its options, what readers don't see of it, and its end. */
  #directive(line: string, isCode: boolean): string | undefined {
    const fence = this.#fence
    const directive = fence || isCode ? undefined : readMystDirective(line)
    const isOption = (!fence || fence.mystBody !== undefined) && this.#directives.takesOption(line)
    if (directive) {
      const { mark, length, body } = directive
      if (body !== 'text') this.#fence = { mark, length, mystBody: body }
      return this.#directives.open(directive)
    }
    if (isOption) return ''
    if (fence?.mystBody) {
      const isEnd = closesDirective(fence, line)
      if (isEnd) this.#fence = undefined
      if (isEnd && fence.mark === ':' && fence.mystBody === 'code') return line.replace(/:+/, '```')
      return fence.mystBody === 'silent' ? '' : line
    }
    const marks = fence ? undefined : readFenceLine(line)
    return marks && this.#directives.close(marks) ? '' : undefined
  }

  /** A line of code between fences or tags, or one that opens it. */
  #fenced(line: string): string | undefined {
    const marks = readFenceLine(line)
    if (this.#fence?.isFormula) {
      if (!endsFormula(line)) return line
      this.#fence = undefined
      return line.replace(/\$\$.*/, taggedFence)
    }
    if (this.#fence?.isTagged) {
      if (!closesCode(line)) return line
      this.#fence = undefined
      return taggedFence
    }
    if (this.#fence) {
      if (marks && closesFence(this.#fence, marks)) this.#fence = undefined
      return line
    }
    if (marks) this.#fence = fenceOf(marks)
    return marks ? line : undefined
  }

  #outside(line: string, index: number, isCode: boolean): string {
    const { mdx } = this.#options
    if (this.#optionsColumn !== undefined) return ''
    if (!isCode && this.#beginsFormula(line, index)) {
      this.#fence = { mark: '$', length: 2, isFormula: true }
      return line.replace('$$', `${taggedFence}math`)
    }
    const formula = isCode ? undefined : this.#formula(line, index)
    if (formula !== undefined) return formula
    if (!mdx) {
      const own = this.#tagged(line) ?? this.#admonition(line) ?? (isCode ? undefined : this.#naming(line, index))
      if (own !== undefined) return own
    }
    const shown = isCode ? line : withMaskedFormulas(mdx ? line : this.#withoutCaptures(line), mdx, endOfCode)
    if (!mdx && !isCode && this.#readsTemplates(shown)) return shown
    const prepared = prepareLine(shown, isCode, this.#options)
    if (prepared.id !== undefined) this.#headingIds.set(index + 1, prepared.id)
    return prepared.line
  }

  /** The span that stands for a formula of several lines, of which the others become empty. */
  #formula(line: string, index: number): string | undefined {
    if (!/^[ \t>]*[$\\]/.test(line)) return undefined
    const found = formulaBlock([line, ...this.#lines.slice(index + 1, index + longestFormula)], 0)
    if (!found) return undefined
    for (let at = index + 1; at < index + found.count; at++) this.#lines[at] = found.prefix.trimEnd()
    return found.shown
  }

  /** A line without what it keeps for later: `{% capture name %}words{% endcapture %}`. */
  #withoutCaptures(line: string): string {
    if (this.#isRaw || !line.includes('endcapture')) return line
    return line.replace(capture, (_, name: string, words: string) => {
      this.#ownValues.set(name, words)
      return ''
    })
  }

  /** Takes in what a line sets, and says whether it stands between marks in which expressions are text. */
  #readsTemplates(line: string): boolean {
    const [, name, double, single, number] = ownValue.exec(line) ?? []
    if (name !== undefined) this.#ownValues.set(name, double ?? single ?? number ?? '')
    const wasRaw = this.#isRaw
    if (beginsRaw.test(line)) this.#isRaw = true
    else if (wasRaw && endsRaw.test(line)) this.#isRaw = false
    return wasRaw && this.#isRaw
  }

  /** Whether a line of two dollar signs begins a formula, which a line like it ends. */
  #beginsFormula(line: string, index: number): boolean {
    if (line.trim() !== '$$') return false
    const below = this.#lines.slice(index + 1, index + 1 + longestFormula)
    return below.findIndex(endsFormula) > 0
  }

  /** The first line of code that a generator’s own tags enclose. */
  #tagged(line: string): string | undefined {
    const language = openedCode(line)
    if (language === undefined) return undefined
    this.#fence = { mark: '`', length: 0, isTagged: true }
    return `${taggedFence}${language}`
  }

  /** The title of an admonition or a tab, or the name of what is documented from code. */
  #admonition(line: string): string | undefined {
    const [match, indent = '', title] = admonition.exec(line) ?? []
    if (match !== undefined) {
      this.#indents.push(indent.length + 4 * (this.#indents.length + 1))
      return titleLine(indent, title)
    }
    const name = documentedObject(line)
    if (name === undefined) return undefined
    this.#optionsColumn = indentOf(line)
    return `${line.slice(0, this.#optionsColumn)}\`${name}\``
  }

  /** A line that only names the block above it, or the heading below it. */
  #naming(line: string, index: number): string | undefined {
    const attributes = attributeLine(line)
    if (attributes) {
      const above = this.#lines[index - 1] ?? ''
      if (attributes.id !== undefined && isHeadingLine(above)) this.#headingIds.set(index, attributes.id)
      if (contentsItem.test(above)) this.#lines[index - 1] = ''
      return ''
    }
    const label = mystLabel.exec(line)?.[1]
    if (label === undefined) return undefined
    const isPassed = (other: string | undefined) => other?.trim() === '' || mystLabel.test(other ?? '')
    if (this.#labelled <= index) {
      for (this.#labelled = index + 1; isPassed(this.#lines[this.#labelled]); ) this.#labelled++
    }
    if (isHeadingLine(this.#lines[this.#labelled] ?? '')) this.#headingIds.set(this.#labelled + 1, docutilsId(label))
    return ''
  }
}

const fenceOf = ({ marks }: FenceLine): Fence => ({ mark: marks.charAt(0), length: marks.length })

function closesDirective({ mark, length }: Fence, line: string): boolean {
  const end = line.trim()
  return end.length >= length && [...end].every((sign) => sign === mark)
}

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
