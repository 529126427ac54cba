import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRedis } from '../src/database/redis.ts'
import { createAnswerJournal } from '../src/http/answers/answer-journal.ts'
import { openSharedAnswers } from '../src/http/answers/shared-answers.ts'
import { onObservation } from '../src/watch/observe.ts'
import { openText, readChunks, until } from './support/assistant-server.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { hasRedisServer, type RedisServer, startRedisServer } from './support/redis-server.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { spawnServer } from './support/server-process.ts'

const pages = { 'index.md': '# Home\n\nThe marker is set by hand.\n' }
const path = '/discovery/v2/assistant/acme/message'
const body = (more: object = {}) => ({
  fp: 'reader',
  id: 'chat 1/x',
  resumable: true,
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }],
  ...more,
})
const streamPath = (fp = 'reader', id = 'chat 1/x') => `${path}/${encodeURIComponent(id)}/stream?fp=${fp}`
const slowly = Array.from({ length: 20 }, (_, index) => [{ say: `word${index} ` }, { wait: 60 }]).flat()
/** The same answer, which goes on after its first word when the test says so. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const [first, ...rest] = slowly
  if (!first) throw new Error('The answer has no word.')
  return { script: [first, { until: promise }, ...rest], goOn: resolve }
}
const words = Array.from({ length: 20 }, (_, index) => `word${index} `).join('')

let model: ModelServer
beforeAll(async () => {
  model = await startModelServer()
})
afterAll(() => model.close())

const environment = (more: Record<string, string> = {}) => ({
  SIDENOTE_MODEL: 'openai-compatible:test',
  OPENAI_COMPATIBLE_BASE_URL: model.url,
  ...more,
})

/** Only what is asked of it, so that a server in this process and one of its own can be asked alike. */
type Asked = Pick<TestServer, 'url'>

const call = (server: Asked, address: string, key: string, more: RequestInit = {}) =>
  fetch(server.url + address, { ...more, headers: { authorization: `Bearer ${key}`, ...more.headers } })

/** Asks, and gives the response as soon as the first word has come. */
const start = async (server: Asked, key: string, more: object = {}) => {
  const leave = new AbortController()
  const response = await call(server, path, key, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body(more)),
    signal: leave.signal,
  })
  expect(response.status).toBe(200)
  const { until: readTo, rest } = openText(response)
  await readTo('word0')
  return { response, rest, leave: () => leave.abort() }
}

/** Reads as far as these words; false when they do not come. */
const readUntil = async (response: Response, words: string): Promise<boolean> => {
  let raw = ''
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    raw += piece
    if (raw.includes(words)) return true
  }
  return false
}

const textOf = (raw: string) =>
  readChunks(raw)
    .map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : ''))
    .join('')
const lastOf = (raw: string) => readChunks(raw).at(-1)

