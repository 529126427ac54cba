import type { ProblemIssue } from '@sidenote/contract'
import { z } from 'zod'
import { AppError } from '../../errors.ts'

type Json = Record<string, unknown>
type Issue = z.core.$ZodIssue

/** Issues that are spelled out in the message itself. */
const spelledOut = 3
/** Issues that are told at all: an answer is not to be longer than what it answers. */
const mostIssues = 50
const longestValue = 80
const grouped = new Intl.NumberFormat('en')

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined

const writePath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((written, step) => {
    if (typeof step === 'number') return `${written}[${step}]`
    return written ? `${written}.${String(step)}` : String(step)
  }, '')

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[step], value)

/**
 * Follows references, and takes of several schemas the one that a value is meant as, by its `kind` for instance. Those of
 * single values, such as a day or a time, are all kept: nothing tells which of them is meant.
 */
const resolve = (schema: unknown, root: Json, value: unknown): Json => {
  if (!isJson(schema)) return {}
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/$defs/', '')
    return resolve(isJson(root.$defs) ? root.$defs[name] : undefined, root, value)
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(choices)) return schema
  const meant = choices.map((choice) => resolve(choice, root, value)).filter((choice) => isMeant(choice, value))
  return meant.length > 1 && meant.every(isSingle) ? { anyOf: meant } : (meant[0] ?? {})
}

const isSingle = ({ type }: Json): boolean => type === 'string' || type === 'number' || type === 'integer'

const isMeant = ({ type, properties }: Json, value: unknown): boolean =>
  type !== 'null' &&
  Object.entries(isJson(properties) ? properties : {}).every(
    ([name, property]) => !isJson(property) || !('const' in property) || property.const === valueAt(value, [name]),
  )

const schemaAt = (root: Json, path: readonly PropertyKey[], body: unknown): Json =>
  path.reduce<Json>(
    (schema, step, index) => {
      const { items, properties } = schema
      const inner = typeof step === 'number' ? items : isJson(properties) && properties[String(step)]
      return resolve(inner, root, valueAt(body, path.slice(0, index + 1)))
    },
    resolve(root, root, body),
  )

const range = (least: number | undefined, most: number | undefined): string => {
  if (least !== undefined && most !== undefined) return `${grouped.format(least)} to ${grouped.format(most)}`
  if (least !== undefined) return `at least ${grouped.format(least)}`
  return most === undefined ? '' : `at most ${grouped.format(most)}`
}

const withRange = (noun: string, link: string, bounds: string, unit: string): string => {
  if (!bounds) return noun
  const units = unit && ` ${unit}${/^at (?:least|most) 1$/.test(bounds) ? '' : 's'}`
  return `${noun} ${bounds.startsWith('at ') && link === 'from' ? 'of' : link} ${bounds}${units}`
}

const oneOf = (choices: readonly unknown[]): string => `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`
const address = 'an address such as https://docs.example.com'

/** What a value of this schema is, in words: "a whole number from 1 to 50". */
const describeSchema = (schema: Json): string | undefined => {
  const { enum: choices, anyOf } = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  // What may be null is a value, or null, or left out: to say so would tell nobody anything.
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (Array.isArray(anyOf))
    return anyOf.flatMap((one) => (isJson(one) ? (describeSchema(one) ?? []) : [])).join(', or ')
  if (Array.isArray(choices)) return oneOf(choices)
  const numbers = range(asNumber(schema.minimum), asNumber(schema.maximum))
  if (type === 'integer') return withRange('a whole number', 'from', numbers, '')
  if (type === 'number') return withRange('a number', 'from', numbers, '')
  if (type === 'boolean') return 'true or false'
  if (type === 'object') return 'an object'
  if (type === 'string') {
    if (schema.format === 'date') return 'a day such as 2030-01-31'
    if (schema.format === 'date-time') return 'a time such as 2030-01-31T12:00:00Z'
    if (schema.format === 'uri') return address
    const lengths = range(asNumber(schema.minLength), asNumber(schema.maxLength))
    return withRange('text', 'of', lengths, 'character')
  }
  if (type === 'array') {
    return withRange('a list', 'of', range(asNumber(schema.minItems), asNumber(schema.maxItems)), 'item')
  }
  return undefined
}

/** What a value is, as far as it can be shown: long text by its length, lists by their items. */
const describeValue = (value: unknown): string => {
  if (value === undefined) return 'is missing'
  if (Array.isArray(value))
    return `is a list of ${grouped.format(value.length)} ${value.length === 1 ? 'item' : 'items'}`
  if (typeof value === 'object' && value !== null) return 'is an object'
  if (typeof value === 'string' && value.length > longestValue) {
    return `is ${grouped.format(value.length)} characters long`
  }
  return `is ${JSON.stringify(value)}`
}

/** What had to stand there; undefined when the contract has its own words for it. */
const describeExpected = (issue: Issue, schema: Json, body: unknown): string | undefined => {
  if (issue.code === 'invalid_format' && issue.format === 'regex') return undefined
  // A schema that has a pattern as well tells of that alone.
  if (issue.code === 'invalid_format' && issue.format === 'url') return address
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options) return oneOf(issue.options)
  return describeSchema(schemaAt(schema, issue.path, body))
}

const writeIssue = (issue: Issue, schema: Json, body: unknown): ProblemIssue => {
  const path = writePath(issue.path)
  const subject = path || 'The body'
  if (issue.code === 'custom') return { path, message: `${subject} ${issue.message}.` }
  const expected = describeExpected(issue, schema, body)
  const rule = expected ? `must be ${expected}` : issue.message.replace(/\.$/, '')
  return { path, message: `${subject} ${describeValue(valueAt(body, issue.path))}, but ${rule}.` }
}

/** Zod compares `length` whatever it is: of `{"length": {"toString": 1}}`, where a text should stand, it throws. */
const readSafely = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> => {
  try {
    return schema.safeParse(value)
  } catch (error) {
    throw new AppError('invalid_request', 'The body has an object where another value must stand.', { cause: error })
  }
}

/**
 * Reads what a client sent as `schema` says. Prepared once for each operation.
 *
 * @throws AppError `invalid_request`: a sentence that names each wrong value and what it must be.
 */
export const createValidator = <Schema extends z.ZodType>(schema: Schema): ((value: unknown) => z.output<Schema>) => {
  const written: Json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return (value) => {
    const read = readSafely(schema, value)
    if (read.success) return read.data
    // A value that breaks several rules is wrong once: by the first of them.
    const all = [...Map.groupBy(read.error.issues, ({ path }) => writePath(path)).values()].flatMap(
      ([first]) => first ?? [],
    )
    const issues = all.slice(0, mostIssues).map((issue) => writeIssue(issue, written, value))
    const rest = all.length - spelledOut
    const sentences = issues.slice(0, spelledOut).map((issue) => issue.message)
    if (rest > 0) sentences.push(`${rest} more ${rest === 1 ? 'value is' : 'values are'} wrong.`)
    throw new AppError('invalid_request', sentences.join(' '), { issues })
  }
}
