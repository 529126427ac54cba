import type { RequestListener, ServerResponse } from 'node:http'
import { createConnection } from 'node:net'
import { StatementSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { problemSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { hashKey } from '../src/administration/keys/key-text.ts'
import { createHttpServer, listen } from '../src/http/server/listen.ts'
import { forwardedFor } from './support/addresses.ts'
import { leastOf } from './support/least.ts'
import { percentile } from './support/load.ts'
import { readResponse, sendRaw } from './support/plain-client.ts'
import { attackUnits } from './support/regexes.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let key: string

beforeAll(async () => {
  server = await startTestServer({ environment: { SIDENOTE_TRUST_PROXY: '1' } })
  const index = '# Home\n\nThe `marker` is set by hand. See [the guide](/guide).\n\n```js\nconst marker = 1\n```\n'
  key = (await server.addSite('acme', { 'index.md': index })).key
})
afterAll(() => server.stop())

const searchPath = '/discovery/v1/search/acme'
const headOf = (more: string, method = 'POST', path = searchPath) =>
  `${method} ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${key}\r\n${more}`
const json = 'content-type: application/json\r\n'
const searchRequest = (query: string): string => {
  const body = JSON.stringify({ query })
  return `${headOf(`${json}content-length: ${Buffer.byteLength(body)}\r\n`)}\r\n${body}`
}

/** Every response in what came back. */
const readAll = (text: string) => {
  const found = []
  for (let bytes = Buffer.from(text); bytes.length > 0; ) {
    const next = readResponse(bytes)
    if (!next) throw new Error(`No whole response: ${bytes.toString().slice(0, 300)}`)
    found.push(next.response)
    bytes = bytes.subarray(next.end)
  }
  return found
}

/** Milliseconds that this process, which is server and client, has worked since then; the clock counts all others as well. */
const worked = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since)
  return (user + system) / 1_000
}

const readToEnd = async (response: Response): Promise<Response> => {
  await response.text()
  return response
}

/** The values of all statements that SQLite runs from now on, until the test has ended. */
const watchStatements = (): unknown[] => {
  const seen: unknown[] = []
  for (const name of ['all', 'run', 'iterate'] as const) {
    const run = StatementSync.prototype[name]
    const spy = vi.spyOn(StatementSync.prototype, name).mockImplementation(function (this: StatementSync, ...values) {
      seen.push(...values)
      return Reflect.apply(run, this, values)
    })
    onTestFinished(() => spy.mockRestore())
  }
  return seen
}

const nested = (depth: number) => `{"query":${'['.repeat(depth)}${']'.repeat(depth)}}`

describe('a body that would hurt', () => {
  test.each([
    ['nested 33 levels deep', nested(33), 400],
    ['nested 8,000 levels deep', nested(8_000), 400],
    ['nested 100,000 levels deep', nested(100_000), 400],
    ['with a query of 40 kB', JSON.stringify({ query: 'word '.repeat(8_000) }), 400],
    ['with 60,000 keys', `{${Array.from({ length: 60_000 }, (_, at) => `"${at}":0`).join()}}`, 400],
    ['of 1.1 MB', JSON.stringify({ query: 'a'.repeat(1_100_000) }), 413],
  ])('%s is refused, and the database never sees it', async (_, body, status) => {
    const seen = watchStatements()
    const response = await server.send(searchPath, { key, body, headers: forwardedFor() })
    expect(response.status).toBe(status)
    await response.text()
    // The key is looked up; the request is neither counted nor searched for.
    expect(seen).toContain(hashKey(key))
    expect(seen).not.toContain('search-organization-hour')
    expect(seen.filter((value) => String(value).length > 1_000)).toEqual([])
  })

  test('of a megabyte of wrong values is refused in a few words', async () => {
    for (const items of [40_000, 450_000]) {
      const body = `{"fp":"a","messages":[${'0,'.repeat(items - 1)}0]}`
      const response = await server.send('/discovery/v2/assistant/acme/message', { key, body })
      const text = await response.text()
      expect([response.status, JSON.parse(text).code]).toEqual([400, 'invalid_request'])
      expect(text.length).toBeLessThan(10_000)
    }
  })

  test('20 MB packed into a few kB is a 413, however it is packed', async () => {
    const large = Buffer.from(JSON.stringify({ query: ' '.repeat(20_000_000) }))
    const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }
    const packed = { gzip: gzipSync(large), deflate: deflateSync(large), br: brotliCompressSync(large, fast) }
    for (const [encoding, body] of Object.entries(packed)) {
      const head = headOf(
        `${json}connection: close\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`,
      )
      const [response] = readAll(await sendRaw(server.url, Buffer.concat([Buffer.from(head), body])))
      expect([encoding, response?.status]).toEqual([encoding, 413])
    }
  })

  test('text that is made to choke a pattern is answered like any other', async () => {
    const user = (text: string) => ({ id: '1', role: 'user', parts: [{ type: 'text', text }] })
    const messagePath = '/discovery/v2/assistant/acme/message'
    const ask = async (path: string, body: object) => {
      expect((await server.send(path, { key, body, headers: forwardedFor() }).then(readToEnd)).status).toBeLessThan(500)
    }
    const costOf = async (unit: string): Promise<number> => {
      const text = (length: number) => `marker ${unit.repeat(length / unit.length)}!`.slice(0, length)
      const long = text(31_990)
      const startedAt = process.cpuUsage()
      await ask(messagePath, { fp: 'a', messages: [user(long)] })
      const history = [user('marker'), { ...user(long), role: 'assistant' }, user('it?')]
      await ask(messagePath, { fp: 'a', messages: history })
      await ask(messagePath, { fp: 'a', messages: [user('marker')], context: [{ value: long }] })
      await ask(searchPath, { query: text(1_000) })
      await ask('/discovery/v1/page/acme', { path: text(1_000) })
      return worked(startedAt)
    }
    const costs: number[] = []
    for (const unit of attackUnits) costs.push(await costOf(unit))
    // All have one length: what takes a hundred times as long as most is no linear pattern.
    console.log(`worst ${Math.max(...costs).toFixed()} ms, median ${percentile(costs, 0.5).toFixed()} ms`)
    expect(Math.max(...costs)).toBeLessThan(20 * percentile(costs, 0.5))
  })
})