describe('in one process', () => {
  let server: TestServer
  let key: string
  beforeAll(async () => {
    server = await startTestServer({ environment: environment() })
    key = (await server.addSite('acme', pages)).key
  })
  afterAll(() => server.stop())
  beforeEach(() => model.script(slowly))

  test('an answer goes on when its reader has left, and several readers follow it from the start', async () => {
    const { script, goOn } = held()
    model.script(script)
    const first = await start(server, key)
    const firstRaw = first.rest().catch(() => 'left')
    first.leave()
    const readers = await Promise.all([1, 2, 3].map(() => call(server, streamPath(), key)))
    for (const reader of readers) {
      expect(reader.status).toBe(200)
      expect(reader.headers.get('x-thread-id')).toBe(first.response.headers.get('x-thread-id'))
    }
    goOn()
    const raws = await Promise.all(readers.map((reader) => reader.text()))
    for (const raw of raws) {
      expect(textOf(raw)).toContain(words.trim())
      expect(readChunks(raw)[0]?.type).toBe('start')
      expect(lastOf(raw)?.type).toBe('finish')
      expect(raw.endsWith('data: [DONE]\n\n')).toBe(true)
    }
    expect(await firstRaw).toBe('left')
    expect((await call(server, streamPath(), key)).status).toBe(204)
  })

  test('an answer that ended unread is kept for the reader who comes back', async () => {
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    model.script([{ say: 'word0 ' }, { until: promise }, { say: 'the end.' }])
    const stop = onObservation('stream', ({ change }) => change < 0 && goOn())
    const first = await start(server, key, { id: 'short' })
    first.leave()
    const messageId = async () =>
      server.database.selectFrom('turns').select('answer').where('answer', '=', 'word0 the end.').executeTakeFirst()
    await until(async () => (await messageId()) !== undefined)
    const raw = await (await call(server, streamPath('reader', 'short'), key)).text()
    expect(textOf(raw).trim()).toBe('word0 the end.')
    await until(async () => (await call(server, streamPath('reader', 'short'), key)).status === 204)
    stop()
  })

  test('who asks for the headers alone is told whether there is an answer, and takes nothing away', async () => {
    const first = await start(server, key)
    first.leave()
    for (const _ of [1, 2]) {
      const head = await call(server, streamPath(), key, { method: 'HEAD' })
      expect([head.status, head.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8'])
      expect(head.headers.get('x-thread-id')).toBe(first.response.headers.get('x-thread-id'))
    }
    await until(async () => (await server.database.selectFrom('turns').selectAll().execute()).length > 0)
    expect((await call(server, streamPath(), key, { method: 'HEAD' })).status).toBe(200)
    expect(lastOf(await (await call(server, streamPath(), key)).text())?.type).toBe('finish')
    expect((await call(server, streamPath(), key, { method: 'HEAD' })).status).toBe(204)
  })

  test('another reader, another chat and another site find nothing, as if there were nothing', async () => {
    const { key: otherKey } = await server.addSite('other', pages)
    const first = await start(server, key)
    const answers = [streamPath('somebody'), streamPath('anonymous'), streamPath('reader', 'none')]
    for (const address of answers) {
      for (const method of ['GET', 'DELETE']) {
        const response = await call(server, address, key, { method })
        expect([address, response.status, await response.text()]).toEqual([address, 204, ''])
      }
    }
    const foreign = await call(server, streamPath(), otherKey)
    const unknown = await call(server, '/discovery/v2/assistant/nowhere/message/x/stream?fp=reader', otherKey)
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    const own = streamPath().replace('acme', 'other')
    expect((await call(server, own, otherKey)).status).toBe(204)
    expect((await call(server, streamPath(), 'svc_dsc_nothing')).status).toBe(401)
    const raw = await first.rest()
    expect(textOf(raw)).toContain(words.trim())
  })

  test('a stop ends the model and the streams with finish, and what was written is stored', async () => {
    model.script([{ say: 'word0 ' }, 'hang'])
    const before = model.aborted()
    const first = await start(server, key)
    const follower = (await call(server, streamPath(), key)).text()
    const stopped = await call(server, streamPath(), key, { method: 'DELETE' })
    expect(stopped.status).toBe(204)
    for (const raw of await Promise.all([first.rest(), follower])) {
      expect(lastOf(raw)).toMatchObject({ type: 'finish', messageMetadata: { stopped: true } })
    }
    await until(() => model.aborted() === before + 1)
    expect((await call(server, streamPath(), key)).status).toBe(204)
    const turn = await server.database
      .selectFrom('turns')
      .select(['status', 'answer'])
      .orderBy('finished_at', 'desc')
      .executeTakeFirst()
    expect(turn).toEqual({ status: 'aborted', answer: 'word0' })
  })

  test('the next question of a chat stops the answer before it', async () => {
    model.script([{ say: 'word0 ' }, 'hang'], slowly)
    const first = await start(server, key)
    const second = await start(server, key)
    expect(lastOf(await first.rest())).toMatchObject({ messageMetadata: { stopped: true } })
    expect(textOf(await second.rest())).toContain(words.trim())
  })

  test('without `resumable` the connection is the answer: it is not found, and leaving it stops the model', async () => {
    model.script([{ say: 'word0 ' }, 'hang'])
    const before = model.aborted()
    const plain = await start(server, key, { resumable: undefined })
    expect((await call(server, streamPath(), key)).status).toBe(204)
    plain.leave()
    await until(() => model.aborted() === before + 1)
  })

  test('`resumable` without the id of a chat is refused', async () => {
    const response = await server.send(path, { key, body: body({ id: undefined }) })
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_request' }])
  })

  test('a model that fails ends every reader with an error part', async () => {
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    model.script([{ say: 'word0 ' }, { until: promise }, 'cut'])
    const first = await start(server, key)
    const follower = (await call(server, streamPath(), key)).text()
    goOn()
    for (const raw of await Promise.all([first.rest(), follower])) expect(lastOf(raw)?.type).toBe('error')
  })
})

test('a server that stops ends an answer without readers too, and stores it', async () => {
  const server = await startTestServer({ environment: environment(), drainMilliseconds: 100 })
  const { key } = await server.addSite('acme', pages)
  model.script([{ say: 'word0 ' }, 'hang'])
  const before = model.aborted()
  const first = await start(server, key)
  const follower = (await call(server, streamPath(), key)).text()
  first.leave()
  await server.stop()
  expect(lastOf(await follower)).toMatchObject({ type: 'error', errorText: expect.stringContaining('restarting') })
  expect(model.aborted()).toBe(before + 1)
})

describe('across processes with Redis', () => {
  let redis: RedisServer | undefined
  let one: TestServer
  let other: TestServer
  let key: string
  const sameStore = () => ({ dataFolder: one.dataFolder, drainMilliseconds: 100 })
  beforeAll(async () => {
    redis = hasRedisServer ? await startRedisServer() : undefined
    if (!redis) return
    one = await startTestServer({ environment: environment({ REDIS_URL: redis.url }), drainMilliseconds: 100 })
    key = (await one.addSite('acme', pages)).key
    other = await startTestServer({ environment: environment({ REDIS_URL: redis.url }), ...sameStore() })
  })
  afterAll(async () => {
    await other?.stop()
    await one?.stop()
    await redis?.close()
  })
  beforeEach((context) => {
    if (!redis) context.skip('redis-server is not installed')
    model.script(slowly)
  })

  test('another process gives the answer from its start to its end', async () => {
    const { script, goOn } = held()
    model.script(script)
    const first = await start(one, key)
    let response = await call(other, streamPath(), key)
    await until(async () => {
      if (response.status === 204) response = await call(other, streamPath(), key)
      return response.status === 200
    })
    expect(response.headers.get('x-thread-id')).toBe(first.response.headers.get('x-thread-id'))
    first.leave()
    goOn()
    const raw = await response.text()
    expect(textOf(raw)).toContain(words.trim())
    expect(readChunks(raw)[0]?.type).toBe('start')
    expect(lastOf(raw)?.type).toBe('finish')
    await until(async () => (await call(other, streamPath(), key)).status === 204)
  })

  test('another process stops it', async () => {
    model.script([{ say: 'word0 ' }, 'hang'])
    const first = await start(one, key)
    const raw = first.rest()
    await until(async () => (await call(other, streamPath(), key, { method: 'HEAD' })).status === 200).catch(() => {})
    expect((await call(other, streamPath(), key, { method: 'DELETE' })).status).toBe(204)
    expect(lastOf(await raw)).toMatchObject({ type: 'finish', messageMetadata: { stopped: true } })
  })

  test('a chat that goes on in another process is found and stopped there, not where it was before', async () => {
    const { promise, resolve: endFirst } = Promise.withResolvers<void>()
    model.script([{ say: 'word0 of the first' }, { until: promise }], [{ say: 'word0 of the second' }, 'hang'])
    const chat = { id: 'moving' }
    const first = await start(one, key, chat)
    first.leave()
    await until(async () => (await call(other, streamPath('reader', 'moving'), key, { method: 'HEAD' })).status === 200)
    endFirst()
    const stored = () =>
      one.database.selectFrom('turns').select('id').where('answer', '=', 'word0 of the first').executeTakeFirst()
    await until(async () => (await stored()) !== undefined)
    const second = await start(other, key, chat)
    const isFoundBy = async (server: Asked) => {
      const leaving = new AbortController()
      const response = await call(server, streamPath('reader', 'moving'), key, { signal: leaving.signal })
      const isSaid = await readUntil(response, 'word0 of the second')
      leaving.abort()
      return isSaid
    }
    // One that made neither of them knows what is in Redis.
    const third = await startTestServer({ environment: environment({ REDIS_URL: redis?.url ?? '' }), ...sameStore() })
    await until(() => isFoundBy(third))
    expect(await isFoundBy(one)).toBe(true)
    await third.stop()
    expect((await call(one, streamPath('reader', 'moving'), key, { method: 'DELETE' })).status).toBe(204)
    expect(lastOf(await second.rest())).toMatchObject({ type: 'finish', messageMetadata: { stopped: true } })
  })

  test('an answer that is forgotten while the next one of its chat begins does not take that one along', async () => {
    const leaving = new AbortController()
    const client = await openRedis(redis?.url ?? '', one.database, () => undefined)
    await until(() => client.client.isReady)
    const answers = openSharedAnswers(client, { onError: () => undefined, shutdown: leaving.signal })
    const begin = (id: string) => {
      const journal = createAnswerJournal(`${id}-thread`)
      journal.append('word0')
      return { journal, isOver: answers.share('next', { id, journal, stop: () => undefined, isAnnounced: false }) }
    }
    const threadOf = async () => (await answers.find('next'))?.threadId
    const early = begin('early')
    await until(async () => (await threadOf()) !== undefined)
    const forgotten = answers.forget('next', 'early')
    const late = begin('late')
    await forgotten
    early.journal.end('')
    await early.isOver
    expect(await threadOf()).toBe('late-thread')
    await answers.forget('next', 'late')
    expect(await threadOf()).toBeUndefined()
    late.journal.end('')
    await late.isOver
    answers.close()
    client.close()
  })

  test('another reader finds nothing there', async () => {
    const first = await start(one, key)
    for (const method of ['GET', 'DELETE'])
      expect((await call(other, streamPath('somebody'), key, { method })).status).toBe(204)
    expect(textOf(await first.rest())).toContain(words.trim())
  })

  test('a reader whose answer’s process is killed is told so within seconds', async () => {
    if (!redis) return
    const doomed = await spawnServer(one.dataFolder, environment({ REDIS_URL: redis.url }))
    model.script([{ say: 'word0 ' }, 'hang'])
    const first = await start(doomed, key)
    const lost = first.rest().catch(() => 'lost')
    let follower = await call(other, streamPath(), key)
    await until(async () => {
      if (follower.status === 204) follower = await call(other, streamPath(), key)
      return follower.status === 200
    })
    // What was said has to be in Redis before.
    const [early, late] = follower.body?.tee() ?? []
    const said = readUntil(new Response(early), 'word0')
    const raw = new Response(late).text()
    await said
    await doomed.end('SIGKILL')
    expect(await lost).toBe('lost')
    expect(lastOf(await raw)?.type).toBe('error')
  })

  test('Redis killed in the middle: the answer and its process’s readers go on, a reader elsewhere ends with an error', async () => {
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    model.script([{ say: 'word0 ' }, { until: promise }, { say: 'more ' }, { wait: 60 }, { say: 'more ' }])
    const first = await start(one, key)
    let elsewhere = await call(other, streamPath(), key)
    await until(async () => {
      if (elsewhere.status === 204) elsewhere = await call(other, streamPath(), key)
      return elsewhere.status === 200
    })
    await redis?.kill()
    const here = await call(one, streamPath(), key)
    expect(here.status).toBe(200)
    expect((await call(other, streamPath(), key)).status).toBe(204)
    goOn()
    const [mine, follower, away] = await Promise.all([first.rest(), here.text(), elsewhere.text()])
    for (const raw of [mine, follower]) {
      expect(textOf(raw)).toContain('more more')
      expect(lastOf(raw)?.type).toBe('finish')
    }
    expect(lastOf(away)?.type).toBe('error')
  })
})
