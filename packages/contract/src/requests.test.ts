import { describe, expect, test } from 'vitest'
import { assistantRequestSchema, searchRequestSchema, siteRequestSchema } from './index.ts'

describe('an assistant request', () => {
  const message = { id: '1', role: 'user', parts: [{ type: 'text', text: 'How?' }] }
  const accepts = (fields: object) =>
    assistantRequestSchema.safeParse({ fp: 'anonymous', messages: [message], ...fields }).success

  test('can have null wherever the reference says nullable, and fields we don’t know', () => {
    expect(accepts({ threadId: null, filter: null, id: 'chat', trigger: 'submit-message', messageId: null })).toBe(true)
  })

  test('takes echoed parts of any kind', () => {
    const echo = { id: '2', role: 'assistant', parts: [{ type: 'source-url', url: 'x' }, { type: 'step-start' }] }
    expect(accepts({ messages: [echo, message] })).toBe(true)
  })

  test.each([5, 51, 1.5])('takes retrievalPageSize %s', (retrievalPageSize) => {
    expect(accepts({ retrievalPageSize })).toBe(true)
  })

  test.each([0, -1, 'five'])('refuses retrievalPageSize %s', (retrievalPageSize) => {
    expect(accepts({ retrievalPageSize })).toBe(false)
  })

  test.each(['.', '..'])('refuses the reader %j, which no URL can name', (fp) => {
    expect(accepts({ fp })).toBe(false)
    expect(accepts({ fp: `${fp}a` })).toBe(true)
  })

  test('limits currentPath to 200 characters', () => {
    expect(accepts({ currentPath: 'a'.repeat(200) })).toBe(true)
    expect(accepts({ currentPath: 'a'.repeat(201) })).toBe(false)
  })
})

test('a search query of white space alone is refused', () => {
  expect(searchRequestSchema.safeParse({ query: '  \n ' }).success).toBe(false)
  expect(searchRequestSchema.safeParse({ query: ' a ' }).data?.query).toBe('a')
})

test.each(['organization', 'setup', 'join', 'connect', 'assets'])(
  'a site is not called %j, as a page of the dashboard is',
  (domain) => {
    const sources = [{ kind: 'folder', folder: '/docs' }]
    const refused = siteRequestSchema.safeParse({ domain, sources })
    expect(refused.error?.issues[0]?.message).toContain('the dashboard has pages of these names')
    expect(siteRequestSchema.safeParse({ domain: `${domain}s.example.com`, sources }).success).toBe(true)
  },
)

describe('an origin of a site', () => {
  const problemsOf = (origin: string) =>
    siteRequestSchema
      .safeParse({ domain: 'acme', sources: [{ kind: 'folder', folder: '/docs' }], origins: [origin] })
      .error?.issues.map(({ message }) => message) ?? []

  test.each([
    'https://*.acme.com:8443',
    'https://*.bücher.example',
    'http://[::1]:3000',
    'https://a_b.acme.com',
    'https://DOCS.acme.com:443',
  ])('may be %s', (origin) => {
    expect(problemsOf(origin)).toEqual([])
  })

  test.each([
    ['https://a.com,https://b.com', 'without a path'],
    ['https://docs,acme.com', 'each origin stands for itself'],
    ['https://docs.acme.com"', 'each origin stands for itself'],
    ['https://docs..acme.com', 'has a host that no page can have'],
    ['https://docs.acme.com.', 'has a host that no page can have'],
    ['https://pr-*.acme.com', 'it may stand for the first label only'],
    ['https://*.*.acme.com', 'it may stand for the first label only'],
    ['https://*.com', 'it may stand for the first label only'],
    ['capacitor://localhost', 'pages of an app that has a scheme of its own cannot be listed'],
    ['chrome-extension://abcdef', 'pages of an app that has a scheme of its own cannot be listed'],
    ['docs.acme.com', 'must be an origin such as https://docs.example.com'],
    ['https://docs.acme.com/guide', 'without a path'],
  ])('that can never match is refused: %s', (origin, sentence) => {
    expect(problemsOf(origin).join()).toContain(sentence)
  })
})
