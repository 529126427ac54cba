import type { Expression, Program, Property } from 'estree'

const nameKeys = ['name', 'title', 'label', 'value', 'type', 'description', 'text'] as const
const titleKeys: readonly (string | undefined)[] = ['name', 'title', 'label']

/** The text of an expression that is nothing but a string, such as `{' '}` or `` {`npm start`} ``. */
export function expressionText(program: Program | null | undefined): string | undefined {
  const statement = program?.body[0]
  return statement?.type === 'ExpressionStatement' ? literalText(statement.expression) : undefined
}

/** The same of a number, as it is written: `{1.10}`. */
export function expressionNumber(program: Program | null | undefined): string | undefined {
  const statement = program?.body[0]
  if (statement?.type !== 'ExpressionStatement') return undefined
  const { expression } = statement
  const isNegative = expression.type === 'UnaryExpression' && expression.operator === '-'
  const number = isNegative ? expression.argument : expression
  const isNumber = number.type === 'Literal' && (typeof number.value === 'number' || typeof number.value === 'bigint')
  return isNumber ? `${isNegative ? '-' : ''}${number.raw?.replace(/n$/, '')}` : undefined
}

/** The texts of an expression that is a list of nothing but strings: `['npm install', 'npm start']`. */
export function expressionLines(program: Program | null | undefined): string[] | undefined {
  const statement = program?.body[0]
  if (statement?.type !== 'ExpressionStatement' || statement.expression.type !== 'ArrayExpression') return undefined
  const texts = statement.expression.elements.map((element) =>
    element && element.type !== 'SpreadElement' ? literalText(element) : undefined,
  )
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts : undefined
}

/**
 * For each object in an expression: its name, type and description, those it has. One without a name is called what it is
 * in the object around it, as in `{ retries: { type: 'number' } }`. Nothing is evaluated.
 */
export function expressionWords(program: Program | null | undefined): string[][] {
  const statement = program?.body[0]
  const found: string[][] = []
  if (statement?.type === 'ExpressionStatement') collect(statement.expression, found, 0)
  return found
}

function collect(expression: Expression, found: string[][], depth: number, key?: string): void {
  if (depth > 20) return
  if (expression.type === 'ArrayExpression') {
    for (const element of expression.elements) {
      if (element && element.type !== 'SpreadElement') collect(element, found, depth + 1)
    }
  } else if (expression.type === 'ObjectExpression') {
    const properties = expression.properties.filter((property) => property.type === 'Property')
    const words = nameKeys
      .map((key) => properties.find((property) => keyOf(property) === key))
      .map((property) => (property ? textOf(property) : undefined))
      .filter((text) => text !== undefined && text !== '')
    const isNamed = properties.some((property) => titleKeys.includes(keyOf(property)))
    const named = key === undefined || isNamed ? words : [key, ...words]
    if (words.length > 0) found.push(named.filter((text) => text !== undefined))
    for (const property of properties) {
      const value = property.value
      if (value.type === 'ArrayExpression') collect(value, found, depth + 1)
      else if (value.type === 'ObjectExpression') collect(value, found, depth + 1, keyOf(property))
    }
  }
}

const keyOf = (property: Property): string | undefined =>
  property.key.type === 'Identifier'
    ? property.key.name
    : property.key.type === 'Literal'
      ? String(property.key.value)
      : undefined

const textOf = (property: Property): string | undefined => {
  const value = property.value
  return value.type === 'Literal' || value.type === 'TemplateLiteral' || value.type === 'BinaryExpression'
    ? literalText(value)?.replace(/\s+/g, ' ').trim()
    : undefined
}

function literalText(expression: Expression): string | undefined {
  if (expression.type === 'Literal') return typeof expression.value === 'string' ? expression.value : undefined
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0) {
    return expression.quasis[0]?.value.cooked ?? undefined
  }
  if (expression.type === 'BinaryExpression' && expression.operator === '+') {
    const left = expression.left.type === 'PrivateIdentifier' ? undefined : literalText(expression.left)
    const right = literalText(expression.right)
    return left !== undefined && right !== undefined ? left + right : undefined
  }
  return undefined
}
