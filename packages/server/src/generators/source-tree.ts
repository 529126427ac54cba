import { type ParserOptions, parse, parseExpression } from '@babel/parser'
import type { Node } from '@babel/types'
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node as YamlNode } from 'yaml'
import { messageOf } from '../errors.ts'

/** A value as it is written in a file, with its place. What is not written out as data is `other`. */
export type SourceNode = SourceString | SourceList | SourceRecord | SourceOther

export interface Span {
  readonly start: number
  readonly end: number
}
export interface SourceString extends Span {
  readonly kind: 'string'
  readonly value: string
}
export interface SourceList extends Span {
  readonly kind: 'list'
  readonly items: readonly SourceNode[]
  /** Where in the list each item is written; an item that is given by its name is written elsewhere. */
  readonly places: readonly Span[]
}
export interface SourceRecord extends Span {
  readonly kind: 'record'
  readonly entries: readonly SourceEntry[]
}
export interface SourceEntry {
  readonly key: SourceString
  readonly value: SourceNode
}
export interface SourceOther extends Span {
  readonly kind: 'other'
}

/** A file that configures a site, read but never run. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  readonly syntax: 'script' | 'json' | 'yaml'
  /** The document, or what a script exports by default. */
  readonly root: SourceNode
  /** Outermost lists that `accept` takes, with the names of the properties they stand in. */
  lists(accept: (list: SourceList, keys: readonly string[]) => boolean): SourceList[]
  /** The first arguments of calls of a function. */
  calls(name: string): SourceNode[]
}

/** A file that cannot be parsed. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly line: number
  readonly column: number

  constructor(message: string, place: { line: number; column: number }) {
    super(message)
    this.line = place.line
    this.column = place.column
  }
}

/** Reads JSON, YAML, JavaScript or TypeScript, by the extension. @throws SourceError */
export function readSource(path: string, text: string): SourceFile {
  if (/\.ya?ml$/.test(path)) return readYaml(path, text)
  const syntax = path.endsWith('.json') ? 'json' : 'script'
  const options: ParserOptions = {
    sourceType: 'module',
    plugins: /\.[cm]?ts$/.test(path) ? ['typescript'] : ['jsx'],
    attachComment: false,
    allowReturnOutsideFunction: true,
  }
  if (syntax === 'json') requireJson(text)
  const program = parseOrThrow(() =>
    syntax === 'json' ? parseExpression(text, options) : parse(text, options).program,
  )
  const names = syntax === 'json' ? new Map<string, Node>() : topLevelNames(program)
  const scope = { names, left: mostNodes }
  const root = syntax === 'json' ? program : defaultExport(program)
  return {
    ...{ path, text, syntax },
    root: root ? toSource(root, scope) : { kind: 'other', start: 0, end: text.length },
    lists: (accept) => {
      const found: SourceList[] = []
      walk(program, [], (node, keys) => {
        const list = node.type === 'ArrayExpression' ? toSource(node, scope) : undefined
        const isTaken = list?.kind === 'list' && accept(list, keys)
        if (isTaken) found.push(list)
        return !isTaken
      })
      return found
    },
    calls: (name) => {
      const found: SourceNode[] = []
      walk(program, [], (node) => {
        if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === name) {
          const [first] = node.arguments
          if (first) found.push(toSource(first, scope))
        }
        return true
      })
      return found
    },
  }
}

/** The same for a file without which one can do: nothing when it cannot be parsed. */
export function readOrNothing(path: string, text: string): SourceFile | undefined {
  try {
    return readSource(path, text)
  } catch (error) {
    if (error instanceof SourceError) return undefined
    throw error
  }
}

/** Stricter than an expression of JavaScript is: no comma at the end, no comments. */
function requireJson(text: string): void {
  try {
    JSON.parse(text)
  } catch (error) {
    const message = messageOf(error)
    // V8 says the place of some mistakes only; YAML takes in JSON, and says them all.
    const said = / at position (\d+)/.exec(message)?.[1]
    const offset = said ? Number(said) : (parseDocument(text, { prettyErrors: false }).errors[0]?.pos[0] ?? 0)
    throw new SourceError(
      message.replace(/(?:,? "|,? \.{3}"| in JSON at position| at position).*$/s, ''),
      placeAt(text, offset),
    )
  }
}

function parseOrThrow<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) throw new SourceError('It is nested too deeply.', { line: 1, column: 1 })
    if (!(error instanceof SyntaxError)) throw error
    const at = 'loc' in error && isPlace(error.loc) ? { line: error.loc.line, column: error.loc.column + 1 } : undefined
    throw new SourceError(error.message.replace(/ \(\d+:\d+\)$/, ''), at ?? { line: 1, column: 1 })
  }
}

const isPlace = (value: unknown): value is { line: number; column: number } =>
  typeof value === 'object' && value !== null && 'line' in value && 'column' in value

/** Every property of a syntax tree's node that is a node is one, by the parser's own definition. */
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** Visits all nodes; `visit` says whether to go on below. */
function walk(node: Node, keys: readonly string[], visit: (node: Node, keys: readonly string[]) => boolean): void {
  if (!visit(node, keys)) return
  const key = node.type === 'ObjectProperty' ? nameOf(node.key) : undefined
  const below = key === undefined ? keys : [...keys, key]
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, below, visit)
  }
}

const nameOf = (key: Node): string | undefined =>
  key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : undefined

/** What the names at the top of a file stand for. */
function topLevelNames(program: Node): Map<string, Node> {
  const names = new Map<string, Node>()
  if (program.type !== 'Program') return names
  for (const statement of program.body) {
    const declared =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement
    if (declared.type === 'FunctionDeclaration' && declared.id) names.set(declared.id.name, declared)
    if (declared.type !== 'VariableDeclaration') continue
    for (const { id, init } of declared.declarations) if (id.type === 'Identifier' && init) names.set(id.name, init)
  }
  return names
}

