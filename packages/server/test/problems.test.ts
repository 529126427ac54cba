import { problemSchema, problemStatus } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let key: string
let otherKey: string

beforeAll(async () => {
  server = await startTestServer()
  key = (await server.addSite('acme', { 'quickstart.md': '# Quick start\n\nRun `npm start`.\n' })).key
  otherKey = (await server.addSite('other', { 'index.md': '# Other\n' })).key
})
afterAll(() => server.stop())

/** What every error must be, whatever caused it. */
const expectProblem = async (response: Response, status: number, code: string) => {
  const text = await response.text()
  expect(text).not.toMatch(/<\/?\w+>|\bat .+\.[jt]s:\d+/)
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const problem = problemSchema.parse(JSON.parse(text))
  expect(problem).toMatchObject({ code, requestId: response.headers.get('x-request-id') })
  expect(response.status).toBe(status)
  expect(problemStatus[problem.code]).toBe(status)
  if (status === 400) expect(problem.issues).toContainEqual({ path: expect.any(String), message: expect.any(String) })
  return problem
}

const question = { fp: 'anonymous', messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How?' }] }] }
const pagePath = '/discovery/v1/page/acme'
const messagePath = '/discovery/v2/assistant/acme/message'
const json = { 'content-type': 'application/json' }

describe('a key', () => {
  test('that is missing is a 401 that says how to send one', async () => {
    const response = await server.send(pagePath, { body: { path: 'quickstart' } })
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
    const { message } = await expectProblem(response, 401, 'missing_key')
    expect(message).toContain('Authorization: Bearer')
  })

  test('that is unknown is a 401', async () => {
    await expectProblem(await server.send(pagePath, { key: 'svc_dsc_nonsense', body: {} }), 401, 'unknown_key')
  })

  test('of an administrator does not open a discovery operation', async () => {
    const response = await server.send(pagePath, { key: server.adminKey, body: { path: 'quickstart' } })
    const { message } = await expectProblem(response, 403, 'wrong_key_kind')
    expect(message).toBe(
      'This is an administrator key; it opens agent and administration operations. This operation takes an assistant key.',
    )
  })

  test('of a site does not open administration', async () => {
    await expectProblem(await server.send('/admin/v1/sites', { method: 'GET', key }), 403, 'wrong_key_kind')
  })

  test('of another site answers as if the site did not exist', async () => {
    const existing = await server.send(pagePath, { key: otherKey, body: { path: 'quickstart' } })
    const missing = await server.send('/discovery/v1/page/nowhere', { key: otherKey, body: { path: 'quickstart' } })
    const { message } = await expectProblem(existing, 404, 'not_found')
    expect((await expectProblem(missing, 404, 'not_found')).message).toBe(message.replace('acme', 'nowhere'))
  })
})

describe('a body', () => {
  test.each([
    ['that is broken', '{"path": "quick'],
    ['that is text', '"quickstart"'],
    ['that is a number', '1'],
    ['that is a list', '[]'],
    ['that is null', 'null'],
    ['that is empty', ''],
    ['that is an empty object', '{}'],
    ['with a value of the wrong type', '{"path": 7}'],
    ['that is nested 100,000 levels deep', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('%s is a 400', async (_, body) => {
    await expectProblem(await server.send(pagePath, { key, body }), 400, 'invalid_request')
  })

  test('that is not sent at all is a 400', async () => {
    const { message } = await expectProblem(await server.send(pagePath, { key }), 400, 'invalid_request')
    expect(message).toBe('The body is empty, but must be a JSON object.')
  })

  test('of another type is a 415 that names the type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const response = await server.send(pagePath, { key, body: '{"path":"quickstart"}', headers })
    const { message } = await expectProblem(response, 415, 'unsupported_media_type')
    expect(message).toContain('application/x-www-form-urlencoded')
  })

  test('in an unknown charset or encoding is a 415', async () => {
    const charset = { 'content-type': 'application/json; charset=klingon' }
    await expectProblem(
      await server.send(pagePath, { key, body: '{}', headers: charset }),
      415,
      'unsupported_media_type',
    )
    const encoding = { ...json, 'content-encoding': 'rot13' }
    await expectProblem(
      await server.send(pagePath, { key, body: '{}', headers: encoding }),
      415,
      'unsupported_media_type',
    )
  })

  test('that is not compressed as it says is a 400 that says so', async () => {
    const response = await server.send(pagePath, { key, body: '{}', headers: { ...json, 'content-encoding': 'gzip' } })
    const { message } = await expectProblem(response, 400, 'invalid_request')
    expect(message).toBe('The body is not compressed as its Content-Encoding says: gzip.')
  })

  test('of more than 1 MB is a 413, also when it is packed', async () => {
    const body = JSON.stringify({ path: 'a'.repeat(1_100_000) })
    await expectProblem(await server.send(pagePath, { key, body }), 413, 'too_large')
    const packed = new Response(new Blob([body]).stream().pipeThrough(new CompressionStream('gzip')))
    const response = await fetch(server.url + pagePath, {
      method: 'POST',
      headers: { ...json, 'content-encoding': 'gzip', authorization: `Bearer ${key}` },
      body: await packed.arrayBuffer(),
    })
    await expectProblem(response, 413, 'too_large')
  })

  test('without a key is not read', async () => {
    await expectProblem(await server.send(pagePath, { body: '{"broken' }), 401, 'missing_key')
  })
})

describe('an assistant message', () => {
  test.each([
    [{ messages: [] }, 'messages is a list of 0 items, but must be a list of at least 1 item.'],
    [
      { currentPath: 'a'.repeat(201) },
      'currentPath is 201 characters long, but must be text of at most 200 characters.',
    ],
    [{ retrievalPageSize: 0 }, 'retrievalPageSize is 0, but must be a number of at least 1.'],
    [{ retrievalPageSize: -1 }, 'retrievalPageSize is -1, but must be a number of at least 1.'],
    [{ retrievalPageSize: 'five' }, 'retrievalPageSize is "five", but must be a number of at least 1.'],
    [{ fp: undefined }, 'fp is missing, but must be text of 1 to 128 characters.'],
  ])('with %j is refused in a sentence that names it', async (change, message) => {
    const response = await server.send(messagePath, { key, body: { ...question, ...change } })
    const problem = await expectProblem(response, 400, 'invalid_request')
    expect(problem.message).toBe(message)
    expect(problem.issues).toEqual([{ path: Object.keys(change)[0], message }])
  })

  test('without any user text is refused', async () => {
    const messages = [{ id: '1', role: 'system', parts: [{ type: 'text', text: 'Obey.' }] }]
    await expectProblem(
      await server.send(messagePath, { key, body: { ...question, messages } }),
      400,
      'invalid_request',
    )
  })

  test('that is to be resumable without the id of its chat is refused', async () => {
    const response = await server.send(messagePath, { key, body: { ...question, resumable: true } })
    const { issues } = await expectProblem(response, 400, 'invalid_request')
    expect(issues?.map(({ path }) => path)).toEqual(['id'])
  })

  test('of a thread that is not there is a 404', async () => {
    await expectProblem(await server.send(messagePath, { key, body: { ...question, threadId: 'x' } }), 404, 'not_found')
  })

  test('with fields that nobody knows is answered', async () => {
    const body = { ...question, id: 'chat', messageId: null, unknown: { deep: true }, filter: null, threadId: null }
    const response = await server.send(messagePath, { key, body })
    expect(response.status).toBe(200)
    expect(await response.text()).toMatch(/"type":"finish".*\n\ndata: \[DONE\]\n\n$/s)
  })
})

describe('an address', () => {
  test('of an unknown page is a 404 that names it', async () => {
    const { message } = await expectProblem(
      await server.send(pagePath, { key, body: { path: 'no/such' } }),
      404,
      'not_found',
    )
    expect(message).toBe('The site "acme" has no page "no/such".')
  })

  test.each([
    '/',
    '/nope',
    '/discovery/v1/page',
    '/discovery/v3/page/acme',
    '/admin/v1/sites/acme/none',
    '/widget.js/x',
  ])('%s, where nothing is, is a 404', async (path) => {
    await expectProblem(await server.send(path, { method: 'GET' }), 404, 'not_found')
  })

  test('with another method is a 405 that names the right ones', async () => {
    const response = await server.send(pagePath, { method: 'GET', key })
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
    await expectProblem(response, 405, 'method_not_allowed')
  })

  test('that is not decodable is a 400 that names it', async () => {
    const response = await server.send('/discovery/v1/page/%ff', { key, body: {} })
    const { message } = await expectProblem(response, 400, 'invalid_request')
    expect(message).toBe('The address /discovery/v1/page/%ff has a broken % sequence.')
  })

  test.each(['__proto__', 'constructor', '..%2f..%2fetc', "a'b", '%00', 'ACME', 'acme%20'])(
    'with the domain %s is a 404',
    async (domain) => {
      const response = await server.send(`/discovery/v1/page/${domain}`, { key, body: { path: 'quickstart' } })
      await expectProblem(response, 404, 'not_found')
    },
  )
})

test('what is not even HTTP is answered with JSON as well', async () => {
  const { connect } = await import('node:net')
  const { port } = new URL(server.url)
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 /)
  const { code, requestId } = problemSchema.parse(JSON.parse(body))
  expect(code).toBe('invalid_request')
  expect(head).toContain(`X-Request-Id: ${requestId}`)
})

describe('a request id', () => {
  test('that a client gives is kept when it is harmless', async () => {
    const id = 'trace-0123456789.a:b'
    expect(
      (await server.send('/healthz', { method: 'GET', headers: { 'x-request-id': id } })).headers.get('x-request-id'),
    ).toBe(id)
  })

  test.each(['short', 'with space 123', 'a'.repeat(200), '<script>alert(1)</script>'])('%s is replaced', async (id) => {
    const response = await server.send('/nope', { method: 'GET', headers: { 'x-request-id': id } })
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('no header says what the server is built with, and browsers may not guess, run, frame or keep what it answers', async () => {
  for (const path of ['/nope', '/healthz', '/readyz', '/openapi.json', '/admin/v1/sites']) {
    const { headers } = await server.send(path, { method: 'GET', key: server.adminKey })
    expect([path, headers.get('x-powered-by'), headers.get('server')]).toEqual([path, null, null])
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
  }
})

test('a fault inside is a neutral sentence outside, and its cause is in the log under the same id', async () => {
  const broken = await startTestServer()
  const site = await broken.addSite('acme', { 'index.md': '# Home\n' })
  await broken.database.schema.dropTable('sections').execute()
  const response = await broken.send(pagePath, { key: site.key, body: { path: 'index' } })
  const { message, requestId } = await expectProblem(response, 500, 'internal')
  expect(message).toBe('Something went wrong on the server. Its log says what.')
  const line = broken
    .logged()
    .split('\n')
    .find((text) => text.includes(requestId) && text.includes('"err"'))
  expect(line).toContain('no such table')
  await broken.stop()
})

test('no key and no question is ever in the log', async () => {
  await server.send('/admin/v1/sites/acme/readers/forgotten%2Freader', { method: 'DELETE', key: server.adminKey })
  const secret = 'What is the codename Zanzibar?'
  const body = { ...question, messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: secret }] }] }
  await (await server.send(messagePath, { key, body })).text()
  await server.send(`/nope/${key}`, { method: 'GET', key })
  await server.send(pagePath, { key, body: { path: key } })
  expect(server.logged()).toContain('/discovery/v2/assistant/acme/message')
  for (const text of [key, otherKey, server.adminKey, 'Zanzibar', 'forgotten'])
    expect(server.logged()).not.toContain(text)
})
