import type { ProblemIssue } from '@sidenote/contract'
import { z } from 'zod'
import { AppError } from '../../errors.ts'

type Json = Record<string, unknown>
type Issue = z.core.$ZodIssue

/** Issues whose sentences make up the message. */
const issuesInMessage = 3
/** An answer shouldn’t be longer than the request. */
const mostIssues = 50
const longestValue = 80
const grouped = new Intl.NumberFormat('en')

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const asNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER ? value : undefined

const writePath = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`
    return text ? `${text}.${String(step)}` : String(step)
  }, '')

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inner, step) => (inner as Record<PropertyKey, unknown> | null | undefined)?.[step], value)

/**
 * Follows references. Of several schemas it picks the one that a value fits, by its `kind` for instance. Schemas of single
 * values, such as a day or a time, all stay: a wrong value fits none of them.
 */
const resolve = (schema: unknown, root: Json, value: unknown): Json => {
  if (!isJson(schema)) return {}
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/$defs/', '')
    return resolve(isJson(root.$defs) ? root.$defs[name] : undefined, root, value)
  }
  const choices = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(choices)) return schema
  const matches = choices.map((choice) => resolve(choice, root, value)).filter((choice) => isCandidate(choice, value))
  return matches.length > 1 && matches.every(isSingle) ? { anyOf: matches } : (matches[0] ?? {})
}

const isSingle = ({ type }: Json): boolean => type === 'string' || type === 'number' || type === 'integer'

const isCandidate = ({ type, properties }: Json, value: unknown): boolean =>
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

interface Bounds {
  readonly least: number | undefined
  readonly most: number | undefined
}

const writeBounds = ({ least, most }: Bounds): string => {
  if (least !== undefined && most !== undefined) return `${grouped.format(least)} to ${grouped.format(most)}`
  if (least !== undefined) return `at least ${grouped.format(least)}`
  return most === undefined ? '' : `at most ${grouped.format(most)}`
}

/** "a number from 1 to 50", "a number of at least 1". */
const describeNumber = (noun: string, bounds: Bounds): string => {
  const text = writeBounds(bounds)
  if (!text) return noun
  const isRange = bounds.least !== undefined && bounds.most !== undefined
  return `${noun} ${isRange ? 'from' : 'of'} ${text}`
}

/** "text of 1 to 100 characters", "a list of at most 1 item". */
const describeLength = (noun: string, bounds: Bounds, unit: string): string => {
  const text = writeBounds(bounds)
  const isOne = [bounds.least, bounds.most].filter((bound) => bound !== undefined).join() === '1'
  return text ? `${noun} of ${text} ${unit}${isOne ? '' : 's'}` : noun
}

const oneOf = (choices: readonly unknown[]): string => `one of ${choices.map((choice) => `"${choice}"`).join(', ')}`
const address = 'an address such as https://docs.example.com'

/** Describes the values of a schema: "a whole number from 1 to 50". */
const describeSchema = (schema: Json): string | undefined => {
  const { enum: choices, anyOf } = schema
  if ('const' in schema) return JSON.stringify(schema.const)
  // Nobody learns anything from "or null".
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (Array.isArray(anyOf))
    return anyOf.flatMap((one) => (isJson(one) ? (describeSchema(one) ?? []) : [])).join(', or ')
  if (Array.isArray(choices)) return oneOf(choices)
  const bounds = { least: asNumber(schema.minimum), most: asNumber(schema.maximum) }
  if (type === 'integer') return describeNumber('a whole number', bounds)
  if (type === 'number') return describeNumber('a number', bounds)
  if (type === 'boolean') return 'true or false'
  if (type === 'object') return 'an object'
  if (type === 'string') {
    if (schema.format === 'date') return 'a day such as 2030-01-31'
    if (schema.format === 'date-time') return 'a time such as 2030-01-31T12:00:00Z'
    if (schema.format === 'uri') return address
    return describeLength('text', { least: asNumber(schema.minLength), most: asNumber(schema.maxLength) }, 'character')
  }
  if (type === 'array') {
    return describeLength('a list', { least: asNumber(schema.minItems), most: asNumber(schema.maxItems) }, 'item')
  }
  return undefined
}

/** Describes a value: long text by its length, lists by the number of their items. */
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

/** Describes what the schema expects; undefined when the contract has its own words for it. */
const describeExpected = (issue: Issue, schema: Json, body: unknown): string | undefined => {
  if (issue.code === 'invalid_format' && issue.format === 'regex') return undefined
  // A schema that also has a pattern would describe only that.
  if (issue.code === 'invalid_format' && issue.format === 'url')
    return issue.message.startsWith('Invalid') ? address : undefined
  if (issue.code === 'invalid_union' && 'options' in issue && issue.options) return oneOf(issue.options)
  return describeSchema(schemaAt(schema, issue.path, body))
}

const writeIssue = (issue: Issue, schema: Json, body: unknown): ProblemIssue => {
  const path = writePath(issue.path)
  const subject = path || 'The body'
  if (issue.code === 'custom') return { path, message: `${subject} ${issue.message}.` }
  const description = describeExpected(issue, schema, body)
  const rule = description ? `must be ${description}` : issue.message.replace(/\.$/, '')
  return { path, message: `${subject} ${describeValue(valueAt(body, issue.path))}, but ${rule}.` }
}

/** Zod throws for `{"length": {"toString": 1}}` in place of a text, because it compares `length` whatever that is. */
const parseSafely = <Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.ZodSafeParseResult<z.output<Schema>> => {
  try {
    return schema.safeParse(value)
  } catch (error) {
    throw new AppError('invalid_request', 'The body has an object where it needs another value.', { cause: error })
  }
}

/**
 * Prepares the validator of a schema, once for each operation. Its error names each wrong value and what it must be.
 *
 * @throws AppError `invalid_request`
 */
export const createValidator = <Schema extends z.ZodType>(schema: Schema): ((value: unknown) => z.output<Schema>) => {
  const jsonSchema: Json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return (value) => {
    const result = parseSafely(schema, value)
    if (result.success) return result.data
    // A value that breaks several rules counts once, with the first of them.
    const all = [...Map.groupBy(result.error.issues, ({ path }) => writePath(path)).values()].flatMap(
      ([first]) => first ?? [],
    )
    const issues = all.slice(0, mostIssues).map((issue) => writeIssue(issue, jsonSchema, value))
    const rest = all.length - issuesInMessage
    const sentences = issues.slice(0, issuesInMessage).map((issue) => issue.message)
    if (rest > 0) sentences.push(`${rest} more ${rest === 1 ? 'value is' : 'values are'} wrong.`)
    throw new AppError('invalid_request', sentences.join(' '), { issues })
  }
}
