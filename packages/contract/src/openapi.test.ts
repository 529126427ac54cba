import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints, writeOpenApi } from './index.ts'

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

/** The names of the schemas that a part of the document refers to. */
const references = (text: string): string[] =>
  text
    .split('"#/components/schemas/')
    .slice(1)
    .map((rest) => rest.slice(0, rest.indexOf('"')))

describe('the OpenAPI document', () => {
  const document = documentSchema.parse(writeOpenApi('1.2.3'))

  test('has every endpoint once, under its own path and method', () => {
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => `${method} ${path} ${operation.operationId}`),
    )
    expect(endpoints.length).toBeGreaterThan(60)
    expect(operations.sort()).toEqual(
      endpoints.map(({ method, path, operationId }) => `${method} ${path} ${operationId}`).sort(),
    )
  })

  test('has no dangling reference', () => {
    const names = references(JSON.stringify(document))
    expect(names.length).toBeGreaterThan(10)
    expect(JSON.stringify(document)).not.toContain('#/$defs/')
    for (const name of names) expect(document.components.schemas).toHaveProperty(name)
  })

  test('allows unknown request fields, even in schemas that requests and answers share', () => {
    const parts = (text: string): string[] => [
      text,
      ...references(text).flatMap((name) => parts(JSON.stringify(document.components.schemas[name]))),
    ]
    const bodies = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody }) => (requestBody ? parts(JSON.stringify(requestBody)) : [])),
    )
    expect(bodies.length).toBeGreaterThan(30)
    expect(bodies.filter((text) => text.includes('"additionalProperties":false'))).toEqual([])
  })
})

test('every pattern means the same in JSON Schema, which knows no flags', () => {
  const patterns = new Map<string, RegExp>()
  const collect = (schema: z.ZodType, io: 'input' | 'output') =>
    z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      override: ({ zodSchema }) => {
        const { def } = zodSchema._zod
        for (const rule of [def, ...(def.checks ?? []).map((check) => check._zod.def)]) {
          if ('pattern' in rule && rule.pattern instanceof RegExp) patterns.set(String(rule.pattern), rule.pattern)
        }
      },
    })
  for (const { body, query, responses } of endpoints) {
    if (body) collect(body, 'input')
    if (query) collect(query, 'input')
    for (const { schema } of Object.values(responses)) if (schema) collect(schema, 'output')
  }
  expect(patterns.size).toBeGreaterThan(10)
  expect([...patterns.values()].filter(({ flags }) => flags.replace(/[dguv]/g, '') !== '')).toEqual([])
})

test('every operation that an administrator key opens says which role opens it, and no other does', () => {
  for (const { operationId, key, role } of endpoints) {
    expect([operationId, role !== undefined]).toEqual([operationId, key === 'administrator'])
  }
})
