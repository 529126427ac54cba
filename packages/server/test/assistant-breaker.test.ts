import { setTimeout as pass } from 'node:timers/promises'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { APICallError } from '@ai-sdk/provider'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { askModels } from '../src/assistant/models/ask-models.ts'
import { defaultDeadlines, type ModelCall } from '../src/assistant/models/model-call.ts'
import { type Models, openModels } from '../src/assistant/models/models.ts'
import { createBreaker, defaultBreakerTimes } from '../src/breaker.ts'
import { type AssistantServer, ask, question, startAssistant, until } from './support/assistant-server.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { pages } from './support/pages.ts'

/** A model in the process, so that thousands of calls are quick: a provider's model is a seam of ours. */
const createModel = (text: string) => {
  const state = { calls: 0, failure: undefined as (() => Promise<never>) | undefined }
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  const parts = [
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: text },
    { type: 'text-end', id: '1' },
    { type: 'finish', finishReason: { unified: 'stop', raw: 'stop' }, usage },
  ] as unknown as LanguageModelV4StreamPart[]
  const model = {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: text,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error('not used')),
    doStream: async () => {
      state.calls++
      await state.failure?.()
      return { stream: ReadableStream.from(parts) as ReadableStream<LanguageModelV4StreamPart> }
    },
  } satisfies LanguageModelV4
  return { model, state }
}

const overloaded = (statusCode: number): Promise<never> =>
  Promise.reject(new APICallError({ message: 'SECRET', url: 'http://model', requestBodyValues: {}, statusCode }))

const reset = (): Promise<never> =>
  Promise.reject(
    Object.assign(new TypeError('terminated'), { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }),
  )

/** As `until`, by a clock that no test stops. */
const untilReally = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await pass(5)
}

/** A primary and a spare model, a clock of their own, and what the operator reads. */
const prepare = () => {
  const clock = { now: 0 }
  const primary = createModel('primary')
  const spare = createModel('spare')
  const now = () => clock.now
  const models: Models = [
    { name: 'primary', model: primary.model, breaker: createBreaker(defaultBreakerTimes, now) },
    { name: 'spare', model: spare.model, breaker: createBreaker(defaultBreakerTimes, now) },
  ]
  const lines: { level: number; msg: string }[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const askOnce = async (signal = new AbortController().signal) => {
    const call: ModelCall = {
      instructions: '',
      messages: [{ role: 'user', content: 'Hello?' }],
      material: () => ({}),
      tools: {
        readInput: () => undefined,
        run: () => Promise.reject(new Error('there are no tools')),
        areSpent: () => false,
      },
      signal,
      deadlines: defaultDeadlines,
    }
    let text = ''
    for await (const part of askModels(models, call, log)) if (part.type === 'text') text += part.text
    return text
  }
  return { clock, primary: primary.state, spare: spare.state, models, lines, askOnce }
}

describe('a model that is dead for 60 s at 50 questions a second', () => {
  test('is asked at most 10 times after it is left alone, and answers again within 15 s', async () => {
    const { clock, primary, models, lines, askOnce } = prepare()
    const [{ breaker }] = models
    primary.failure = () => overloaded(503)
    let opened: number | undefined
    for (; clock.now < 60_000; clock.now += 20) {
      expect(await askOnce()).toBe('spare')
      if (opened === undefined && breaker.isOpen()) opened = primary.calls
    }
    expect(opened).toBe(defaultBreakerTimes.failures)
    expect(primary.calls - Number(opened)).toBeLessThanOrEqual(10)
    expect(primary.calls, 'somebody has looked whether it is back').toBeGreaterThan(Number(opened))
    primary.failure = undefined
    while ((await askOnce()) !== 'primary') clock.now += 20
    expect(clock.now - 60_000).toBeLessThanOrEqual(15_000)
    expect(await askOnce()).toBe('primary')
    const told = lines.map(({ msg }) => msg)
    expect(told.filter((msg) => msg === 'the model is suspended for a while')).toHaveLength(1)
    expect(told.filter((msg) => msg === 'the model answers again')).toHaveLength(1)
  })
})

test('while one finds out whether a hanging model is back, all others are answered by the fallback', async () => {
  const { clock, primary, models, askOnce } = prepare()
  for (let times = 0; times < defaultBreakerTimes.failures; times++) models[0].breaker.fail()
  primary.failure = () => new Promise<never>(() => {})
  const reader = new AbortController()
  clock.now += defaultBreakerTimes.pause
  const probe = askOnce(reader.signal).catch(() => 'gone')
  await until(() => primary.calls === 1)
  expect(await Promise.all([askOnce(), askOnce(), askOnce()])).toEqual(['spare', 'spare', 'spare'])
  clock.now += defaultBreakerTimes.pause
  primary.failure = undefined
  expect(await askOnce(), 'the next one does not wait for the one that hangs').toBe('primary')
  reader.abort(new Error('The reader has left.'))
  expect(await probe).toBe('gone')
})

test.each<[string, (() => Promise<never>)[]]>([
  ['hangs', [() => new Promise<never>(() => {})]],
  ['resets the connection, and then hangs', [() => reset(), () => new Promise<never>(() => {})]],
])('when a model %s, the fallback has answered within 25 s', async (_fault, failures) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const { primary, askOnce } = prepare()
    const calls = failures.length
    primary.failure = () => failures.shift()?.() ?? Promise.reject(new Error('asked once too often'))
    let heard: string | undefined
    const answered = askOnce().then((text) => {
      heard = text
    })
    await untilReally(() => primary.calls === calls)
    await vi.advanceTimersByTimeAsync(19_000)
    expect(heard).toBeUndefined()
    await vi.advanceTimersByTimeAsync(6_000)
    await answered
    expect(heard).toBe('spare')
  } finally {
    vi.useRealTimers()
  }
})

