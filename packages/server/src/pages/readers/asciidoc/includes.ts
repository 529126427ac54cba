import { linesOf, withoutIndent } from '../../text-lines.ts'
import type { IncludeReference, Includes } from '../includes.ts'

const directive = /^include::([^[\]\s]{1,400})\[([^\]]{0,300})\]$/
/** What Antora and books call the folders of their parts. */
const families: Readonly<Record<string, string>> = { partial: 'partials', example: 'examples', page: 'pages' }
const mostIncludes = 100
const tagLine = /(?:^|[^\w])(tag|end)::([\w.-]{1,100})\[\]/

/** The files that a page of AsciiDoc includes; those whose names are computed are not known. */
export function findAsciiDocIncludes(text: string): IncludeReference[] {
  const found = new Map<string, IncludeReference>()
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [key, target = '', list = ''] = directive.exec(line.trim()) ?? []
    const path = pathOf(target)
    if (key === undefined || path === undefined || found.has(key) || found.size >= mostIncludes) continue
    const attributes = attributesIn(list)
    const cut = (whole: string) => cutInclude(whole, attributes)
    const isOptional = /\boptional\b/.test(attributes.get('opts') ?? '')
    found.set(key, { key, path, region: attributes.get('tags') ?? null, lines: null, cut, isOptional })
  }
  return [...found.values()]
}

/** `partial$part.adoc`, `other:example$app.rb`, `{partialsdir}/part.adoc`. Of another component’s nothing is known. */
function pathOf(target: string): string | undefined {
  const [, module = '', family = '', rest = target] = /^(?:([\w.-]+):)?(?:([a-z]+)\$)?(.*)$/.exec(target) ?? []
  const named = rest.replace(/^\{(partials|examples)dir\}\//, '$1/')
  if (/[{}:]/.test(named) || /^(?:https?|ftp)$/.test(module)) return undefined
  const folder = family === '' ? '' : families[family]
  if (folder === undefined) return undefined
  return [module, folder, named].filter(Boolean).join('/')
}

/** `tags="a;b",lines=1..5`; one tag is a list of one. */
function attributesIn(list: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', quoted, bare] of list.matchAll(/(?<![a-z])([a-z]+)=(?:"([^"]*)"|([^,]*))/g)) {
    found.set(name === 'tag' ? 'tags' : name, (quoted ?? bare ?? '').trim())
  }
  return found
}

/** Undefined when the file has none of the tags. */
function cutInclude(text: string, attributes: ReadonlyMap<string, string>): string | undefined {
  const all = linesOf(text)
  const tags = (attributes.get('tags') ?? '').split(/[;,]/).map((tag) => tag.trim())
  const wanted = tags.filter((tag) => /^[\w.-]+$/.test(tag))
  const chosen = wanted.length > 0 ? linesOfTags(all, new Set(wanted)) : linesIn(all, attributes.get('lines'))
  if (wanted.length > 0 && chosen.length === 0) return undefined
  const aligned = attributes.get('indent') === '0' ? withoutIndent(chosen) : chosen
  const kept = aligned.filter((line) => !tagLine.test(line))
  const offset = Number(attributes.get('leveloffset') ?? 0)
  return (offset > 0 ? deeper(kept, Math.min(offset, 5)) : kept).join('\n')
}

function linesOfTags(lines: readonly string[], wanted: ReadonlySet<string>): string[] {
  const open = new Set<string>()
  return lines.filter((line) => {
    const [, kind, name = ''] = tagLine.exec(line) ?? []
    if (kind === 'tag' && wanted.has(name)) open.add(name)
    else if (kind === 'end') open.delete(name)
    return kind === undefined && open.size > 0
  })
}

/** `5..10;12`, `3..-1`. */
function linesIn(lines: readonly string[], written: string | undefined): readonly string[] {
  if (!written) return lines
  return written.split(/[;,]/).flatMap((part) => {
    const [first = 0, last = first] = part.split('..').map(Number)
    return lines.slice(Math.max(0, first - 1), last < 0 ? undefined : last)
  })
}

/** Headings further down by as many levels. */
function deeper(lines: readonly string[], levels: number): string[] {
  let block = ''
  return lines.map((line) => {
    const mark = /^(?:-{4,}|\.{4,})$/.exec(line.trimEnd())?.[0]
    if (mark !== undefined) block = block === '' ? mark : block === mark ? '' : block
    return block === '' && /^={1,5}[ \t]+\S/.test(line) ? '='.repeat(levels) + line : line
  })
}

/** The page with what it includes, where that was read, and without the lines that include anything else. */
export function withIncludes(text: string, includes: Includes = new Map()): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => {
      const found = includes.get(line.trim())
      return found && 'text' in found ? withoutDirectives(found.text) : withoutDirectives(line)
    })
    .join('\n')
}

/** What an included file includes itself is left out. */
const withoutDirectives = (text: string): string =>
  text.includes('include::') ? text.replace(/^include::\S{1,400}\[.{0,300}\][ \t]*$/gm, '') : text
