import { isRecord } from '../../pages/is-record.ts'
import { numberText } from './exact-number.ts'
import { described, entriesOf, follow, type Json, listOf, textOf } from './operations.ts'

const deepest = 4
const mostFields = 300
/** Parts that are looked at for one list: schemas may hold each other without end. */
const mostParts = 3_000
const mostChoices = 50
const longestValue = 100

/** The fields of a schema as a Markdown list, each with what it is. */
export function writeFields(schema: unknown, document: Json): string {
  return new FieldList(document).write(schema)
}

/** A field as an item of a Markdown list, at a depth counted from 0. */
export function writeField(name: string, field: Json, document: Json, { isRequired = false, depth = 0 } = {}): string {
  const facts = [typeOf(field, document), isRequired ? 'required' : '', ...factsOf(field, document)].filter(Boolean)
  return writeItem(depth, `${code(name)}${facts.length > 0 ? ` (${facts.join(', ')})` : ''}`, textOf(field.description))
}

/** Lines of a description stay below their item. */
function writeItem(depth: number, name: string, description: string): string {
  const below = description.replace(/\r?\n(?=[^\r\n])/g, `\n${'  '.repeat(depth + 1)}`)
  return `${'  '.repeat(depth)}- ${name}${below ? `: ${below}` : ''}`
}

