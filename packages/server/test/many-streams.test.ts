import { randomInt } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request as sendRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { forwardedFor } from './support/addresses.ts'
import { readChunks, until } from './support/assistant-server.ts'
import { type PacedModel, startPacedModel } from './support/paced-model.ts'
import { type ServerProcess, spawnServer } from './support/server-process.ts'
import { writeFiles } from './support/write-files.ts'

// A server in a process of its own, so that its memory is its own and its signals are real.

let folder: string
let model: PacedModel
let server: ServerProcess
let key: string

const administrate = async (path: string, body?: object, method = 'POST'): Promise<Record<string, unknown>> => {
  const response = await fetch(`${server.url}/admin/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${server.adminKey}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return response.json() as Promise<Record<string, unknown>>
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  // A question says what the model does: how many words it answers, or that it is silent.
  model = await startPacedModel({
    deltas: (body) => Number(/in (\d+) words/.exec(body)?.[1] ?? 0),
    // So slow that what is measured is not how much of a machine 100 talkative models and their readers need.
    everyMilliseconds: (body) => (body.includes('slowly') ? 200 : 20),
  })
  const environment = {
    SIDENOTE_TRUST_PROXY: '1',
    SIDENOTE_MODEL: 'openai-compatible:test',
    // As silent as the first: an answer that waits for its model is to be waiting at the end, too.
    SIDENOTE_FALLBACK_MODEL: 'openai-compatible:spare',
    OPENAI_COMPATIBLE_BASE_URL: model.url,
    NODE_OPTIONS: `--expose-gc --import ${new URL('support/memory-process.ts', import.meta.url)}`,
  }
  server = await spawnServer(join(folder, 'data'), environment)
  await writeFiles(join(folder, 'docs'), { 'index.md': '# Home\n\nThe marker is set by hand.\n' })
  const sources = [{ kind: 'folder', folder: join(folder, 'docs') }]
  await administrate('/sites', { domain: 'acme', sources })
  key = String((await administrate('/keys', { kind: 'assistant', site: 'acme' })).key)
  const { id } = await administrate('/sites/acme/syncs')
  while ((await administrate(`/sites/acme/syncs/${id}`, undefined, 'GET')).finishedAt === null) await wait(20)
})
afterAll(async () => {
  await server.end('SIGKILL')
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

interface Stream {
  readonly request: ClientRequest
  readonly status: () => number | undefined
  readonly raw: () => string
  readonly ended: Promise<void>
}

interface Sent {
  readonly path?: string
  readonly method?: 'GET' | 'POST'
  readonly body?: object
}

const send = (
  { path = '', method = 'POST', body }: Sent,
  onResponse: (response: IncomingMessage) => void,
): ClientRequest => {
  const sent = sendRequest(`${server.url}/discovery/v2/assistant/acme/message${path}`, {
    method,
    agent: false,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...forwardedFor() },
  })
  sent.once('response', onResponse)
  sent.on('error', () => undefined)
  sent.end(body && JSON.stringify(body))
  return sent
}

const questionOf = (text: string, more: object = {}) => ({
  fp: 'reader',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
  ...more,
})

const read = (sent: Sent): Stream => {
  let raw = ''
  let status: number | undefined
  const over = Promise.withResolvers<void>()
  const request = send(sent, (response) => {
    status = response.statusCode
    response.setEncoding('utf8').on('data', (chunk: string) => {
      raw += chunk
    })
    response.once('close', over.resolve)
    response.on('error', () => undefined)
  })
  request.once('close', over.resolve)
  return { request, status: () => status, raw: () => raw, ended: over.promise }
}

const ask = (text: string, more: object = {}): Stream => read({ body: questionOf(text, more) })

/** Reads the running answer of a chat beside its first reader. */
const follow = (chat: string): Stream => read({ path: `/${chat}/stream?fp=reader`, method: 'GET' })

/** What the server’s process says of its own memory after a collection, in bytes. */
const readMemory = async (): Promise<{ rss: number; heapUsed: number; external: number }> => {
  const said = () => [...server.output().matchAll(/^memory (\{.*\})$/gm)]
  const before = said().length
  server.child.kill('SIGUSR2')
  await until(() => said().length > before)
  return JSON.parse(said().at(-1)?.[1] ?? '{}')
}

const askedOf = (question: string) => model.requests.find(({ body }) => body.includes(question))

test('100 readers who leave at random times stop 100 models, and what was written is kept', async () => {
  const leave = async (reader: number): Promise<void> => {
    const name = `r${reader}x`
    const stream = ask(`Reader ${name}: how is the marker set, slowly, in 5000 words?`)
    await until(() => stream.raw().includes('another word'))
    await wait(randomInt(1_000))
    stream.request.destroy()
    // The model would go on for a quarter of an hour.
    await until(() => askedOf(name)?.isAborted() === true)
  }
  await Promise.all(Array.from({ length: 100 }, (_, reader) => leave(reader)))
  const database = await openDatabase({ dataFolder: join(folder, 'data') })
  const kept = () =>
    database.selectFrom('turns').select('answer').where('status', '=', 'aborted').where('answer', '!=', '').execute()
  await until(async () => (await kept()).length === 100)
  await database.destroy()
})

test('100 readers who do not read do not fill the memory', async () => {
  const before = await readMemory()
  const paused: ClientRequest[] = []
  await Promise.all(
    Array.from({ length: 100 }, async (_, index) => {
      const opened = Promise.withResolvers<void>()
      const body = questionOf(`Paused p${index}x: how is the marker set, in 100000 words?`)
      const request = send({ body }, (response) => {
        response.pause()
        opened.resolve()
      })
      paused.push(request)
      await opened.promise
    }),
  )
  await wait(4_000)
  const grown = (await readMemory()).rss - before.rss
  console.info(`100 paused readers: ${(grown / 1_000_000).toFixed(1)} MB`)
  for (const request of paused) request.destroy()
  expect(grown).toBeLessThan(150_000_000)
})

/** What each of so many streams needs, in kB: of the process, and of that what is in use. */
const measureEach = async (count: number, open: (index: number) => Stream) => {
  const openAll = async (from: number, to: number) => {
    const opened: Stream[] = []
    for (let at = from; at < to; at += 50) {
      const batch = Array.from({ length: Math.min(50, to - at) }, (_, index) => open(at + index))
      await until(() => batch.every((stream) => stream.raw().includes('"start"')))
      opened.push(...batch)
    }
    return opened
  }
  const leave = async (streams: readonly Stream[]) => {
    for (const stream of streams) stream.request.destroy()
    await Promise.all(streams.map(({ ended }) => ended))
  }
  // What the first ones need is needed once.
  await leave(await openAll(0, 100))
  const before = await readMemory()
  const streams = await openAll(100, 100 + count)
  const after = await readMemory()
  const grown = (name: 'rss' | 'heapUsed' | 'external') => (after[name] - before[name]) / count / 1_000
  const health = await fetch(`${server.url}/healthz`)
  const isAnswered = health.ok && streams.every((stream) => stream.status() === 200)
  await leave(streams)
  return { isAnswered, rss: grown('rss'), live: grown('heapUsed') + grown('external') }
}

const describeEach = ({ rss, live }: Awaited<ReturnType<typeof measureEach>>): string =>
  `${rss.toFixed(1)} kB each, ${live.toFixed(1)} of it in use`

test('1,000 idle readers of a stream are cheap, and the server still answers', async () => {
  const followed = ask('Followed: how is the marker set?', { id: 'followed', resumable: true })
  await until(() => followed.raw().includes('"start"'))
  const each = await measureEach(1_000, () => follow('followed'))
  followed.request.destroy()
  console.info(`1,000 idle readers: ${describeEach(each)}`)
  expect(each.isAnswered).toBe(true)
  expect(each.live).toBeLessThan(64)
  expect(each.rss).toBeLessThan(64)
})

test('500 answers that wait for a silent model hold little, and the server still answers', async () => {
  const each = await measureEach(500, (index) => ask(`Idle i${index}: how is the marker set?`))
  console.info(`500 waiting answers: ${describeEach(each)}`)
  expect(each.isAnswered).toBe(true)
  // The connection to the model and the streams of its provider are in it. `streamText` alone held 110 kB more.
  expect(each.live).toBeLessThan(150)
})

test('a stream begins before its model has said anything', async () => {
  // The model stays silent.
  const stream = ask('Begin: how is the marker set?')
  await until(() => stream.raw().includes('"start"'))
  stream.request.destroy()
  expect(readChunks(stream.raw())[0]).toMatchObject({ type: 'start' })
})

test('SIGTERM: not ready at once, answers end or are told, and the process ends by itself', async () => {
  // Models that were silent for long in a test before are left alone for a while.
  await until(async () => {
    const answer = ask('How is the marker set, in 2 words?')
    await answer.ended
    return readChunks(answer.raw()).at(-1)?.type === 'finish'
  })
  const short = Array.from({ length: 50 }, (_, index) => ask(`Short s${index}: the marker, in 100 words?`))
  const silent = Array.from({ length: 50 }, (_, index) => ask(`Silent q${index}: how is the marker set?`))
  await until(() => [...short, ...silent].every((stream) => stream.raw().includes('"start"')))
  // On connections that are kept open, of which none may be lost while others are answered.
  const askReadiness = async () => (await fetch(`${server.url}/readyz`)).text()
  const askReadinessOften = () => Promise.all(Array.from({ length: 50 }, askReadiness))
  await askReadinessOften()
  const ended = server.end('SIGTERM')
  await until(async () => (await askReadinessOften()).every((text) => text.includes('is shutting down')))
  const refused = Array.from({ length: 20 }, () => ask('New: how is the marker set?'))
  await Promise.all(refused.map((stream) => stream.ended))
  expect(refused.map((stream) => stream.status())).toEqual(refused.map(() => 503))
  expect(await ended).toBe(0)
  await Promise.all([...short, ...silent].map((stream) => stream.ended))
  for (const stream of short) expect(readChunks(stream.raw()).at(-1)?.type).toBe('finish')
  for (const stream of silent) {
    const last = readChunks(stream.raw()).at(-1)
    expect(last?.type).toBe('error')
    expect(stream.raw().endsWith('data: [DONE]\n\n')).toBe(true)
  }
})
