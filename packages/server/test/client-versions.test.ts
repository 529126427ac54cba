import * as ai7 from 'ai'
import * as ai500 from 'ai-5-0-100'
import * as ai5 from 'ai-5-latest'
import * as ai600 from 'ai-6-0-100'
import * as ai6 from 'ai-6-latest'
import * as ai720 from 'ai-7-0-20'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { question, readChunks, until } from './support/assistant-server.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { pages, twoVersions } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

/** What every version of the AI SDK has in common and the test needs; their types are not assignable to each other. */
interface Client {
  AbstractChat: abstract new (options: {
    transport: unknown
    state: ChatState
    onError: (error: Error) => void
    id?: string
  }) => Chat
  DefaultChatTransport: new (options: {
    api: string
    headers: object
    body: () => object
    prepareSendMessagesRequest?: (asked: Asked) => { body: object }
    prepareReconnectToStreamRequest?: (chat: { id: string }) => { api: string; headers: object }
  }) => unknown
}
interface Asked {
  messages: Message[]
  trigger: string
  messageId: string | undefined
  body: object | undefined
}
interface Chat {
  status: string
  messages: Message[]
  sendMessage(message: { text: string; messageId?: string }): Promise<void>
  regenerate(): Promise<void>
  resumeStream(): Promise<void>
}
interface Message {
  id: string
  role: string
  metadata?: { threadId?: string; answered?: boolean }
  parts: { type: string; text?: string; url?: string }[]
}

class ChatState {
  status = 'ready'
  error: Error | undefined
  messages: Message[] = []
  pushMessage = (message: Message) => {
    this.messages = [...this.messages, message]
  }
  popMessage = () => {
    this.messages = this.messages.slice(0, -1)
  }
  replaceMessage = (index: number, message: Message) => {
    this.messages = this.messages.with(index, message)
  }
  snapshot = <Value>(value: Value): Value => structuredClone(value)
}

/** Holds for every version: the members used here have had the same shape since 5.0.0. */
const asClient = (version: unknown): Client => version as Client

const versions: [string, Client][] = [
  ['5.0.100', asClient(ai500)],
  ['5, the latest', asClient(ai5)],
  ['6.0.100', asClient(ai600)],
  ['6, the latest', asClient(ai6)],
  ['7.0.20', asClient(ai720)],
  ['7, the latest', asClient(ai7)],
]

const path = '/discovery/v2/assistant/docs/message'

let server: TestServer
let key: string
/** One whose model is slow enough to be left. */
let resuming: TestServer
let resumingKey: string
let model: ModelServer
beforeAll(async () => {
  server = await startTestServer()
  key = (await server.addSite('docs', { ...pages, ...twoVersions })).key
  model = await startModelServer()
  const environment = { SIDENOTE_MODEL: 'openai-compatible:test', OPENAI_COMPATIBLE_BASE_URL: model.url }
  resuming = await startTestServer({ environment })
  resumingKey = (await resuming.addSite('reloaded', pages)).key
})
afterAll(async () => {
  await server.stop()
  await resuming.stop()
  await model.close()
})

/** What the manual shows for long conversations. */
const sendTextAlone = ({ messages, trigger, messageId, body }: Asked) => ({
  body: {
    ...body,
    trigger,
    messageId,
    messages: messages.map(({ id, role, parts }) => ({ id, role, parts: parts.filter(({ type }) => type === 'text') })),
  },
})

const openChat = ({ AbstractChat, DefaultChatTransport }: Client, more: { prepare?: typeof sendTextAlone } = {}) => {
  const errors: Error[] = []
  let threadId: string | null = null
  class TestChat extends AbstractChat {}
  const chat = new TestChat({
    transport: new DefaultChatTransport({
      api: server.url + path,
      headers: { authorization: `Bearer ${key}` },
      body: () => ({ fp: 'anonymous', retrievalPageSize: 5, threadId, filter: null }),
      ...(more.prepare && { prepareSendMessagesRequest: more.prepare }),
    }),
    state: new ChatState(),
    onError: (error) => errors.push(error),
  })
  const send = async (text: string) => {
    await chat.sendMessage({ text })
    const answer = chat.messages.at(-1)
    threadId = answer?.metadata?.threadId ?? null
    return answer
  }
  return { chat, errors, send }
}

const turns = (threadId: string | undefined) =>
  server.database
    .selectFrom('turns')
    .select('question')
    .where('thread_id', '=', threadId ?? '')
    .execute()

