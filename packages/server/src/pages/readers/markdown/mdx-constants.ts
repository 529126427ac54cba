import type { Expression, PrivateIdentifier, Program, Super } from 'estree'
import type { Nodes, Root } from 'mdast'
import { parseExactJson } from '../../../parse-json.ts'
import { isRecord } from '../../is-record.ts'
import { readFields } from '../front-matter.ts'
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
 * Says of each expression that only names something what readers see there: a constant that the page exports or takes
 * from another file, its front matter, or what is in a JSON file that it imports. Nothing is evaluated.
 */
export function showConstants(root: Root, includes: Includes | undefined): void {
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
    const fields = node.type === 'yaml' ? readFields(node.value) : undefined
    for (const name of fields ? ['frontMatter', 'frontmatter'] : []) values.set(name, fields)
  }
  if (values.size > 0) showValues(root, values)
}

/** `export const version = '2.1'`. */
function collect(program: Program | null | undefined, values: Map<string, unknown>): void {
  for (const statement of program?.body ?? []) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') continue
    for (const { id, init } of statement.declaration.declarations) {
      if (id.type === 'Identifier' && init) values.set(id.name, writtenValue(init, 0))
    }
  }
}

/** What is written out; undefined for the rest. */
function writtenValue(expression: Expression, depth: number): unknown {
  if (depth > deepest) return undefined
  if (expression.type === 'Literal') return typeof expression.value === 'number' ? expression.raw : expression.value
  if (expression.type === 'UnaryExpression' && expression.operator === '-') {
    const value = writtenValue(expression.argument, depth + 1)
    return typeof value === 'string' ? `-${value}` : undefined
  }
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0)
    return expression.quasis[0]?.value.cooked
  if (expression.type !== 'ObjectExpression') return undefined
  return Object.fromEntries(
    expression.properties.flatMap((property) => {
      if (property.type !== 'Property' || property.computed) return []
      const { key, value } = property
      const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined
      const isPattern = /Pattern$/.test(value.type)
      return name === undefined || isPattern ? [] : [[name, writtenValue(value as Expression, depth + 1)]]
    }),
  )
}

/** Says of each expression below a node that names one of these values what it is. */
export function showValues(node: Nodes, values: ReadonlyMap<string, unknown>): void {
  if (node.type === 'mdxTextExpression' || node.type === 'mdxFlowExpression') {
    const [statement] = node.data?.estree?.body ?? []
    const value = statement?.type === 'ExpressionStatement' ? named(statement.expression, values) : undefined
    if (typeof value === 'string' || typeof value === 'number') node.data = { ...node.data, shown: String(value) }
  } else if ('children' in node) for (const child of node.children) showValues(child, values)
}

/** What `version` or `product.name` stands for. */
function named(expression: Expression | PrivateIdentifier | Super, values: ReadonlyMap<string, unknown>): unknown {
  if (expression.type === 'Identifier') return values.get(expression.name)
  if (expression.type !== 'MemberExpression' || expression.computed || expression.property.type !== 'Identifier')
    return undefined
  const object = named(expression.object, values)
  const { name } = expression.property
  return isRecord(object) && Object.hasOwn(object, name) ? object[name] : undefined
}
