import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { createdWebhookSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { writeTextStream } from '../src/http/answers/event-stream.ts'
import { writeTexts } from '../src/http/answers/stream-writer.ts'
import { createHttpServer, listen } from '../src/http/server/listen.ts'
import type { CutOff } from '../src/http/server/unread-answers.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const portOf = (url: string): number => Number(new URL(url).port)
const get = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'

const open = (url: string): Socket => {
  const socket = connect(portOf(url), '127.0.0.1')
  socket.on('error', () => {})
  onTestFinished(() => void socket.destroy())
  return socket
}

const serve = async (
  answer: (response: ServerResponse) => unknown,
  options: Parameters<typeof createHttpServer>[1] = {},
) => {
  const server = createHttpServer((_request, response) => void answer(response), options)
  const url = await listen(server, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return url
}

test('clients that do not read hold no more than the bound together: who waits longest is cut off, who reads is not', async () => {
  const body = Buffer.alloc(20_000_000)
  const cutOffs: CutOff[] = []
  const responses: ServerResponse[] = []
  const unread = 5 * body.length
  const url = await serve(
    (response) => {
      responses.push(response)
      response.end(body)
    },
    { unread, onCutOff: (cutOff) => void cutOffs.push(cutOff) },
  )
  const unreadBytes = () =>
    responses.reduce((sum, response) => sum + (response.closed ? 0 : response.writableLength), 0)
  const stalled: Socket[] = []
  for (let count = 0; count < 12; count += 1) {
    const socket = open(url).pause()
    socket.write(get)
    stalled.push(socket)
    await wait(50)
  }
  await expect.poll(() => responses.length).toBe(12)
  await expect.poll(unreadBytes).toBeLessThanOrEqual(unread)
  await expect.poll(() => cutOffs.length).toBeGreaterThan(0)
  // Who has waited longest went first, and nobody without need.
  const left = responses.map((response) => !response.closed)
  expect(left).toEqual(left.toSorted())
  expect(left.filter(Boolean).length).toBeGreaterThanOrEqual(4)
  let received = 0
  open(url)
    .on('data', ({ length }) => {
      received += length
    })
    .write(get)
  await expect.poll(() => received).toBeGreaterThan(body.length)
})

test('of an answer that is there already, a client that does not read is sent one piece at a time', async () => {
  const responses: ServerResponse[] = []
  const text = '🦓'.repeat(200_000)
  const url = await serve(async (response) => {
    responses.push(response)
    const texts = async function* () {
      for (let count = 0; count < 20; count += 1) yield text
    }
    await writeTextStream(response, texts, 'thread')
  })
  const socket = open(url).pause()
  socket.write(get)
  let most = 0
  const start = performance.now()
  while (performance.now() - start < 500) {
    most = Math.max(most, responses[0]?.writableLength ?? 0)
    await wait(5)
  }
  expect(most).toBeGreaterThan(0)
  expect(most).toBeLessThan(200_000)
  // It reads on, and no character was cut in two.
  const pieces: Buffer[] = []
  socket.on('data', (piece) => pieces.push(piece))
  socket.resume()
  socket.once('data', () => socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n'))
  await once(socket, 'close')
  const received = Buffer.concat(pieces).toString()
  expect(received).not.toContain('\ufffd')
  expect(received.split('🦓').length - 1).toBe(2 * 20 * 200_000)
})

test('of many texts, a client that does not read is sent one at a time, and is dropped when its time is over', async () => {
  let begun = 0
  let response: ServerResponse | undefined
  const url = await serve((opened) => {
    response = opened
    const texts = async function* () {
      for (; begun < 1_000; begun += 1) yield 'x'.repeat(1_000_000)
    }
    return writeTexts(opened, texts(), { stalled: 300 })
  })
  const socket = open(url).pause()
  socket.write(get)
  let most = 0
  while (!response?.closed) {
    most = Math.max(most, response?.writableLength ?? 0)
    await wait(5)
  }
  expect(begun).toBeLessThan(100)
  expect(most).toBeGreaterThan(500_000)
  expect(most).toBeLessThan(2_000_000)
})

describe('large requests that arrive slowly', () => {
  let server: TestServer
  let key: string
  beforeAll(async () => {
    server = await startTestServer()
    key = (await server.addSite('acme', { 'index.md': '# Home\n' })).key
  })
  afterAll(() => server.stop())

  const head = (length: number, more = '') =>
    [
      'POST /discovery/v1/page/acme HTTP/1.1',
      'host: a',
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      ...(more === '' ? [`content-length: ${length}`] : [more]),
      '\r\n',
    ].join('\r\n')
  const ask = (size: number) =>
    server.send('/discovery/v1/page/acme', { key, body: { path: 'index', more: 'x'.repeat(size) } })

  test.each([
    ['with their length', ''],
    ['in chunks', 'transfer-encoding: chunked'],
  ])('%s hold 64 MB in all: one more is told to come back, and a small one is answered', async (_name, more) => {
    const sockets = Array.from({ length: 70 }, () => open(server.url))
    for (const socket of sockets) socket.write(head(1_000_000, more))
    await expect.poll(async () => (await ask(200_000)).status).toBe(503)
    const refused = await ask(200_000)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await refused.json()).toMatchObject({ code: 'not_ready' })
    expect((await ask(1_000)).status).toBe(200)
    for (const socket of sockets) socket.destroy()
    await expect.poll(async () => (await ask(200_000)).status).toBe(200)
  })

  test('hold no less as a webhook, of which nothing is read when nobody has made it', async () => {
    const created = await server.send('/admin/v1/sites/acme/webhook', { key: server.adminKey })
    const { path } = createdWebhookSchema.parse(await created.json())
    const send = (to: string, size: number) =>
      fetch(server.url + to, { method: 'POST', headers: { 'x-gitlab-token': 'wrong' }, body: 'x'.repeat(size) })
    const webhookHead = (to: string) =>
      `POST ${to} HTTP/1.1\r\nhost: a\r\nx-gitlab-token: wrong\r\ncontent-length: 1000000\r\n\r\n`
    const strangers = Array.from({ length: 70 }, () => open(server.url))
    const answers = await Promise.all(
      strangers.map(async (socket) => {
        socket.write(webhookHead('/webhooks/v1/unknown'))
        const [answer] = await once(socket, 'data')
        return String(answer).slice(0, 12)
      }),
    )
    expect(new Set(answers)).toEqual(new Set(['HTTP/1.1 401']))
    expect((await ask(200_000)).status).toBe(200)

    const sockets = Array.from({ length: 70 }, () => open(server.url))
    for (const socket of sockets) socket.write(webhookHead(path))
    await expect.poll(async () => (await send(path, 200_000)).status).toBe(503)
    expect((await ask(200_000)).status).toBe(503)
    expect((await send(path, 1_000)).status).toBe(401)
    for (const socket of [...sockets, ...strangers]) socket.destroy()
    await expect.poll(async () => (await send(path, 200_000)).status).toBe(401)
  })
})
