import { afterEach, describe, expect, it } from 'vitest'
import type { ChatMessage } from './conversation.ts'
import { type Asking, createTransport, encodeJson, requestBody } from './transport.ts'

const asking: Asking = {
  options: { domain: 'acme', key: 'svc_dsc_k', url: 'http://sidenote.test', filter: { version: '2' } },
  fp: 'f1',
  threadId: 't1',
}

const question: ChatMessage = {
  id: 'q1',
  role: 'user',
  metadata: { path: '/guide', contexts: [{ type: 'code', value: 'x()', path: '/guide', language: 'js' }] },
  parts: [{ type: 'text', text: 'How?' }],
}

describe('a question on the wire', () => {
  it('carries what it was asked about, where, in which thread and version', () => {
    expect(requestBody({ messages: [question], trigger: 'submit-message' }, asking)).toEqual({
      fp: 'f1',
      threadId: 't1',
      retrievalPageSize: 5,
      filter: { version: '2' },
      context: [{ type: 'code', value: 'x()', path: '/guide' }],
      currentPath: '/guide',
      messages: [{ id: 'q1', role: 'user', parts: [{ type: 'text', text: 'How?' }] }],
      trigger: 'submit-message',
    })
  })

  it('leaves out of earlier answers all but their text', () => {
    const answer: ChatMessage = {
      id: 'a1',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'source-url', sourceId: 's', url: '/a' },
        { type: 'text', text: 'So.', state: 'done' },
      ],
    }
    const { messages, currentPath, context } = requestBody(
      { messages: [question, answer, { ...question, metadata: {} }], trigger: 'x' },
      asking,
    )
    expect(messages[1]).toEqual({ id: 'a1', role: 'assistant', parts: [{ type: 'text', text: 'So.' }] })
    expect([currentPath, context]).toEqual([undefined, undefined])
  })
})

describe('JSON on a page with Prototype.js', () => {
  const prototype: { toJSON?: unknown } = Array.prototype as { toJSON?: unknown }
  afterEach(() => {
    delete prototype.toJSON
  })

  it('is plain JSON, and the page keeps what it changed', () => {
    const changed = () => 'a string'
    Object.defineProperty(prototype, 'toJSON', { value: changed, configurable: true, writable: true })
    expect(encodeJson({ messages: [1, [2]] })).toBe('{"messages":[1,[2]]}')
    expect(prototype.toJSON).toBe(changed)
  })
})

describe('the transport', () => {
  const send = async (...statuses: number[]) => {
    const bodies: { threadId: string | null }[] = []
    const transport = createTransport(
      () => asking,
      async (_input, init) => {
        bodies.push(JSON.parse(String(init?.body)))
        const status = statuses[bodies.length - 1] ?? 200
        return new Response(status === 200 ? 'data: [DONE]\n\n' : '{"message":"No such thread.","code":"not_found"}', {
          status,
        })
      },
    )
    const sent = transport.sendMessages({
      trigger: 'submit-message',
      chatId: 'c',
      messageId: undefined,
      messages: [question],
      abortSignal: undefined,
    })
    return { bodies, sent }
  }

  it('starts a new thread without a word when the server forgot the old one', async () => {
    const { bodies, sent } = await send(404, 200)
    await sent
    expect(bodies.map(({ threadId }) => threadId)).toEqual(['t1', null])
  })

  it('says that the site is unknown when a new thread is refused too', async () => {
    const { sent } = await send(404, 404)
    await expect(sent).rejects.toMatchObject({ kind: 'site', code: 'not_found' })
  })
})
