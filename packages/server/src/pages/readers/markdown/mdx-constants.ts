import type { Expression, MemberExpression, PrivateIdentifier, Program, Property, SpreadElement, Super } from 'estree'
import type { Nodes, Root } from 'mdast'
import { parseExactJson } from '../../../parse-json.ts'
import { isRecord } from '../../is-record.ts'
import { readWrittenFields } from '../front-matter.ts'
import { constantsMark, type Includes } from '../includes.ts'

declare module 'mdast' {
  interface Data {
    /** What readers see in place of an expression. */
    shown?: string
  }
}

const asWritten = (number: string): string => number

const deepest = 8
const constant = /^export[ \t]+const[ \t]+(\w{1,60})[ \t]*=[ \t]*(["'`])([^"'`\\\n$]{1,500})\2;?[ \t]*$/gm

/**
 * What the expressions of a page may name: constants that it exports or takes from another file, its front matter, and what is
 * in JSON files that it imports. Nothing is evaluated.
 */
export function pageConstants(root: Root, includes: Includes | undefined): Values {
  const values = new Map<string, unknown>()
  for (const [name, include] of includes ?? []) {
    const data = 'text' in include && include.language === 'json' ? parseExactJson(include.text, asWritten) : undefined
    if (data !== undefined) values.set(name, data)
    if ('text' in include && name.startsWith(constantsMark)) {
      const wanted = name.slice(constantsMark.length).split(/[\s,]+/)
      for (const [, exported = '', , value = ''] of include.text.matchAll(constant))
        if (wanted.includes(exported)) values.set(exported, value)
    }
  }
  for (const node of root.children) {
    if (node.type === 'mdxjsEsm') collect(node.data?.estree, values)
    const fields = node.type === 'yaml' ? readWrittenFields(node.value) : undefined
    for (const name of fields ? ['frontMatter', 'frontmatter'] : []) values.set(name, fields)
  }
  return values
}

/** `export const version = '2.1'`. */
function collect(program: Program | null | undefined, values: Map<string, unknown>): void {
  for (const statement of program?.body ?? []) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type === 'Identifier' && init) values.set(id.name, writtenValue(init, values, 0))
    }
  }
}

const numberNames = new Set(['Infinity', 'NaN'])

/** What constants are called, and what they hold. */
export type Values = ReadonlyMap<string, unknown>
type Part = Expression | PrivateIdentifier | Super | SpreadElement | Property['value']

/** What an expression says that writes something out, names it, or joins texts; numbers as they are written, undefined for the rest. */
export function writtenValue(expression: Part, values: Values, depth: number): unknown {
  if (depth > deepest) return undefined
  const read = (part: Part) => writtenValue(part, values, depth + 1)
  switch (expression.type) {
    case 'Literal':
      if (typeof expression.value === 'bigint') return expression.raw?.slice(0, -1)
      return typeof expression.value === 'number' ? expression.raw : expression.value
    case 'UnaryExpression': {
      const value = expression.operator === '-' ? read(expression.argument) : undefined
      return typeof value === 'string' ? `-${value}` : undefined
    }
    case 'Identifier':
      return numberNames.has(expression.name) ? expression.name : values.get(expression.name)
    case 'MemberExpression':
      return memberOf(read(expression.object), keyOf(expression))
    case 'TemplateLiteral':
      return joined(
        expression.quasis.flatMap(({ value }, at) => [value.cooked, readNext(expression.expressions[at], read)]),
      )
    case 'BinaryExpression':
      // Two numbers would be added.
      return expression.operator === '+' && (isText(expression.left) || isText(expression.right))
        ? joined([read(expression.left), read(expression.right)])
        : undefined
    case 'ArrayExpression':
      return expression.elements.map((element) => (element ? read(element) : undefined))
    case 'ObjectExpression':
      return Object.fromEntries(
        expression.properties.flatMap((property) => {
          const name = property.type === 'Property' && !property.computed ? nameOf(property.key) : undefined
          return property.type === 'Property' && name !== undefined ? [[name, read(property.value)]] : []
        }),
      )
    default:
      return undefined
  }
}

const readNext = (part: Expression | undefined, read: (part: Expression) => unknown): unknown =>
  part ? read(part) : ''

/** Texts and numbers one behind the other; undefined where one of them is not known. */
const joined = (parts: readonly unknown[]): string | undefined =>
  parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.join('') : undefined

const isText = (part: Part): boolean =>
  (part.type === 'Literal' && typeof part.value === 'string') ||
  part.type === 'TemplateLiteral' ||
  (part.type === 'BinaryExpression' && (isText(part.left) || isText(part.right)))

const nameOf = (key: Part): string | undefined =>
  key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined

const keyOf = ({ property, computed }: MemberExpression): string | undefined =>
  computed && property.type !== 'Literal' ? undefined : nameOf(property)

const memberOf = (object: unknown, key: string | undefined): unknown =>
  key !== undefined && (isRecord(object) || Array.isArray(object)) && Object.hasOwn(object, key)
    ? (object as Record<string, unknown>)[key]
    : undefined

/** Says of each expression below a node whose value these tell what it is. */
export function showValues(node: Nodes, values: Values): void {
  if (node.type === 'mdxTextExpression' || node.type === 'mdxFlowExpression') {
    const expression = expressionIn(node.data?.estree)
    const value = expression && writtenValue(expression, values, 0)
    // Of truth values nothing is shown.
    const shown = typeof value === 'boolean' || value === null ? '' : typeof value === 'number' ? String(value) : value
    if (typeof shown === 'string') node.data = { ...node.data, shown }
  } else if ('children' in node) for (const child of node.children) showValues(child, values)
}

/** The expression in braces. */
export const expressionIn = (program: Program | null | undefined): Expression | undefined => {
  const [statement] = program?.body ?? []
  return statement?.type === 'ExpressionStatement' ? statement.expression : undefined
}

/** What of an expression that nothing tells the value of a reader would see: words, something else than words, or nothing. */
export function kindOfUnknown(program: Program | null | undefined): 'words' | 'other' | 'nothing' {
  const expression = expressionIn(program)
  switch (expression?.type) {
    case undefined:
      return 'nothing'
    case 'Identifier':
      return expression.name === 'children' || expression.name === 'undefined' ? 'nothing' : 'words'
    case 'MemberExpression':
      return rootOf(expression) === 'props' || keyOf(expression) === 'children' ? 'nothing' : 'words'
    case 'Literal':
      return 'nothing'
    case 'TemplateLiteral':
    case 'BinaryExpression':
      return 'words'
    case 'CallExpression':
      return expression.arguments.every(({ type }) => type === 'Literal' || type === 'Identifier') ? 'words' : 'other'
    default:
      return 'other'
  }
}

const rootOf = (part: Part): string | undefined =>
  part.type === 'MemberExpression' ? rootOf(part.object) : part.type === 'Identifier' ? part.name : undefined
