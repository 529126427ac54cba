import { docutilsId } from '../anchors.ts'
import { indentOf, withoutIndent } from '../text-lines.ts'
import {
  adornment,
  findReferences,
  inlineCode,
  inlineMarkdown,
  isUnderlined,
  plainText,
  type References,
} from './inline.ts'
import { titleOfAdmonition, wordsOfVersion } from './sphinx-directives.ts'
import { declaredObject, declaresPython, isModule, programOf, pythonName, type SphinxObject } from './sphinx-objects.ts'
import type { SphinxReferences } from './sphinx-references.ts'
import { isGridBorder, isSimpleBorder, readGridTable, readSimpleTable, readValues, tableMarkdown } from './tables.ts'

const directive = /^\.\.\s+(?:\|[^|]+\|\s+)?([\w:.+-]+?)\s?::(?:\s+(.*))?$/
const codeDirectives = new Set(
  'code-block code sourcecode parsed-literal testcode testoutput doctest prompt ipython console productionlist math terminal'.split(
    ' ',
  ),
)
const codeLanguages: Readonly<Record<string, string>> = {
  testcode: 'python',
  testoutput: 'text',
  doctest: 'python',
  ipython: 'python',
  console: 'console',
  prompt: '',
  math: 'latex',
}
const silentDirectives = new Set(
  'toctree contents sectnum index meta raw include literalinclude module py:module currentmodule py:currentmodule autosummary tabularcolumns sectionauthor codeauthor moduleauthor testsetup testcleanup role default-role default-domain title replace program unicode date highlight graphviz digraph graph uml mermaid plot video youtube todo'.split(
    ' ',
  ),
)
/** Whose argument is how they look. */
const wrapping = new Set(
  'container only ifconfig cssclass rst-class automodule tabs tab-set grid table-wrapper hlist glossary'.split(' '),
)
const silentFields = /^(?:orphan|tocdepth|nocomments|nosearch)$/
/** A signature that is longer stands below its name. */
const longestName = 60
/** What is indented more often than this is read as one paragraph. */
const mostLevels = 24

/**
 * Turns reStructuredText into Markdown that reads the same: headings with the ids of docutils, code, lists, tables and
 * links stay, roles and directives become their text.
 */
export function readRestructuredText(source: string, elsewhere: SphinxReferences = new Map()): string {
  const lines = source.split(/\r\n|\n|\r/).map((line) => line.replace(/\t/g, '        ').trimEnd())
  return new Reader({ ...findReferences(lines), elsewhere }).read(lines)
}

interface Cursor {
  readonly lines: readonly string[]
  at: number
}

class Reader {
  readonly #references: References
  /** Adornments in the order in which they first come: that is what gives a heading its depth. */
  readonly #adornments: string[] = []
  readonly #ids = new Set<string>()
  #madeIds = 0
  /** Of the targets above the next heading. */
  #anchor = ''
  #language = ''
  #module = ''
  /** Whose options are described. */
  #program = ''
  #scope: string[] = []
  #depth = 1

  constructor(references: References) {
    this.#references = references
  }

  read(lines: readonly string[]): string {
    return this.#blocks(lines, 0).join('\n\n')
  }

  #blocks(lines: readonly string[], level: number): string[] {
    const out: string[] = []
    const cursor = { lines, at: 0 }
    while (cursor.at < lines.length) {
      if (lineAt(cursor) === '') cursor.at++
      else for (const block of this.#next(cursor, level)) if (block !== '') out.push(block)
    }
    return out
  }

  #next(cursor: Cursor, level: number): string[] {
    const line = lineAt(cursor)
    if (line.startsWith(' ')) {
      const body = withoutIndent(takeIndented(cursor))
      return level < mostLevels ? this.#blocks(body, level + 1) : [this.#inline(body.join(' '))]
    }
    const heading = this.#heading(cursor)
    if (heading !== undefined) return [heading]
    if (/^\.\.(?:\s|$)/.test(line)) return this.#explicit(cursor, level)
    if (/^__\s/.test(line)) return this.#skip(cursor)
    if (isGridBorder(line)) return [this.#table(readGridTable(takeParagraph(cursor)))]
    if (isSimpleBorder(line)) return [this.#table(readSimpleTable(takeSimpleTable(cursor)))]
    if (adornment.test(line) && line.length > 3) return this.#skip(cursor)
    if (/^>>>(?:\s|$)/.test(line)) return [fence(takeParagraph(cursor), 'python')]
    return this.#item(cursor, level) ?? this.#paragraph(cursor, level)
  }

  #skip(cursor: Cursor): string[] {
    cursor.at++
    return []
  }

