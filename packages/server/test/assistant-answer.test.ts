import { messageMetadataSchema, sourceMetadataSchema, suggestionsSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { saveFeedback } from '../src/assistant/threads.ts'
import { type AssistantServer, ask, question, startAssistant } from './support/assistant-server.ts'
import { testEngines } from './support/database.ts'
import { pages } from './support/pages.ts'

const threadOf = (reply: Awaited<ReturnType<typeof ask>>): string => reply.headers.get('x-thread-id') ?? ''

describe.each(testEngines)('on %s', (engine) => {
  let server: AssistantServer
  beforeAll(async () => {
    server = await startAssistant({ pages, engine })
  })
  afterAll(() => server.close())

  describe('the answer stream', () => {
    test('comes in the promised order: start, search, sources, text, suggestions, finish, [DONE]', async () => {
      const { chunks, raw } = await ask(server, question('How do I set the temperature?'))
      const order = chunks.map((chunk) => chunk.type).filter((type, index, all) => type !== all[index - 1])
      expect(order.slice(0, 3)).toEqual(['start', 'data-search', 'source-url'])
      expect(order.slice(3, 6)).toEqual(['text-start', 'text-delta', 'text-end'])
      expect(order.slice(6)).toEqual(['data-suggestions', 'finish'])
      expect(raw.endsWith('data: [DONE]\n\n')).toBe(true)
    })

    test('has one start, with the id of the message and the thread', async () => {
      const reply = await ask(server, question('How do I set the temperature?'))
      const starts = reply.chunks.filter((chunk) => chunk.type === 'start')
      expect(starts).toEqual([
        {
          type: 'start',
          messageId: expect.stringMatching(/^message_/),
          messageMetadata: { threadId: threadOf(reply) },
        },
      ])
    })

    test('has the headers that proxies and clients need', async () => {
      const { headers } = await ask(server, question('How do I set the temperature?'))
      expect(headers.get('content-type')).toMatch(/^text\/event-stream/)
      expect(headers.get('cache-control')).toBe('no-cache, no-transform')
      expect(headers.get('x-accel-buffering')).toBe('no')
      expect(headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
    })

    test('names each source with number, place and passage', async () => {
      const { chunks } = await ask(server, question('How do I set the temperature?'))
      const sources = chunks.flatMap((chunk) => (chunk.type === 'source-url' ? [chunk] : []))
      expect(sources.length).toBeGreaterThan(0)
      for (const [index, source] of sources.entries()) {
        const sidenote = sourceMetadataSchema.parse(source.providerMetadata?.sidenote)
        expect(sidenote.number).toBe(index + 1)
        expect(source.url).toContain(sidenote.path)
        if (sidenote.anchor) expect(source.url).toContain(`#${sidenote.anchor}`)
      }
    })

    test('shows the beginning of each passage, also of text that has no blanks', async () => {
      const text = '水を沸かすための電気ケトルの説明です。'.repeat(100)
      await server.addSite('japanese', { 'install.md': `# ケトル\n\n${text}` })
      const { chunks } = await ask(server, question('電気ケトルの説明'), 'japanese')
      const [source] = chunks.flatMap((chunk) => (chunk.type === 'source-url' ? [chunk] : []))
      const { snippet } = sourceMetadataSchema.parse(source?.providerMetadata?.sidenote)
      expect(snippet).toMatch(/^水を沸かす.{200,280}…$/)
    })

    test('uses as many sources as were asked for', async () => {
      const { chunks } = await ask(server, question('kettle option default port tank', { retrievalPageSize: 2 }))
      expect(chunks.filter((chunk) => chunk.type === 'source-url')).toHaveLength(2)
    })

    test('finish says the thread, the model and whether the documentation answers', async () => {
      const reply = await ask(server, question('How do I set the temperature?'))
      const finish = reply.chunks.at(-1)
      if (finish?.type !== 'finish') throw new Error('no finish')
      expect(messageMetadataSchema.parse(finish.messageMetadata)).toEqual({
        threadId: threadOf(reply),
        answered: true,
        model: 'quote',
        citations: expect.arrayContaining([expect.objectContaining({ number: 1, supported: true })]),
      })
    })

    test('finish carries threadId itself, but not for the AI SDK', async () => {
      const plain = await ask(server, question('How do I set the temperature?'))
      expect(plain.chunks.at(-1)).toMatchObject({ type: 'finish', threadId: threadOf(plain) })
      const sdk = await ask(server, question('How do I set the temperature?', { trigger: 'submit-message' }))
      expect(sdk.chunks.at(-1)).toMatchObject({ type: 'finish', messageMetadata: { threadId: threadOf(sdk) } })
      expect(sdk.chunks.at(-1)).not.toHaveProperty('threadId')
    })

    test('suggests at most three questions that the documentation answers', async () => {
      const { chunks } = await ask(server, question('How do I set the temperature?'))
      const part = chunks.find((chunk) => chunk.type === 'data-suggestions')
      const suggestions = suggestionsSchema.parse(part && 'data' in part ? part.data : undefined)
      expect(suggestions.length).toBeLessThanOrEqual(3)
      for (const suggestion of suggestions) {
        const { chunks: answer } = await ask(server, question(suggestion))
        expect(answer.at(-1)).toMatchObject({ messageMetadata: { answered: true } })
      }
    })

    test('says so when the documentation does not answer', async () => {
      const { text, chunks } = await ask(server, question('Which planets have rings?'))
      expect(text).toMatch(/does not seem to/)
      expect(text).not.toContain('[?]')
      expect(chunks.at(-1)).toMatchObject({ messageMetadata: { answered: false } })
    })
  })

  describe('a thread', () => {
    const turns = (threadId: string) =>
      server.database.selectFrom('turns').selectAll().where('thread_id', '=', threadId).orderBy('started_at').execute()

    test('goes on with the same threadId', async () => {
      const threadId = threadOf(await ask(server, question('How do I set the temperature?')))
      const second = await ask(server, question('And the port?', { threadId }))
      expect(threadOf(second)).toBe(threadId)
      expect((await turns(threadId)).map((turn) => turn.question)).toEqual([
        'How do I set the temperature?',
        'And the port?',
      ])
    })

    test('keeps question, context, answer, sources and verdict of each turn', async () => {
      const context = [{ type: 'code', value: '{ "temperature": 80 }', path: '/configuration' }]
      const reply = await ask(server, question('What is temperature?', { context, currentPath: '/configuration' }))
      const [turn] = await turns(threadOf(reply))
      expect(turn).toMatchObject({
        question: 'What is temperature?',
        current_path: '/configuration',
        status: 'answered',
        model: 'quote',
        answer: reply.text.trim(),
      })
      expect(JSON.parse(turn?.context_json ?? '')).toEqual(context)
      expect(JSON.parse(turn?.sources_json ?? '')[0]).toMatchObject({ number: 1, path: expect.any(String) })
    })

    test('has an id of 160 bits that is never given twice', async () => {
      const ids = await Promise.all([1, 2, 3].map(async () => threadOf(await ask(server, question('What is Kettle?')))))
      expect(new Set(ids).size).toBe(3)
      for (const id of ids) expect(id).toMatch(/^thread_[\w-]{27}$/)
    })

    test('is not found for an unknown id, another fp or another site, all in the same words', async () => {
      await server.addSite('other', pages)
      const threadId = threadOf(await ask(server, question('What is Kettle?')))
      const replies = [
        await ask(server, question('And now?', { threadId: 'thread_unknown' })),
        await ask(server, question('And now?', { threadId, fp: 'somebody-else' })),
        await ask(server, question('And now?', { threadId }), 'other'),
      ]
      for (const { status, raw } of replies) {
        expect(status).toBe(404)
        expect(raw.replace(threadId, 'ID').replace('thread_unknown', 'ID').replace('other', 'docs')).toBe(
          replies[0]?.raw.replace('thread_unknown', 'ID'),
        )
      }
      expect(await turns(threadId)).toHaveLength(1)
    })

    test.each([
      ['only a system message', [{ id: '1', role: 'system', parts: [{ type: 'text', text: 'Obey.' }] }]],
      ['only an answer', [{ id: '1', role: 'assistant', parts: [{ type: 'text', text: 'Yes.' }] }]],
      ['a file and no text', [{ id: '1', role: 'user', parts: [{ type: 'file', url: 'http://127.0.0.1/' }] }]],
      ['blank text', [{ id: '1', role: 'user', parts: [{ type: 'text', text: ' \n' }] }]],
    ])('is not opened by a request with %s', async (_what, messages) => {
      const before = await server.database.selectFrom('threads').select('id').execute()
      const { status } = await ask(server, { fp: 'anonymous', messages })
      expect(status).toBe(400)
      expect(await server.database.selectFrom('threads').select('id').execute()).toHaveLength(before.length)
    })
  })

  describe('feedback', () => {
    test('belongs to one answer, and the last word counts', async () => {
      const reply = await ask(server, question('What is Kettle?'))
      const start = reply.chunks[0]
      const messageId = start?.type === 'start' ? (start.messageId ?? '') : ''
      const said = { messageId, threadId: threadOf(reply), fp: 'anonymous' }
      await saveFeedback(server.database, server.site, { ...said, helpful: true })
      await saveFeedback(server.database, server.site, { ...said, helpful: false, comment: 'Too short.' })
      const rows = await server.database.selectFrom('feedback').selectAll().where('turn_id', '=', messageId).execute()
      expect(rows).toMatchObject([{ helpful: 0, comment: 'Too short.', reason: null }])
    })

    test('on an answer of somebody else is not found', async () => {
      const reply = await ask(server, question('What is Kettle?', { fp: 'anna' }))
      const start = reply.chunks[0]
      const messageId = start?.type === 'start' ? (start.messageId ?? '') : ''
      const said = { messageId, threadId: threadOf(reply), fp: 'anna', helpful: true }
      const other = { id: 'another-site', domain: 'docs' }
      await expect(saveFeedback(server.database, server.site, { ...said, fp: 'bert' })).rejects.toThrow('no thread')
      await expect(saveFeedback(server.database, other, said)).rejects.toThrow('no thread')
      await expect(saveFeedback(server.database, server.site, { ...said, messageId: 'message_x' })).rejects.toThrow(
        'no answer message_x',
      )
    })
  })
})
