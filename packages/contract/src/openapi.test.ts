import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { assistantRequestSchema, endpoints, searchRequestSchema, writeOpenApi } from './index.ts'

const bodySchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }),
})

describe('the OpenAPI document', () => {
  const document = bodySchema.parse(writeOpenApi('1.2.3'))

  test('holds every endpoint once, under its own path and method', () => {
    const written = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => `${method} ${path} ${operation.operationId}`),
    )
    expect(written.sort()).toEqual(endpoints.map((one) => `${one.method} ${one.path} ${one.operationId}`).sort())
  })

  test('has no reference that points nowhere', () => {
    const references = [...JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      (match) => match[1],
    )
    expect(references.length).toBeGreaterThan(10)
    expect(JSON.stringify(document)).not.toContain('#/$defs/')
    for (const name of references) expect(document.components.schemas).toHaveProperty(String(name))
  })

  test('says that unknown request fields are allowed, also where a request and an answer have the same part', () => {
    const parts = (text: string): string[] => {
      const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map((match) => String(match[1]))
      return [text, ...names.flatMap((name) => parts(JSON.stringify(document.components.schemas[name])))]
    }
    const bodies = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody }) => (requestBody ? parts(JSON.stringify(requestBody)) : [])),
    )
    expect(bodies.length).toBeGreaterThan(30)
    expect(bodies.filter((text) => text.includes('"additionalProperties":false'))).toEqual([])
  })
})

describe('an assistant request', () => {
  const message = { id: '1', role: 'user', parts: [{ type: 'text', text: 'How?' }] }
  const accepts = (more: object) =>
    assistantRequestSchema.safeParse({ fp: 'anonymous', messages: [message], ...more }).success

  test('may have null wherever the reference says nullable, and fields we do not know', () => {
    expect(accepts({ threadId: null, filter: null, id: 'chat', trigger: 'submit-message', messageId: null })).toBe(true)
  })

  test('takes echoed parts of any kind', () => {
    const echoed = { id: '2', role: 'assistant', parts: [{ type: 'source-url', url: 'x' }, { type: 'step-start' }] }
    expect(assistantRequestSchema.safeParse({ fp: 'a', messages: [echoed, message] }).success).toBe(true)
  })

  test.each([5, 51, 1.5])('takes retrievalPageSize %s', (retrievalPageSize) => {
    expect(accepts({ retrievalPageSize })).toBe(true)
  })

  test.each([0, -1, 'five'])('refuses retrievalPageSize %s', (retrievalPageSize) => {
    expect(accepts({ retrievalPageSize })).toBe(false)
  })

  test.each(['.', '..'])('refuses the reader %j, whom no address can name', (fp) => {
    expect(accepts({ fp })).toBe(false)
    expect(accepts({ fp: `${fp}a` })).toBe(true)
  })

  test('bounds currentPath at 200 characters', () => {
    expect(accepts({ currentPath: 'a'.repeat(200) })).toBe(true)
    expect(accepts({ currentPath: 'a'.repeat(201) })).toBe(false)
  })
})

test('a search query of white space alone is refused', () => {
  expect(searchRequestSchema.safeParse({ query: '  \n ' }).success).toBe(false)
})
