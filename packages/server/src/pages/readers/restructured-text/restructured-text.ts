import type { BlockContent, PhrasingContent, Root } from 'mdast'
import { headingDepth } from '../../heading-depth.ts'
import { indentOf, withoutBreaks, withoutIndent } from '../../text-lines.ts'
import { docutilsId } from '../anchors.ts'
import { directiveLine, readDirective } from './directive.ts'
import { Directives, type PageState } from './directives.ts'
import { readInline } from './inline.ts'
import { plainText } from './inline-tokens.ts'
import { type Cursor, lineAt, takeIndented, takeParagraph, takeWhile } from './lines.ts'
import {
  code,
  inlineCode,
  joinLists,
  listOf,
  numbersOf,
  paragraph,
  strong,
  tableOf,
  text,
  withBeginning,
} from './nodes.ts'
import { adornment, findReferences, isUnderlined, type References } from './references.ts'
import type { SphinxReferences } from './sphinx-references.ts'
import { isGridBorder, isSimpleBorder, readGridTable, readSimpleTable, takeSimpleTable } from './tables.ts'

/** What is indented more often than this is read as one paragraph. */
const mostLevels = 24
const silentFields = new Set(['orphan', 'tocdepth', 'nocomments', 'nosearch'])

/**
 * Reads reStructuredText: headings with the ids of docutils, code, lists, tables and links; roles and directives become their
 * text.
 */
export function readRestructuredText(
  source: string,
  { elsewhere = new Map(), settings = new Map() }: SiteText = {},
): ReadPage {
  const lines = source.split(/\r\n|\n|\r/).map((line) => line.replaceAll('\t', '        ').trimEnd())
  const references = { ...findReferences(lines), elsewhere }
  const root: Root = { type: 'root', children: new Reader(references, settings).read(lines) }
  return { root, unknown: references.unknown }
}

/** A page, and the substitutions that it names and nothing says. */
interface ReadPage {
  readonly root: Root
  readonly unknown: ReadonlySet<string>
}

/** What a page may name of its site. */
interface SiteText {
  readonly elsewhere?: SphinxReferences | undefined
  /** What its configuration sets, by name. */
  readonly settings?: ReadonlyMap<string, string>
}

class Reader {
  readonly #references: References
  readonly #directives = new Directives()
  /** Adornments in the order in which they first come: that is what gives a heading its depth. */
  readonly #adornments: string[] = []
  #madeIds = 0
  /** Of the targets above the next heading. */
  #anchor = ''
  /** How deep the block stands that is read. */
  #level = 0
  readonly #page: PageState

