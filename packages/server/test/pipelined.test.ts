import { once } from 'node:events'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createHttpServer, listen } from '../src/http/server/listen.ts'
import { createEmptyStore, testEngines } from './support/database.ts'
import { readResponse, sendRaw } from './support/plain-client.ts'
import { startTestServer } from './support/server.ts'

const portOf = (url: string): number => Number(new URL(url).port)

/** A request after which the server closes the connection. */
const last = 'GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'

/** A connection that sends, and reads nothing until it is told to. */
const openUnread = (url: string): Socket => {
  const socket = connect(portOf(url), '127.0.0.1').pause()
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

/** The statuses and bodies of all whole responses. */
const readAll = (bytes: Buffer): { status: number; text: string }[] => {
  const responses: { status: number; text: string }[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const next = readResponse(rest)
    if (!next) throw new Error(`No whole response: ${rest.toString().slice(0, 200)}`)
    responses.push(next.response)
    rest = rest.subarray(next.end)
  }
  return responses
}

/** A server that says what it is doing. */
const startListener = async (answer: (request: IncomingMessage, response: ServerResponse) => unknown) => {
  const open = { now: 0, most: 0, all: 0 }
  const listener: RequestListener = (request, response) => {
    open.now += 1
    open.all += 1
    open.most = Math.max(open.most, open.now)
    response.once('close', () => {
      open.now -= 1
    })
    void answer(request, response)
  }
  const server = createHttpServer(listener)
  const url = await listen(server, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url, open }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString('latin1')
}

/** Text that looks like the end of something. */
const tricky = fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', '\n\r\n', '0\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n'), {
  maxLength: 12,
})

const chunkOf = (text: string): string => `${text.length.toString(16)};x=y\r\n${text}\r\n`
const head = 'POST / HTTP/1.1\r\nhost: a\r\n'

/** One request as bytes, and the body that the server has to read. */
const requests = fc.oneof(
  fc.constant({ sent: 'GET / HTTP/1.1\r\nhost: a\r\n\r\n', body: '' }),
  fc.constant({ sent: '\r\n\r\nGET / HTTP/1.1\r\nhost: a\r\ncontent-length: 0\r\n\r\n', body: '' }),
  tricky.map((parts) => {
    const body = parts.join('')
    return { sent: `${head}content-length: ${body.length}\r\n\r\n${body}`, body }
  }),
  tricky.map((parts) => {
    const chunks = parts.map(chunkOf).join('')
    return { sent: `${head}transfer-encoding: chunked\r\n\r\n${chunks}0\r\nt: u\r\n\r\n`, body: parts.join('') }
  }),
)

test('requests in any pieces are answered one at a time, in their order, each with its own body', async () => {
  const { url, open } = await startListener(async (request, response) => {
    const body = await bodyOf(request)
    if (body.length % 3 > 0) await wait(body.length % 3)
    response.end(JSON.stringify(body))
  })
  await fc.assert(
    fc.asyncProperty(fc.array(requests, { minLength: 1, maxLength: 12 }), fc.array(fc.nat(40)), async (sent, cuts) => {
      const bytes = Buffer.from(
        `${sent.map((one) => one.sent).join('')}GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`,
      )
      const socket = connect(portOf(url), '127.0.0.1').setNoDelay(true)
      const pieces: Buffer[] = []
      socket.on('data', (piece) => pieces.push(piece))
      const closed = new Promise((resolve) => socket.once('close', resolve))
      let at = 0
      for (const cut of cuts.slice(0, 20)) {
        socket.write(bytes.subarray(at, at + cut + 1))
        at += cut + 1
        await wait(0)
      }
      socket.write(bytes.subarray(at))
      await closed
      const answers = readAll(Buffer.concat(pieces)).map(({ text }) => JSON.parse(text))
      expect(answers).toEqual([...sent.map(({ body }) => body), ''])
    }),
    { numRuns: 150 },
  )
  expect(open.most).toBe(1)
})