/** A value or a name as code in a line. */
export const code = (value: unknown): string => {
  const written = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(/[\s`]+/g, ' ').trim()
  return `\`${written.length > longestValue ? `${written.slice(0, longestValue)}…` : written}\``
}

/** `kind` is `a`, of a schema that names what fields are; else “a condition holds”. */
function conditionText(schema: unknown): string {
  const parts = isRecord(schema)
    ? entriesOf(schema.properties).flatMap(([name, field]) =>
        isRecord(field) && field.const !== undefined ? [`${code(name)} is ${code(field.const)}`] : [],
      )
    : []
  return parts.length > 0 ? parts.join(' and ') : 'a condition holds'
}

class FieldList {
  readonly #document: Json
  readonly #lines: string[] = []
  readonly #open = new Set<Json>()
  #parts = 0

  constructor(document: Json) {
    this.#document = document
  }

  write(schema: unknown): string {
    this.#add(schema, 0)
    return this.#lines.join('\n')
  }

  #add(value: unknown, depth: number): void {
    const schema = follow(value, this.#document)
    // A schema may hold itself: a value that is a list of values.
    if (this.#open.has(schema) || this.#isFull()) return
    this.#open.add(schema)
    for (const part of listOf(schema.allOf)) this.#add(part, depth)
    for (const key of ['oneOf', 'anyOf']) this.#addChoices(listOf(schema[key]), { schema, key }, depth)
    for (const key of ['items', 'additionalProperties']) if (isRecord(schema[key])) this.#add(schema[key], depth)
    const required = new Set(listOf(schema.required))
    for (const [name, inner] of entriesOf(schema.properties)) {
      if (this.#isFull()) break
      const field = described(inner, this.#document)
      this.#lines.push(writeField(name, field, this.#document, { isRequired: required.has(name), depth }))
      if (depth < deepest) this.#add(inner, depth + 1)
    }
    for (const [at, item] of listOf(schema.prefixItems).entries()) this.#addField(`[${at}]`, item, depth)
    for (const [pattern, inner] of entriesOf(schema.patternProperties)) this.#addField(pattern, inner, depth)
    for (const [name, inner] of entriesOf(schema.dependentSchemas)) this.#addPart(`With ${code(name)}`, inner, depth)
    if (isRecord(schema.then)) this.#addPart(`If ${conditionText(schema.if)}`, schema.then, depth)
    if (isRecord(schema.else)) this.#addPart(`Unless ${conditionText(schema.if)}`, schema.else, depth)
    this.#open.delete(schema)
  }

  #addField(name: string, schema: unknown, depth: number): void {
    if (this.#isFull()) return
    this.#lines.push(writeField(name, described(schema, this.#document), this.#document, { depth }))
    if (depth < deepest) this.#add(schema, depth + 1)
  }

  /** Fields that a value has only in some cases. */
  #addPart(name: string, schema: unknown, depth: number): void {
    if (this.#isFull() || depth >= deepest) return
    this.#lines.push(writeItem(depth, name, textOf(follow(schema, this.#document).description)))
    this.#add(schema, depth + 1)
  }

  #isFull = (): boolean => this.#lines.length >= mostFields || ++this.#parts > mostParts

  /** Of several schemas the fields of each, below its name; what has no fields is told as a type. */
  #addChoices(written: readonly unknown[], { schema, key }: { schema: Json; key: string }, depth: number): void {
    const choices = written.filter((choice) => follow(choice, this.#document).type !== 'null')
    if (choices.length < 2) {
      for (const choice of choices) this.#add(choice, depth)
      return
    }
    if (!choices.some((choice) => hasFields(choice, this.#document))) return
    const names = choices.map((choice) => nameOf(choice, this.#document))
    const discriminator = isRecord(schema.discriminator) ? textOf(schema.discriminator.propertyName) : ''
    const told = discriminator ? `, told by ${code(discriminator)}` : ''
    this.#lines.push(writeItem(depth, `${key === 'oneOf' ? 'One' : 'Any'} of ${names.join(', ')}${told}`, ''))
    for (const [at, choice] of depth < deepest ? choices.entries() : []) {
      const { description } = described(choice, this.#document)
      this.#lines.push(writeItem(depth + 1, names[at] ?? '', textOf(description)))
      this.#add(choice, depth + 2)
    }
  }
}

/** Reads a schema once at each depth: schemas that hold each other would be read millions of times. */
function once<Read>(read: (schema: Json, document: Json, depth: number) => Read) {
  const known = new WeakMap<Json, Read[]>()
  return (value: unknown, document: Json, depth = 0): Read => {
    const schema = follow(value, document)
    const found = known.get(schema) ?? []
    known.set(schema, found)
    found[depth] ??= read(schema, document, depth)
    return found[depth]
  }
}

const hasFields = once((schema, document, hops): boolean => {
  if (entriesOf(schema.properties).length > 0) return true
  const parts = [...listOf(schema.allOf), ...listOf(schema.oneOf), ...listOf(schema.anyOf), schema.items]
  return (
    hops < deepest && parts.slice(0, mostChoices).some((part) => isRecord(part) && hasFields(part, document, hops + 1))
  )
})

/** What a schema is called, or else what it is. */
const nameOf = (value: unknown, document: Json): string => {
  const reference = isRecord(value) ? textOf(value.$ref).split('/').at(-1) : ''
  const name = reference || textOf(follow(value, document).title)
  return name ? code(name) : typeOf(follow(value, document), document) || 'object'
}

/** `array of string`, `string or null`, `map of integer`; empty for what has no type. */
const typeOf = once((schema, document, depth): string => {
  const named = [schema.type].flat().filter((type) => typeof type === 'string' && type !== 'null')
  const isNullable = schema.nullable === true || listOf(schema.type).includes('null')
  const inner = (value: unknown) => (depth < deepest ? typeOf(value, document, depth + 1) : '')
  const values = schema.additionalProperties
  const types = named.map((type) => {
    if (type === 'array') return inner(schema.items) ? `array of ${inner(schema.items)}` : type
    if (type === 'object' && isRecord(values)) return inner(values) ? `map of ${inner(values)}` : type
    return [type, type === 'string' || named.length === 1 ? schema.format : ''].filter(Boolean).join(' ')
  })
  const choices = [...listOf(schema.oneOf), ...listOf(schema.anyOf)].slice(0, mostChoices)
  const isNull = (choice: unknown) => follow(choice, document).type === 'null'
  if (types.length === 0) {
    types.push(...choices.filter((choice) => !isNull(choice)).map((choice) => inner(choice) || 'object'))
  }
  const known = [...new Set(types)]
  if (known.length > 0 && (isNullable || choices.some(isNull))) known.push('null')
  return known.join(' or ')
})

/** What is said of a value beside its type. */
function factsOf(schema: Json, document: Json): string[] {
  const items = follow(schema.items, document)
  const choices = schema.enum ?? items.enum
  const meanings = schema['x-enumDescriptions'] ?? schema['x-enum-descriptions'] ?? items['x-enumDescriptions']
  const shown = listOf(choices)
    .slice(0, mostChoices)
    .map((choice, at) => {
      const meaning = Array.isArray(meanings) ? meanings[at] : isRecord(meanings) ? meanings[String(choice)] : undefined
      return textOf(meaning) ? `${code(choice)} (${textOf(meaning)})` : code(choice)
    })
  const more = listOf(choices).length - shown.length
  const [example] = [schema.example, ...exampleValues(schema.examples)].filter((value) => value !== undefined)
  return [
    schema.deprecated === true ? 'deprecated' : '',
    schema.readOnly === true ? 'read-only' : '',
    schema.writeOnly === true ? 'write-only' : '',
    schema.default === undefined ? '' : `default ${code(JSON.stringify(schema.default))}`,
    shown.length > 0 ? `one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : '',
    schema.const === undefined ? '' : `always ${code(schema.const)}`,
    bounds(
      [
        isStrict(schema.exclusiveMinimum) ? undefined : schema.minimum,
        isStrict(schema.exclusiveMaximum) ? undefined : schema.maximum,
      ],
      '',
    ),
    beyond('more than', schema.exclusiveMinimum, schema.minimum),
    beyond('less than', schema.exclusiveMaximum, schema.maximum),
    bounds([schema.minLength, schema.maxLength], ' characters'),
    bounds([schema.minItems, schema.maxItems], ' items'),
    bounds([schema.minProperties, schema.maxProperties], ' fields'),
    numberText(schema.multipleOf) === undefined ? '' : `a multiple of ${numberText(schema.multipleOf)}`,
    schema.uniqueItems === true ? 'no item twice' : '',
    typeof schema.pattern === 'string' && schema.pattern.length <= longestValue
      ? `pattern ${code(schema.pattern)}`
      : '',
    example === undefined || (typeof example === 'object' && !JSON.isRawJSON(example))
      ? ''
      : `example ${code(example)}`,
  ].filter((fact) => fact !== '')
}

/** Of version 3.0, where it says that the minimum or the maximum is none of the values. */
const isStrict = (value: unknown): boolean => value === true

const beyond = (words: string, strict: unknown, bound: unknown): string => {
  const number = numberText(isStrict(strict) ? bound : strict)
  return number === undefined ? '' : `${words} ${number}`
}

/** `1 to 100`, `at most 50 characters`. */
function bounds([least, most]: [unknown, unknown], unit: string): string {
  const from = unit !== '' && least === 0 ? undefined : numberText(least)
  const to = numberText(most)
  if (from !== undefined && to !== undefined) return `${from} to ${to}${unit}`
  return from !== undefined ? `at least ${from}${unit}` : to !== undefined ? `at most ${to}${unit}` : ''
}

/** The values among examples: a list of a schema, or the named ones of a parameter or a body. */
export const exampleValues = (examples: unknown): unknown[] =>
  Array.isArray(examples)
    ? examples
    : entriesOf(examples).map(([, example]) => (isRecord(example) ? example.value : example))
