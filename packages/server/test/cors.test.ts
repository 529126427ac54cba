import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './support/server.ts'

const listed = 'https://docs.acme.com'
let server: TestServer
let key: string
let openKey: string
let previewKey: string

beforeAll(async () => {
  server = await startTestServer()
  const pages = { 'index.md': '# Home\n' }
  key = (await server.addSite('acme', pages, { origins: ['https://Docs.ACME.com:443', 'http://localhost:4001'] })).key
  openKey = (await server.addSite('open', pages)).key
  previewKey = (await server.addSite('preview', pages, { origins: ['https://*.preview.acme.com'] })).key
})
afterAll(() => server.stop())

const path = (domain: string) => `/discovery/v1/search/${domain}`
const body = { query: 'home' }
const allowed = (response: Response) => response.headers.get('access-control-allow-origin')
const preflight = (origin: string, domain = 'acme', headers = 'authorization,content-type') =>
  server.send(path(domain), {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': headers,
    },
  })

describe('a page of a listed origin', () => {
  test.each([listed, 'http://localhost:4001'])('%s may ask, and read the headers it needs', async (origin) => {
    const response = await server.send(path('acme'), { key, body, headers: { origin } })
    expect([response.status, allowed(response)]).toEqual([200, origin])
    expect(response.headers.get('vary')).toMatch(/\bOrigin\b/)
    expect(response.headers.get('access-control-expose-headers')?.split(', ')).toEqual(
      expect.arrayContaining(['X-Thread-Id', 'X-Request-Id', 'Retry-After', 'RateLimit', 'RateLimit-Policy']),
    )
    expect(response.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('asks first, without a key, and is told so', async () => {
    const response = await preflight(listed)
    expect([response.status, allowed(response)]).toEqual([204, listed])
    expect(response.headers.get('access-control-allow-methods')).toContain('POST')
    expect(response.headers.get('access-control-allow-headers')).toBe('authorization,content-type')
    expect(response.headers.get('access-control-max-age')).toBe('7200')
  })

  test('may send the headers that monitoring scripts of the page add', async () => {
    const asked = 'authorization,baggage,content-type,sentry-trace,traceparent,user-agent'
    expect((await preflight(listed, 'acme', asked)).headers.get('access-control-allow-headers')).toBe(asked)
  })

  test.each([
    [401, {}, body],
    [401, { key: 'svc_dsc_nonsense' }, body],
    [400, {}, {}],
    [415, { headers: { 'content-type': 'text/plain' } }, body],
    [413, {}, { query: 'a'.repeat(1_100_000) }],
  ])('can read an error %i', async (status, change, sent) => {
    const options = { ...(status !== 401 && { key }), ...change, body: sent }
    const headers = { ...('headers' in change ? change.headers : {}), origin: listed }
    const response = await server.send(path('acme'), { ...options, headers })
    expect([response.status, allowed(response)]).toEqual([status, listed])
  })

  test('can read that an address or a method is wrong', async () => {
    for (const [method, wrong, status] of [
      ['GET', path('acme'), 405],
      ['POST', '/nope', 404],
    ] as const) {
      const response = await server.send(wrong, { method, headers: { origin: listed } })
      expect([response.status, allowed(response)]).toEqual([status, listed])
    }
  })
})

test.each([
  ['https://pr-7.preview.acme.com', 200],
  ['https://a.b.preview.acme.com', 403],
  ['https://preview.acme.com', 403],
  ['https://.preview.acme.com', 403],
  ['http://pr-7.preview.acme.com', 403],
  ['https://pr-7.preview.acme.com.evil.com', 403],
  ['https://pr_7.preview.acme.com', 200],
  ['https://xn--bcher-kva.preview.acme.com', 200],
  ['https://pr-7.preview.acme.com:8443', 403],
  ['https://evil.com/.preview.acme.com', 403],
  ['https://*.preview.acme.com', 403],
])('where a wildcard stands for one label, %s is answered with %i', async (origin, status) => {
  const response = await server.send(path('preview'), { key: previewKey, body, headers: { origin } })
  expect(response.status).toBe(status)
})

describe('a page of any other origin', () => {
  test.each([
    'https://docs.acme.com.evil.com',
    'https://evil.com',
    'http://docs.acme.com',
    'https://docs.acme.com:8443',
    'https://docs.acme.com.',
    'https://DOCS.acme.com',
    'https://sub.docs.acme.com',
    'https://docsxacme.com',
    'https://docs.acme.com/',
    'https://user@docs.acme.com',
    'https://xn--dcs-acme.com',
    'http://localhost',
    'http://127.0.0.1:4001',
    'null',
  ])('%s is refused when it asks, and may read why', async (origin) => {
    const response = await server.send(path('acme'), { key, body, headers: { origin } })
    expect([response.status, allowed(response)]).toEqual([403, origin])
    const { code, message } = (await response.json()) as { code: string; message: string }
    expect([code, message]).toEqual([
      'origin_not_allowed',
      `Pages of ${origin} may not use the keys of the site "acme".`,
    ])
  })

  test('may ask a site that lists none', async () => {
    const response = await server.send(path('open'), { key: openKey, body, headers: { origin: 'https://any.example' } })
    expect(response.status).toBe(200)
  })

  test('is no concern of a server, which sends no origin', async () => {
    const response = await server.send(path('acme'), { key, body })
    expect([response.status, allowed(response)]).toEqual([200, null])
  })
})

test('before it sends a key, no page learns which sites there are, and which origins they list', async () => {
  const requests: [path: string, method: string, headers: Record<string, string>][] = [
    ['/discovery/v1/search/{domain}', 'OPTIONS', { 'access-control-request-method': 'POST' }],
    ['/discovery/v2/assistant/{domain}/message', 'OPTIONS', { 'access-control-request-method': 'POST' }],
    ['/sites/{domain}/llms.txt', 'OPTIONS', { 'access-control-request-method': 'GET' }],
    ['/mcp/{domain}', 'OPTIONS', { 'access-control-request-method': 'POST' }],
    ['/discovery/v1/search/{domain}', 'POST', {}],
    ['/discovery/v1/search/{domain}', 'GET', {}],
    ['/sites/{domain}/llms.txt', 'GET', {}],
    ['/sites/{domain}/pages/index.md', 'GET', {}],
    ['/mcp/{domain}', 'POST', {}],
  ]
  const ask = async (address: string, domain: string, { method, headers }: { method: string; headers: object }) => {
    const response = await server.send(address.replace('{domain}', domain), {
      method,
      headers: { ...headers, ...(method === 'POST' && { 'content-type': 'application/json' }) },
    })
    const without = ['date', 'x-request-id', 'keep-alive', 'content-length', 'etag']
    const kept = [...response.headers]
      .filter(([name]) => !without.includes(name))
      // `www-authenticate` repeats the address that was asked.
      .map(([name, value]) => [name, value.replaceAll(`/${domain}`, '/…')])
    const text = (await response.text()).replace(/"requestId":"[^"]+"/, '').replaceAll(domain, '…')
    return JSON.stringify([response.status, kept, text])
  }
  for (const [address, method, more] of requests) {
    for (const origin of [listed, 'https://evil.example']) {
      const answers = await Promise.all(
        ['acme', 'open', 'nowhere'].map((domain) => ask(address, domain, { method, headers: { ...more, origin } })),
      )
      expect([address, method, origin, new Set(answers).size]).toEqual([address, method, origin, 1])
    }
  }
})

describe('an address that is written in other letters', () => {
  test.each([
    '/Discovery/v1/search/acme',
    '/discovery/V1/search/acme',
    '/discovery/v1/SEARCH/acme',
    '/MCP/acme',
    '/V2/Agent/acme/jobs',
    '/V2/agent/acme/job/nope/message',
    '/Healthz',
    '/discovery/v1/search/Acme',
  ])('%s leads nowhere, so that no rule for its spelling is missed', async (other) => {
    const response = await server.send(other, { key, body, headers: { origin: 'https://evil.com' } })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('thirty spellings of an origin, and every status', () => {
  const spellings = [
    [listed, true],
    ['http://localhost:4001', true],
    ...[
      'https://docs.acme.com:443',
      'https://docs.acme.com:80',
      'https://docs.acme.com:8443',
      'http://docs.acme.com',
      'http://docs.acme.com:443',
      'https://docs.acme.com/',
      'https://docs.acme.com/path',
      'https://docs.acme.com?x',
      'https://docs.acme.com#x',
      'https://docs.acme.com.',
      'https://docs.acme.com.evil.com',
      'https://docs.acme.com@evil.com',
      'https://user@docs.acme.com',
      'https://evil.com/https://docs.acme.com',
      'https://docs.acme.com, https://evil.com',
      'https://evil.com https://docs.acme.com',
      'https://DOCS.ACME.COM',
      'HTTPS://docs.acme.com',
      'https://docs.acme.co',
      'https://xdocs.acme.com',
      'https://acme.com',
      'https://*.acme.com',
      '*',
      'null',
      'docs.acme.com',
      '//docs.acme.com',
      'file://docs.acme.com',
      'https://[::1]:4001',
    ].map((origin) => [origin, false] as const),
  ] as const

  const requests = [
    [200, path('acme'), { body }],
    [400, path('acme'), { body: { query: 7 } }],
    [401, path('acme'), { body, key: 'svc_dsc_nonsense' }],
    [404, '/discovery/v1/page/acme', { body: { path: 'none' } }],
    [405, path('acme'), { method: 'GET' }],
    [415, path('acme'), { body: 'query', headers: { 'content-type': 'text/plain' } }],
  ] as const

  test('are told apart: only a listed one reads anything of the site', async () => {
    expect(spellings).toHaveLength(30)
    const wrong: unknown[] = []
    for (const [origin, isListed] of spellings) {
      for (const [status, address, more] of requests) {
        const headers = { ...('headers' in more ? more.headers : {}), origin }
        const response = await server.send(address, { key, ...more, headers })
        // What is refused for its key or its method is refused before anybody looks at the site.
        const expected = isListed || status === 401 || status === 405 ? status : 403
        if (response.status !== expected) wrong.push([origin, status, response.status])
        expect(response.headers.get('vary')).toMatch(/\bOrigin\b/)
        const text = await response.text()
        const isRefusal = expected === 403 ? text.includes('"origin_not_allowed"') : true
        if (!isRefusal || (!isListed && text.includes('Home'))) wrong.push([origin, status, text])
      }
    }
    expect(wrong).toEqual([])
  })
})

test('a site without origins is warned of at the start', async () => {
  const again = await startTestServer({ dataFolder: server.dataFolder })
  const warnings = again
    .logged()
    .split('\n')
    .filter((line) => line.includes('lists no origins'))
  expect(warnings.map((line) => JSON.parse(line).site)).toEqual(['open'])
  await again.stop()
})
