import { request as sendRequest } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readChunks } from './support/assistant-server.ts'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const begin = (beginning: string, size = 60): string =>
  Buffer.concat([Buffer.from(beginning, 'latin1'), Buffer.alloc(Math.max(0, size - beginning.length), 7)]).toString(
    'base64',
  )
const files = {
  png: begin('\x89PNG\r\n\x1a\n'),
  jpeg: begin('\xff\xd8\xff'),
  gif: begin('GIF89a'),
  webp: begin('RIFF\x01\x02\x03\x04WEBP'),
  pdf: begin('%PDF-1.7'),
  svg: begin('<svg onload="alert(1)">'),
}
const file = (base64: string, mediaType = 'image/png') => ({
  type: 'file',
  mediaType,
  filename: 'SECRET-NAME.png',
  url: `data:${mediaType};base64,${base64}`,
})
const text = { type: 'text', text: 'How do I set the temperature?' }
const path = '/discovery/v2/assistant/open/message'

let model: ModelServer
let server: TestServer
let key: string
let closedKey: string

const allow = async (attachments: string[] | null) => {
  const response = await server.send('/admin/v1/sites/open/settings', {
    method: 'PATCH',
    key: server.adminKey,
    body: { attachments },
  })
  expect(response.status).toBe(200)
}
const ask = async (
  parts: object[],
  { earlier = [], ...more }: { earlier?: object[]; [name: string]: unknown } = {},
) => {
  const body = { fp: 'reader', messages: [...earlier, { id: '1', role: 'user', parts }], ...more }
  const response = await server.send(path, { key, body })
  const raw = await response.text()
  return { status: response.status, raw, problem: response.ok ? undefined : JSON.parse(raw) }
}
/** What the model was shown of files, as addresses. */
const shown = (): string[] =>
  model.requests.flatMap(({ messages }) =>
    messages.flatMap(({ content }) =>
      Array.isArray(content) ? content.flatMap((part) => part.image_url?.url ?? part.file?.file_data ?? []) : [],
    ),
  )

