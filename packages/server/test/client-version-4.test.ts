import { callChatApi, generateId, type UIMessage } from '@ai-sdk/ui-utils'
import { processDataStream } from 'ai-4-latest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openModels } from '../src/assistant/models/models.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { pages, twoVersions } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const path = '/discovery/v1/assistant/docs/message'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (await server.addSite('docs', { ...pages, ...twoVersions })).key
})
afterAll(() => server.stop())

interface Answer {
  readonly message: UIMessage
  readonly finishReason: string
  readonly threadId: string | null
  readonly data: readonly unknown[]
}

/** What `useChat` of version 4 does with its messages, without React around it. */
const chat = async (messages: readonly object[], more: object = {}): Promise<Answer> => {
  let threadId: string | null = null
  let finished: Pick<Answer, 'message' | 'finishReason'> | undefined
  let data: readonly unknown[] = []
  await callChatApi({
    api: server.url + path,
    body: { id: 'chat', messages, fp: 'anonymous', retrievalPageSize: 5, ...more },
    headers: { authorization: `Bearer ${key}` },
    streamProtocol: 'data',
    credentials: 'omit',
    abortController: () => null,
    restoreMessagesOnFailure: () => undefined,
    onResponse: (response) => {
      threadId = response.headers.get('x-thread-id')
    },
    onUpdate: (update) => {
      data = update.data ?? data
    },
    onFinish: (message, { finishReason }) => {
      finished = { message: { ...message, parts: message.parts ?? [] }, finishReason }
    },
    onToolCall: undefined,
    generateId,
    fetch: undefined,
    lastMessage: undefined,
  })
  if (!finished) throw new Error('The client saw no end.')
  return { ...finished, threadId, data }
}

const asked = (text: string) => ({ role: 'user', content: text, parts: [{ type: 'text', text }] })

describe('the client of AI SDK 4', () => {
  test('reads text, sources, follow-up questions and the thread, to the end', async () => {
    const { message, finishReason, threadId, data } = await chat([asked('How do I set the temperature?')])
    expect(finishReason).toBe('stop')
    expect(message.content).toContain('[1]')
    expect(message.id).toMatch(/^message_/)
    const sources = message.parts.filter((part) => part.type === 'source')
    expect(sources[0]?.source).toMatchObject({ sourceType: 'url', id: expect.any(String), url: expect.any(String) })
    expect(threadId).toMatch(/^thread_/)
    expect(message.annotations).toContainEqual({ threadId })
    expect(message.annotations).toContainEqual(expect.objectContaining({ threadId, answered: true }))
    expect(data).toContainEqual({ type: 'suggestions', suggestions: expect.any(Array) })
  })

  test('reads the choices of an answer that asks back', async () => {
    const { finishReason, data } = await chat([asked('How do I replace the valve?')])
    expect(finishReason).toBe('stop')
    const choices = [expect.objectContaining({ label: 'v2' }), expect.objectContaining({ label: 'v1' })]
    expect(data).toContainEqual({ type: 'choices', choices })
  })

  test('sends everything back and goes on in the same thread', async () => {
    const question = asked('How do I set the temperature?')
    const first = await chat([question])
    const second = await chat([question, first.message, asked('And the port?')], { threadId: first.threadId })
    expect(second.threadId).toBe(first.threadId)
    expect(second.message.id).not.toBe(first.message.id)
    const turns = await server.database
      .selectFrom('turns')
      .select('question')
      .where('thread_id', '=', first.threadId ?? '')
      .execute()
    expect(turns.map((turn) => turn.question).sort()).toEqual(['And the port?', 'How do I set the temperature?'])
  })

  test('may send content alone, without id and parts', async () => {
    const { message } = await chat([{ role: 'user', content: 'How do I set the temperature?' }])
    expect(message.content).toContain('temperature')
  })

  test('is told in a sentence what was wrong', async () => {
    await expect(chat([{ role: 'user', content: ' ' }])).rejects.toThrow('messages[0] has no text')
    await expect(chat([asked('Hi')], { threadId: 'thread_of_nobody' })).rejects.toThrow(
      /has no thread .*thread_of_nobody/,
    )
  })

  test('counts for the same limits as the later versions', async () => {
    const remaining = async (address: string, body: object) => {
      const response = await server.send(address, { key, body })
      await response.text()
      return Number(/"assistant-organization-hour";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])
    }
    const message = { id: '1', ...asked('How do I set the temperature?') }
    const one = await remaining(path, { fp: 'anonymous', messages: [message] })
    const next = await remaining('/discovery/v2/assistant/docs/message', { fp: 'anonymous', messages: [message] })
    expect(next).toBe(one - 1)
  })
})

describe('with a model', () => {
  let model: ModelServer
  let answering: TestServer
  let siteKey: string
  beforeAll(async () => {
    model = await startModelServer()
    const environment = { OPENAI_COMPATIBLE_BASE_URL: model.url }
    answering = await startTestServer({ models: await openModels({ model: 'openai-compatible:test', environment }) })
    siteKey = (await answering.addSite('docs', pages)).key
  })
  afterAll(async () => {
    await answering.stop()
    await model.close()
  })

  const readParts = async () => {
    const body = { fp: 'anonymous', messages: [asked('How do I set the temperature?')] }
    const response = await answering.send(path, { key: siteKey, body })
    if (!response.body) throw new Error('There is no body.')
    const parts: [string, unknown][] = []
    const note = (name: string) => (value: unknown) => void parts.push([name, value])
    await processDataStream({
      stream: response.body,
      onTextPart: note('text'),
      onToolCallPart: note('call'),
      onToolResultPart: note('result'),
      onErrorPart: note('error'),
      onFinishMessagePart: note('finish'),
    })
    return parts
  }

  test('what the model searches for is a tool call with its result', async () => {
    model.script([{ call: 'search', input: { query: 'port' } }], [{ say: 'The port is 8123 [1].' }])
    const parts = await readParts()
    expect(parts.map(([name]) => name).filter((name, index, all) => name !== all[index - 1])).toEqual([
      'call',
      'result',
      'text',
      'finish',
    ])
    expect(parts[0]?.[1]).toMatchObject({ toolName: 'search', args: { query: 'port' } })
    expect(parts[1]?.[1]).toMatchObject({ result: { results: expect.arrayContaining([expect.any(Object)]) } })
  })

  test('an answer that fails ends with an error part that holds a sentence, and no cause', async () => {
    model.script([{ say: 'Kettle ' }, 'cut'])
    expect((await readParts()).filter(([name]) => name !== 'text')).toEqual([
      ['error', 'The answer could not be completed. Please try again.'],
    ])
  })
})
