import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { encodeJson } from './encode-json.ts'
import type { ChatMessage } from './message.ts'
import { isNetworkError } from './problem.ts'
import type { Requester } from './server-address.ts'
import { stopAnswer } from './stop-answer.ts'
import { createTransport, requestBody } from './transport.ts'

const asking: Requester = {
  options: { domain: 'acme', key: 'svc_dsc_k', url: 'http://sidenote.test', filter: { version: '2' } },
  fp: 'f1',
}

const secrets = { hmacSignatureSecret: 'a secret', hmacKeySignatureSecret: 'another' }

const question: ChatMessage = {
  id: 'q1',
  role: 'user',
  metadata: { path: '/guide', contexts: [{ type: 'code', value: 'x()', path: '/guide', language: 'js' }] },
  parts: [{ type: 'text', text: 'How?' }],
}

const earlier: ChatMessage = {
  id: 'a0',
  role: 'assistant',
  metadata: { threadId: 't1' },
  parts: [{ type: 'text', text: 'Before.' }],
}

describe('a question on the wire', () => {
  it('carries its selections, page, thread and filter', () => {
    expect(requestBody({ id: 'c1', messages: [earlier, question], trigger: 'submit-message' }, asking)).toEqual({
      fp: 'f1',
      threadId: 't1',
      retrievalPageSize: 5,
      filter: { version: '2' },
      context: [{ type: 'code', value: 'x()', path: '/guide' }],
      currentPath: '/guide',
      messages: [
        { id: 'a0', role: 'assistant', parts: [{ type: 'text', text: 'Before.' }] },
        { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'How?' }] },
      ],
      trigger: 'submit-message',
      id: 'c1',
      resumable: true,
    })
  })

  it('carries only its own files, without their names, and none without bytes', () => {
    const file = (url: string) => ({ type: 'file' as const, mediaType: 'image/png', filename: 'salaries.png', url })
    const withFiles = (id: string, ...urls: string[]): ChatMessage => ({
      ...question,
      id,
      parts: [...urls.map(file), { type: 'text', text: 'How?' }],
    })
    const messages = [
      withFiles('q1', 'data:image/png;base64,AA=='),
      earlier,
      withFiles('q2', 'data:image/png;base64,BB==', ''),
    ]
    const body = requestBody({ id: 'c1', messages, trigger: 'submit-message' }, asking)
    expect(body.messages.map(({ parts }) => parts.map(({ type }) => type))).toEqual([
      ['text'],
      ['text'],
      ['file', 'text'],
    ])
    expect(body.messages[2]?.parts[0]).toEqual({
      type: 'file',
      mediaType: 'image/png',
      url: 'data:image/png;base64,BB==',
    })
    expect(JSON.stringify(body)).not.toContain('salaries')
  })

  it('keeps the reader’s choice, and gives the owner’s filter precedence', () => {
    const chosen: ChatMessage = { ...question, metadata: { filter: { version: '1', language: 'de' } } }
    const messages = [chosen, earlier, { ...question, id: 'q2' }]
    expect(requestBody({ id: 'c1', messages, trigger: 'submit-message' }, asking).filter).toEqual({
      version: '2',
      language: 'de',
    })
  })

  it('starts a new thread if the first question is asked again or changed', () => {
    const { threadId } = requestBody({ id: 'c1', messages: [question], trigger: 'regenerate-message' }, asking)
    expect(threadId).toBeNull()
  })

  it('carries only the text of earlier answers', () => {
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
      { id: 'c1', messages: [question, answer, { ...question, metadata: {} }], trigger: 'x' },
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

  it('is plain JSON, and the page keeps its change', () => {
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
      messages: [earlier, question],
      abortSignal: undefined,
    })
    return { bodies, sent }
  }

  it('silently starts a new thread if the server forgot the old one', async () => {
    const { bodies, sent } = await send(404, 200)
    await sent
    expect(bodies.map(({ threadId }) => threadId)).toEqual(['t1', null])
  })

  it('reports an unknown site if a new thread is refused too', async () => {
    const { sent } = await send(404, 404)
    await expect(sent).rejects.toMatchObject({ kind: 'site', code: 'not_found' })
  })

  it('doesn’t mistake a network’s log-in page for an answer', async () => {
    const page = new Response('<html>Log in.</html>', { headers: { 'content-type': 'text/html; charset=utf-8' } })
    const transport = createTransport(
      () => asking,
      async () => page,
    )
    const turn = { trigger: 'submit-message', chatId: 'c', messageId: undefined, abortSignal: undefined } as const
    await expect(transport.sendMessages({ ...turn, messages: [question] })).rejects.toMatchObject({
      kind: 'unreachable',
      code: 'http_200',
      retryable: true,
    })
  })

  it('solves a challenge, and then sends proofs with the first try', async () => {
    const challenge = await createChallenge({
      algorithm: 'PBKDF2/SHA-256',
      cost: 10,
      counter: 37,
      deriveKey,
      data: { site: 'acme' },
      expiresAt: 2_000_000_000,
      ...secrets,
    })
    const seen: string[] = []
    let spent = ''
    const transport = createTransport(
      () => asking,
      async (input, init) => {
        if (String(input).endsWith('/challenge')) {
          seen.push('challenge')
          return Response.json(challenge)
        }
        const header = new Headers(init?.headers).get('x-sidenote-proof')
        const { verified } = header
          ? await verifySolution({ ...JSON.parse(atob(header)), deriveKey, ...secrets })
          : { verified: false }
        seen.push(verified ? 'proved' : 'refused')
        spent = header ?? ''
        return verified
          ? new Response('data: [DONE]\n\n')
          : Response.json({ message: 'A proof, please.', code: 'proof_required' }, { status: 403 })
      },
    )
    const ask = () =>
      transport.sendMessages({
        trigger: 'submit-message',
        chatId: 'c',
        messageId: undefined,
        abortSignal: undefined,
        messages: [question],
      })
    await ask()
    expect(seen).toEqual(['refused', 'challenge', 'proved'])
    expect(JSON.parse(atob(spent)).solution).toMatchObject({
      counter: 37,
      derivedKey: expect.stringMatching(/^[0-9a-f]+$/),
    })
    await ask()
    expect(seen.slice(3)).toEqual(['challenge', 'proved'])
  })

  it('resumes and stops by chat id and reader', async () => {
    const seen: (string | undefined)[][] = []
    const answer: typeof fetch = async (input, init) => {
      seen.push([init?.method, String(input), new Headers(init?.headers).get('authorization') ?? undefined])
      return new Response(null, { status: 204 })
    }
    const address = 'http://sidenote.test/discovery/v2/assistant/acme/message/c%2F1/stream?fp=f1'
    expect(await createTransport(() => asking, answer).reconnectToStream({ chatId: 'c/1' })).toBeNull()
    await stopAnswer('c/1', asking, answer)
    expect(seen).toEqual([
      ['GET', address, 'Bearer svc_dsc_k'],
      ['DELETE', address, 'Bearer svc_dsc_k'],
    ])
  })

  const turn = { trigger: 'submit-message', chatId: 'c', messageId: undefined, abortSignal: undefined } as const

  /** The parts that the SDK gets of a stream with these, or the error that ended it. */
  const read = async (...parts: object[]) => {
    const text = parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')
    const transport = createTransport(
      () => asking,
      async () => new Response(text),
    )
    const seen: object[] = []
    try {
      const reader = (await transport.sendMessages({ ...turn, messages: [question] })).getReader()
      for (let next = await reader.read(); !next.done; next = await reader.read()) seen.push(next.value)
    } catch (error) {
      seen.push({ error: error instanceof Error })
    }
    return seen
  }

  it('passes over parts that the SDK doesn’t know, and says when the answer is over', async () => {
    expect(
      await read(
        { type: 'start', messageId: 'a1' },
        { type: 'later-invention', of: 'a newer server' },
        { type: 'data-other', data: 1 },
        { type: 'text-start', id: 't' },
        { type: 'source-url', url: 7 },
        { type: 'text-delta', id: 't', delta: 'So.' },
        { type: 'finish', messageMetadata: { answered: true } },
      ),
    ).toEqual([
      { type: 'start', messageId: 'a1' },
      { type: 'data-other', data: 1 },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'So.' },
      { type: 'finish', messageMetadata: { answered: true, ended: true } },
    ])
  })

  it('lets no text be missing without an error', async () => {
    for (const broken of [{ type: 'text-delta', id: 't' }, { no: 'type' }])
      expect(await read({ type: 'text-start', id: 't' }, broken)).toEqual([
        { type: 'text-start', id: 't' },
        { error: true },
      ])
  })

  describe('on a silent connection', () => {
    afterEach(() => {
      vi.useRealTimers()
    })

    it('gives up a question and a resumption whose headers never come, and the reader can ask again', async () => {
      vi.useFakeTimers()
      const aborted: boolean[] = []
      const transport = createTransport(
        () => asking,
        (_input, init) =>
          new Promise(() => {
            const index = aborted.push(false) - 1
            init?.signal?.addEventListener('abort', () => {
              aborted[index] = true
            })
          }),
      )
      for (const start of [
        () => transport.sendMessages({ ...turn, messages: [question] }),
        () => transport.reconnectToStream({ chatId: 'c' }),
      ]) {
        const end = start().catch((error) => error)
        await vi.advanceTimersByTimeAsync(19_000)
        expect(aborted.at(-1)).toBe(false)
        await vi.advanceTimersByTimeAsync(2_000)
        expect(await end).toMatchObject({ kind: 'unreachable', code: 'no_headers', retryable: true })
        expect(aborted.at(-1)).toBe(true)
      }
    })

    it('fails as if it were lost, but not while heartbeats arrive', async () => {
      vi.useFakeTimers()
      let left = false
      let say = (_text: string) => {}
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          say = (text) => controller.enqueue(new TextEncoder().encode(text))
        },
        cancel() {
          left = true
        },
      })
      const transport = createTransport(
        () => asking,
        async () => new Response(body),
      )
      const stream = await transport.sendMessages({
        trigger: 'submit-message',
        chatId: 'c',
        messageId: undefined,
        abortSignal: undefined,
        messages: [question],
      })
      const reading = stream.getReader()
      say('data: {"type":"start","messageId":"a1"}\n\n')
      expect((await reading.read()).value).toMatchObject({ type: 'start' })
      const next = reading.read().catch((error) => error)
      for (let beats = 0; beats < 10; beats++) {
        await vi.advanceTimersByTimeAsync(15_000)
        say(': keep-alive\n\n')
      }
      expect(left).toBe(false)
      await vi.advanceTimersByTimeAsync(50_000)
      const error = await next
      expect([error, isNetworkError(error), left]).toEqual([expect.any(TypeError), true, true])
    })
  })
})
