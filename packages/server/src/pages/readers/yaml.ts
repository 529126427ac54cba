import { CST, isAlias, isMap, isScalar, isSeq, Lexer, LineCounter, type Node, type Pair, parseDocument } from 'yaml'
import { isRecord } from '../is-record.ts'

/** How much of a text is read. */
interface YamlBounds {
  /** Values, keys and signs at most; what stands in a block scalar counts as one. A million take 350 MB and two seconds. */
  readonly parts: number
  /**
   * Nodes that all aliases together may stand for. Without it an alias is read as nothing, and the first one is a mistake:
   * a kilobyte of them can stand for more than a memory holds.
   */
  readonly aliased?: number
  /** What becomes of a number that JavaScript would write otherwise: `1.10`, `007`, `9007199254740993`. @default a number */
  readonly readNumber?: (written: string) => unknown
}

/** What is wrong with a text: a sentence, and where, counted from 1. */
export interface YamlMistake {
  /** `syntax`: it cannot be read as it stands; the others are left out of the value. */
  readonly kind: 'syntax' | 'key' | 'alias'
  readonly line: number
  readonly column: number
  readonly reason: string
}

export interface YamlText {
  /** Of the document; null when it is empty, or larger than the bounds. */
  readonly root: Node | null
  /** What `root` is as a value: records, lists, texts, numbers, true, false and null. Keys that are lists or records are left out. */
  readonly value: unknown
  /** In their order, the first twenty. What can be read is read all the same. */
  readonly mistakes: readonly YamlMistake[]
}

/** Flow collections within each other. */
const deepest = 100

const mostMistakes = 20

