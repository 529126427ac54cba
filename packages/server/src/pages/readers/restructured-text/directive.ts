import { indentOf, withoutIndent } from '../../text-lines.ts'
import { withoutEmptyEnds } from './lines.ts'

/** `.. name:: argument`, what stands in the lines of options below it, and its body. */
export interface Directive {
  readonly name: string
  readonly argument: string
  readonly options: ReadonlyMap<string, string>
  readonly body: readonly string[]
}

const firstLine = /^\.\.\s+(?:\|[^|]+\|\s+)?([\w:.+-]+?)\s?::(?:\s+(.*))?$/

/** What the first line of a directive says; undefined for another line. */
export function directiveLine(line: string): { name: string; first: string } | undefined {
  const [, name, first = ''] = firstLine.exec(line) ?? []
  return name === undefined ? undefined : { name, first }
}

/** Reads what stands below the first line of a directive. Signatures, one a line, stay on lines of their own. */
export function readDirective(first: string, lines: readonly string[]): Omit<Directive, 'name'> {
  const rest = withoutIndent(lines)
  // Below an empty line there is nothing but the body.
  const isBodyOnly = rest[0] === ''
  const options = new Map<string, string>()
  const argument = [first.trim()]
  let at = 0
  while (first !== '' && !isBodyOnly && rest[at] && !optionOf(rest[at])) argument.push((rest[at++] ?? '').trim())
  for (; !isBodyOnly; at++) {
    const option = optionOf(rest[at])
    if (!option) break
    const more: string[] = []
    while (isIndentedText(rest[at + 1])) more.push((rest[++at] ?? '').trim())
    options.set(option.name, [option.value, ...more].join('\n').trim())
  }
  const isContinued = argument.slice(0, -1).every((line) => line.endsWith('\\'))
  const written = isContinued
    ? argument.map((line) => (line.endsWith('\\') ? line.slice(0, -1) : line)).join(' ')
    : argument.join('\n')
  return { argument: written.trim(), options, body: withoutEmptyEnds(rest.slice(at)) }
}

const longestOption = 100

/** `:name: value` */
function optionOf(line = ''): { name: string; value: string } | undefined {
  const end = line.startsWith(':') ? line.indexOf(':', 1) : -1
  const name = line.slice(1, end)
  const behind = line.slice(end + 1)
  if (end < 2 || name.length > longestOption || name.trimStart() !== name) return undefined
  return behind === '' || behind.startsWith(' ') ? { name, value: behind.trim() } : undefined
}

const isIndentedText = (line = ''): boolean => indentOf(line) > 0 && line.trim() !== ''

/** The cells of `list-table`, a list of lists. A cell may have several lines. */
export function readListTable(lines: readonly string[]): string[][] {
  const rows: string[][] = []
  /** Where the words of the last cell begin. */
  let column = 0
  for (const line of lines) {
    const [, row] = /^([*-]\s+[*-](?:\s+|$))/.exec(line) ?? []
    const [, cell] = /^(\s+[*-](?:\s+|$))/.exec(line) ?? []
    const last = rows.at(-1)
    const mark = row ?? (cell && last && indentOf(line) <= 3 ? cell : undefined)
    if (row) rows.push([line.slice(row.length)])
    else if (mark) last?.push(line.slice(mark.length))
    else last?.push(`${last.pop() ?? ''}\n${line.slice(Math.min(column, indentOf(line)))}`)
    column = mark?.length ?? column
  }
  const trimmed = rows.map((cells) => cells.map((text) => text.trim()))
  return trimmed.some((cells) => cells.some((text) => spanRole.test(text))) ? withSpans(trimmed) : trimmed
}

/** `:cspan:\`1\`` of Linux, the number of further columns that a cell takes up, and `:rspan:` of rows. */
const spanRole = /:[cr]span:`\d{1,3}`\s*/
const columnSpan = /:cspan:`(\d{1,3})`/
const rowSpan = /:rspan:`(\d{1,3})`/
const mostSpanned = 100
/** Cells of a table; of those beyond, none takes up several places. */
const mostCells = 20_000

/** What cells hold that take up several places stands in each of these. */
function withSpans(rows: readonly string[][]): string[][] {
  const placed: string[][] = rows.map(() => [])
  let left = mostCells
  for (const [at, row] of rows.entries()) {
    for (const cell of row) {
      const spanOf = (span: RegExp) => Math.min(mostSpanned, Number(span.exec(cell)?.[1] ?? 0))
      const words = cell.replace(spanRole, '').replace(spanRole, '')
      let column = 0
      while (placed[at]?.[column] !== undefined) column++
      const [below, beside] = left > 0 ? [spanOf(rowSpan), spanOf(columnSpan)] : [0, 0]
      left -= (below + 1) * (beside + 1)
      for (const line of placed.slice(at, at + below + 1))
        for (let place = column; place <= column + beside; place++) line[place] = words
    }
  }
  return placed.map((row) => Array.from(row, (cell = '') => cell))
}

/** `none` and the like name no language. */
export function languageNamed(argument: string): string {
  const [name = ''] = argument.split(/[^\w+#.-]/, 1)
  if (noLanguages.has(name)) return ''
  return name === 'python3' ? 'python' : name
}

const noLanguages = new Set('none default text guess rest'.split(' '))
