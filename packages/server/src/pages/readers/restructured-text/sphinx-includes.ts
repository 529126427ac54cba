import { indentOf, linesOf, withoutIndent } from '../../text-lines.ts'
import type { IncludeReference, Includes } from '../includes.ts'

/** `.. include:: part.txt` of reStructuredText, and ` ```{include} part.md ` of MyST. */
const directive = /^([ \t]*)(?:\.\.[ \t]+|(`{3,}|~{3,}|:{3,})\{)(include|literalinclude)(?:::|\})[ \t]+(\S{1,400})$/
/** `.. csv-table:: Title`, whose rows may be in a file. */
const tableDirective = /^([ \t]*)\.\.[ \t]+(csv-table)::[ \t]*(.{0,400})$/
const option = /^[ \t]*:([a-z-]{1,30}):[ \t]*(.*)$/
const fenceEnd = /^\s*(?:`{3,}|~{3,}|:{3,})\s*$/
const declaration = /^[ \t]*(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)/
const mostIncludes = 100

interface Block {
  /** The lines that it takes up, from the first to the one behind. */
  readonly start: number
  readonly end: number
  readonly indent: string
  readonly isMyst: boolean
  readonly isCode: boolean
  /** Of a table. */
  readonly title?: string
  readonly path: string
  readonly options: ReadonlyMap<string, string>
  readonly key: string
}

/** The files that a page of Sphinx includes. */
export function findSphinxIncludes(text: string): IncludeReference[] {
  const found = new Map<string, IncludeReference>()
  for (const { key, path, options } of blocksIn(text.split(/\r\n|\n|\r/)).slice(0, mostIncludes)) {
    const region = options.get('pyobject') ?? options.get('start-after') ?? options.get('start-at') ?? null
    found.set(key, { key, path, region, lines: null, cut: (whole) => cutInclude(whole, options) })
  }
  return [...found.values()]
}

/** The page with what it includes, where that was read: text as it stands, code in a block of its own. */
export function withSphinxIncludes(text: string, includes: Includes | undefined): string {
  if (!includes || includes.size === 0) return text
  const lines = text.split(/\r\n|\n|\r/)
  const out: string[] = []
  let at = 0
  for (const block of blocksIn(lines)) {
    const found = includes.get(block.key)
    if (!found || !('text' in found)) continue
    const part = withSphinxIncludes(found.text, found.includes).split('\n')
    out.push(...lines.slice(at, block.start), ...shown(block, part, found.language))
    at = block.end
  }
  return [...out, ...lines.slice(at)].join('\n')
}

function shown(
  { indent, isMyst, isCode, title: name, path, options }: Block,
  lines: readonly string[],
  ending: string,
): string[] {
  const language = options.get('language') ?? options.get('code') ?? (isCode ? ending : '')
  if (name !== undefined) {
    const others = [...options].filter(([key]) => key !== 'file').map(([key, value]) => `${indent}   :${key}: ${value}`)
    return [`${indent}.. csv-table:: ${name}`, ...others, '', ...lines.map((line) => `${indent}   ${line}`), '']
  }
  const isText = !isCode && !options.has('literal') && !options.has('code')
  if (isText) return lines.map((line) => indent + line)
  const whole = [
    ...(options.get('prepend')?.split('\n') ?? []),
    ...lines,
    ...(options.get('append')?.split('\n') ?? []),
  ]
  // Without a name, that of the file.
  const named = options.get('caption') ?? (options.has('caption') ? path : undefined)
  const title = named === undefined ? [] : [`${indent}**${named}**`, '']
  if (isMyst)
    return [...title, `${indent}\`\`\`\`\`${language}`, ...whole.map((line) => indent + line), `${indent}\`\`\`\`\``]
  return [...title, `${indent}.. code-block:: ${language}`, '', ...whole.map((line) => `${indent}   ${line}`), '']
}

function blocksIn(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  /** The lines that may end a fence, the last first: those that are passed are taken away. */
  const ends = Map.groupBy(lines.flatMap((line, at) => (fenceEnd.test(line) ? [at] : [])).reverse(), (at) =>
    lines[at]?.trim(),
  )
  for (let start = 0; start < lines.length; start++) {
    const line = lines[start] ?? ''
    const [, within = '', fence, name = '', file = ''] = directive.exec(line) ?? []
    const [table, beside = '', , title = ''] = tableDirective.exec(line) ?? []
    if (file === '' && table === undefined) continue
    const indent = table === undefined ? within : beside
    const options = new Map<string, string>()
    let end = start + 1
    for (; end < lines.length; end++) {
      const line = lines[end] ?? ''
      const [, key, value = ''] = option.exec(line) ?? []
      if (key === undefined || (fence === undefined && !line.startsWith(`${indent} `))) break
      options.set(key, value.trim())
    }
    if (fence !== undefined) {
      const closing = ends.get(fence) ?? []
      while ((closing.at(-1) ?? end) < end) closing.pop()
      const close = closing.at(-1)
      if (close === undefined) continue
      end = close + 1
    }
    const path = table === undefined ? file : (options.get('file') ?? '')
    if (path === '') continue
    const isCode = name === 'literalinclude'
    const key = `${table === undefined ? name : `table ${title}`} ${path} ${JSON.stringify([...options])}`
    const isMyst = fence !== undefined
    blocks.push({ start, end, indent, isMyst, isCode, path, options, key, ...(table !== undefined && { title }) })
    start = end - 1
  }
  return blocks
}

/** Undefined when the file has none of what is asked for. */
function cutInclude(text: string, options: ReadonlyMap<string, string>): string | undefined {
  const all = linesOf(text)
  const object = options.get('pyobject')
  const chosen = object === undefined ? linesIn(all, options) : linesOfObject(all, object)
  const [after, before] = [options.get('start-after'), options.get('end-before')]
  const [first, last] = [options.get('start-at'), options.get('end-at')]
  const from = after === undefined && first === undefined ? 0 : placeOf(chosen, after ?? first ?? '', 0)
  if (from < 0 || chosen.length === 0) return undefined
  const start = after === undefined ? from : from + 1
  const to = before === undefined && last === undefined ? -1 : placeOf(chosen, before ?? last ?? '', start)
  const end = to < 0 ? chosen.length : before === undefined ? to + 1 : to
  const kept = chosen.slice(start, end)
  const isCut = options.has('dedent') || object !== undefined || options.has('lines')
  return (isCut ? withoutIndent(kept) : kept).join('\n')
}

const placeOf = (lines: readonly string[], words: string, from: number): number =>
  lines.findIndex((line, at) => at >= from && line.includes(words))

/** `:lines: 1,3-5,20-` counted from 1, `:start-line: 2` and `:end-line: -1` from 0. */
function linesIn(lines: readonly string[], options: ReadonlyMap<string, string>): readonly string[] {
  const parts = options.get('lines')?.split(',')
  if (parts) {
    return parts.flatMap((part) => {
      const [, first = '', dash, last = ''] = /^(\d{0,9})(-?)(\d{0,9})$/.exec(part.trim()) ?? []
      return lines.slice(
        Math.max(0, Number(first) - 1),
        dash ? (last === '' ? undefined : Number(last)) : Number(first),
      )
    })
  }
  const [start, end] = [options.get('start-line'), options.get('end-line')]
  return lines.slice(Number(start ?? 0) || 0, end === undefined ? undefined : Number(end) || undefined)
}

/** `Kettle.boil` of Python: its line, what decorates it, and what is indented below. */
function linesOfObject(lines: readonly string[], name: string): readonly string[] {
  let [from, to] = [0, lines.length]
  for (const step of name.split('.')) {
    const isDeclared = (line: string) => declaration.exec(line)?.[1] === step
    const at = lines.findIndex((line, place) => place >= from && place < to && isDeclared(line))
    if (at < 0) return []
    const width = indentOf(lines[at] ?? '')
    const next = lines.findIndex(
      (line, place) => place > at && line.trim() !== '' && indentOf(line) <= width && !/^[ \t]*[)\]}]/.test(line),
    )
    to = next < 0 || next > to ? to : next
    from = at
  }
  while (from > 0 && /^[ \t]*@/.test(lines[from - 1] ?? '')) from--
  const end = lines.slice(from, to).findLastIndex((line) => line.trim() !== '')
  return lines.slice(from, from + end + 1)
}
