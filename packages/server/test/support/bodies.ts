import { writeOpenApi } from '@sidenote/contract'
import fc, { type Arbitrary } from 'fast-check'

type Json = Readonly<Record<string, unknown>>

/** An operation that takes a body, with the means to make some. */
export interface BodyOperation {
  readonly method: string
  readonly path: string
  readonly body: Arbitrary<unknown>
}

const document = writeOpenApi('0.0.0')
const { schemas } = document.components as { schemas: Readonly<Record<string, Json>> }

/** No address that anybody could have: nothing that is made here may reach a network. */
const addresses = [
  'https://docs.invalid/',
  'http://docs.invalid:8080/a?b=%ff#c',
  'javascript:alert(1)',
  'file:///x',
  '',
]

/** Text that follows a pattern; some say more than fast-check understands, then anything must do. */
const matching = (pattern: string): Arbitrary<string> => {
  try {
    return fc.oneof(fc.stringMatching(new RegExp(pattern)), fc.string())
  } catch {
    return fc.string()
  }
}

const textOf = ({ enum: _, ...schema }: Json): Arbitrary<string> => {
  if (typeof schema.pattern === 'string') return matching(schema.pattern)
  if (schema.format === 'uri') return fc.constantFrom(...addresses)
  const least = Number(schema.minLength ?? 0)
  const most = Number(schema.maxLength ?? 1_000)
  const short = fc.string({ unit: 'binary', minLength: least, maxLength: Math.min(most, least + 40) })
  const edge = fc.constantFrom(least - 1, most, most + 1).map((length) => 'a'.repeat(Math.max(0, length)))
  return fc.oneof({ weight: 9, arbitrary: short }, { weight: 1, arbitrary: edge })
}

const numberOf = ({ type, minimum, maximum }: Json): Arbitrary<number> => {
  const least = Math.max(Number(minimum ?? -1e6), -1e6)
  const most = Math.min(Number(maximum ?? 1e6), 1e6)
  const edges = fc.constantFrom(least, most, least - 1, most + 1, 0, -0, 2 ** 53, 1e308, -1e-308)
  const within =
    type === 'integer' ? fc.integer({ min: least, max: most }) : fc.double({ min: least, max: most, noNaN: true })
  return fc.oneof({ weight: 6, arbitrary: within }, { weight: 1, arbitrary: edges })
}

const objectOf = ({ properties = {}, required = [], additionalProperties }: Json): Arbitrary<unknown> => {
  const known = Object.fromEntries(Object.entries(properties as Json).map(([name, inner]) => [name, allowedBy(inner)]))
  const record = fc.record(known, { requiredKeys: required as string[] })
  if (additionalProperties === false) return record
  const more = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 2 })
  return fc.tuple(more, record).map(([one, other]) => ({ ...one, ...other }))
}

/** Values that a JSON schema allows, and those just beyond what it allows. */
const allowedBy = (given: unknown): Arbitrary<unknown> => {
  const schema = given as Json
  if (typeof schema.$ref === 'string') return allowedBy(schemas[schema.$ref.split('/').at(-1) ?? ''])
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return fc.oneof(...choices.map(allowedBy))
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.type === 'string') return textOf(schema)
  if (schema.type === 'integer' || schema.type === 'number') return numberOf(schema)
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  if (schema.type === 'array') {
    const least = Number(schema.minItems ?? 0)
    return fc.array(allowedBy(schema.items), { minLength: least, maxLength: least + 3 })
  }
  return schema.type === 'object' ? objectOf(schema) : fc.jsonValue()
}

/** Every operation of the OpenAPI document that takes a body. */
export const bodyOperations: readonly BodyOperation[] = Object.entries(
  document.paths as Readonly<Record<string, Readonly<Record<string, Json>>>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, operation]) => {
    const content = (operation.requestBody as Json | undefined)?.content as Json | undefined
    const { schema } = (content?.['application/json'] ?? {}) as Json
    return schema ? [{ method: method.toUpperCase(), path, body: allowedBy(schema) }] : []
  }),
)

/** An operation that reads a query, and the names that it knows. */
export interface QueryOperation {
  readonly method: string
  readonly path: string
  readonly names: readonly string[]
}

/** Every operation of the OpenAPI document that reads a query. */
export const queryOperations: readonly QueryOperation[] = Object.entries(
  document.paths as Readonly<Record<string, Readonly<Record<string, Json>>>>,
).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { parameters = [] }]) => {
    const names = (parameters as { in: string; name: string }[]).flatMap((one) =>
      one.in === 'query' ? [one.name] : [],
    )
    return names.length > 0 ? [{ method: method.toUpperCase(), path, names }] : []
  }),
)

/** A number below `most`; the same row of them for the same seed (mulberry32, Tommy Ettinger). */
export const createChance = (seed: number) => {
  let state = seed
  return (most: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * most)
  }
}
type Chance = ReturnType<typeof createChance>

const oddValues: readonly unknown[] = [
  ...[
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 53,
    1e308,
    '',
    ' ',
    'null',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '🙈',
    '\u202eabc',
  ],
  ...[[], {}, [[]], [null], { length: 5 }, { toString: 1 }, { constructor: { prototype: { polluted: true } } }],
  ...[
    ...['%', '%00', 'a%2500b'],
    "' or 1=1 --",
    '../../etc/passwd',
    '{{7*7}}',
    '<script>',
    'svc_x',
    '2030-13-45',
    'http://[::1',
    '\u{10ffff}',
  ],
]

