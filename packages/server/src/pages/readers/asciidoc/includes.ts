import { linesOf, withoutIndent } from '../../text-lines.ts'
import type { IncludeReference, Includes } from '../includes.ts'

/** The longest target and list of attributes that are read, in characters. */
const longest = { target: 400, attributes: 300 }
/** What Antora and books call the folders of their parts. */
const families: Readonly<Record<string, string>> = { partial: 'partials', example: 'examples', page: 'pages' }
const mostIncludes = 100
/** How many levels deeper headings of an included file can stand. */
const mostLevels = 5

/** `include::target[attributes]` alone on its line. */
function directiveIn(line: string): { key: string; target: string; attributes: string } | undefined {
  const key = line.trim()
  const open = key.indexOf('[')
  if (!key.startsWith('include::') || open < 0 || !key.endsWith(']')) return undefined
  const target = key.slice('include::'.length, open)
  const attributes = key.slice(open + 1, -1)
  const isShort = target.length <= longest.target && attributes.length <= longest.attributes
  return isShort && target !== '' && !target.includes(' ') && !attributes.includes(']')
    ? { key, target, attributes }
    : undefined
}

/** What the site sets for its pages. */
type Attributes = Readonly<Record<string, string>>

/** Lines, of which one that a cell begins with an include is that alone, as Asciidoctor reads it. */
const linesOfCells = (text: string): string[] =>
  text.split(/\r\n|\n|\r/).flatMap((line) => {
    const [, cell, directive] = line.includes('|include::')
      ? (/^([^|]{0,20}a\|)(include::\S.*\])[ \t]*$/.exec(line) ?? [])
      : []
    return cell !== undefined && directive !== undefined ? [cell, directive] : [line]
  })

/** The files that a page of AsciiDoc includes, by the attributes that it has set above, and its site. */
export function findAsciiDocIncludes(text: string, attributes: Attributes = {}): IncludeReference[] {
  const references = new Map<string, IncludeReference>()
  const values = new Map<string, string>(Object.entries(attributes))
  for (const line of linesOfCells(text)) {
    const [, name, value = ''] = /^:([\w-]{1,60}):[ \t]+(\S.{0,200})$/.exec(line) ?? []
    if (name !== undefined) values.set(name, value.trim())
    const directive = directiveIn(line)
    if (!directive || references.has(directive.key)) continue
    const path = pathOf(withAttributes(directive.target, values))
    if (references.size >= mostIncludes) break
    const { key } = directive
    const options = attributesIn(directive.attributes)
    const cut = (whole: string) => cutInclude(whole, options)
    const isOptional = (options.get('opts') ?? '')
      .split('%')
      .flatMap((name) => name.split(','))
      .includes('optional')
    references.set(key, { key, path, region: options.get('tags') ?? null, lines: null, cut, isOptional })
  }
  return [...references.values()]
}

const withAttributes = (target: string, values: ReadonlyMap<string, string>): string =>
  target.replace(/\{([\w-]{1,60})\}/g, (written, name: string) => values.get(name) ?? written)

/** `partial$part.adoc`, `other:example$app.rb`, `{partialsdir}/part.adoc`; addresses as they are. */
function pathOf(target: string): string {
  if (URL.canParse(target) && /^(?:https?|ftp):/.test(target)) return target
  const [, module = '', family = '', rest = target] = /^(?:([\w.-]+):)?(?:([a-z]+)\$)?(.*)$/.exec(target) ?? []
  const path = rest.replace('{partialsdir}/', 'partials/').replace('{examplesdir}/', 'examples/')
  // Another component’s.
  if (path.includes(':')) return target
  const folder = family === '' ? '' : families[family]
  return folder === undefined ? target : [module, folder, path].filter(Boolean).join('/')
}

/** `tags="a;b",lines=1..5`; one tag is a list of one. */
function attributesIn(list: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', quoted, bare] of list.matchAll(/(?<![a-z])([a-z]+)=(?:"([^"]*)"|([^,]*))/g)) {
    attributes.set(name === 'tag' ? 'tags' : name, (quoted ?? bare ?? '').trim())
  }
  return attributes
}

const tagName = /^!?(?:\*{1,2}|[\w.-]+)$/