  constructor(references: References, settings: ReadonlyMap<string, string>) {
    this.#references = references
    this.#page = {
      depth: 1,
      language: '',
      ids: new Set(),
      settings,
      inline: (words) => this.#inline(words),
      inner: (lines) => this.#inner(lines),
    }
  }

  read(lines: readonly string[]): BlockContent[] {
    const blocks: BlockContent[] = []
    const cursor = { lines, at: 0 }
    while (cursor.at < lines.length) {
      if (lineAt(cursor) === '') cursor.at++
      else for (const block of this.#next(cursor)) blocks.push(block)
    }
    return joinLists(blocks)
  }

  #inner(lines: readonly string[]): BlockContent[] {
    if (this.#level >= mostLevels) return paragraph(this.#inline(lines.join(' ')))
    this.#level++
    const blocks = this.read(lines)
    this.#level--
    return blocks
  }

  #next(cursor: Cursor): BlockContent[] {
    const line = lineAt(cursor)
    if (line.startsWith(' ')) return this.#inner(withoutIndent(takeIndented(cursor)))
    const heading = this.#heading(cursor)
    if (heading) return [heading]
    if (line === '..' || line.startsWith('.. ')) return this.#explicit(cursor)
    if (line.startsWith('__ ')) return skip(cursor)
    if (isGridBorder(line)) return tableOf(readGridTable(takeParagraph(cursor)), this.#page)
    if (isSimpleBorder(line)) return tableOf(readSimpleTable(takeSimpleTable(cursor)), this.#page)
    if (adornment.test(line) && line.length > 3) return skip(cursor)
    if (line === '>>>' || line.startsWith('>>> ')) return code(takeParagraph(cursor), 'python')
    return this.#item(cursor) ?? this.#paragraph(cursor)
  }

  /** A line between or above adornments. */
  #heading(cursor: Cursor): BlockContent | undefined {
    const over = lineAt(cursor)
    const isOverlined =
      adornment.test(over) && over.length > 1 && lineAt(cursor, 1).trim() !== '' && lineAt(cursor, 2) === over
    const words = isOverlined ? lineAt(cursor, 1).trim() : over
    if (!isOverlined && (adornment.test(words) || !isUnderlined(words, lineAt(cursor, 1)))) return undefined
    const mark = `${isOverlined ? 'over' : 'under'}${lineAt(cursor, isOverlined ? 2 : 1).charAt(0)}`
    if (!this.#adornments.includes(mark)) this.#adornments.push(mark)
    this.#page.depth = headingDepth(this.#adornments.indexOf(mark) + 1)
    cursor.at += isOverlined ? 3 : 2
    const made = this.#idOf(docutilsId(plainText(words)))
    const anchor = this.#anchor || made
    this.#anchor = ''
    return { type: 'heading', depth: headingDepth(this.#page.depth), children: this.#inline(words), data: { anchor } }
  }

  /** An id that no other element of the page has, as docutils makes it. */
  #idOf(id: string): string {
    const { ids } = this.#page
    let made = id
    while (made === '' || ids.has(made)) made = `id${++this.#madeIds}`
    ids.add(made)
    return made
  }

  /** A directive, a target, a note or a comment. */
  #explicit(cursor: Cursor): BlockContent[] {
    const line = lineAt(cursor)
    const [, target] = /^\.\. _(`[^`]+`|(?:\\:|[^:`]){1,300}):\s*$/.exec(line) ?? []
    const [, note, words = ''] = /^\.\.\s+\[([^\]]{1,100})\](?:\s+(.*))?$/.exec(line) ?? []
    const directive = directiveLine(line)
    cursor.at++
    if (target !== undefined) {
      this.#anchor = this.#idOf(docutilsId(target.replaceAll('`', '').replaceAll('\\', '')))
      return []
    }
    const body = takeWhile(cursor, (other) => other === '' || other.startsWith(' '))
    if (note !== undefined) {
      const name = note.startsWith('#') ? note.slice(1) : note
      const label = name === '' ? [] : [text(`[${name}] `)]
      return paragraph([...label, ...this.#inline([words, ...body].join(' '))])
    }
    // `.. |name| image:: …` stands where the name does.
    const isSubstitution = line.slice(2).trimStart().startsWith('|')
    if (!directive || isSubstitution) return []
    const { name, first } = directive
    return this.#directives.read({ name, ...readDirective(first, body) }, this.#page)
  }

  /** A list item, a field, a line of a poem, an option, or a term and what it means. */
  #item(cursor: Cursor): BlockContent[] | undefined {
    const line = lineAt(cursor)
    if (line === '|' || line.startsWith('| ')) return this.#lineBlock(cursor)
    return this.#field(cursor) ?? this.#listItem(cursor) ?? this.#option(cursor) ?? this.#term(cursor)
  }

  #field(cursor: Cursor): BlockContent[] | undefined {
    const [, name, value = ''] = /^:([^:`\s][^:`]{0,200}):(?:\s+(.*))?$/.exec(lineAt(cursor)) ?? []
    if (name === undefined) return undefined
    cursor.at++
    const body = [value, ...withoutIndent(takeIndented(cursor))]
    return silentFields.has(name) ? [] : withBeginning(strong(this.#inline(name)), this.#inner(body))
  }

  #listItem(cursor: Cursor): BlockContent[] | undefined {
    const line = lineAt(cursor)
    const next = lineAt(cursor, 1)
    const bullet = /^[-*+•‣⁃]\s+(?=\S)/.exec(line)?.[0]
    const number =
      /^(?:\(?(?:\d{1,9}|#|[A-Za-z]|[ivxIVX]{1,6})\)|(?:\d{1,9}|#|[A-Za-z]|[ivxIVX]{1,6})\.)\s+(?=\S)/.exec(line)?.[0]
    const isNumbered =
      number !== undefined &&
      (next === '' || next.startsWith(' '.repeat(number.length)) || /^\(?(?:\w{1,9}|#)[.)]\s/.test(next))
    const mark = bullet ?? (isNumbered ? number : undefined)
    if (mark === undefined) return undefined
    cursor.at++
    const rest = takeIndented(cursor).map((other) => other.slice(Math.min(mark.length, indentOf(other))))
    const numbers = bullet === undefined ? numbersOf(mark) : undefined
    return [listOf(this.#inner([line.slice(mark.length), ...rest]), numbers)]
  }

  #lineBlock(cursor: Cursor): BlockContent[] {
    const lines = takeWhile(cursor, (line) => line.startsWith('|') || line.startsWith(' '))
    const words = lines.map((line) => this.#inline(line.startsWith('|') ? line.slice(1) : line))
    return paragraph(words.flatMap((line, at) => (at === 0 ? line : [{ type: 'break' }, ...line])))
  }

  #option(cursor: Cursor): BlockContent[] | undefined {
    const line = lineAt(cursor)
    const option = optionIn(line)
    if (option === undefined || (option.length === line.length && !lineAt(cursor, 1).startsWith(' '))) return undefined
    cursor.at++
    const body = [line.slice(option.length).trim(), ...withoutIndent(takeIndented(cursor))]
    return withBeginning([inlineCode(option)], this.#inner(body))
  }

  #term(cursor: Cursor): BlockContent[] | undefined {
    const line = lineAt(cursor)
    if (!lineAt(cursor, 1).startsWith(' ') || line.endsWith('::')) return undefined
    cursor.at++
    const meaning = this.#inner(withoutIndent(takeIndented(cursor)))
    return [listOf([...paragraph(this.#inline(line)), ...meaning])]
  }

  #paragraph(cursor: Cursor): BlockContent[] {
    const words = withoutBreaks(takeParagraph(cursor).join('\n')).replaceAll('\n', ' ')
    if (!words.endsWith('::')) return paragraph(this.#inline(words))
    // `Example::` is “Example:”, `::` alone or after a space nothing.
    const before = words.slice(0, -2)
    while (cursor.at < cursor.lines.length && lineAt(cursor) === '') cursor.at++
    const quote = '>|$#%!*+-'.includes(lineAt(cursor).charAt(0) || ' ') ? lineAt(cursor).charAt(0) : undefined
    const body = quote ? takeWhile(cursor, (line) => line.startsWith(quote)) : takeIndented(cursor)
    const lead = before === '' || before.endsWith(' ') ? before : `${before}:`
    return [...paragraph(this.#inline(lead)), ...code(body, this.#page.language)]
  }

  /** Footnotes take ids, too. */
  #inline(words: string): PhrasingContent[] {
    for (const _note of words.matchAll(/\[(?:\d+|#[\w.-]{0,60}|\*)\]_(?!\w)/g)) this.#idOf('')
    return readInline(words, this.#references)
  }
}

function skip(cursor: Cursor): [] {
  cursor.at++
  return []
}

/** `-v, --verbose` at the beginning of a line, of which two spaces set what it does apart. */
function optionIn(line: string): string | undefined {
  if (!/^(?:-\w|--\w|\/[A-Z]\b)/.test(line)) return undefined
  const end = line.indexOf('  ')
  const option = end < 0 ? line : line.slice(0, end)
  return option.length <= 200 && option.split(' ').length <= 8 ? option : undefined
}