  /** A line between or above adornments. */
  #heading(cursor: Cursor): string | undefined {
    const over = lineAt(cursor)
    const isOverlined =
      adornment.test(over) && over.length > 1 && lineAt(cursor, 1).trim() !== '' && lineAt(cursor, 2) === over
    const text = isOverlined ? lineAt(cursor, 1).trim() : over
    if (!isOverlined && (adornment.test(text) || !isUnderlined(text, lineAt(cursor, 1)))) return undefined
    const mark = `${isOverlined ? 'over' : 'under'}${lineAt(cursor, isOverlined ? 2 : 1).charAt(0)}`
    if (!this.#adornments.includes(mark)) this.#adornments.push(mark)
    this.#depth = Math.min(6, this.#adornments.indexOf(mark) + 1)
    cursor.at += isOverlined ? 3 : 2
    const made = this.#idOf(docutilsId(plainText(text)))
    const anchor = this.#anchor || made
    this.#anchor = ''
    return `${'#'.repeat(this.#depth)} ${this.#inline(text)} {#${anchor}}`
  }

  /** An id that no other element of the page has, as docutils makes it. */
  #idOf(id: string): string {
    let made = id
    while (made === '' || this.#ids.has(made)) made = `id${++this.#madeIds}`
    this.#ids.add(made)
    return made
  }