beforeAll(async () => {
  model = await startModelServer()
  model.script([{ say: 'Set the option [1].' }])
  server = await startTestServer({
    environment: { SIDENOTE_MODEL: 'openai-compatible:test', OPENAI_COMPATIBLE_BASE_URL: model.url },
  })
  key = (await server.addSite('open', pages)).key
  closedKey = (await server.addSite('closed', pages)).key
  await allow(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'])
})
beforeEach(() => {
  model.requests.length = 0
  model.script([{ say: 'Set the option [1].' }])
})
afterAll(async () => {
  await server.stop()
  await model.close()
})

describe('a site that allows attachments', () => {
  test.each(['png', 'jpeg', 'gif', 'webp', 'pdf'] as const)('shows a %s of the question to the model', async (kind) => {
    const type = kind === 'pdf' ? 'application/pdf' : `image/${kind}`
    expect((await ask([file(files[kind], type), text])).status).toBe(200)
    expect(shown()).toEqual([`data:${type};base64,${files[kind]}`])
    expect(JSON.stringify(model.requests)).not.toContain('SECRET-NAME')
  })

  test('goes by the first bytes of a file, not by what the client calls it', async () => {
    expect((await ask([file(files.jpeg, 'image/png'), text])).status).toBe(200)
    expect(shown()).toEqual([`data:image/jpeg;base64,${files.jpeg}`])
  })

  test('reads a data: address in whatever case it is written', async () => {
    const shouted = { ...file(files.png), url: `DATA:image/png;BASE64,${files.png}` }
    expect((await ask([shouted, text])).status).toBe(200)
    expect(shown()).toEqual([`data:image/png;base64,${files.png}`])
  })

  test('shows the files of the question alone, not those of earlier messages', async () => {
    const earlier = [
      { id: 'a', role: 'user', parts: [file(files.gif), text] },
      { id: 'b', role: 'assistant', parts: [file(files.webp), { type: 'text', text: 'So.' }] },
    ]
    expect((await ask([file(files.png), { type: 'text', text: 'And the port?' }], { earlier })).status).toBe(200)
    expect(shown()).toEqual([`data:image/png;base64,${files.png}`])
  })

  test('takes three files of four megabytes, though any other body ends at one', async () => {
    const large = begin('\x89PNG\r\n\x1a\n', 4_000_000)
    expect((await ask([file(large), file(large), file(large), text])).status).toBe(200)
    expect(shown()).toHaveLength(3)
  })

  test('takes files that need eleven seconds to arrive, as over the connection of a phone', async () => {
    const parts = [file(begin('\x89PNG\r\n\x1a\n', 1_000_000)), text]
    const body = JSON.stringify({ fp: 'reader', messages: [{ id: '1', role: 'user', parts }] })
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      authorization: `Bearer ${key}`,
    }
    const asked = sendRequest(server.url + path, { method: 'POST', headers })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      asked.once('error', reject).once('response', (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
    })
    const piece = Math.ceil(body.length / 12)
    for (let at = 0; at < body.length; at += piece) {
      if (at > 0) await wait(1_000)
      asked.write(body.slice(at, at + piece))
    }
    asked.end()
    expect(await answered).toBe(200)
    expect(shown()).toHaveLength(1)
  })

  test.each([
    ['an address to fetch', [{ type: 'file', url: 'http://127.0.0.1/a.png' }, text], 400, /must be a data: address/],
    ['no address', [{ type: 'file' }, text], 400, /must be a data: address/],
    ['text that is no Base64', [file('SECRET-TEXT!'), text], 400, /is no Base64/],
    ['a file that may run something', [file(files.svg, 'image/png'), text], 400, /another type than image\/png/],
    ['four files', [...Array.from({ length: 4 }, () => file(files.png)), text], 400, /has 4 files, but at most 3/],
    [
      'a file that is too large',
      [file(begin('\x89PNG\r\n\x1a\n', 4_100_000)), text],
      413,
      /a file of 4\.1 MB, but .* 4 MB/,
    ],
    ['files without a word', [file(files.png)], 400, /messages\[0\] has no text/],
  ])('refuses %s in a sentence, and asks no model', async (_what, parts, status, sentence) => {
    const { status: given, problem, raw } = await ask(parts)
    expect([given, problem.message]).toEqual([status, expect.stringMatching(sentence)])
    expect(raw).not.toContain('SECRET')
    expect(raw.length).toBeLessThan(2_000)
    expect(model.requests).toEqual([])
  })

  test('refuses files without a question of their own, instead of answering the one before', async () => {
    const earlier = [
      { id: 'a', role: 'user', parts: [text] },
      { id: 'b', role: 'assistant', parts: [{ type: 'text', text: 'So.' }] },
    ]
    const { status, problem } = await ask([file(files.png)], { earlier })
    expect([status, problem.message]).toEqual([
      400,
      'messages[2] has no text, but must ask something: it is the last message of the user.',
    ])
  })

  test('refuses a type that it does not allow', async () => {
    await allow(['image/png'])
    expect((await ask([file(files.jpeg, 'image/png'), text])).problem.message).toMatch(
      /another type than image\/png\.$/,
    )
    await allow(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'application/pdf'])
  })

  test('answers the words alone when the model does not take what is attached, and says so', async () => {
    model.script([{ status: 400 }])
    const { raw } = await ask([file(files.png), text])
    const chunks = readChunks(raw)
    expect(chunks.filter(({ type }) => type === 'error')).toEqual([])
    const answer = chunks.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')
    expect(answer).toContain('[1]')
    expect(answer).toContain('I cannot read files. This answers your words alone.')
  })

  test('keeps nothing of a file: not in the database, not in the log', async () => {
    expect((await ask([file(files.png), text])).status).toBe(200)
    const turns = await server.database.selectFrom('turns').selectAll().execute()
    expect(turns).not.toEqual([])
    for (const kept of [JSON.stringify(turns), server.logged()]) {
      expect(kept).not.toContain(files.png)
      expect(kept).not.toContain('SECRET-NAME')
    }
  })

  test('still ends a body at the room that three files have', async () => {
    const large = begin('\x89PNG\r\n\x1a\n', 6_000_000)
    const { status, problem } = await ask([file(large), file(large), file(large), text])
    expect([status, problem.message]).toEqual([413, 'The body is larger than 17 MB.'])
  })

  test('reads four large questions at a time; who comes next is told to try again', async () => {
    const held = new Set<ReturnType<typeof sendRequest>>()
    const hold = () => {
      const headers = {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        'content-length': 2_000_000,
      }
      const sent = sendRequest(server.url + path, { method: 'POST', headers })
      held.add(sent)
      sent.on('error', () => {})
      // Refused, when the question that is asked beside it came before it.
      sent.on('response', (response) => {
        response.resume()
        held.delete(sent)
        hold()
      })
      sent.write('{')
    }
    const large = begin('\x89PNG\r\n\x1a\n', 1_000_000)
    for (let count = 0; count < 4; count++) hold()
    await expect.poll(async () => (await ask([file(large), text])).status).toBe(503)
    expect((await ask([file(files.png), text])).status).toBe(200)
    for (const sent of held) sent.destroy()
    await expect.poll(async () => (await ask([file(large), text])).status).toBe(200)
  })
})

describe('a site that allows none', () => {
  const askClosed = (parts: object[]) =>
    server.send('/discovery/v2/assistant/closed/message', {
      key: closedKey,
      body: { fp: 'reader', messages: [{ id: '1', role: 'user', parts }] },
    })

  test('shows no file to the model, which is told that there were some', async () => {
    const response = await askClosed([file(files.png), text])
    expect([response.status, (await response.text()).includes('"finish"')]).toEqual([200, true])
    expect(shown()).toEqual([])
    const prompt = JSON.stringify(model.requests)
    expect(prompt).not.toContain(files.png)
    expect(prompt).toContain('The reader attached files that you cannot see.')
  })

  test('takes no larger body than any other', async () => {
    const response = await askClosed([file(begin('\x89PNG\r\n\x1a\n', 1_000_000)), text])
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ message: 'The body is larger than 1 MB.' })
  })
})

test('without a model the answer says that files are not read', async () => {
  const plain = await startTestServer()
  const site = await plain.addSite('plain', pages)
  const response = await plain.send('/discovery/v2/assistant/plain/message', {
    key: site.key,
    body: { fp: 'reader', messages: [{ id: '1', role: 'user', parts: [file(files.png), text] }] },
  })
  const said = readChunks(await response.text()).map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : ''))
  expect(said.join('')).toContain('I cannot read files. This answers your words alone.')
  await plain.stop()
})
