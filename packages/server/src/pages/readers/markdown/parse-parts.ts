import type { List, Nodes, Root, RootContent, Table } from 'mdast'

type Parse = (text: string) => Root

/** Characters. The parser needs a thousand times as many bytes while it reads. */
const partLength = 65_536

/**
 * Parses Markdown as `parse` does, a long text in parts, so that the memory it takes doesn't grow with the text. A part ends
 * where its last block begins, or the last item or row of it: what follows can't change what stands before. Links and
 * footnotes are known by what defines them anywhere, so a text with definitions is read twice.
 *
 * @param length of a part, in characters
 */
export const parseInParts = (text: string, parse: Parse, length = partLength): Root => {
  if (text.length <= 2 * length) return parse(text)
  const root = readParts(text, parse, { length, definitions: '' })
  const definitions = root && definitionsIn(root)
  if (!definitions) return root ?? parse(text)
  return readParts(text, parse, { length: Math.max(length, definitions.length), definitions }) ?? parse(text)
}

/** The definitions of a text by their names alone. Footnotes come first, as what is behind one could be a part of it. */
const definitionsIn = (root: Root): string => {
  const footnotes = new Set<string>()
  const links = new Set<string>()
  for (const node of nodesIn(root.children)) {
    if (node.type === 'footnoteDefinition') footnotes.add(node.identifier)
    if (node.type === 'definition') links.add(node.identifier)
  }
  return [...[...footnotes].map((name) => `[^${name}]: x`), ...[...links].map((name) => `[${name}]: x`)].join('\n\n')
}

/** A list or table that goes on in the next part. */
type OpenNode = List | Table

interface PartsOptions {
  readonly length: number
  /** Stand before each part. */
  readonly definitions: string
}

/** Undefined where a list or table doesn't go on as one: then only the whole says what it is. */
const readParts = (text: string, parse: Parse, { length, definitions }: PartsOptions): Root | undefined => {
  const ends = lineEndsOf(text)
  const children: RootContent[] = []
  const matter = frontMatterOf(text, parse, length)
  if (matter) children.push(matter)
  let begin = matter ? nextLine(text, offsetOf(matter, 'end')) : 0
  let open: OpenNode | undefined
  for (let size = length; begin < text.length; ) {
    const end = nextLine(text, begin + size)
    // The rule ends what could go on.
    const head = `\n${definitions}\n\n***\n\n${open?.type === 'table' ? headOf(text, open) : ''}`
    const nodes = parse(head + text.slice(begin, end)).children.filter((node) => offsetOf(node, 'end') > head.length)
    shift(nodes, { offset: begin - head.length, line: countBefore(ends, begin) - countLineEnds(head) })
    const isWhole = end === text.length
    const cut = isWhole ? nodes.length : lastBlock(text, nodes)
    const last = isWhole ? undefined : nodes[cut]
    const begun = last && beginning(last)
    const closed = [...nodes.slice(0, cut), ...(begun ? [begun] : [])]
    const next = last ? lineStart(text, offsetOf(begun ? rowsOf(last).at(-1) : last, 'start')) : end
    // A table that goes on begins with its head, before this part.
    if (next <= begin) {
      size *= 2
      continue
    }
    const [first, ...rest] = closed
    if (open && first && !goOn(open, first)) return undefined
    for (const node of open ? rest : closed) children.push(node)
    const lastClosed = children.at(-1)
    open = begun && isOpen(lastClosed) ? lastClosed : undefined
    begin = next
    size = length
  }
  return { type: 'root', children, position: { start: pointAt(ends, 0), end: pointAt(ends, text.length) } }
}

/** What stands between the first two lines of dashes. Elsewhere these are rules, so nothing may stand before it. */
const frontMatterOf = (text: string, parse: Parse, length: number): RootContent | undefined => {
  if (!/^(?:---|\+\+\+)/.test(text)) return undefined
  const end = text.indexOf(`\n${text.slice(0, 3)}`, 3)
  const [first] = end < 0 ? [] : parse(text.slice(0, nextLine(text, end + length))).children
  return first?.type === 'yaml' || first?.type === 'toml' ? first : undefined
}

