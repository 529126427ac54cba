import type { Expression, Program, Property, SpreadElement } from 'estree'

const nameKeys = ['name', 'title', 'label', 'value', 'type'] as const
const wordKeys = ['description', 'text'] as const
/** What is said of a value beside its type, in the words of JSON Schema and of tables of properties. */
const factKeys = ['format', 'default', 'enum', 'example', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern']
/** What is said where it is true, and in which word. */
const trueWords = new Map(
  Object.entries({
    required: 'required',
    optional: 'optional',
    isOptional: 'optional',
    deprecated: 'deprecated',
    nullable: 'nullable',
  }),
)
const titleKeys: readonly (string | undefined)[] = ['name', 'title', 'label']

/** What may stand in an array or an object. */
type Part = Expression | Property['value'] | SpreadElement | null

/** The text of an expression that is nothing but a string, such as `{' '}` or `` {`npm start`} ``. */
export function expressionText(program: Program | null | undefined): string | undefined {
  const statement = program?.body[0]
  return statement?.type === 'ExpressionStatement' ? literalText(statement.expression) : undefined
}

/** The same of a number, as it is written: `{1.10}`. */
export function expressionNumber(program: Program | null | undefined): string | undefined {
  const statement = program?.body[0]
  if (statement?.type !== 'ExpressionStatement') return undefined
  return numberIn(statement.expression)
}

function numberIn(part: Part): string | undefined {
  const isNegative = part?.type === 'UnaryExpression' && part.operator === '-'
  const number = isNegative ? part.argument : part
  const isNumber = number?.type === 'Literal' && (typeof number.value === 'number' || typeof number.value === 'bigint')
  return isNumber ? `${isNegative ? '-' : ''}${number.raw?.replace(/n$/, '')}` : undefined
}

/** The texts of an expression that holds nothing but strings: `['npm install', 'npm start']`, `{npm: 'npm install'}`. */
export function expressionLines(program: Program | null | undefined): string[] | undefined {
  const statement = program?.body[0]
  const expression = statement?.type === 'ExpressionStatement' ? statement.expression : undefined
  const texts =
    expression?.type === 'ArrayExpression'
      ? expression.elements.map((element) => (element?.type === 'SpreadElement' ? undefined : stringIn(element)))
      : expression?.type === 'ObjectExpression'
        ? expression.properties.map((property) => (property.type === 'Property' ? stringIn(property.value) : undefined))
        : []
  return texts.length > 0 && texts.every((text) => text !== undefined) ? texts : undefined
}

/**
 * For each object in an expression: its name, type, what else is said of its values, and its description, those it has. One
 * without a name is called what it is in the object around it, as in `{ retries: { type: 'number' } }`; a `schema` speaks of
 * what it stands in. Nothing is evaluated.
 */
export function expressionWords(program: Program | null | undefined): string[][] {
  const statement = program?.body[0]
  const found: string[][] = []
  if (statement?.type === 'ExpressionStatement') collect(statement.expression, found, 0)
  return found
}

function collect(
  expression: Expression,
  found: string[][],
  depth: number,
  { key, required = [] }: { key?: string | undefined; required?: readonly string[] } = {},
): void {
  if (depth > 20) return
  if (expression.type === 'ArrayExpression') {
    for (const element of expression.elements) {
      if (element && element.type !== 'SpreadElement') collect(element, found, depth + 1)
    }
  } else if (expression.type === 'ObjectExpression') {
    const own = expression.properties.filter((property) => property.type === 'Property')
    const schema = own.find((property) => keyOf(property) === 'schema')?.value
    const isNamed = own.some((property) => titleKeys.includes(keyOf(property)))
    const ofSchema = (isNamed || key !== undefined) && schema?.type === 'ObjectExpression' ? schema.properties : []
    const properties = [...own.filter(({ value }) => value !== schema || ofSchema.length === 0), ...ofSchema].filter(
      (property) => property.type === 'Property',
    )
    const textsOf = (keys: readonly string[]) =>
      keys.flatMap((key) => {
        const property = properties.find((each) => keyOf(each) === key)
        return (property && textOf(property)) || []
      })
    const isRequired = key !== undefined && required.includes(key)
    const facts = [...(isRequired ? ['required'] : []), ...factsIn(properties)].join(', ')
    const words = [...textsOf(nameKeys), ...(facts === '' ? [] : [facts]), ...textsOf(wordKeys)]
    const named = key === undefined || isNamed ? words : [key, ...words]
    // What nothing names is required of nothing that readers see.
    if (words.length > (key === undefined && facts !== '' ? 1 : 0)) found.push(named)
    for (const property of properties) {
      const value = property.value
      if (value.type === 'ArrayExpression') collect(value, found, depth + 1)
      else if (value.type === 'ObjectExpression')
        collect(value, found, depth + 1, {
          key: keyOf(property),
          required: key === 'properties' ? required : keyOf(property) === 'properties' ? requiredIn(properties) : [],
        })
    }
  }
}

/** The names that `required: ['name']` lists. */
const requiredIn = (properties: readonly Property[]): string[] => {
  const list = properties.find((property) => keyOf(property) === 'required')?.value
  return list?.type === 'ArrayExpression' ? list.elements.flatMap((element) => writtenIn(element) ?? []) : []
}

/** “required”, “default 7”, “enum a, b”. */
const factsIn = (properties: readonly Property[]): string[] =>
  properties.flatMap((property) => {
    const key = keyOf(property) ?? ''
    const { value } = property
    const word = trueWords.get(key)
    if (word !== undefined) return value.type === 'Literal' && value.value === true ? [word] : []
    if (!factKeys.includes(key)) return []
    const written = value.type === 'ArrayExpression' ? value.elements.map(writtenIn) : [writtenIn(value)]
    return written.length > 0 && written.every((each) => each !== undefined) ? [`${key} ${written.join(', ')}`] : []
  })

/** A text, a number or a truth value, as it is written. */
const writtenIn = (part: Part): string | undefined =>
  numberIn(part) ?? stringIn(part) ?? (part?.type === 'Literal' ? part.raw : undefined)

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

const stringIn = (part: Part): string | undefined =>
  part?.type === 'Literal' || part?.type === 'TemplateLiteral' || part?.type === 'BinaryExpression'
    ? literalText(part)
    : undefined

/** `String.raw`, which keeps the backslashes of TeX. */
const isRawTag = (tag: Expression): boolean =>
  tag.type === 'MemberExpression' &&
  tag.object.type === 'Identifier' &&
  tag.object.name === 'String' &&
  tag.property.type === 'Identifier' &&
  tag.property.name === 'raw'

function literalText(expression: Expression): string | undefined {
  if (expression.type === 'Literal') return typeof expression.value === 'string' ? expression.value : undefined
  if (expression.type === 'TemplateLiteral' && expression.expressions.length === 0) {
    return expression.quasis[0]?.value.cooked ?? undefined
  }
  if (expression.type === 'TaggedTemplateExpression' && isRawTag(expression.tag)) {
    const { expressions, quasis } = expression.quasi
    return expressions.length === 0 ? quasis[0]?.value.raw : undefined
  }
  if (expression.type === 'BinaryExpression' && expression.operator === '+') {
    const left = expression.left.type === 'PrivateIdentifier' ? undefined : literalText(expression.left)
    const right = literalText(expression.right)
    return left !== undefined && right !== undefined ? left + right : undefined
  }
  return undefined
}
