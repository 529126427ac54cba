import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { AbstractChat, type ChatState, DefaultChatTransport, type UIMessage } from 'ai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { openModels } from '../src/assistant/models/models.ts'
import { ConfigError, readConfig } from '../src/config.ts'
import { question, readChunks, until } from './support/assistant-server.ts'
import { startChaosProxy } from './support/chaos-proxy.ts'
import { writeEndlessly } from './support/endless.ts'
import { listen } from './support/listen.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const message = '/discovery/v2/assistant/front/message'
const asked = question('How do I set the temperature?')

const readPiece = async (response: Response, words: string): Promise<string> => {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  while (reader && !read.includes(words)) {
    const { done, value } = await reader.read()
    if (done) break
    read += value
  }
  return read
}

describe('a server in front of another', () => {
  let model: ModelServer
  let behind: TestServer
  let front: TestServer
  let upstreamKey: string
  let key: string

  beforeAll(async () => {
    model = await startModelServer()
    const models = await openModels({
      model: 'openai-compatible:test',
      environment: { OPENAI_COMPATIBLE_BASE_URL: model.url },
    })
    behind = await startTestServer({ models })
    upstreamKey = (await behind.addSite('docs', pages)).key
    front = await startTestServer({
      environment: {
        SIDENOTE_UPSTREAM: `${behind.url}/`,
        SIDENOTE_UPSTREAM_KEY: upstreamKey,
        SIDENOTE_UPSTREAM_ADMIN_KEY: behind.adminKey,
        SIDENOTE_UPSTREAM_DOMAIN: 'docs',
      },
    })
    key = (await front.addSite('front', { 'index.md': '# Not asked\n' })).key
  })
  beforeEach(() => {
    model.requests.length = 0
    model.script([{ say: 'Write it into kettle.json [1].' }])
  })
  afterEach(() => {
    expect(front.logged(), 'keys of the upstream are in no log').not.toContain(upstreamKey)
    expect(front.logged()).not.toContain(behind.adminKey)
  })
  afterAll(async () => {
    await front.stop()
    await behind.stop()
    await model.close()
  })

  test('gives the pages and results of the upstream', async () => {
    const page = await front.send('/discovery/v1/page/front', { key, body: { path: 'install' } })
    expect(await page.json()).toMatchObject({ path: 'install', content: expect.stringContaining('npm install') })
    expect(page.headers.get('ratelimit'), 'our limits count').toContain('page-organization-hour')
    const found = await front.send('/discovery/v1/search/front', { key, body: { query: 'temperature' } })
    const upstreams = await behind.send('/discovery/v1/search/docs', {
      key: upstreamKey,
      body: { query: 'temperature' },
    })
    const results = await found.json()
    expect(results).toMatchObject([{ path: 'configuration', metadata: { anchor: 'temperature' } }, {}, {}])
    expect(results).toEqual(await upstreams.json())
  })

  test('streams an answer with its thread, goes on in it, and takes feedback', async () => {
    const first = await front.send(message, { key, body: asked })
    expect(first.status).toBe(200)
    const threadId = first.headers.get('x-thread-id')
    expect(threadId).toMatch(/^thread_/)
    expect(first.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
    expect(first.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    expect(first.headers.get('x-accel-buffering')).toBe('no')
    const chunks = readChunks(await first.text())
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', threadId, messageMetadata: { threadId, answered: true } })
    const start = chunks[0]
    const again = await front.send(message, { key, body: question('And the port?', { threadId }) })
    expect(again.headers.get('x-thread-id')).toBe(threadId)
    await again.text()
    const turns = await behind.database.selectFrom('turns').select('thread_id').execute()
    expect(turns.filter(({ thread_id }) => thread_id === threadId)).toHaveLength(2)
    expect(await front.database.selectFrom('turns').selectAll().execute()).toEqual([])
    const messageId = start?.type === 'start' ? start.messageId : ''
    const feedback = await front.send('/discovery/v1/assistant/front/feedback', {
      key,
      body: { messageId, threadId, fp: 'anonymous', helpful: true },
    })
    expect([feedback.status, await feedback.text()]).toEqual([204, ''])
  })

  test('writes the earlier variant of the stream itself', async () => {
    const response = await front.send('/discovery/v1/assistant/front/message', { key, body: asked })
    const text = await response.text()
    expect(response.headers.get('x-vercel-ai-data-stream')).toBe('v1')
    expect(text).toContain('kettle.json')
    expect(text.trim().split('\n').at(-1)).toMatch(/^d:/)
  })

  test('serves the AI SDK as if it answered itself', async () => {
    class Chat extends AbstractChat<UIMessage> {}
    const errors: Error[] = []
    const state = {
      status: 'ready' as const,
      error: undefined,
      messages: [] as UIMessage[],
      pushMessage: (added: UIMessage) => void state.messages.push(added),
      popMessage: () => void state.messages.pop(),
      replaceMessage: (index: number, other: UIMessage) => void state.messages.splice(index, 1, other),
      snapshot: <Value>(value: Value) => structuredClone(value),
    }
    const headers = { authorization: `Bearer ${key}` }
    const chat = new Chat({
      transport: new DefaultChatTransport({ api: front.url + message, headers, body: { fp: 'anonymous' } }),
      state: state as ChatState<UIMessage>,
      onError: (error) => errors.push(error),
    })
    await chat.sendMessage({ text: 'How do I set the temperature?' })
    expect(errors).toEqual([])
    expect(chat.messages.at(-1)).toMatchObject({ role: 'assistant', metadata: { answered: true } })
    expect(JSON.stringify(chat.messages)).toContain('kettle.json')
  })

  test('holds nothing back: the words are there while the model still speaks', async () => {
    model.script([{ say: 'The first words. ' }, 'hang'])
    const leaving = new AbortController()
    const response = await fetch(front.url + message, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
      signal: leaving.signal,
    })
    expect(await readPiece(response, 'The first words.')).toContain('The first words.')
    const before = model.aborted()
    leaving.abort()
    await until(() => model.aborted() === before + 1)
  })

  test('tells the upstream when the reader leaves before the first word', async () => {
    model.script(['hang'])
    const before = model.aborted()
    const leaving = new AbortController()
    const response = await fetch(front.url + message, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
      signal: leaving.signal,
    })
    await readPiece(response, '"start"')
    await until(() => model.requests.length === 1)
    leaving.abort()
    await until(() => model.aborted() === before + 1)
  })

  test('asks for no more than the headers of a running answer when its client does not', async () => {
    model.script([{ say: 'The first words. ' }, 'hang'])
    const leaving = new AbortController()
    const response = await fetch(front.url + message, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...asked, id: 'left', resumable: true }),
      signal: leaving.signal,
    })
    await readPiece(response, 'The first words.')
    leaving.abort()
    const stream = `${message}/left/stream?fp=anonymous`
    const head = await front.send(stream, { method: 'HEAD', key })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
    expect((await front.send(stream, { method: 'DELETE', key })).status).toBe(204)
    expect((await front.send(stream, { method: 'HEAD', key })).status).toBe(204)
  })

  test('that is told to stop ends its answers with an error and lets the upstream go', async () => {
    const environment = { SIDENOTE_UPSTREAM: behind.url, SIDENOTE_UPSTREAM_KEY: upstreamKey }
    const stopping = await startTestServer({ environment, drainMilliseconds: 50 })
    const { key: stoppingKey } = await stopping.addSite('docs', {})
    model.script([{ say: 'The first words. ' }, 'hang'])
    const before = model.aborted()
    const response = await stopping.send('/discovery/v2/assistant/docs/message', { key: stoppingKey, body: asked })
    const reply = response.text()
    await until(() => model.requests.length === 1)
    await stopping.stop()
    expect(readChunks(await reply).at(-1)).toMatchObject({
      type: 'error',
      errorText: expect.stringMatching(/restarting/),
    })
    await until(() => model.aborted() === before + 1)
  })

  test('refuses by its own rules what never reaches the upstream', async () => {
    const before = behind.logged().length
    const refusals = [
      [401, await front.send(message, { key: upstreamKey, body: asked })],
      [401, await front.send(message, { body: asked })],
      [404, await front.send('/discovery/v2/assistant/docs/message', { key, body: asked })],
      [400, await front.send(message, { key, body: { fp: 'anonymous' } })],
      [403, await front.send(message, { key: front.adminKey, body: asked })],
      [403, await front.send('/v2/agent/p/job/j/message', { key, body: { prompt: 'Do it.' } })],
    ] as const
    for (const [status, response] of refusals) expect(response.status).toBe(status)
    expect(behind.logged().length).toBe(before)
  })

  test('gives the upstream’s refusals in the one form of errors', async () => {
    const page = await front.send('/discovery/v1/page/front', { key, body: { path: 'nowhere' } })
    expect(page.status).toBe(404)
    expect(await page.json()).toEqual({
      message: 'The site "docs" has no page "nowhere".',
      code: 'not_found',
      requestId: page.headers.get('x-request-id'),
    })
    const thread = await front.send(message, { key, body: question('And?', { threadId: 'thread_of_nobody' }) })
    expect(thread.status).toBe(404)
  })

  test('passes agent jobs on with the administrator key of the upstream', async () => {
    const response = await front.send('/v2/agent/no-project/job/no-job/message', {
      key: front.adminKey,
      body: { prompt: 'Mend the page.' },
    })
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found', error: expect.stringContaining('no-project') })
    expect(behind.logged()).toContain('/v2/agent/no-project/job/no-job/message')
  })

  test('steps of an address lead nowhere else', async () => {
    const response = await front.send('/v2/agent/%2e%2e/job/%2e%2e/message', {
      key: front.adminKey,
      body: { prompt: 'x' },
    })
    expect(response.status).toBe(404)
    expect(behind.logged()).not.toContain('/v2/job')
  })
})