/** Undefined when the file has none of the tags. */
function cutInclude(text: string, attributes: ReadonlyMap<string, string>): string | undefined {
  const all = linesOf(text)
  const tags = listOf(attributes.get('tags') ?? '').filter((tag) => tagName.test(tag))
  const chosen = tags.length > 0 ? linesOfTags(all, tags) : linesIn(all, attributes.get('lines'))
  if (tags.length > 0 && chosen.length === 0) return undefined
  const indent = attributes.get('indent')
  const aligned =
    indent === undefined ? chosen : withoutIndent(chosen).map((line) => ' '.repeat(widthOf(indent)) + line)
  return aligned.filter((line) => tagIn(line) === undefined).join('\n')
}

const mostIndent = 20
const widthOf = (indent: string): number => Math.min(mostIndent, Math.max(0, Number(indent) || 0))

const listOf = (list: string): string[] =>
  list
    .replaceAll(';', ',')
    .split(',')
    .map((item) => item.trim())

/** `tag::name[]` or `end::name[]` behind the mark of a comment. */
function tagIn(line: string): { kind: string; name: string } | undefined {
  const [, kind, name = ''] = /(?:^|[^\w])(tag|end)::([\w.-]{1,100})\[\]/.exec(line) ?? []
  return kind === undefined ? undefined : { kind, name }
}

/** `a;!b` is a without b, `!b` all but b, `*` all that has a tag, `**` every line. */
function linesOfTags(lines: readonly string[], tags: readonly string[]): string[] {
  const shown = new Map(tags.map((tag) => (tag.startsWith('!') ? [tag.slice(1), false] : [tag, true])))
  const all = shown.get('**')
  const tagged = shown.get('*')
  const isFirst = /^!?\*$/.test(tags[0] ?? '')
  const base = all ?? (tagged === undefined ? ![...shown.values()].includes(true) : isFirst && !tagged)
  const open: { name: string; isShown: boolean }[] = []
  return lines.filter((line) => {
    const tag = tagIn(line)
    if (tag?.kind === 'tag') {
      const isWithin = open.at(-1)?.isShown ?? true
      const isShown = shown.get(tag.name) ?? (tagged === undefined ? undefined : isWithin && tagged)
      if (isShown !== undefined) open.push({ name: tag.name, isShown })
    } else if (tag?.kind === 'end') {
      const at = open.findLastIndex(({ name }) => name === tag.name)
      if (at >= 0) open.splice(at, 1)
    }
    return tag === undefined && (open.at(-1)?.isShown ?? base)
  })
}

/** `5..10;12`, `3..-1`. */
function linesIn(lines: readonly string[], ranges: string | undefined): readonly string[] {
  if (!ranges) return lines
  return listOf(ranges).flatMap((range) => {
    const [first = 0, last = first] = range.split('..').map(Number)
    return lines.slice(Math.max(0, first - 1), last < 0 ? undefined : last)
  })
}

/** Headings further down by as many levels. */
function deeper(text: string, levels: number): string {
  if (levels <= 0) return text
  let block = ''
  const lines = text.split('\n').map((line) => {
    const mark = delimiterIn(line)
    if (mark !== undefined) block = block === '' ? mark : block === mark ? '' : block
    const [marks = ''] = line.split(' ', 1)
    const isHeading = marks.length > 0 && marks.length <= 5 && marks === '='.repeat(marks.length) && marks !== line
    return block === '' && isHeading ? '='.repeat(levels) + line : line
  })
  return lines.join('\n')
}

/** The line around a block of code or of text as it stands. */
function delimiterIn(line: string): string | undefined {
  const text = line.trimEnd()
  const sign = text.charAt(0)
  return text.length >= 4 && (sign === '-' || sign === '.') && text === sign.repeat(text.length) ? text : undefined
}

/** The page with what it includes, where that was read, and without the lines that include anything else. */
export const withIncludes = (text: string, includes: Includes = new Map()): string =>
  linesOfCells(text)
    .map((line) => {
      const include = includes.get(line.trim())
      if (include && 'text' in include) return deeper(withIncludes(include.text, include.includes), offsetOf(line))
      return line.startsWith('include::') && directiveIn(line) ? '' : line
    })
    .join('\n')

/** How many levels deeper the headings of an included file stand. */
const offsetOf = (line: string): number =>
  Math.min(Number(attributesIn(directiveIn(line)?.attributes ?? '').get('leveloffset') ?? 0) || 0, mostLevels)