/** Seldom: they cost both sides as much as fifty others. */
const longValues: readonly unknown[] = [
  Array.from({ length: 5_000 }, () => 0),
  Array.from({ length: 1_100 }, () => ({})),
  'x'.repeat(40_000),
]
const oddValue = (chance: Chance): unknown => {
  const values = chance(100) === 0 ? longValues : oddValues
  return values[chance(values.length)]
}

const change = (value: unknown, chance: Chance): unknown => {
  if (typeof value !== 'object' || value === null || chance(3) === 0) return oddValue(chance)
  const copy: Record<string, unknown> = Array.isArray(value) ? { ...value } : { ...value }
  const names = Object.keys(copy)
  const name = names[chance(names.length)]
  if (name === undefined) return oddValue(chance)
  if (chance(5) === 0) delete copy[name]
  else copy[name] = change(copy[name], chance)
  return Array.isArray(value) ? Object.values(copy) : copy
}

const nested = (depth: number): string => `{"path":${'['.repeat(depth)}${']'.repeat(depth)}}`
/** Each is about as much as a body may be, or more. */
export const largeTexts: readonly string[] = [
  nested(8_000),
  nested(100_000),
  '{"a":'.repeat(100_000),
  '['.repeat(400_000),
  `[${'0,'.repeat(400_000)}0]`,
  `{"fp":"a","messages":[${'0,'.repeat(40_000)}0]}`,
  JSON.stringify({ query: 'y'.repeat(1_040_000), path: '', messages: [] }),
  JSON.stringify({ query: 'y'.repeat(1_100_000) }),
  JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, index]))),
]
const texts: readonly string[] = [
  ...['', ' ', 'null', '"', '{', '}', '[]', '0', '-', '1e999', '{"path":1e999}', '\u{feff}{}', '{"path":"\\u0000"}'],
  ...['{"path":"\\ud800"}', '{"__proto__":{"path":"x"},"path":"y"}', '{"path":"a","path":"b"}', nested(31), nested(33)],
  ...['{"path":"\\x"}', "{'path':1}", '{"path":1,}', 'NaN', '/**/{}', '{"path":"\n"}', 'undefined', '{"a":01}'],
]

const splice = (text: string, chance: Chance): string => {
  const at = chance(text.length + 1)
  switch (chance(6)) {
    case 0:
      return text.slice(0, at)
    case 1:
      return text.slice(0, at) + text.slice(at + 1 + chance(5))
    case 2:
      return `\u{feff}${text}`
    case 3:
      return text.replace('{', '{"__proto__":{"polluted":true},"constructor":{"prototype":{}},')
    case 4:
      // Every key twice.
      return text.startsWith('{') && text.length > 2 ? `${text.slice(0, -1)},${text.slice(1)}` : text + text
    default:
      return `${text.slice(0, at)}${texts[chance(texts.length)]}${text.slice(at)}`
  }
}

const spoilBytes = (text: string, chance: Chance): Buffer => {
  const bytes = Buffer.from(text)
  for (let times = 1 + chance(3); times > 0 && bytes.length > 0; times -= 1) {
    bytes[chance(bytes.length)] = [0xff, 0xc0, 0xed, 0x80, 0, 0x22, 0x5c][chance(7)] ?? 0
  }
  return bytes
}

const wellKnown: readonly string[] = ['1', '50', '2026-11-01', '2026-11-01T00:00:00Z', 'csv', 'json', 'done', 'active']

/** A query of known and unknown names with anything as their values; some of it is not even encoded right. */
export const writeQuery = (names: readonly string[], chance: Chance): string => {
  const query = new URLSearchParams()
  for (let times = chance(5); times > 0; times -= 1) {
    const name = chance(8) === 0 ? '__proto__' : (names[chance(names.length)] ?? '')
    const odd = oddValues[chance(oddValues.length)]
    query.append(name, chance(2) === 0 ? (wellKnown[chance(wellKnown.length)] ?? '') : (JSON.stringify(odd) ?? ''))
  }
  const broken = ['&%', '&limit=%ff', '&from[]=1', '&limit[a]=1', '&=&&', '&fp=%00'][chance(24)] ?? ''
  return `?${query}${broken}`
}

/** A body made from one that is (nearly) right: as it is, changed inside, or broken. */
export const mutate = (value: unknown, chance: Chance): Buffer => {
  const kind = chance(1_000)
  if (kind < 3) return Buffer.from(largeTexts[chance(largeTexts.length)] ?? '')
  if (kind < 60) return Buffer.from(texts[chance(texts.length)] ?? '')
  if (kind < 160) return Buffer.from(JSON.stringify(value))
  let changed = value
  for (let times = 1 + chance(3); times > 0; times -= 1) changed = change(changed, chance)
  const text = JSON.stringify(changed) ?? ''
  if (kind < 700) return Buffer.from(text)
  return kind < 900 ? Buffer.from(splice(text, chance)) : spoilBytes(text, chance)
}
