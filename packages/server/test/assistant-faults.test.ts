import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { AnswerChunk } from '../src/assistant/chunk.ts'
import type { Deadlines } from '../src/assistant/models/model-call.ts'
import { type Models, openModels } from '../src/assistant/models/models.ts'
import { startSilence } from '../src/assistant/models/silence.ts'
import {
  type AssistantServer,
  ask,
  question,
  type Reply,
  readChunks,
  startAssistant,
  until,
} from './support/assistant-server.ts'
import { testEngines } from './support/database.ts'
import { type ModelServer, type ModelStep, startModelServer } from './support/model-server.ts'
import { pages } from './support/pages.ts'

let model: ModelServer
let server: AssistantServer
let withFallback: AssistantServer

const canary = 'SECRET-OF-THE-PROVIDER'
/** Long: a busy machine is no fault of the model. */
const deadlines: Deadlines = { firstToken: 10_000, gap: 10_000, total: 25_000 }
/** Short only in what the script runs into. */
const deadlinesOf = (script: readonly ModelStep[]): Deadlines => {
  if (script.includes('endless')) return { ...deadlines, total: 1_500 }
  if (!script.includes('hang')) return deadlines
  return isSpoken(script) ? { ...deadlines, gap: 400 } : { ...deadlines, firstToken: 1_000 }
}
const isSpoken = (script: readonly ModelStep[]) => script.some((step) => typeof step === 'object' && 'say' in step)

const open = (settings: { model: string; fallbackModel?: string }): Promise<Models> =>
  openModels({ ...settings, environment: { OPENAI_COMPATIBLE_BASE_URL: model.url } })
/** Models that nothing was done to: what one test does to them is not for the next. */
const renew = async (script: readonly ModelStep[] = []) => {
  server.use(await open(one), deadlinesOf(script))
  withFallback.use(await open(two), deadlinesOf(script))
}
const one = { model: 'openai-compatible:test' }
const two = { ...one, fallbackModel: 'openai-compatible:spare' }

beforeAll(async () => {
  model = await startModelServer()
  server = await startAssistant({ pages, models: await open(one), deadlines })
  withFallback = await startAssistant({ pages, models: await open(two), deadlines })
})
beforeEach(async () => {
  await renew()
  model.requests.length = 0
})
afterAll(async () => {
  await server.close()
  await withFallback.close()
  await model.close()
})

const lastTurn = (of: AssistantServer) =>
  of.database.selectFrom('turns').selectAll().orderBy('started_at', 'desc').limit(1).executeTakeFirst()

const half = Buffer.from('data: {"choices":[{"index":0,"delta":{"content":"Gr\u00fc').subarray(0, -1)
const line = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const errorEvent = line({ error: { message: canary, type: 'overloaded_error', code: 529 } })
const ends = (reason: string): ModelStep[] => [
  { raw: line({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }) },
  'unfinished',
]
const search = { call: 'search', input: { query: 'temperature' } }

/** What a model may do, and how often it is asked when it does so for ever. */
const silentFaults: [string, ModelStep[], number][] = [
  ['answers 429', [{ status: 429 }], 2],
  ['answers 429 and wants a minute of patience', [{ status: 429, headers: { 'retry-after': '60' } }], 1],
  ['answers 408', [{ status: 408 }], 2],
  ['answers 500', [{ status: 500 }], 2],
  ['answers 529', [{ status: 529 }], 2],
  ['refuses the question', [{ status: 400 }], 2],
  ['refuses the key', [{ status: 401 }], 1],
  ['answers with HTML', [{ status: 200, body: `<html>${canary}</html>` }], 1],
  ['answers with JSON', [{ status: 200, body: JSON.stringify({ error: canary }) }], 1],
  ['never answers', ['hang'], 1],
  ['sends its headers and no more', [{ raw: ': wait\n\n' }, 'hang'], 1],
  ['is cut before the first word', ['cut'], 2],
  ['sends an error as an event', [{ raw: errorEvent }, 'unfinished'], 1],
  ['sends something that is not JSON', ['malformed'], 1],
  ['knows no model of this name', [{ status: 404 }], 1],
  ['says nothing', [], 1],
  ['says nothing but blanks', [{ say: ' \n' }, { say: '\n' }], 1],
  ['says nothing that can be seen', [{ say: '\u0007\u0001 ' }, { say: '\u200b\u202e\n' }], 1],
  ['thinks aloud and says nothing', [{ say: '<think>Hm.' }, { say: '</think>\n' }], 1],
  ['is stopped by a filter before the first word', ends('content_filter'), 1],
  ['has used up its output before the first word', ends('length'), 1],
  ['calls a tool for ever', [search], 5],
]
const spokenFaults: [string, ModelStep[]][] = [
  ['falls silent after a few words', [{ say: 'Half an ans' }, 'hang']],
  ['is cut in the middle', [{ say: 'Half an ans' }, 'cut']],
  ['is cut in the middle of a character', [{ say: 'Half an ans' }, { raw: half }, 'cut']],
  ['sends something that is not JSON after a few words', [{ say: 'Half an ans' }, 'malformed']],
  ['sends an error as an event after a few words', [{ say: 'Half an ans' }, { raw: errorEvent }, 'unfinished']],
  ['ends without saying that it has ended', [{ say: 'Half an ans' }, 'unfinished']],
  ['ends and calls that an error', [{ say: 'Half an ans' }, ...ends('error')]],
  ['falls silent within a line of 10 MB', [{ say: 'Half an ans' }, { raw: `data: ${'x'.repeat(1e7)}` }, 'hang']],
]

