import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { reading } from '../../test/support/reading.ts'
import { openApiSource } from './openapi-source.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-schemas-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function readPages(document: string): Promise<string> {
  const file = join(folder, 'api.yaml')
  await writeFile(file, document)
  const texts: string[] = []
  for await (const item of openApiSource(reading, { file }).read(new AbortController().signal))
    if (item.kind === 'document') texts.push(item.document.text)
  return texts.join('\n')
}

/** A document with one operation, whose body has a schema; further parts may stand below. */
const withBody = (schema: string, more = '') =>
  `openapi: 3.1.0
info: { title: A, version: '1' }
paths:
  /a: { post: { summary: Add, requestBody: { content: { application/json: { schema: ${schema} } } }, responses: { '200': { description: Fine } } } }
${more}`

describe('what a schema says of values is in the page', () => {
  test.each([
    [
      '{ type: array, prefixItems: [{ type: number, description: Of X. }, { type: string }] }',
      '- `[0]` (number): Of X.\n- `[1]` (string)',
    ],
    [
      '{ properties: { at: { type: array, prefixItems: [{ type: number, description: Up. }] } } }',
      '  - `[0]` (number): Up.',
    ],
    ["{ patternProperties: { '^x-': { type: integer, description: Extra. } } }", '- `^x-` (integer): Extra.'],
    [
      '{ dependentSchemas: { card: { required: [cvc], properties: { cvc: { type: string } } } } }',
      '- With `card`\n  - `cvc` (string, required)',
    ],
    [
      '{ if: { properties: { kind: { const: b } } }, then: { properties: { b: { type: string } } } }',
      '- If `kind` is `b`\n  - `b` (string)',
    ],
    [
      '{ if: { required: [a] }, then: {}, else: { properties: { c: { type: string } } } }',
      '- Unless a condition holds\n  - `c` (string)',
    ],
    [
      '{ properties: { n: { type: integer, multipleOf: 5, exclusiveMinimum: 0, maximum: 100 } } }',
      '- `n` (integer, at most 100, more than 0, a multiple of 5)',
    ],
    ['{ properties: { n: { type: integer, minimum: 0, exclusiveMinimum: true } } }', '- `n` (integer, more than 0)'],
    [
      '{ properties: { n: { type: integer, maximum: 9007199254740993 } } }',
      '- `n` (integer, at most 9007199254740993)',
    ],
    ['{ properties: { n: { type: number, default: 1.10 } } }', '- `n` (number, default `1.10`)'],
    [
      '{ properties: { l: { type: array, uniqueItems: true, minItems: 2, items: { type: string } } } }',
      '- `l` (array of string, at least 2 items, no item twice)',
    ],
    ['{ properties: { o: { type: object, minProperties: 1, maxProperties: 3 } } }', '- `o` (object, 1 to 3 fields)'],
    [
      '{ properties: { s: { enum: [a, b], x-enumDescriptions: { a: The first., b: The second. } } } }',
      'one of `a` (The first.), `b` (The second.)',
    ],
    ['{ properties: { s: { const: fixed } } }', 'always `fixed`'],
  ])('%s', async (schema, expected) => {
    expect(await readPages(withBody(schema))).toContain(expected)
  })

  test.each([
    ['by its path', "{ $ref: '#/components/schemas/Part' }"],
    ['by its anchor', "{ $ref: '#part' }"],
    ['by its id', "{ $ref: 'https://acme.test/part' }"],
    ['among others', "{ allOf: [{ $ref: '#/components/schemas/Part' }, { properties: { b: { type: string } } }] }"],
    ['as items', "{ type: array, items: { $ref: '#part' } }"],
  ])('also of a part that it names %s', async (_name, schema) => {
    const part =
      "components: { schemas: { Part: { $anchor: part, $id: 'https://acme.test/part', properties: { size: { type: integer } } } } }"
    expect(await readPages(withBody(schema, part))).toContain('`size` (integer)')
  })

  test('and of the fields of parameters', async () => {
    const schema = '{ type: object, properties: { from: { type: string, format: date, description: The first day. } } }'
    const parameter = `{ name: filter, in: query, style: deepObject, schema: ${schema} }`
    const text = await readPages(
      `openapi: 3.0.3\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { summary: Find, parameters: [${parameter}], responses: { '200': { description: Fine } } } } }\n`,
    )
    expect(text).toContain('  - `from` (string date): The first day.')
  })
})

describe('what is merged in YAML stands where it is merged', () => {
  const shared = `x-responses: &errors
  '401': { description: Who are you? }
  '429': { description: Slow down. }
x-fields: &fields { id: { type: integer }, name: { type: string } }
x-more: &more { note: { type: string } }
`
  const paths = (responses: string) =>
    `${shared}openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { summary: Find, responses: ${responses} } } }\n`
  test.each([
    ["{ <<: *errors, '200': { description: Fine. } }", ['401', 'Slow down.', 'Fine.']],
    ["{ '401': { description: My own. }, <<: *errors }", ['My own.', 'Slow down.']],
    [
      "{ '200': { description: Fine., content: { application/json: { schema: { properties: { <<: *fields } } } } } }",
      ['`id` (integer)', '`name` (string)'],
    ],
    [
      "{ '200': { description: Fine., content: { application/json: { schema: { properties: { <<: [*fields, *more] } } } } } }",
      ['`id` (integer)', '`note` (string)'],
    ],
    [
      "{ '200': { description: Fine., content: { application/json: { schema: { properties: { <<: *fields, id: { type: string } } } } } } }",
      ['`id` (string)', '`name` (string)'],
    ],
  ])('%s', async (responses, expected) => {
    const text = await readPages(paths(responses))
    for (const words of expected) expect(text).toContain(words)
    expect(text).not.toContain('<<')
  })
})

test.each([
  "asyncapi: 3.0.0\ninfo: { title: A, version: '1' }\noperations: { a: { action: send } }\n",
  "asyncapi: '2.6.0'\ninfo: { title: A, version: '1' }\nchannels: { a: { publish: {} } }\n",
  '{"asyncapi": "3.0.0", "channels": {}}',
  'asyncapi: 3.1.0\n',
  "info: { title: A }\nasyncapi: '1.2.0'\ntopics: {}\n",
])('a document of AsyncAPI is refused by its name: %j', async (document) => {
  await expect(readPages(document)).rejects.toThrow(/AsyncAPI/)
})
