import {
  assistantRequestSchema,
  keyRequestSchema,
  mcpMessageSchema,
  searchRequestSchema,
  siteRequestSchema,
  turnsQuerySchema,
} from '@sidenote/contract'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import { createValidator } from './validate.ts'

const refusal = (schema: z.ZodType, value: unknown): AppError => {
  try {
    createValidator(schema)(value)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It was accepted.')
}

const question = { fp: 'anonymous', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Why?' }] }] }

describe('a refusal names the field, its value and what it must be', () => {
  test.each([
    [{ retrievalPageSize: 0 }, 'retrievalPageSize is 0, but must be a number of at least 1.'],
    [{ retrievalPageSize: 'five' }, 'retrievalPageSize is "five", but must be a number of at least 1.'],
    [
      { currentPath: 'a'.repeat(201) },
      'currentPath is 201 characters long, but must be text of at most 200 characters.',
    ],
    [{ messages: [] }, 'messages is a list of 0 items, but must be a list of at least 1 item.'],
    [{ messages: undefined }, 'messages is missing, but must be a list of at least 1 item.'],
    [{ fp: undefined }, 'fp is missing, but must be text of 1 to 128 characters.'],
    [{ filter: 'v2' }, 'filter is "v2", but must be an object.'],
    [
      { context: [{ type: 'image', value: 'x' }] },
      'context[0].type is "image", but must be one of "code", "textSelection".',
    ],
    [
      { messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 7 }] }] },
      'messages[0].parts[0].text is 7, but must be text of at most 32,000 characters.',
    ],
  ])('%j', (change, message) => {
    expect(refusal(assistantRequestSchema, { ...question, ...change }).message).toBe(message)
  })

  test.each([[undefined], ['text'], [[]], [null]])('a body of %j', (body) => {
    expect(refusal(assistantRequestSchema, body).message).toMatch(/^The body is .*, but must be an object\.$/)
  })
})

test.each([
  [
    { kind: 'website', url: 'docs.example.com' },
    'url is "docs.example.com", but must be an address such as https://docs.example.com.',
  ],
  [
    { kind: 'website', url: 'https://docs.example.com', maximumPages: 0 },
    'maximumPages is 0, but must be a whole number from 1 to 100,000.',
  ],
  [{ kind: 'git' }, 'repository is missing, but must be text of 1 to 2,000 characters.'],
])('of a source, what its kind must have: %j', (source, message) => {
  const error = refusal(siteRequestSchema, { domain: 'acme', sources: [{ kind: 'folder', folder: '/a' }, source] })
  expect(error.message).toBe(`sources[1].${message}`)
})

test('each wrong value is an issue of its own, and the first three are in the message', () => {
  const error = refusal(assistantRequestSchema, {
    ...question,
    fp: 1,
    threadId: 2,
    retrievalPageSize: 0.5,
    currentPath: 4,
  })
  expect(error.issues?.map((issue) => issue.path)).toEqual(['fp', 'threadId', 'retrievalPageSize', 'currentPath'])
  expect(error.message).toMatch(/^fp is 1, .* threadId is 2, .* retrievalPageSize is 0.5, .* 1 more value is wrong\.$/)
})

test('rules that the contract puts in words keep its words', () => {
  expect(refusal(siteRequestSchema, { domain: 'A B', sources: [{ kind: 'folder', folder: '/' }] }).message).toBe(
    'domain is "A B", but must be 1–100 lower-case letters, digits, dots or hyphens.',
  )
  expect(refusal(keyRequestSchema, { kind: 'assistant' }).message).toBe(
    'site is required for an assistant key, and not allowed for an administrator key.',
  )
})

test.each([51, 0, 1.5, 'five'])('a whole number is not %j', (pageSize) => {
  expect(refusal(searchRequestSchema, { query: 'x', pageSize }).message).toBe(
    `pageSize is ${JSON.stringify(pageSize)}, but must be a whole number from 1 to 50.`,
  )
})

test('a value that breaks two rules is one issue, and what it may be is told in words', () => {
  expect(refusal(searchRequestSchema, { query: 'x', pageSize: 1e21 }).message).toBe(
    'pageSize is 1e+21, but must be a whole number from 1 to 50.',
  )
  const sources = [{ kind: 'folder', folder: '/a' }]
  expect(refusal(siteRequestSchema, { domain: 'acme', sources, origins: ['*'] }).message).toBe(
    'origins[0] is "*", but must be an origin such as https://docs.example.com.',
  )
  expect(refusal(siteRequestSchema, { domain: 'acme', sources: [{ kind: 'ftp' }] }).message).toBe(
    'sources[0].kind is "ftp", but must be one of "folder", "git", "website", "openapi".',
  )
  expect(refusal(mcpMessageSchema, { jsonrpc: '1.0' }).message).toBe('jsonrpc is "1.0", but must be "2.0".')
})

test('numbers that may have a fraction are described so', () => {
  expect(refusal(searchRequestSchema, { query: 'x', scoreThreshold: 2 }).message).toBe(
    'scoreThreshold is 2, but must be a number from 0 to 1.',
  )
})

test('what may be true, false or left out is described so', () => {
  expect(refusal(searchRequestSchema, { query: 'x', typing: 'x' }).message).toBe(
    'typing is "x", but must be true or false.',
  )
  expect(refusal(assistantRequestSchema, { ...question, resumable: 'yes' }).message).toBe(
    'resumable is "yes", but must be true or false.',
  )
})

describe('a day or a time', () => {
  const dayOrTime = 'a day such as 2030-01-31, or a time such as 2030-01-31T12:00:00Z'

  test.each(['yesterday', '2030-13-01', '2030-01-31T12:00:00', '2030-01-31 12:00'])('is not %j', (from) => {
    expect(refusal(turnsQuerySchema, { from }).message).toBe(`from is "${from}", but must be ${dayOrTime}.`)
    expect(refusal(keyRequestSchema, { kind: 'administrator', expiresAt: from }).message).toBe(
      `expiresAt is "${from}", but must be ${dayOrTime}.`,
    )
  })

  test.each(['2030-01-31', '2030-01-31T12:00:00Z', '2030-01-31T12:00:00+02:00', '2030-01-31T12:00:00.5-05:30'])(
    'may be %s',
    (from) => {
      expect(createValidator(turnsQuerySchema)({ from })).toEqual({ from })
    },
  )
})

test('an object that claims to have a length is refused like any other', () => {
  expect(refusal(searchRequestSchema, { query: { length: { toString: 1 } } }).code).toBe('invalid_request')
})