function defaultExport(program: Node): Node | undefined {
  if (program.type !== 'Program') return undefined
  for (const statement of program.body) {
    if (statement.type === 'ExportDefaultDeclaration') return statement.declaration
    if (statement.type !== 'ExpressionStatement') continue
    const { expression } = statement
    if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression') continue
    const { object, property } = expression.left
    if (nameOf(object) === 'module' && nameOf(property) === 'exports') return expression.right
  }
  return undefined
}

const spanOf = (node: Node | null): Span => ({ start: node?.start ?? 0, end: node?.end ?? 0 })

const deepest = 40
/** Names that stand for lists of names make much out of little. */
const mostNodes = 500_000

/** What names stand for, and how many nodes may still be read of the file. */
interface Scope {
  readonly names: ReadonlyMap<string, Node>
  left: number
}

/** Reads what is written out; a name is followed to where this file declares it, a call to what it wraps or returns. */
function toSource(node: Node, scope: Scope, depth = 0): SourceNode {
  const span = { start: node.start ?? 0, end: node.end ?? 0 }
  const other: SourceOther = { kind: 'other', ...span }
  if (depth > deepest || scope.left-- <= 0) return other
  const inner = (next: Node | null | undefined): SourceNode => (next ? toSource(next, scope, depth + 1) : other)
  switch (node.type) {
    case 'StringLiteral':
      return { kind: 'string', value: node.value, ...span }
    case 'TemplateLiteral': {
      const [only] = node.quasis
      return node.quasis.length === 1 && only ? { kind: 'string', value: only.value.cooked ?? '', ...span } : other
    }
    case 'ArrayExpression':
      return { kind: 'list', items: node.elements.map(inner), places: node.elements.map(spanOf), ...span }
    case 'ObjectExpression':
      return { kind: 'record', entries: entriesOf(node.properties, inner), ...span }
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
      return inner(node.expression)
    case 'AwaitExpression':
      return inner(node.argument)
    case 'Identifier':
      return inner(scope.names.get(node.name))
    case 'CallExpression': {
      const called = node.callee.type === 'Identifier' ? scope.names.get(node.callee.name) : undefined
      const values = [called, ...node.arguments].map(inner)
      return values.find((value) => value.kind !== 'other') ?? other
    }
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return inner(node.body)
    case 'BlockStatement': {
      const returned = node.body.find((statement) => statement.type === 'ReturnStatement')
      return inner(returned?.type === 'ReturnStatement' ? returned.argument : undefined)
    }
    default:
      return other
  }
}

function entriesOf(properties: readonly Node[], inner: (node: Node) => SourceNode): SourceEntry[] {
  return properties.flatMap((property) => {
    if (property.type !== 'ObjectProperty' || property.computed) return []
    const name = nameOf(property.key)
    if (name === undefined) return []
    const key = { kind: 'string', value: name, start: property.key.start ?? 0, end: property.key.end ?? 0 } as const
    return [{ key, value: inner(property.value) }]
  })
}

function readYaml(path: string, text: string): SourceFile {
  const lines = new LineCounter()
  const document = parseOrThrow(() =>
    parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'silent' }),
  )
  const [mistake] = document.errors
  if (mistake) {
    const { line, col } = lines.linePos(mistake.pos[0])
    throw new SourceError(mistake.message.replace(/\s+/g, ' '), { line, column: col })
  }
  return { ...{ path, text, syntax: 'yaml' }, root: fromYaml(document.contents), lists: () => [], calls: () => [] }
}

function fromYaml(node: unknown): SourceNode {
  if (!isYaml(node)) return { kind: 'other', start: 0, end: 0 }
  const [start, end] = node.range ?? [0, 0]
  if (isScalar(node)) {
    return typeof node.value === 'string'
      ? { kind: 'string', value: node.value, start, end }
      : { kind: 'other', start, end }
  }
  if (isSeq(node)) {
    const items = node.items.map(fromYaml)
    return { kind: 'list', items, places: items, start, end }
  }
  if (!isMap(node)) return { kind: 'other', start, end }
  const entries = node.items.flatMap((pair) => {
    const key = fromYaml(pair.key)
    return key.kind === 'string' ? [{ key, value: fromYaml(pair.value) }] : []
  })
  return { kind: 'record', entries, start, end }
}

const isYaml = (value: unknown): value is YamlNode => typeof value === 'object' && value !== null && 'range' in value

/** The value of a property, going down one name after another. */
export function valueAt(node: SourceNode | undefined, ...keys: readonly string[]): SourceNode | undefined {
  return keys.reduce<SourceNode | undefined>(
    (inner, key) =>
      inner?.kind === 'record' ? inner.entries.findLast((entry) => entry.key.value === key)?.value : undefined,
    node,
  )
}

/** The same when it is a text. */
export function textAt(node: SourceNode | undefined, ...keys: readonly string[]): string | undefined {
  const value = valueAt(node, ...keys)
  return value?.kind === 'string' ? value.value : undefined
}

/** The texts of a list; none when it is no list. */
export const textsIn = (node: SourceNode | undefined): string[] =>
  node?.kind === 'list' ? node.items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])) : []

/** A property that is written as `true` or `false`; undefined when it is neither. */
export function flagAt(
  file: SourceFile,
  node: SourceNode | undefined,
  ...keys: readonly string[]
): boolean | undefined {
  const value = valueAt(node, ...keys)
  const written = value && file.text.slice(value.start, value.end).trim()
  return written === 'true' ? true : written === 'false' ? false : undefined
}

/** Line and column of an offset, counted from 1. */
export function placeAt(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