/** Where the last block begins, or what stands right before it and could go on in it. */
const lastBlock = (text: string, nodes: readonly RootContent[]): number => {
  let at = nodes.length - 1
  while (at > 0 && isUnclosed(text, nodes[at - 1])) at -= 1
  return at
}

/** The title of a definition may follow. Indented code goes on behind blank lines, and only some blocks may interrupt it. */
const isUnclosed = (text: string, node: RootContent | undefined): boolean =>
  node?.type === 'definition' || (node?.type === 'code' && !/[`~]/.test(text[offsetOf(node, 'start')] ?? ''))

/** A list without its last item, a table without its last row: what may go on. Undefined where nothing is left then. */
const beginning = (node: RootContent): OpenNode | undefined => {
  if (node.type === 'list' && node.children.length > 1) return { ...node, children: node.children.slice(0, -1) }
  // Beside the head.
  if (node.type === 'table' && node.children.length > 2) return { ...node, children: node.children.slice(0, -1) }
  return undefined
}

const isOpen = (node: RootContent | undefined): node is OpenNode => node?.type === 'list' || node?.type === 'table'

const rowsOf = (node: RootContent): readonly Nodes[] => (isOpen(node) ? node.children : [])

/** Adds what a list or table has in the next part, where a table has its head again. False for anything else. */
const goOn = (open: OpenNode, more: RootContent): boolean => {
  if (open.type === 'list' && more.type === 'list') {
    for (const item of more.children) open.children.push(item)
    open.spread ||= more.spread
  } else if (open.type === 'table' && more.type === 'table') {
    for (const row of more.children.slice(1)) open.children.push(row)
  } else return false
  if (open.position && more.position) open.position.end = more.position.end
  return true
}

/** The head of a table and the line below it, as they are written. */
const headOf = (text: string, table: Table): string => {
  const start = lineStart(text, offsetOf(table, 'start'))
  return text.slice(start, nextLine(text, nextLine(text, start)))
}

const offsetOf = (node: Nodes | undefined, end: 'start' | 'end'): number => node?.position?.[end].offset ?? 0

/** Nodes and all that is below them, however deep and however many: neither by recursion nor as parameters of a call. */
function* nodesIn(nodes: readonly Nodes[]): Generator<Nodes> {
  const left = [...nodes]
  for (let node = left.pop(); node; node = left.pop()) {
    yield node
    if (!('children' in node)) continue
    for (const child of node.children) left.push(child)
  }
}

const shift = (nodes: readonly RootContent[], by: { readonly offset: number; readonly line: number }): void => {
  for (const node of nodesIn(nodes)) {
    if (!node.position) continue
    const [start, end] = [node.position.start, node.position.end].map(({ line, column, offset = 0 }) => ({
      line: line + by.line,
      column,
      offset: offset + by.offset,
    }))
    if (start && end) node.position = { start, end }
  }
}

/** Where each line ends, behind its end. */
const lineEndsOf = (text: string): number[] => [...text.matchAll(/\r\n?|\n/g)].map((end) => end.index + end[0].length)

const countLineEnds = (text: string): number => lineEndsOf(text).length

/** How many lines end up to a place, found by halves. */
const countBefore = (ends: readonly number[], place: number): number => {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle] ?? 0) <= place) low = middle + 1
    else high = middle
  }
  return low
}

const pointAt = (ends: readonly number[], offset: number) => {
  const before = countBefore(ends, offset)
  return { line: before + 1, column: offset - (ends[before - 1] ?? 0) + 1, offset }
}

/** Where the next line begins behind a place. */
const nextLine = (text: string, place: number): number => {
  const end = text.indexOf('\n', place)
  return end < 0 ? text.length : end + 1
}

/** Where the line of a place begins. */
const lineStart = (text: string, place: number): number => text.lastIndexOf('\n', place - 1) + 1