/** Waits until a count has stayed the same for a while, and gives it. */
const settled = async (count: () => number): Promise<number> => {
  for (let before = -1; ; ) {
    const now = count()
    if (now === before && now > 0) return now
    before = now
    await wait(300)
  }
}

test('a client that sends 200 requests and does not read is answered no further than its connection holds', async () => {
  const size = 500_000
  const { url, open } = await startListener((_request, response) => response.end(Buffer.alloc(size)))
  const socket = openUnread(url)
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(200))
  expect(await settled(() => open.all)).toBeLessThan(50)
  expect([open.most, open.now]).toEqual([1, 1])
  // It reads on, and misses nothing.
  let received = 0
  socket.on('data', ({ length }) => {
    received += length
  })
  socket.resume()
  await expect.poll(() => received).toBeGreaterThan(200 * size)
  expect([open.most, open.all]).toEqual([1, 200])
})

test('no more is read of a client that does not read than two pieces', async () => {
  const { url, open } = await startListener(() => {})
  const socket = openUnread(url)
  const request = Buffer.from('GET / HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(2_000))
  for (let count = 0; count < 500; count += 1) socket.write(request)
  await settled(() => socket.bytesWritten)
  expect(socket.writableLength).toBeGreaterThan(0)
  expect([open.most, open.all]).toEqual([1, 1])
})

test('nothing behind a refused request is begun', async () => {
  const { url, open } = await startListener(async (_request, response) => {
    await wait(20)
    response.end('yes')
  })
  const good = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
  for (const bad of [
    'GET / HTTP/1.1\r\n\r\n',
    'BREW / HTTP/1.1\r\nhost: a\r\n\r\n',
    `${good.slice(0, -2)}expect: b\r\n\r\n`,
  ]) {
    open.all = 0
    const answers = readAll(Buffer.from(await sendRaw(url, good + bad + good.repeat(10))))
    expect(answers.map(({ status }) => status >= 400)).toEqual([false, true])
    expect(open.all).toBe(1)
  }
  open.all = 0
  expect(readAll(Buffer.from(await sendRaw(url, last + good.repeat(10))))).toHaveLength(1)
  expect(open.all).toBe(1)
})

describe.each(testEngines)('200 requests at once on a connection that is not read, with %s,', (engine) => {
  test('are begun no faster than they are read, and all answered when they are', async () => {
    const store = await createEmptyStore(engine)
    const { dataFolder, databaseUrl } = store.options
    const environment = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }
    const server = await startTestServer({ dataFolder, environment })
    const code = 'The marker is set by hand.\n'.repeat(10_000)
    const { key } = await server.addSite('acme', { 'index.md': `# Home\n\n\`\`\`\n${code}\`\`\`\n` })
    const body = JSON.stringify({ path: 'index' })
    const page = [
      'POST /discovery/v1/page/acme HTTP/1.1',
      'host: a',
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      `content-length: ${body.length}`,
    ]
    const kinds = [`${page.join('\r\n')}\r\n\r\n${body}`, 'GET /openapi.json HTTP/1.1\r\nhost: a\r\n\r\n']
    for (const request of kinds) {
      const path = request.split(' ')[1] ?? ''
      // A request is logged when its answer has left the process.
      const answered = () => server.logged().split(`"path":"${path}"`).length - 1
      const socket = openUnread(server.url)
      socket.write(request.repeat(200) + last)
      expect(await settled(answered)).toBeLessThan(100)
      expect((await server.send('/healthz', { method: 'GET' })).status).toBe(200)
      const pieces: Buffer[] = []
      socket.on('data', (piece) => pieces.push(piece))
      socket.resume()
      await once(socket, 'close')
      const responses = readAll(Buffer.concat(pieces))
      const lengths = new Set(responses.slice(0, 200).map(({ status, text }) => `${status} ${text.length}`))
      expect([responses.length, lengths.size, responses[0]?.status]).toEqual([201, 1, 200])
    }
    await server.stop()
    await store.close()
  })
})