const endings = (chunks: AnswerChunk[]) => chunks.filter(({ type }) => type === 'finish' || type === 'error')

const expectFailure = async ({ status, chunks, raw }: Reply) => {
  expect(status).toBe(200)
  expect(chunks[0]).toMatchObject({ type: 'start', messageMetadata: { threadId: expect.any(String) } })
  expect(chunks.at(-1)).toEqual({ type: 'error', errorText: expect.stringMatching(/^The (?:answer|assistant) .*\.$/) })
  expect(chunks.at(-2)).toMatchObject({ type: 'message-metadata', messageMetadata: { retryable: expect.any(Boolean) } })
  expect(endings(chunks)).toHaveLength(1)
  expect(raw.endsWith('data: [DONE]\n\n')).toBe(true)
  expect(raw).not.toContain(canary)
  expect(await lastTurn(server)).toMatchObject({ status: 'failed', model: 'openai-compatible:test' })
}

describe('when the model', () => {
  test.each(silentFaults)('%s, the answer ends with one error in plain words', async (_fault, script, calls) => {
    await renew(script)
    model.script(script)
    await expectFailure(await ask(server, question('How do I set the temperature?')))
    expect(model.requests).toHaveLength(calls)
  })

  test.each(spokenFaults)('%s, it is not asked again, and what it said is kept', async (_fault, script) => {
    await renew(script)
    model.script(script)
    const reply = await ask(server, question('How do I set the temperature?'))
    await expectFailure(reply)
    expect(reply.text).toBe('Half an ans')
    expect(await lastTurn(server)).toMatchObject({ answer: 'Half an ans', status: 'failed' })
    expect(model.requests).toHaveLength(1)
  })

  test('never stops, the answer ends at the deadline', async () => {
    await renew(['endless'])
    model.script(['endless'])
    await expectFailure(await ask(server, question('How do I set the temperature?')))
  })

  test.each<[string, ModelStep[], string]>([
    ['leaves out [DONE]', [{ say: 'Set it [1].' }, 'undone'], 'Set it [1].'],
    [
      'says that its words are HTML',
      [{ raw: line({ choices: [{ index: 0, delta: { content: 'Set it [1].' } }] }), type: 'text/html' }],
      'Set it [1].',
    ],
    ['is slow', [{ say: 'Set ' }, { wait: 300 }, { say: 'it ' }, { wait: 300 }, { say: '[1].' }], 'Set it [1].'],
  ])('%s, the answer is whole', async (_fault, script, said) => {
    await renew(script)
    model.script(script)
    const { text, chunks } = await ask(server, question('How do I set the temperature?'))
    expect(text).toBe(said)
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: true } })
  })

  test('thinks aloud, the reader does not hear it', async () => {
    model.script([{ say: '<th' }, { say: 'ink>The reader wants' }, { say: ' it.</think>\n\nSet it' }, { say: ' [1].' }])
    const { text } = await ask(server, question('How do I set the temperature?'))
    expect(text).toBe('Set it [1].')
    expect(await lastTurn(server)).toMatchObject({ answer: 'Set it [1].', status: 'answered' })
  })

  test.each(['length', 'content_filter'])('is stopped by “%s”, finish says that the answer is cut', async (reason) => {
    model.script([{ say: 'Set it [1].' }, ...ends(reason)])
    const { text, chunks } = await ask(server, question('How do I set the temperature?'))
    expect(text).toBe('Set it [1].')
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: true, cut: true } })
  })

  test.each(testEngines)('says what PostgreSQL cannot store, %s has the turn without it', async (engine) => {
    const storing = await startAssistant({ pages, models: await open(one), deadlines, engine })
    onTestFinished(() => storing.close())
    model.script([{ say: 'Set\0 it \ud83d' }, { say: '\ude00\0 [1].' }])
    const { text, chunks } = await ask(storing, question('How do I set the temperature?'))
    expect(text).toBe('Set it 😀 [1].')
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: true } })
    expect(await lastTurn(storing)).toMatchObject({ answer: 'Set it 😀 [1].', status: 'answered' })
  })

  test('does not take the question, the reader is told to put it in other words, and other readers are answered', async () => {
    for (const refusal of [ends('content_filter'), [{ status: 400 }]]) {
      model.script(refusal)
      for (let times = 0; times < 6; times++) {
        const { chunks } = await ask(server, question('How do I set the temperature?'))
        expect(chunks.slice(-2)).toMatchObject([
          { messageMetadata: { retryable: false } },
          { errorText: 'The assistant cannot answer this. Please put the question in other words, or more briefly.' },
        ])
      }
    }
    model.script([{ say: 'Set it [1].' }])
    expect((await ask(server, question('How do I set the temperature?'))).text).toBe('Set it [1].')
  })

  test('says 10 MB at once, the reader gets the beginning', async () => {
    model.script([{ say: 'word '.repeat(2e6) }])
    const { raw, chunks } = await ask(server, question('How do I set the temperature?'))
    expect(raw.length).toBeLessThan(100_000)
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { cut: true } })
  })

  test.each<[string, ModelStep[][]]>([
    ['takes no tools', [[{ status: 400, forTools: true }, { say: 'Set it [1].' }]]],
    ['calls tools as text', [[{ say: '<tool_call>{"name": "search"}</tool_call>' }], [{ say: 'Set it [1].' }]]],
  ])('%s, it is asked without them', async (_fault, scripts) => {
    model.script(...scripts)
    const { text, chunks } = await ask(server, question('How do I set the temperature?'))
    expect(text).toBe('Set it [1].')
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { answered: true } })
    expect(model.requests.map(({ tools }) => tools?.length)).toEqual([2, undefined])
  })

  test('fails once before its first word, the reader does not notice', async () => {
    model.script([{ status: 503 }], [{ say: 'Set it [1].' }])
    const { text, chunks } = await ask(server, question('How do I set the temperature?'))
    expect(text).toBe('Set it [1].')
    expect(chunks.at(-1)?.type).toBe('finish')
  })

  test('wants a second of patience, it is given that', async () => {
    model.script([{ status: 429, headers: { 'retry-after': '1' } }], [{ say: 'Set it [1].' }])
    const { text } = await ask(server, question('How do I set the temperature?'))
    expect(text).toBe('Set it [1].')
    expect([model.requests.length, model.early()]).toEqual([2, 0])
  })

  test('has no room, the reader is told when to try again', async () => {
    model.script([{ status: 429, headers: { 'retry-after': '20' } }])
    const { chunks } = await ask(server, question('How do I set the temperature?'))
    expect(chunks.slice(-2)).toMatchObject([
      { type: 'message-metadata', messageMetadata: { retryable: true, retryAfterSeconds: 20 } },
      { type: 'error', errorText: 'The assistant is busy right now. Please try again in 20 seconds.' },
    ])
    const { chunks: later } = await ask(server, question('How do I set the temperature?'))
    expect(later.at(-1)).toMatchObject({
      errorText: expect.stringMatching(/^The assistant is not available right now\. Please try again in (?:19|20) s/),
    })
    expect(model.requests, 'what asks for patience is given it').toHaveLength(1)
  })

  test('refuses the key, to try again is not advised', async () => {
    model.script([{ status: 401 }])
    const { chunks } = await ask(server, question('How do I set the temperature?'))
    expect(chunks.at(-2)).toMatchObject({ messageMetadata: { retryable: false } })
  })
})