/** Reads a document of YAML, within bounds. */
export function readYaml(text: string, bounds: YamlBounds): YamlText {
  const excess = findExcess(text, bounds.parts)
  if (excess) return unread(excess)
  try {
    const lines = new LineCounter()
    // The parser compares each key with each other one; that is done in one pass below.
    const options = { lineCounter: lines, prettyErrors: false, logLevel: 'silent', uniqueKeys: false } as const
    const { contents, errors } = parseDocument(text, options)
    const reader = new ValueReader(bounds)
    const value = contents ? reader.read(contents) : undefined
    const ofSyntax = errors.map(({ pos, message }) => ({
      kind: 'syntax' as const,
      at: pos[0],
      reason: oneLineOf(message),
    }))
    const mistakes = [...ofSyntax, ...reader.mistakes].sort((one, other) => one.at - other.at).slice(0, mostMistakes)
    return {
      root: contents,
      value,
      mistakes: mistakes.map(({ at, ...mistake }) => ({ ...mistake, ...placeIn(lines, at) })),
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return unread(tooDeep)
  }
}

const unread = (reason: string): YamlText => ({
  root: null,
  value: undefined,
  mistakes: [{ kind: 'syntax', line: 1, column: 1, reason }],
})

const placeIn = (lines: LineCounter, at: number) => {
  const { line, col } = lines.linePos(at)
  return { line, column: col }
}

const tooDeep = 'It is nested too deeply.'

/** What the parser says of a mistake, on one line. */
const oneLineOf = (message: string): string =>
  message.startsWith('Maximum call stack') ? tooDeep : message.replace(/\s+/g, ' ')

interface Mistake extends Pick<YamlMistake, 'kind' | 'reason'> {
  /** Offset in the text. */
  readonly at: number
}

/** Why a text is not parsed at all. Its signs are looked at one by one, which takes a sixth of the time of parsing and no memory. */
function findExcess(text: string, most: number): string | undefined {
  let parts = 0
  let depth = 0
  let isText = false
  for (const sign of new Lexer().lex(text)) {
    const type = isText ? 'scalar' : CST.tokenType(sign)
    isText = sign === CST.SCALAR
    if (type === 'space' || type === 'newline') continue
    if (type === 'flow-map-start' || type === 'flow-seq-start') depth += 1
    else if (type === 'flow-map-end' || type === 'flow-seq-end') depth -= 1
    if (depth > deepest) return `Its lists and records are nested more than ${deepest} deep.`
    parts += 1
    if (parts > most) return `It has more than ${most.toLocaleString('en')} values and signs.`
  }
  return undefined
}

/** Makes values of nodes, in one pass over the document. */
class ValueReader {
  readonly mistakes: Mistake[] = []
  readonly #aliased: number | undefined
  /** What anchors stand for, with the number of nodes in it; undefined while that is being read. */
  readonly #anchors = new Map<string, { value: unknown; nodes: number } | undefined>()
  readonly #readNumber: YamlBounds['readNumber']
  #left: number
  #nodes = 0

  constructor({ aliased, readNumber }: YamlBounds) {
    this.#aliased = aliased
    this.#readNumber = readNumber
    this.#left = aliased ?? 0
  }

  read(node: unknown): unknown {
    this.#nodes += 1
    if (isAlias(node)) return this.#readAlias(node.source, node.range?.[0] ?? 0)
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined
    if (anchor === undefined) return this.#readNode(node)
    const before = this.#nodes
    this.#anchors.set(anchor, undefined)
    const value = this.#readNode(node)
    this.#anchors.set(anchor, { value, nodes: this.#nodes - before + 1 })
    return value
  }

  #readNode(node: unknown): unknown {
    if (isScalar(node)) {
      const { value, source } = node
      const isExact = typeof value !== 'number' || source === undefined || String(value) === source
      return isExact || !this.#readNumber ? value : this.#readNumber(source)
    }
    if (isSeq(node)) return node.items.map((item) => this.read(item))
    return isMap(node) ? this.#readRecord(node.items) : null
  }

  #readAlias(name: string, at: number): unknown {
    if (this.#aliased === undefined) {
      this.mistakes.push({ kind: 'alias', at, reason: `The alias “*${name}” is not read.` })
      return null
    }
    const anchor = this.#anchors.get(name)
    if (!anchor) {
      const isWithin = this.#anchors.has(name)
      const reason = `The alias “*${name}” ${isWithin ? 'stands in what it stands for' : 'has no anchor before it'}.`
      this.mistakes.push({ kind: 'syntax', at, reason })
      return null
    }
    this.#left -= anchor.nodes
    this.#nodes += anchor.nodes
    if (this.#left >= 0) return anchor.value
    this.mistakes.push({
      kind: 'syntax',
      at,
      reason: `Its aliases stand for more than ${this.#aliased.toLocaleString('en')} values.`,
    })
    return null
  }

  #readRecord(pairs: readonly Pair[]): Record<string, unknown> {
    const record: Record<string, unknown> = {}
    const keys = new Set<unknown>()
    const merged: unknown[] = []
    for (const { key, value } of pairs) {
      if (!isScalar(key) && key !== null) continue
      const name = isScalar(key) ? key.value : null
      if (name === mergeKey && isMerged(value)) {
        merged.push(this.read(value))
        continue
      }
      if (keys.has(name)) {
        const at = (isScalar(key) && key.range?.[0]) || 0
        this.mistakes.push({ kind: 'key', at, reason: 'Map keys must be unique' })
      }
      keys.add(name)
      // As an own property: `__proto__` is a name like any other.
      Object.defineProperty(record, name === null ? '' : String(name), {
        value: this.read(value),
        configurable: true,
        enumerable: true,
        writable: true,
      })
    }
    for (const other of merged.flat()) if (isRecord(other)) addMissing(record, other)
    return record
  }
}

/** Of YAML 1.1: `<<: *shared` takes in the fields of another record that a record doesn't have itself. */
const mergeKey = '<<'

const isMerged = (value: unknown): boolean =>
  isAlias(value) || isMap(value) || (isSeq(value) && value.items.every((item) => isAlias(item) || isMap(item)))

function addMissing(record: Record<string, unknown>, other: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(other)) {
    if (!Object.hasOwn(record, name))
      Object.defineProperty(record, name, { value, configurable: true, enumerable: true, writable: true })
  }
}