describe('when the upstream breaks off', () => {
  test('in the middle, the answer ends with an error; away, every operation says so as JSON', async () => {
    const model = await startModelServer()
    const environment = { OPENAI_COMPATIBLE_BASE_URL: model.url }
    const behind = await startTestServer({ models: await openModels({ model: 'openai-compatible:test', environment }) })
    const { key: upstreamKey } = await behind.addSite('front', pages)
    const way = await startChaosProxy('127.0.0.1', Number(new URL(behind.url).port))
    const front = await startTestServer({
      environment: { SIDENOTE_UPSTREAM: `http://127.0.0.1:${way.port}`, SIDENOTE_UPSTREAM_KEY: upstreamKey },
    })
    const { key } = await front.addSite('front', {})
    model.script([{ say: 'Half an answer. ' }, 'hang'])
    const response = await front.send(message, { key, body: asked })
    const [early, late] = response.body?.tee() ?? []
    await readPiece(new Response(early), 'Half an answer.')
    await way.cut()
    const raw = await new Response(late).text()
    expect(raw.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(readChunks(raw).at(-1)).toEqual({
      type: 'error',
      errorText: 'The answer was interrupted. Please ask again.',
    })
    for (const [path, body] of [
      [message, asked],
      ['/discovery/v1/page/front', { path: 'install' }],
    ] as const) {
      const away = await front.send(path, { key, body })
      expect(away.status).toBe(503)
      expect(away.headers.get('retry-after')).toBe('5')
      expect(await away.json()).toMatchObject({ code: 'not_ready', message: expect.stringMatching(/not available/) })
    }
    await way.mend()
    const back = await front.send('/discovery/v1/page/front', { key, body: { path: 'install' } })
    expect(back.status).toBe(200)
    await way.close()
    await Promise.all([front.stop(), behind.stop(), model.close()])
  })
})

describe('an upstream that is not ours', () => {
  const canary = 'upstream-canary-0123456789'
  const adminCanary = 'upstream-admin-canary-0123456789'
  let answerWith: (response: ServerResponse) => void = (response) => response.end()
  const received: { url: string | undefined; headers: IncomingHttpHeaders; body: string }[] = []
  const foreign = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    received.push({ url: request.url, headers: request.headers, body })
    answerWith(response)
  })
  let listening: Awaited<ReturnType<typeof listen>>
  let front: TestServer
  let key: string

  beforeAll(async () => {
    listening = await listen(foreign)
    front = await startTestServer({
      environment: {
        SIDENOTE_UPSTREAM: `${listening.url}/base`,
        SIDENOTE_UPSTREAM_KEY: canary,
        SIDENOTE_UPSTREAM_ADMIN_KEY: adminCanary,
      },
    })
    key = (await front.addSite('front', {})).key
  })
  beforeEach(() => {
    received.length = 0
  })
  afterAll(async () => {
    await front.stop()
    await listening.close()
  })

  const page = (headers: Record<string, string> = {}) =>
    front.send('/discovery/v1/page/front', { key, body: { path: 'a', further: { field: 1 } }, headers })

  test('is sent its own key and what was asked, and not who asked', async () => {
    answerWith = (response) => response.setHeader('content-type', 'application/json').end('{"path":"a","content":"A"}')
    const response = await page({
      cookie: 'session=1',
      'x-forwarded-for': '203.0.113.7',
      'x-secret': 'x',
      origin: 'https://a.example',
    })
    expect(await response.json()).toEqual({ path: 'a', content: 'A' })
    const [request] = received
    expect(request?.url).toBe('/base/discovery/v1/page/front')
    expect(request?.headers.authorization).toBe(`Bearer ${canary}`)
    expect(JSON.parse(request?.body ?? '')).toEqual({ path: 'a', further: { field: 1 } })
    for (const name of ['cookie', 'x-forwarded-for', 'x-secret', 'origin', 'referer', 'forwarded']) {
      expect(request?.headers, name).not.toHaveProperty(name)
    }
    expect(JSON.stringify(request)).not.toContain(key)
    expect(request?.headers['x-request-id']).toBe(response.headers.get('x-request-id'))
  })

  const failures: [string, number, (response: ServerResponse) => void][] = [
    [
      'refuses our key',
      503,
      (response) => response.writeHead(401).end(JSON.stringify({ message: `No key ${canary}` })),
    ],
    ['forbids', 503, (response) => response.writeHead(403).end(canary)],
    ['leads elsewhere', 503, (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
    ['fails', 503, (response) => response.writeHead(500).end(`<html>${canary} ${adminCanary}</html>`)],
    ['answers with a page', 503, (response) => response.setHeader('content-type', 'text/html').end(`<html>${canary}`)],
    ['resets', 503, (response) => response.destroy()],
    [
      'has no such page',
      404,
      (response) => response.writeHead(404).end(JSON.stringify({ message: `None, ${adminCanary}` })),
    ],
    ['has no such page and says so as HTML', 404, (response) => response.writeHead(404).end(`<html>${canary}`)],
    [
      'does not take it',
      400,
      (response) => response.writeHead(422).end(JSON.stringify({ message: 7, issues: canary })),
    ],
    ['is at its limit', 429, (response) => response.writeHead(429, { 'retry-after': '17' }).end(canary)],
  ]
  test.each(failures)(
    'that %s is answered for in our form, without a word of its keys',
    async (_what, status, fail) => {
      answerWith = fail
      const response = await page()
      const text = await response.text()
      expect(response.status).toBe(status)
      expect(JSON.parse(text)).toMatchObject({ message: expect.stringMatching(/\S/), code: expect.any(String) })
      expect(received).toHaveLength(1)
      if (status === 429) expect(response.headers.get('retry-after')).toBe('17')
      const all = text + JSON.stringify([...response.headers]) + front.logged()
      expect(all).not.toContain(canary)
      expect(all).not.toContain(adminCanary)
    },
  )

  test('that has no room until a time gets its readers back at that time', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-02-03T04:05:06Z') })
    onTestFinished(() => void vi.useRealTimers())
    const date = new Date('2026-02-03T04:05:46Z').toUTCString()
    answerWith = (response) => response.writeHead(429, { 'retry-after': date }).end()
    expect((await page()).headers.get('retry-after')).toBe('40')
  })

  test('that never ends its refusal is waited for as long as for its headers', async () => {
    answerWith = (response) => response.writeHead(404, { 'content-type': 'application/json' }).write('{"mess')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const refused = page()
    while (received.length === 0) await new Promise((resolve) => setImmediate(resolve))
    // Its headers have to arrive before the time passes.
    for (let turn = 0; turn < 1_000; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await vi.advanceTimersByTimeAsync(30_000)
    vi.useRealTimers()
    expect((await refused).status).toBe(404)
  })

  test('whose refusal has no end of its own is not read to its end', async () => {
    let sent = () => 0
    answerWith = (response) => {
      response.writeHead(404, { 'content-type': 'application/json' })
      sent = writeEndlessly(response, 'x'.repeat(100_000))
    }
    expect((await page()).status).toBe(404)
    expect(sent()).toBeLessThan(20_000_000)
  })

  const endless: [string, string][] = [
    ['one part that never ends', 'x'.repeat(100_000)],
    ['parts that never end', `data: {"type":"text-delta","id":"1","delta":"${'x'.repeat(10_000)}"}\n\n`],
    ['nothing but comments', `: ${'x'.repeat(100_000)}\n\n`],
  ]
  test.each(endless)('whose answer is %s ends with an error, and is read no further', async (_what, piece) => {
    let sent = () => 0
    answerWith = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"type":"start"}\n\ndata: {"type":"text-start","id":"1"}\n\n')
      if (!piece.includes('\n')) response.write('data: {"type":"text-delta","id":"1","delta":"')
      sent = writeEndlessly(response, piece)
    }
    const response = await front.send(message, { key, body: asked })
    expect(readChunks(await response.text()).at(-1)).toMatchObject({ type: 'error' })
    expect(sent()).toBeGreaterThan(1_000_000)
    expect(sent()).toBeLessThan(30_000_000)
  })

  test('is asked for lists and events with the query and the place that the client names', async () => {
    answerWith = (response) =>
      response.setHeader('content-type', 'application/json').end('{"jobs":[],"nextCursor":null}')
    const admin = { method: 'GET', key: front.adminKey }
    const jobs = await front.send('/v2/agent/p%2F1/jobs?limit=2&status=active', admin)
    expect(await jobs.json()).toEqual({ jobs: [], nextCursor: null })
    answerWith = (response) => {
      response.setHeader('content-type', 'text/event-stream')
      response.end('id: 8\nevent: said\ndata: {}\n\nevent: done\ndata: null\n\n')
    }
    const events = await front.send('/v2/agent/p/job/j/events', { ...admin, headers: { 'last-event-id': '7' } })
    expect(await events.text()).toBe('id: 8\nevent: said\ndata: {}\n\nevent: done\ndata: null\n\n')
    expect(received.map(({ url }) => url)).toEqual([
      '/base/v2/agent/p%2F1/jobs?limit=2&status=active',
      '/base/v2/agent/p/job/j/events',
    ])
    expect(received[1]?.headers).toMatchObject({ authorization: `Bearer ${adminCanary}`, 'last-event-id': '7' })
  })

  test('is let go by who watches events with a key that was revoked', async () => {
    const { id, key: watcherKey } = await front.createKey({ kind: 'administrator', scope: 'read' })
    const isOpen = Promise.withResolvers<ServerResponse>()
    answerWith = (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('id: 8\nevent: said\ndata: {}\n\n')
      isOpen.resolve(response)
    }
    const watching = await front.send('/v2/agent/p/job/j/events', { method: 'GET', key: watcherKey })
    const gone = once(await isOpen.promise, 'close')
    const text = watching.text().catch(() => 'broken off')
    await front.send(`/admin/v1/keys/${id}`, { method: 'DELETE', key: front.adminKey })
    expect(await text).toBe('broken off')
    await gone
  })

  test('that knows the thread in one place only is completed, for the AI SDK without the extra field', async () => {
    answerWith = (response) => {
      response.setHeader('content-type', 'text/event-stream')
      response.write('data: {"type":"start","messageId":"1"}\r\n\r\ndata: {"type":"text-start","id":"t"}\r\n\r\n')
      response.write('data: {"type":"text-delta","id":"t","delta":"Yes."}\n\ndata: {"type":"text-end","id":"t"}\n\n')
      response.end('data: {"type":"finish","threadId":"t-1"}\n\ndata: [DONE]\n\n')
    }
    const plain = readChunks(await (await front.send(message, { key, body: asked })).text())
    expect(plain.at(-1)).toEqual({ type: 'finish', threadId: 't-1', messageMetadata: { threadId: 't-1' } })
    const body = question('How?', { trigger: 'submit-message' })
    const sdk = readChunks(await (await front.send(message, { key, body })).text())
    expect(sdk.at(-1)).toEqual({ type: 'finish', messageMetadata: { threadId: 't-1' } })
  })

  test('that sends what turns or hides text has it dropped', async () => {
    const parts = [
      { type: 'data-suggestions', data: ['How do I\u202e log\u{e0041} in?'] },
      { type: 'text-start', id: 't' },
      ...['pay\u200b', '\u202epal 👩', '\u200d💻', '\u200d'].map((delta) => ({ type: 'text-delta', id: 't', delta })),
      { type: 'finish', threadId: 't-1' },
    ]
    answerWith = (response) =>
      response
        .setHeader('content-type', 'text/event-stream')
        .end(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''))
    const chunks = readChunks(await (await front.send(message, { key, body: asked })).text())
    expect(chunks[0]).toMatchObject({ data: ['How do I log in?'] })
    const text = chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')
    expect(text.replace(/\u200d$/, '')).toBe('paypal 👩\u200d💻')
  })

  test.each([
    ['ends without an end', 'data: {"type":"start"}\n\n'],
    ['sends what is no part', 'data: {"type":"start"}\n\ndata: <html>\n\n'],
    ['tells its key', `data: {"type":"error","errorText":"${canary}"}\n\n`],
  ])('that %s has its answers ended with an error', async (_what, stream) => {
    answerWith = (response) => response.setHeader('content-type', 'text/event-stream').end(stream)
    const raw = await (await front.send(message, { key, body: asked })).text()
    expect(readChunks(raw).at(-1)?.type).toBe('error')
    expect(raw).not.toContain(canary)
  })
})

describe('the variables of the upstream', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['a key without an address', { SIDENOTE_UPSTREAM_KEY: 'svc_dsc_something' }, /SIDENOTE_UPSTREAM is not/],
    ['an address without a key', { SIDENOTE_UPSTREAM: 'https://a.example' }, /its assistant key, is not/],
    ['an address with a password', { SIDENOTE_UPSTREAM: 'https://a:b@a.example' }, /must be the address/],
  ])('%s stops the start', (_what, environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(ConfigError)
    expect(() => readConfig(environment)).toThrow(sentence)
  })

  test('a key that cannot be used is not repeated', () => {
    const environment = { SIDENOTE_UPSTREAM: 'https://a.example', SIDENOTE_UPSTREAM_KEY: 'with space canary' }
    expect(() => readConfig(environment)).toThrow(/^(?!.*canary)/)
  })
})