describe('the fallback model', () => {
  test.each(silentFaults)('answers when the first one %s', async (_fault, script, calls) => {
    await renew(script)
    model.script(...Array.from({ length: calls }, () => script), [{ say: 'From the spare one [1].' }])
    const { text, chunks } = await ask(withFallback, question('How do I set the temperature?'))
    expect(text).toBe('From the spare one [1].')
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { model: 'openai-compatible:spare' } })
    const asked = model.requests.map((request) => request.model)
    expect(asked).toEqual([...Array.from({ length: calls }, () => 'test'), 'spare'])
  })

  test.each(spokenFaults.slice(0, 3))('is not asked when the first one %s', async (_fault, script) => {
    await renew(script)
    model.script(script, [{ say: 'From the spare one.' }])
    const { text, chunks } = await ask(withFallback, question('How do I set the temperature?'))
    expect(text).toBe('Half an ans')
    expect(chunks.at(-1)?.type).toBe('error')
    expect(model.requests).toHaveLength(1)
  })
})

test('a reader who reads slowly is not told that the model is silent', async () => {
  const silence = startSilence({ firstToken: 50, gap: 50 })
  silence.reset()
  await silence.while(wait(5))
  await wait(100)
  expect(await silence.while(Promise.resolve('more'))).toBe('more')
  expect(silence.signal.aborted).toBe(false)
})