  /** A directive, a target, a note or a comment. */
  #explicit(cursor: Cursor, level: number): string[] {
    const line = lineAt(cursor)
    const target = /^\.\. _(`[^`]+`|(?:\\:|[^:`]){1,300}):\s*$/.exec(line)
    const note = /^\.\.\s+\[([^\]]{1,100})\](?:\s+(.*))?$/.exec(line)
    const found = directive.exec(line)
    cursor.at++
    if (target) {
      this.#anchor = this.#idOf(docutilsId((target[1] ?? '').replace(/[`\\]/g, '')))
      return []
    }
    const body = takeWhile(cursor, (other) => other === '' || other.startsWith(' '))
    if (note) return [`\\[${(note[1] ?? '').replace(/^#/, '')}\\] ${this.#inline([note[2] ?? '', ...body].join(' '))}`]
    if (!found || /^\.\.\s+\|/.test(line)) return []
    return this.#directive({ name: found[1] ?? '', ...readDirective(found[2] ?? '', body) }, level)
  }

  #directive(read: Directive, level: number): string[] {
    const { name, argument, options, body } = read
    // What is read from code, of which nothing stands here.
    if (name.startsWith('auto') && body.length === 0) return []
    if (name === 'highlight') this.#language = languageNamed(argument)
    if (isModule(name)) this.#module = argument === 'None' ? '' : argument
    if (name === 'program') this.#program = programOf(argument)
    if (codeDirectives.has(name)) {
      const language = codeLanguages[name] ?? languageNamed(argument)
      return [fence(body, language === 'text' ? '' : language)]
    }
    if (name === 'image' || name === 'figure') {
      return [this.#inline(options.get('alt') ?? ''), ...(name === 'figure' ? this.#inner(body, level) : [])]
    }
    if (silentDirectives.has(name) || (name === 'only' && /^(?:latex|man|texinfo)$/.test(argument))) return []
    if (name === 'csv-table' || name === 'list-table') {
      const rows = name === 'csv-table' ? readValues(body.join('\n')) : readListTable(body)
      const header = options.get('header')
      const table = {
        hasHead: header !== undefined || Number(options.get('header-rows') ?? 0) > 0,
        rows: header === undefined ? rows : [...readValues(header), ...rows],
      }
      return [strong(this.#inline(argument)), this.#table(table)]
    }
    if (wrapping.has(name)) return this.#inner(body, level)
    const version = this.#version(name, argument)
    if (version !== undefined) return withBeginning(version, this.#inner(body, level))
    const isIndexed = !options.has('noindex') && !options.has('no-index')
    if (declaresPython(name) && isIndexed) return this.#declared(read, level)
    const object = isIndexed ? declaredObject(name, argument, this.#program) : undefined
    if (object && !this.#ids.has(object.id)) return this.#named(object, read, level)
    const title = titleOfAdmonition(name)
    if (title !== undefined) return [strong(title), this.#inline(argument), ...this.#inner(body, level)]
    // Other domains declare things, as in `.. c:function:: name(argument)`.
    const isCode = declaresPython(name) || /:|option|confval|envvar|opcode|describe|object|setting|directive/.test(name)
    const words = isCode ? argument.split('\n').map((part) => inlineCode(part)) : [strong(this.#inline(argument))]
    return [...(argument ? words : []), ...this.#inner(body, level)]
  }

  #inner(body: readonly string[], level: number): string[] {
    return level < mostLevels ? this.#blocks(body, level + 1) : [this.#inline(body.join(' '))]
  }

  /** “New in version 3.11: ” of `.. versionadded:: 3.11`. */
  #version(name: string, argument: string): string | undefined {
    const [first = '', second = '', ...rest] = argument.split(/\s+/)
    if (name === 'deprecated-removed') {
      const words = `Deprecated since version ${first}, will be removed in version ${second}`
      return rest.length > 0 ? `${words}: ${this.#inline(rest.join(' '))}` : words
    }
    const words = wordsOfVersion(name)
    if (words === undefined) return undefined
    const said = this.#inline([second, ...rest].join(' '))
    return `${words} ${first}${said ? `: ${said}` : ''}`
  }

  /** What Python declares stands under a heading of its own, with the id that Sphinx gives it. */
  #declared({ name: kind, argument, body }: Directive, level: number): string[] {
    const signatures = argument.split('\n').map((signature) => signature.replace(/\\(.)/g, '$1'))
    const name = pythonName(signatures[0] ?? '')
    if (name === undefined) return [...signatures.map(inlineCode), ...this.#inner(body, level)]
    const around = this.#scope.at(-1)
    const within = around === undefined || name.startsWith(`${around}.`) ? name : `${around}.${name}`
    const id = this.#module ? `${this.#module}.${within}` : within
    this.#ids.add(id)
    const depth = Math.min(6, this.#depth + 1 + this.#scope.length)
    const heading = `${'#'.repeat(depth)} \`${around === undefined ? id : name}\` {#${id}}`
    const isClass = /(?:class|exception)$/.test(kind)
    if (isClass) this.#scope.push(within)
    const inner = this.#inner(body, level)
    if (isClass) this.#scope.pop()
    const shown = signatures.length === 1 && signatures[0] === name ? [] : signatures.map(inlineCode)
    return [heading, ...shown, ...inner]
  }

  /** The same of options, variables and what C declares. */
  #named({ name, id }: SphinxObject, { argument, body }: Directive, level: number): string[] {
    this.#ids.add(id)
    const signatures = argument.split('\n')
    const depth = Math.min(6, this.#depth + 1 + this.#scope.length)
    const isShort = signatures.length === 1 && argument.length <= longestName
    const shown = isShort ? [] : signatures.map(inlineCode)
    return [`${'#'.repeat(depth)} \`${isShort ? argument : name}\` {#${id}}`, ...shown, ...this.#inner(body, level)]
  }

  /** A list item, a field, an option, or a term and what it means. */
  #item(cursor: Cursor, level: number): string[] | undefined {
    const line = lineAt(cursor)
    const next = lineAt(cursor, 1)
    const field = /^:([^:`\s][^:`]{0,200}):(?:\s+(.*))?$/.exec(line)
    if (field) {
      cursor.at++
      const body = [field[2] ?? '', ...withoutIndent(takeIndented(cursor))]
      if (silentFields.test(field[1] ?? '')) return []
      return withBeginning(strong(this.#inline(field[1] ?? '')), this.#inner(body, level))
    }
    const bullet = /^[-*+•‣⁃]\s+(?=\S)/.exec(line)?.[0]
    if (bullet) return [this.#listItem(cursor, { mark: '- ', width: bullet.length }, level)]
    const number =
      /^(?:\(?(?:\d{1,9}|#|[A-Za-z]|[ivxIVX]{1,6})\)|(?:\d{1,9}|#|[A-Za-z]|[ivxIVX]{1,6})\.)\s+(?=\S)/.exec(line)?.[0]
    if (number && (next === '' || next.startsWith(' '.repeat(number.length)) || /^\(?(?:\w{1,9}|#)[.)]\s/.test(next))) {
      const count = /\d+/.exec(number)?.[0] ?? '1'
      return [this.#listItem(cursor, { mark: `${count}. `, width: number.length }, level)]
    }
    if (/^\|(?:\s|$)/.test(line)) {
      return [
        takeWhile(cursor, (other) => /^(?:\||\s)/.test(other))
          .map((text) => this.#inline(text.replace(/^\|/, '')))
          .join('\\\n'),
      ]
    }
    const option = optionOf(line)
    if (option !== undefined && (option.length < line.length || next.startsWith(' '))) {
      cursor.at++
      const body = [line.slice(option.length).trim(), ...withoutIndent(takeIndented(cursor))]
      return withBeginning(inlineCode(option), this.#inner(body, level))
    }
    if (!next.startsWith(' ') || line.endsWith('::')) return undefined
    cursor.at++
    const meaning = this.#inner(withoutIndent(takeIndented(cursor)), level)
    return [indented([this.#inline(line), ...meaning].join('\n\n'), '- ')]
  }

  #listItem(cursor: Cursor, { mark, width }: { mark: string; width: number }, level: number): string {
    const first = lineAt(cursor).slice(width)
    cursor.at++
    const rest = takeIndented(cursor)
    const body = [first, ...rest.map((line) => line.slice(Math.min(width, indentOf(line))))]
    return indented(this.#inner(body, level).join('\n\n'), mark)
  }

  #paragraph(cursor: Cursor, level: number): string[] {
    const lines = takeParagraph(cursor)
    const last = lines.at(-1) ?? ''
    if (!last.endsWith('::')) return [this.#inline(lines.join(' '))]
    // `Example::` is “Example:”, `::` alone or after a space nothing.
    const before = lines.join(' ').slice(0, -2)
    const words = before === '' || before.endsWith(' ') ? before : `${before}:`
    while (cursor.at < cursor.lines.length && lineAt(cursor) === '') cursor.at++
    const quote = /^[>|$#%!*+-]/.exec(lineAt(cursor))?.[0]
    const body = quote ? takeWhile(cursor, (line) => line.startsWith(quote)) : takeIndented(cursor)
    return [level > mostLevels ? '' : this.#inline(words), fence(body, this.#language)]
  }

  #table(table: Parameters<typeof tableMarkdown>[0]): string {
    return tableMarkdown(table, (text) => this.#inline(text))
  }

  /** Footnotes take ids, too. */
  #inline(text: string): string {
    for (const _note of text.matchAll(/\[(?:\d+|#[\w.-]{0,60}|\*)\]_(?!\w)/g)) this.#idOf('')
    const written = inlineMarkdown(text, this.#references)
    return written.replace(/^(?=#{1,6}\s|>|[-+*]\s|[=-]+$|\d{1,9}[.)]\s)(\d*)/, '$1\\')
  }
}

/** `-v, --verbose` at the beginning of a line, of which two spaces set what it does apart. */
function optionOf(line: string): string | undefined {
  if (!/^(?:-\w|--\w|\/[A-Z]\b)/.test(line)) return undefined
  const end = line.search(/\s{2}/)
  const option = end < 0 ? line : line.slice(0, end)
  return option.length <= 200 && option.split(' ').length <= 8 ? option : undefined
}

interface Directive {
  name: string
  argument: string
  options: Map<string, string>
  body: string[]
}

/** The parts of a directive below its name. Signatures, one a line, stay on lines of their own. */
function readDirective(first: string, lines: readonly string[]): Omit<Directive, 'name'> {
  const rest = withoutIndent(lines)
  // Below an empty line there is nothing but the body.
  const isBodyOnly = rest[0] === ''
  const options = new Map<string, string>()
  const argument = [first.trim()]
  let at = 0
  while (first !== '' && !isBodyOnly && rest[at] && !isOption(rest[at])) argument.push((rest[at++] ?? '').trim())
  for (; !isBodyOnly && isOption(rest[at]); at++) {
    const found = /^:([^:]{1,100}):\s*(.*)$/.exec(rest[at] ?? '')
    const more: string[] = []
    while (/^\s+\S/.test(rest[at + 1] ?? '')) more.push((rest[++at] ?? '').trim())
    options.set(found?.[1] ?? '', [found?.[2] ?? '', ...more].join('\n').trim())
  }
  const isContinued = argument.slice(0, -1).every((line) => line.endsWith('\\'))
  const written = isContinued ? argument.map((line) => line.replace(/\\$/, '')).join(' ') : argument.join('\n')
  return { argument: written.trim(), options, body: trimmed(rest.slice(at)) }
}

const isOption = (line: string | undefined): boolean => line !== undefined && /^:[^:\s][^:]{0,99}:(?:\s|$)/.test(line)

/** The cells of a list of lists. */
function readListTable(lines: readonly string[]): string[][] {
  const rows: string[][] = []
  for (const line of lines) {
    const row = /^[*-]\s+[*-](?:\s+(.*))?$/.exec(line)
    const cell = /^\s+[*-](?:\s+(.*))?$/.exec(line)
    const last = rows.at(-1)
    if (row) rows.push([row[1] ?? ''])
    else if (cell && last && indentOf(line) <= 3) last.push(cell[1] ?? '')
    else if (last && line !== '') last.push(`${last.pop() ?? ''} ${line.trim()}`)
  }
  return rows
}

const lineAt = ({ lines, at }: Cursor, offset = 0): string => lines[at + offset] ?? ''

function takeWhile(cursor: Cursor, isWanted: (line: string) => boolean): string[] {
  const taken: string[] = []
  while (cursor.at < cursor.lines.length && isWanted(lineAt(cursor))) {
    taken.push(lineAt(cursor))
    cursor.at++
  }
  return taken
}

const takeParagraph = (cursor: Cursor): string[] => takeWhile(cursor, (line) => line !== '')

/** The lines that are indented, without empty ones at the end. */
function takeIndented(cursor: Cursor): string[] {
  const taken = takeWhile(cursor, (line) => line === '' || line.startsWith(' '))
  return taken.slice(0, taken.findLastIndex((line) => line !== '') + 1)
}

/** Down to its last border, before an empty line or the end. */
function takeSimpleTable(cursor: Cursor): string[] {
  const taken: string[] = []
  let borders = 0
  while (cursor.at < cursor.lines.length) {
    const line = lineAt(cursor)
    taken.push(line)
    cursor.at++
    if (isSimpleBorder(line) && ++borders > 1 && lineAt(cursor) === '') break
  }
  return taken
}

function trimmed(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line !== '')
  return start < 0 ? [] : lines.slice(start, lines.findLastIndex((line) => line !== '') + 1)
}

function fence(lines: readonly string[], language: string): string {
  const body = withoutIndent(trimmed(lines)).join('\n')
  if (body === '') return ''
  const longest = (body.match(/`{3,}/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2)
  const mark = '`'.repeat(longest + 1)
  return `${mark}${language}\n${body}\n${mark}`
}

const strong = (text: string): string => (text === '' ? '' : `**${text}**`)

/** Blocks that go on after these words: in the same paragraph when it is one. */
function withBeginning(words: string, blocks: readonly string[]): string[] {
  const [first, ...rest] = blocks
  if (first === undefined) return [words]
  return /^(?:[#|>`-]|\d+\. )/.test(first) && !/^`[^`]/.test(first)
    ? [words, first, ...rest]
    : [`${words}: ${first}`, ...rest]
}

/** Text as a list item. */
const indented = (text: string, mark: string): string =>
  mark + text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)

/** `none` and the like name no language. */
const languageNamed = (argument: string): string => {
  const name = /^[\w+#.-]+/.exec(argument)?.[0] ?? ''
  if (/^(?:none|default|text|guess|rest)$/.test(name)) return ''
  return name === 'python3' ? 'python' : name
}
