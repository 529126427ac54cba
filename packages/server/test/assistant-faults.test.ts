import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openModels } from '../src/assistant/models.ts'
import { type AssistantServer, ask, question, readChunks, startAssistant, until } from './support/assistant-server.ts'
import { type ModelServer, type ModelStep, startModelServer } from './support/model-server.ts'
import { pages } from './support/pages.ts'

let model: ModelServer
let server: AssistantServer
let withFallback: AssistantServer

const open = (settings: { model: string; fallbackModel?: string }) =>
  openModels({ ...settings, environment: { OPENAI_COMPATIBLE_BASE_URL: model.url } })
const deadlines = { firstToken: 400, gap: 400, total: 1_500 }

beforeAll(async () => {
  model = await startModelServer()
  const models = await open({ model: 'openai-compatible:test' })
  server = await startAssistant({ pages, models, deadlines })
  const two = await open({ model: 'openai-compatible:test', fallbackModel: 'openai-compatible:spare' })
  withFallback = await startAssistant({ pages, models: two, deadlines })
})
afterEach(() => {
  model.requests.length = 0
})
afterAll(async () => {
  await server.close()
  await withFallback.close()
  await model.close()
})

const lastTurn = (of: AssistantServer) =>
  of.database.selectFrom('turns').selectAll().orderBy('started_at', 'desc').limit(1).executeTakeFirst()

const faults: [string, ModelStep[]][] = [
  ['answers 429', [{ status: 429 }]],
  ['answers 500', [{ status: 500 }]],
  ['answers with HTML', [{ status: 200, body: '<html>SECRET-OF-THE-PROVIDER</html>' }]],
  ['never answers', ['hang']],
  ['falls silent after a few words', [{ say: 'Half an ans' }, 'hang']],
  ['is cut before the first word', ['cut']],
  ['is cut in the middle', [{ say: 'Half an ans' }, 'cut']],
  ['sends something that is not JSON', [{ say: 'Half an ans' }, 'malformed']],
  ['ends without saying that it has ended', [{ say: 'Half an ans' }, 'unfinished']],
  ['never stops', ['endless']],
  ['says nothing', []],
]

describe('when the model', () => {
  test.each(faults)('%s, the answer ends with one error in plain words', async (_fault, script) => {
    model.script(script)
    const { status, chunks, raw } = await ask(server, question('How do I set the temperature?'))
    expect(status).toBe(200)
    expect(chunks[0]).toMatchObject({ type: 'start', messageMetadata: { threadId: expect.any(String) } })
    expect(chunks.at(-1)).toEqual({
      type: 'error',
      errorText: 'The answer could not be completed. Please try again.',
    })
    expect(chunks.filter((chunk) => chunk.type === 'finish' || chunk.type === 'error')).toHaveLength(1)
    expect(raw.endsWith('data: [DONE]\n\n')).toBe(true)
    expect(raw).not.toContain('SECRET')
    expect(await lastTurn(server)).toMatchObject({ status: 'failed', model: 'openai-compatible:test' })
  })

  test('fails halfway, what it said before is kept', async () => {
    model.script([{ say: 'Half an answer' }, 'cut'])
    const { text } = await ask(server, question('How do I set the temperature?'))
    expect(text).toBe('Half an answer')
    expect(await lastTurn(server)).toMatchObject({ answer: 'Half an answer', status: 'failed' })
  })
})

describe('the fallback model', () => {
  test.each(
    faults.filter(
      ([, script]) => !script.some((step) => typeof step === 'object' && 'say' in step) && script[0] !== 'endless',
    ),
  )('answers when the first one %s', async (_fault, script) => {
    model.script(script, [{ say: 'From the spare one [1].' }])
    const { text, chunks } = await ask(withFallback, question('How do I set the temperature?'))
    expect(text).toBe('From the spare one [1].')
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { model: 'openai-compatible:spare' } })
    expect(model.requests.map((request) => request.model)).toEqual(['test', 'spare'])
  })

  test('is not asked once the first one has said something', async () => {
    model.script([{ say: 'Half an answer' }, 'cut'], [{ say: 'From the spare one.' }])
    const { text, chunks } = await ask(withFallback, question('How do I set the temperature?'))
    expect(text).toBe('Half an answer')
    expect(chunks.at(-1)?.type).toBe('error')
    expect(model.requests).toHaveLength(1)
  })
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