describe('when the reader leaves', () => {
  const leaveAfter = async (words: string) => {
    const abort = new AbortController()
    const response = await fetch(`${server.url}/docs/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question('How do I set the temperature?')),
      signal: abort.signal,
    })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let read = ''
    while (reader && !read.includes(words)) read += (await reader.read()).value ?? ''
    abort.abort()
    return response.headers.get('x-thread-id')
  }
  const turnOf = (threadId: string | null) =>
    server.database.selectFrom('turns').selectAll().where('thread_id', '=', threadId).executeTakeFirst()

  test('while the model speaks, the model is let go and the turn is stored', async () => {
    const before = model.aborted()
    model.script([{ say: 'The first words. ' }, 'hang'])
    const threadId = await leaveAfter('The first words.')
    await until(() => model.aborted() === before + 1)
    await until(async () => (await turnOf(threadId)) !== undefined)
    expect(await turnOf(threadId)).toMatchObject({ status: 'aborted', answer: 'The first words.' })
  })

  test('before the first word, the model is let go and the turn is stored', async () => {
    const before = model.aborted()
    model.script(['hang'])
    const threadId = await leaveAfter('"source-url"')
    await until(() => model.aborted() === before + 1)
    await until(async () => (await turnOf(threadId)) !== undefined)
    expect(await turnOf(threadId)).toMatchObject({ status: 'aborted', answer: '' })
  })
})

test('a server that shuts down ends running answers with an error and lets the model go', async () => {
  const models = await open({ model: 'openai-compatible:test' })
  const stopping = await startAssistant({ pages, models })
  const before = model.aborted()
  model.script([{ say: 'The first words. ' }, 'hang'])
  const reply = ask(stopping, question('How do I set the temperature?'))
  await until(() => model.requests.length === 1)
  stopping.shutDown()
  const { chunks } = await reply
  expect(chunks.at(-1)).toEqual({
    type: 'error',
    errorText: 'The server is restarting. Please ask again in a moment.',
  })
  await until(() => model.aborted() === before + 1)
  expect(await lastTurn(stopping)).toMatchObject({ status: 'aborted' })
  await stopping.close()
})

test('a silent stream is kept open by comments, which readers skip', async () => {
  const models = await open({ model: 'openai-compatible:test' })
  const quiet = await startAssistant({ pages, models, times: { heartbeat: 20 } })
  model.script([{ wait: 200 }, { say: 'At last [1].' }])
  const { raw, text } = await ask(quiet, question('How do I set the temperature?'))
  expect(raw).toContain(': keep-alive\n\n')
  expect(text).toBe('At last [1].')
  expect(readChunks(raw).at(-1)?.type).toBe('finish')
  await quiet.close()
})

test('words that come fast are sent together', async () => {
  model.script([...'abcdefghijklmnopqrstuvwxyz'].map((say) => ({ say })))
  const { chunks, text } = await ask(server, question('How do I set the temperature?'))
  expect(text).toBe('abcdefghijklmnopqrstuvwxyz')
  expect(chunks.filter((chunk) => chunk.type === 'text-delta').length).toBeLessThan(26)
})
