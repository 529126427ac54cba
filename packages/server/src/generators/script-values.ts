import type { Node } from '@babel/types'
import { type SourceEntry, SourceError, type SourceNode, type Span } from './source-tree.ts'

const deepest = 40
/** Names that stand for lists of names make much out of little. */
const mostNodes = 500_000

/** What names stand for, and how many nodes of the file may still be read. */
export interface Scope {
  readonly names: ReadonlyMap<string, Node>
  left: number
}

/** A file of which nothing was read yet. */
export const scopeOf = (names: ReadonlyMap<string, Node>): Scope => ({ names, left: mostNodes })

/** Runs the parser. Its errors become sentences with a place. @throws SourceError */
export function parseOrThrow<Tree>(parse: () => Tree): Tree {
  try {
    return parse()
  } catch (error) {
    if (error instanceof RangeError) throw new SourceError('It is nested too deeply.', { line: 1, column: 1 })
    if (!(error instanceof SyntaxError)) throw error
    const place =
      'loc' in error && isPlace(error.loc) ? { line: error.loc.line, column: error.loc.column + 1 } : undefined
    // The parser adds the place to its sentence: ` (1:2)`.
    const end = error.message.lastIndexOf(' (')
    throw new SourceError(end < 0 ? error.message : error.message.slice(0, end), place ?? { line: 1, column: 1 })
  }
}

const isPlace = (value: unknown): value is { line: number; column: number } =>
  typeof value === 'object' && value !== null && 'line' in value && 'column' in value

/** By the parser's definition, every property of a node that is an object with a type is a node. */
export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The name that a key or an identifier is. */
export const nameOf = (key: Node): string | undefined =>
  key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : undefined

/** Reads what's written out. A name is followed to where this file declares it, a call to what it wraps or returns. */
export function toSource(node: Node, scope: Scope, depth = 0): SourceNode {
  const span = spanOf(node)
  const other: SourceNode = { kind: 'other', ...span }
  if (depth > deepest || scope.left-- <= 0) return other
  const inner = (next: Node | null | undefined): SourceNode => (next ? toSource(next, scope, depth + 1) : other)
  switch (node.type) {
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
      const callee = node.callee.type === 'Identifier' ? scope.names.get(node.callee.name) : undefined
      const values = [callee, ...node.arguments].map(inner)
      return values.find((value) => value.kind !== 'other' && value.kind !== 'literal') ?? other
    }
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return inner(node.body)
    case 'BlockStatement': {
      const end = node.body.find((statement) => statement.type === 'ReturnStatement')
      return inner(end?.type === 'ReturnStatement' ? end.argument : undefined)
    }
    default:
      return literalOf(node) ?? other
  }
}

/** A string, a number, `true`, `false` or `null`. */
function literalOf(node: Node): SourceNode | undefined {
  const span = spanOf(node)
  switch (node.type) {
    case 'StringLiteral':
      return { kind: 'string', value: node.value, ...span }
    case 'TemplateLiteral': {
      const [only] = node.quasis
      return node.quasis.length === 1 && only ? { kind: 'string', value: only.value.cooked ?? '', ...span } : undefined
    }
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return { kind: 'literal', value: node.value, ...span }
    case 'NullLiteral':
      return { kind: 'literal', value: null, ...span }
    case 'UnaryExpression': {
      const { operator, argument } = node
      return operator === '-' && argument.type === 'NumericLiteral'
        ? { kind: 'literal', value: -argument.value, ...span }
        : undefined
    }
    default:
      return undefined
  }
}

function entriesOf(properties: readonly Node[], inner: (node: Node) => SourceNode): SourceEntry[] {
  return properties.flatMap((property) => {
    if (property.type !== 'ObjectProperty' || property.computed) return []
    const name = nameOf(property.key)
    if (name === undefined) return []
    return [{ key: { kind: 'string', value: name, ...spanOf(property.key) }, value: inner(property.value) }]
  })
}

const spanOf = (node: Node | null): Span => ({ start: node?.start ?? 0, end: node?.end ?? 0 })
