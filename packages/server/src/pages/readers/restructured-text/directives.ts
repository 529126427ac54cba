import type { BlockContent, PhrasingContent } from 'mdast'
import { indentOf } from '../../text-lines.ts'
import { wordsIn } from '../raised.ts'
import { isShownSetting, isShownTag } from './conditions.ts'
import { type Directive, languageNamed, readListTable } from './directive.ts'
import { code, declaration, formulasOf, paragraph, signature, strong, tableOf, text, withBeginning } from './nodes.ts'
import { titleOfAdmonition, wordsOfVersion } from './sphinx-directives.ts'
import { declaredObject, declaresPython, isModule, programOf, pythonName, type SphinxObject } from './sphinx-objects.ts'
import { readValues } from './tables.ts'

const codeDirectives = new Set(
  'code-block code sourcecode testcode testoutput doctest prompt ipython console productionlist terminal'.split(' '),
)
const codeLanguages: Readonly<Record<string, string>> = {
  testcode: 'python',
  testoutput: '',
  doctest: 'python',
  ipython: 'python',
  console: 'console',
  prompt: '',
}
const silentDirectives = new Set(
  'toctree contents sectnum index meta include literalinclude module py:module currentmodule py:currentmodule autosummary tabularcolumns sectionauthor codeauthor moduleauthor testsetup testcleanup role default-role default-domain title replace program unicode date highlight graphviz digraph graph uml mermaid plot video youtube todo'.split(
    ' ',
  ),
)
const tableDirectives = new Set(['csv-table', 'list-table', 'flat-table'])
/** Whose argument is how they look. */
const wrapping = new Set(
  'container only cssclass rst-class automodule tabs tab-set grid table-wrapper hlist'.split(' '),
)
/** Which other domains declare things, as in `.. c:function:: name(argument)`. */
const declarations = /:|option|confval|envvar|opcode|describe|object|setting|directive/
/** A signature that is longer stands below its name. */
const longestName = 60

/** What directives need to know of their page, and change. */
export interface PageState {
  /** Of the heading above. */
  depth: number
  /** Of code that names none. */
  language: string
  readonly ids: Set<string>
  /** What the configuration of the site sets. */
  readonly settings: ReadonlyMap<string, string>
  readonly inline: (words: string) => PhrasingContent[]
  /** Reads what stands within a block. */
  readonly inner: (lines: readonly string[]) => BlockContent[]
}

/** Reads the directives of docutils and Sphinx. */
export class Directives {
  #module = ''
  /** Whose options are described. */
  #program = ''
  readonly #scope: string[] = []

  read(directive: Directive, page: PageState): BlockContent[] {
    const { name, argument, options, body } = directive
    // What is read from code, of which nothing stands here.
    if (name.startsWith('auto') && body.length === 0) return []
    this.#remember(directive, page)
    if (name === 'math') return formulasOf([argument, '', ...body])
    if (name === 'parsed-literal')
      return code(
        body.map((line) => parsedLine(line, page)),
        '',
      )
    if (name === 'code-tab') {
      const [language = '', ...title] = argument.split(/\s+/)
      const words = title.join(' ') || language
      return [...paragraph(strong(page.inline(words))), ...code(body, languageNamed(language))]
    }
    if (name === 'glossary') return page.inner(joinTerms(body))
    if (codeDirectives.has(name))
      return [
        ...paragraph(strong(page.inline(options.get('caption') ?? ''))),
        ...code(body, codeLanguages[name] ?? languageNamed(argument)),
      ]
    if (name === 'image' || name === 'figure') {
      const alternative = paragraph(page.inline(options.get('alt') ?? ''))
      return name === 'figure' ? [...alternative, ...page.inner(body)] : alternative
    }
    if (name === 'raw') return argument.split(' ').includes('html') ? [{ type: 'html', value: body.join('\n') }] : []
    if (silentDirectives.has(name) || (name === 'only' && !isShownTag(argument))) return []
    if (tableDirectives.has(name)) return readTable(directive, page)
    if (name === 'ifconfig') return isShownSetting(argument, page.settings) ? page.inner(body) : []
    if (wrapping.has(name)) return page.inner(body)
    const version = versionWords(name, argument, page)
    if (version) return withBeginning(version, page.inner(body))
    return this.#declared(directive, page) ?? readBox(directive, page)
  }