describe('a request that is not what it seems', () => {
  const smuggled = 'GET /admin/v1/sites HTTP/1.1\r\nhost: a\r\n\r\n'
  test.each([
    ['with two lengths', headOf(`${json}content-length: 2\r\ncontent-length: 40\r\n\r\n{}${smuggled}`)],
    [
      'with a length and chunks',
      headOf(`${json}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`),
    ],
    ['with chunks that are no chunks', headOf(`${json}transfer-encoding: chunked\r\n\r\nxyz\r\n${smuggled}`)],
    [
      'with chunked hidden in a list',
      headOf(`${json}transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n${smuggled}`),
    ],
    ['with a broken header', headOf(`bad header\r\n\r\n`)],
    ['with a header folded over lines', headOf(`x: a\r\n b\r\n\r\n`)],
    ['with a space before the colon', headOf(`content-length : 5\r\n\r\nhello`)],
    ['with a line feed alone', `GET / HTTP/1.1\nhost: a\n\n`],
    ['with NUL in a header', headOf(`x: a\0b\r\n\r\n`)],
    ['with a method that nobody knows', headOf('\r\n', 'BREW')],
    ['for another protocol', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n`],
    ['without a host', `GET / HTTP/1.1\r\n\r\n`],
    ['with two hosts', `GET /healthz HTTP/1.1\r\nhost: a\r\nhost: b\r\n\r\n`],
    ...['', '[', 'a b', 'a:b:c', 'a@b', 'a/b', 'a?b', '%', 'a:99999', '::1'].map((host): [string, string] => [
      `with the host “${host}”`,
      `GET /healthz HTTP/1.1\r\nhost: ${host}\r\n\r\n`,
    ]),
    ['that expects what nobody knows', headOf('expect: miracles\r\nconnection: close\r\n\r\n', 'GET')],
    ['of version 9', `GET / HTTP/9.9\r\nhost: a\r\n\r\n`],
    ['with 100 kB of headers', headOf(`x: ${'a'.repeat(100_000)}\r\n\r\n`)],
    ['with 5,000 headers', headOf(`${'x: a\r\n'.repeat(5_000)}\r\n`)],
    ['with TLS instead of HTTP', Buffer.from('16030100c8010000c40303', 'hex')],
  ])('%s is refused as JSON or closed, and nothing behind it is read', async (_, bytes) => {
    const answers = readAll(await sendRaw(server.url, bytes))
    expect(answers.length).toBeLessThanOrEqual(1)
    for (const { status, contentType, text } of answers) {
      expect([400, 417, 431]).toContain(status)
      expect(contentType).toContain('application/json')
      problemSchema.parse(JSON.parse(text))
    }
  })

  test.each(['TRACE', 'PUT', 'PROPFIND', 'LINK', 'QUERY'])('with the method %s is a 405', async (method) => {
    const [answer] = readAll(await sendRaw(server.url, headOf('connection: close\r\n\r\n', method)))
    expect(answer?.status).toBe(405)
    problemSchema.parse(JSON.parse(answer?.text ?? ''))
  })

  test('to connect through it is closed', async () => {
    expect(await sendRaw(server.url, 'CONNECT 127.0.0.1:22 HTTP/1.1\r\nhost: a\r\n\r\n')).toBe('')
  })

  test('to upgrade is answered as if it had not asked', async () => {
    const upgrade = 'connection: upgrade, close\r\nupgrade: websocket\r\n\r\n'
    const text = await sendRaw(server.url, `GET /healthz HTTP/1.1\r\nhost: a\r\n${upgrade}`)
    expect(text === '' || readAll(text)[0]?.status === 200).toBe(true)
  })
})

describe('an address', () => {
  test.each([
    ['with broken escapes', '/discovery/v1/page/%zz', 400],
    ['with an escape that is cut', '/discovery/v1/page/%e2%82', 400],
    ['with overlong UTF-8', '/discovery/v1/page/%c0%af', 400],
    ['of 8 kB', `/discovery/v1/page/${'a'.repeat(8_000)}`, 405],
    ['with slashes in a row', '//discovery//v1//page//acme', 404],
    ['that climbs', '/../../etc/passwd', 404],
    ['that is absolute', 'http://other.example/discovery/v1/page/acme', 405],
    ['with a parameter given twice', '/admin/v1/sites/acme/conversations?limit=1&limit=2', 400],
    ['with a parameter as an object', '/admin/v1/sites/acme/conversations?limit[a]=1&limit[__proto__]=2', 200],
    ['with a thousand parameters', `/admin/v1/sites/acme/conversations?${'a=1&'.repeat(1_000)}`, 200],
    ['with a broken parameter', '/admin/v1/sites/acme/conversations?cursor=%zz%ff', 400],
  ])('%s is answered with %3$s', async (_, path, status) => {
    const request = `GET ${path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\nauthorization: Bearer ${server.adminKey}\r\n\r\n`
    const [answer] = readAll(await sendRaw(server.url, request))
    expect([answer?.status, answer?.contentType]).toEqual([status, 'application/json; charset=utf-8'])
  })

  test('of 40 kB is refused as too large', async () => {
    const [answer] = readAll(await sendRaw(server.url, `GET /${'a'.repeat(40_000)} HTTP/1.1\r\nhost: a\r\n\r\n`))
    expect([answer?.status, JSON.parse(answer?.text ?? '').code]).toEqual([431, 'too_large'])
  })

  test('may come with 10,000 bytes of headers', async () => {
    const headers = `x: ${'a'.repeat(10_000)}\r\nconnection: close\r\n`
    expect(readAll(await sendRaw(server.url, `GET /healthz HTTP/1.1\r\nhost: a\r\n${headers}\r\n`))[0]?.status).toBe(
      200,
    )
  })
})

test('50 requests in one packet are answered in their order', async () => {
  const many = Array.from({ length: 50 }, (_, at) => searchRequest(at % 2 ? 'marker' : '')).join('')
  const close = headOf('connection: close\r\n\r\n', 'GET', '/healthz')
  const statuses = readAll(await sendRaw(server.url, many + close)).map(({ status }) => status)
  expect(statuses).toEqual([...Array.from({ length: 50 }, (_, at) => (at % 2 ? 200 : 400)), 200])
})

test('a client that does not read what it asked for is dropped', async () => {
  const responses: ServerResponse[] = []
  const answer: RequestListener = (_request, response) => {
    responses.push(response)
    response.end(Buffer.alloc(100_000_000))
  }
  const stalling = createHttpServer(answer, { stalled: 500 })
  const url = await listen(stalling, { host: '127.0.0.1', port: 0 })
  const socket = createConnection(Number(new URL(url).port), '127.0.0.1').pause()
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
  await expect.poll(() => responses[0]?.destroyed).toBe(true)
  expect(responses[0]?.writableFinished).toBe(false)
  socket.destroy()
  stalling.close()
})

test('500 connections that send slowly are closed, and others hardly notice', async () => {
  const measure = async (until: () => boolean): Promise<number> => {
    const times: number[] = []
    while (!until() || times.length < 100) {
      const startedAt = process.cpuUsage()
      const headers = forwardedFor()
      expect((await server.send(searchPath, { key, body: { query: 'marker' }, headers })).status).toBe(200)
      times.push(worked(startedAt))
      await wait(5)
    }
    return percentile(times, 0.5)
  }
  const heads = [
    `GET / HTTP/1.1\r\nhost: a\r\nx: `,
    headOf(`${json}content-length: 1000\r\n\r\n{`),
    headOf(`${json}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`),
  ]
  let closed = 0
  const answers: string[] = []
  const sendSlowly = (kind: number) => {
    const socket = createConnection(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(heads[kind] ?? '')
    const timer = setInterval(() => socket.write(kind === 2 ? '1\r\n \r\n' : ' '), 800 + Math.random() * 400)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => {
      clearInterval(timer)
      closed += 1
      answers.push(text)
    })
  }
  const share = await leastOf({ figure: 2, rounds: 3 }, async () => {
    closed = 0
    const before = await measure(() => true)
    for (let at = 0; at < 500; at += 1) sendSlowly(at % 3)
    const during = await measure(() => closed === 500)
    return during / before
  })
  expect(answers.filter((text) => text.startsWith('HTTP/1.1 408 '))).not.toHaveLength(0)
  expect(share).toBeLessThanOrEqual(2)
})