describe.each(versions)('the client of AI SDK %s', (_version, client) => {
  test('reads an answer to its end and finds the thread', async () => {
    const { chat, errors, send } = openChat(client)
    const answer = await send('How do I set the temperature?')
    expect(errors).toEqual([])
    expect(chat.status).toBe('ready')
    expect(chat.messages.map((message) => message.role)).toEqual(['user', 'assistant'])
    expect(answer?.metadata).toMatchObject({ threadId: expect.stringMatching(/^thread_/), answered: true })
    const types = answer?.parts.map((part) => part.type) ?? []
    expect(types).toContain('source-url')
    expect(types).toContain('data-suggestions')
    expect(answer?.parts.find((part) => part.type === 'text')?.text).toContain('[1]')
  })

  test('reads the choices of an answer that asks back', async () => {
    const { errors, send } = openChat(client)
    const answer = await send('How do I replace the valve?')
    expect(errors).toEqual([])
    expect(answer?.parts.find((part) => part.type === 'data-choices')).toMatchObject({
      data: [{ label: 'v2', filter: { version: '2' } }, { label: 'v1' }],
    })
  })

  test('sends everything back and goes on in the same thread', async () => {
    const { errors, send } = openChat(client)
    const first = await send('How do I set the temperature?')
    const second = await send('And the port?')
    expect(errors).toEqual([])
    expect(second?.metadata?.threadId).toBe(first?.metadata?.threadId)
    expect(second?.id).not.toBe(first?.id)
    expect(await turns(first?.metadata?.threadId)).toHaveLength(2)
  })
})

test.each(versions)(
  'the client of AI SDK %s may send the text of its messages alone, and asks anew',
  async (_version, client) => {
    const { chat, errors, send } = openChat(client, { prepare: sendTextAlone })
    const first = await send('How do I set the temperature?')
    await chat.regenerate()
    expect(chat.messages.map((message) => message.role)).toEqual(['user', 'assistant'])
    await send('And the port?')
    await chat.sendMessage({ text: 'How do I set the port?', messageId: chat.messages[0]?.id ?? '' })
    expect(chat.messages.map((message) => message.role)).toEqual(['user', 'assistant'])
    expect([errors, chat.status]).toEqual([[], 'ready'])
    expect(await turns(first?.metadata?.threadId)).toHaveLength(4)
  },
)

describe('a plain reader of server-sent events', () => {
  const ask = async (body: object) => readChunks(await (await server.send(path, { key, body })).text())

  test('finds threadId on the event of type finish and goes on with it', async () => {
    const first = await ask(question('How do I set the temperature?'))
    const threadId = first.find((chunk) => chunk.type === 'finish')?.threadId
    expect(threadId).toMatch(/^thread_/)
    const second = await ask(question('And the port?', { threadId }))
    expect(second.find((chunk) => chunk.type === 'finish')?.threadId).toBe(threadId)
    expect(await turns(threadId)).toHaveLength(2)
  })
})

describe.each(versions)(
  'the client of AI SDK %s that has been reloaded',
  (_version, { AbstractChat, DefaultChatTransport }) => {
    const url = () => `${resuming.url}/discovery/v2/assistant/reloaded/message`
    const open = (id: string) => {
      const errors: Error[] = []
      const headers = { authorization: `Bearer ${resumingKey}` }
      class TestChat extends AbstractChat {}
      const transport = new DefaultChatTransport({
        api: url(),
        headers,
        body: () => ({ fp: 'reader', resumable: true }),
        // Older releases append to `api` as it stands, so that a query in it would be lost.
        prepareReconnectToStreamRequest: (chat) => ({
          api: `${url()}/${encodeURIComponent(chat.id)}/stream?fp=reader`,
          headers,
        }),
      })
      const state = new ChatState()
      return { chat: new TestChat({ id, transport, state, onError: (error) => errors.push(error) }), state, errors }
    }
    const textOf = (messages: readonly Message[]) =>
      messages
        .at(-1)
        ?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
        .join('') ?? ''

    test('reads the running answer from its start to its end, and nothing when none runs', async () => {
      model.script([{ say: 'The first words' }, { wait: 400 }, { say: ' and the last.' }])
      const id = `chat ${Math.random()}`
      const before = open(id)
      const sent = before.chat.sendMessage({ text: 'How do I set the temperature?' })
      await until(() => textOf(before.chat.messages).includes('first words'))
      const after = open(id)
      after.state.messages = before.state.messages.slice(0, 1)
      await after.chat.resumeStream()
      expect(after.errors).toEqual([])
      expect(after.chat.status).toBe('ready')
      expect(after.chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
      expect(textOf(after.chat.messages)).toBe('The first words and the last.')
      expect(after.chat.messages.at(-1)?.metadata?.threadId).toMatch(/^thread_/)
      await sent
      const later = open(`none ${id}`)
      await later.chat.resumeStream()
      expect(later.errors).toEqual([])
      expect([later.chat.status, later.chat.messages]).toEqual(['ready', []])
    })
  },
)