test('readers who leave do not make a model look dead', async () => {
  const { primary, models, askOnce } = prepare()
  primary.failure = () => new Promise<never>(() => {})
  for (let reader = 1; reader <= defaultBreakerTimes.failures + 1; reader++) {
    const leaving = new AbortController()
    const asked = askOnce(leaving.signal).catch(() => 'gone')
    await until(() => primary.calls === reader)
    leaving.abort(new Error('The reader has left.'))
    expect(await asked).toBe('gone')
  }
  expect(models[0].breaker.isOpen()).toBe(false)
})

test('questions that a model does not take do not make it look dead', async () => {
  const { primary, models, askOnce } = prepare()
  primary.failure = () => overloaded(400)
  for (let times = 0; times <= defaultBreakerTimes.failures; times++) expect(await askOnce()).toBe('spare')
  expect(models[0].breaker.isOpen()).toBe(false)
})

test('a refused key is told to the operator once, and the model is not asked in vain', async () => {
  const { primary, lines, askOnce } = prepare()
  primary.failure = () => overloaded(401)
  for (let times = 0; times < 20; times++) expect(await askOnce()).toBe('spare')
  expect(primary.calls).toBe(1)
  expect(lines.filter(({ level, msg }) => level === 50 && msg.includes('key'))).toHaveLength(1)
})

describe('over HTTP, without a fallback', () => {
  let provider: ModelServer
  let server: AssistantServer
  beforeAll(async () => {
    provider = await startModelServer()
    server = await startAssistant({ pages })
  })
  beforeEach(async () => {
    const environment = { OPENAI_COMPATIBLE_BASE_URL: provider.url }
    const [first] = await openModels({ model: 'openai-compatible:test', environment })
    server.use([{ ...first, breaker: createBreaker({ failures: 2, pause: 500 }) }])
    provider.requests.length = 0
  })
  afterAll(async () => {
    await server.close()
    await provider.close()
  })

  test('readers are told at once while the model is left alone, and answered when it is back', async () => {
    provider.script([{ status: 500 }])
    const first = await ask(server, question('How do I set the temperature?'))
    expect(first.chunks.at(-1)).toMatchObject({ type: 'error' })
    const { chunks, raw } = await ask(server, question('How do I set the temperature?'))
    expect(chunks.slice(-2)).toMatchObject([
      { type: 'message-metadata', messageMetadata: { retryable: true, retryAfterSeconds: 1 } },
      { errorText: 'The assistant is not available right now. Please try again in a second.' },
    ])
    expect(raw).not.toContain('SECRET')
    expect(provider.requests).toHaveLength(2)
    provider.script([{ say: 'Set it [1].' }])
    await until(async () => (await ask(server, question('How do I set the temperature?'))).text === 'Set it [1].')
    const again = await ask(server, question('How do I set the temperature?'))
    expect(again.chunks.at(-1)?.type).toBe('finish')
  })

  test('a follow-up does not wait for a model that is left alone to rewrite it', async () => {
    provider.script([{ status: 500 }])
    const { headers } = await ask(server, question('How do I set the temperature?'))
    provider.rewrites.length = 0
    await ask(server, question('And the port?', { threadId: headers.get('x-thread-id') }))
    expect(provider.rewrites).toHaveLength(0)
  })
})