  #remember({ name, argument }: Directive, page: PageState): void {
    if (name === 'highlight') page.language = languageNamed(argument)
    if (isModule(name)) this.#module = argument === 'None' ? '' : argument
    if (name === 'program') this.#program = programOf(argument)
  }

  /** What Python, C and command lines declare stands under a heading of its own, with the id that Sphinx gives it. */
  #declared(directive: Directive, page: PageState): BlockContent[] | undefined {
    const { name, argument, options } = directive
    if (options.has('noindex') || options.has('no-index')) return undefined
    if (declaresPython(name)) return this.#python(directive, page)
    const object = declaredObject(name, argument, this.#program)
    return object && !page.ids.has(object.id) ? this.#named(object, directive, page) : undefined
  }

  #python({ name: kind, argument, body }: Directive, page: PageState): BlockContent[] {
    const signatures = argument.split('\n').map(withoutEscapes)
    const name = pythonName(signatures[0] ?? '')
    if (name === undefined) return [...signatures.map(signature), ...page.inner(body)]
    const around = this.#scope.at(-1)
    const within = around === undefined || name.startsWith(`${around}.`) ? name : `${around}.${name}`
    const id = this.#module ? `${this.#module}.${within}` : within
    page.ids.add(id)
    const heading = declaration(page.depth + 1 + this.#scope.length, { name: around === undefined ? id : name, id })
    const isClass = kind.endsWith('class') || kind.endsWith('exception')
    if (isClass) this.#scope.push(within)
    const inner = page.inner(body)
    if (isClass) this.#scope.pop()
    const shown = signatures.length === 1 && signatures[0] === name ? [] : signatures.map(signature)
    return [heading, ...shown, ...inner]
  }

  #named({ name, id }: SphinxObject, { argument, body }: Directive, page: PageState): BlockContent[] {
    page.ids.add(id)
    const signatures = argument.split('\n')
    const isShort = signatures.length === 1 && argument.length <= longestName
    const heading = declaration(page.depth + 1 + this.#scope.length, { name: isShort ? argument : name, id })
    return [heading, ...(isShort ? [] : signatures.map(signature)), ...page.inner(body)]
  }
}

/** Terms of a glossary that share what is said of them stand on lines of their own, one below the other. */
function joinTerms(lines: readonly string[]): string[] {
  const joined: string[] = []
  for (const [at, line] of lines.entries()) {
    const before = lines[at - 1] ?? ''
    const isShared = line !== '' && !/^(?:\s|\.\. )/.test(line) && before !== '' && !/^(?:\s|\.\. )/.test(before)
    if (isShared) joined.push(`${joined.pop() ?? ''}, ${line}`)
    else joined.push(line)
  }
  return joined
}

/** A line of code whose marks are read, without what they say of its look. */
const parsedLine = (line: string, page: PageState): string =>
  line.slice(0, indentOf(line)) + wordsIn(page.inline(line.trimStart()))

const separators = new Map([
  ['tab', '\t'],
  ['space', ' '],
])

function readTable({ name, argument, options, body }: Directive, page: PageState): BlockContent[] {
  const sign = options.get('delim') ?? ','
  const rows = name === 'csv-table' ? readValues(body.join('\n'), separators.get(sign) ?? sign) : readListTable(body)
  const header = options.get('header')
  const hasHead = header !== undefined || Number(options.get('header-rows') ?? 0) > 0
  const table = { hasHead, rows: header === undefined ? rows : [...readValues(header), ...rows] }
  return [...paragraph(strong(page.inline(argument))), ...tableOf(table, page)]
}

/** “New in version 3.11: ” of `.. versionadded:: 3.11`; undefined for other directives. */
function versionWords(name: string, argument: string, { inline }: PageState): PhrasingContent[] | undefined {
  const [first = '', second = '', ...rest] = argument.split(/\s+/)
  const isRemoved = name === 'deprecated-removed'
  const kind = wordsOfVersion(name)
  if (!isRemoved && kind === undefined) return undefined
  const words = isRemoved
    ? `Deprecated since version ${first}, will be removed in version ${second}`
    : `${kind} ${first}`
  const said = inline((isRemoved ? rest : [second, ...rest]).join(' '))
  return said.length > 0 ? [text(`${words}: `), ...said] : [text(words)]
}

/** A box with a title, and whatever else has words of its own. */
function readBox({ name, argument, body }: Directive, page: PageState): BlockContent[] {
  const title = titleOfAdmonition(name)
  if (title !== undefined) {
    return [...paragraph(strong([text(title)])), ...paragraph(page.inline(argument)), ...page.inner(body)]
  }
  const isCode = declaresPython(name) || declarations.test(name)
  const words = isCode ? argument.split('\n').map(signature) : paragraph(strong(page.inline(argument)))
  return [...(argument ? words : []), ...page.inner(body)]
}

const withoutEscapes = (signature: string): string => signature.replace(/\\(.)/g, '$1')
