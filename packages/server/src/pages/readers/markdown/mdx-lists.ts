import type { ArrowFunctionExpression, Expression, Node, Pattern } from 'estree'
import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import type { MdxJsxTextElement } from 'mdast-util-mdx'
import { isRecord } from '../../is-record.ts'
import { expressionIn, type Values, writtenValue } from './mdx-constants.ts'

/** Elements that are made for the items of lists, on one page. */
const mostMade = 5_000

/**
 * Puts what `{rows.map(([name, value]) => <tr>…</tr>)}` makes in its place, where the list is a constant: such a table has its
 * rows, and such a list its items. Nothing is run.
 */
export function showLists(root: Nodes, values: Values): void {
  const left = { count: mostMade }
  const show = (node: Nodes): void => {
    if (!('children' in node)) return
    const children = node.children.flatMap((child: RootContent): RootContent[] => {
      const isFlow = child.type === 'mdxFlowExpression'
      const expression = isFlow || child.type === 'mdxTextExpression' ? expressionIn(child.data?.estree) : undefined
      const made = expression && madeOf(expression, { values, left })
      if (!made) return [child]
      return isFlow ? [{ type: 'paragraph', children: made }] : made
    })
    node.children = children as typeof node.children
    for (const child of node.children) show(child)
  }
  show(root)
}

interface Place {
  readonly values: Values
  readonly left: { count: number }
}

/** What a call of `map` on a known list makes; undefined for any other expression. */
function madeOf(expression: Expression, { values, left }: Place): PhrasingContent[] | undefined {
  if (expression.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression') return undefined
  const { object, property } = expression.callee
  const [maker] = expression.arguments
  if (property.type !== 'Identifier' || property.name !== 'map' || maker?.type !== 'ArrowFunctionExpression')
    return undefined
  const list = listIn(object, values)
  const body = bodyOf(maker)
  if (!list || !body || list.length > left.count) return undefined
  return list.flatMap((item, at) => {
    const own = new Map(values)
    for (const [place, parameter] of maker.params.entries()) bind(parameter, place === 0 ? item : `${at}`, own)
    return nodesOf(body, { values: own, left })
  })
}

/** A constant that is a list, or the entries of one that has names. */
function listIn(object: Node, values: Values): readonly unknown[] | undefined {
  if (object.type === 'CallExpression' && object.callee.type === 'MemberExpression') {
    const { object: of, property } = object.callee
    const [argument] = object.arguments
    if (of.type !== 'Identifier' || of.name !== 'Object' || property.type !== 'Identifier' || !argument)
      return undefined
    const value = argument.type === 'SpreadElement' ? undefined : writtenValue(argument, values, 0)
    if (!isRecord(value)) return undefined
    if (property.name === 'entries') return Object.entries(value)
    return property.name === 'values' ? Object.values(value) : property.name === 'keys' ? Object.keys(value) : undefined
  }
  const value = object.type === 'Super' ? undefined : writtenValue(object as Expression, values, 0)
  return Array.isArray(value) ? value : undefined
}

function bodyOf({ body }: ArrowFunctionExpression): Expression | undefined {
  if (body.type !== 'BlockStatement') return body
  const [only, ...others] = body.body
  return only?.type === 'ReturnStatement' && others.length === 0 ? (only.argument ?? undefined) : undefined
}

/** Gives the names of a parameter what they stand for. */
function bind(pattern: Pattern, value: unknown, values: Map<string, unknown>): void {
  if (pattern.type === 'Identifier') values.set(pattern.name, value)
  if (pattern.type === 'ArrayPattern')
    for (const [at, part] of pattern.elements.entries())
      if (part) bind(part, Array.isArray(value) ? value[at] : undefined, values)
  if (pattern.type !== 'ObjectPattern') return
  for (const part of pattern.properties) {
    if (part.type !== 'Property' || part.key.type !== 'Identifier') continue
    bind(part.value, isRecord(value) ? value[part.key.name] : undefined, values)
  }
}

type JsxElement = Extract<Expression, { type: 'JSXElement' }>
type JsxChild = JsxElement['children'][number]

/** An expression, or an element in it, as what stands on a page. */
function nodesOf(node: Expression | JsxChild, place: Place): PhrasingContent[] {
  place.left.count--
  switch (node.type) {
    case 'JSXElement':
      return [elementOf(node, place)]
    case 'JSXFragment':
      return node.children.flatMap((child) => nodesOf(child, place))
    case 'JSXText': {
      const value = wordsOfJsx(node.value)
      return value === '' ? [] : [{ type: 'text', value }]
    }
    case 'JSXExpressionContainer':
      return node.expression.type === 'JSXEmptyExpression' ? [] : nodesOf(node.expression, place)
    case 'JSXSpreadChild':
      return []
    default: {
      const made = madeOf(node, place)
      if (made) return made
      const value = writtenValue(node, place.values, 0)
      if (typeof value === 'string') return [{ type: 'text', value }]
      const statement = { type: 'ExpressionStatement' as const, expression: node }
      const estree = { type: 'Program' as const, sourceType: 'module' as const, body: [statement] }
      return [{ type: 'mdxTextExpression', value: '…', data: { estree } }]
    }
  }
}

/** As JSX reads a text of several lines: without the blanks at the ends of its lines, joined by one blank. */
function wordsOfJsx(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, at) => {
      const begun = at === 0 ? line : line.trimStart()
      return at === lines.length - 1 ? begun : begun.trimEnd()
    })
    .filter((line) => line !== '')
    .join(' ')
}

function elementOf({ openingElement, children }: JsxElement, place: Place): MdxJsxTextElement {
  const attributes = openingElement.attributes.flatMap((attribute): MdxJsxTextElement['attributes'] => {
    if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') return []
    const { value } = attribute
    const expression = value?.type === 'JSXExpressionContainer' ? value.expression : value
    const said =
      expression && expression.type !== 'JSXEmptyExpression' ? writtenValue(expression, place.values, 0) : undefined
    return typeof said === 'string' ? [{ type: 'mdxJsxAttribute', name: attribute.name.name, value: said }] : []
  })
  const { name } = openingElement
  return {
    type: 'mdxJsxTextElement',
    name: name.type === 'JSXIdentifier' ? name.name : name.type === 'JSXMemberExpression' ? name.property.name : null,
    attributes,
    children: children.flatMap((child) => nodesOf(child, place)),
  }
}
