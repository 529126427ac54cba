import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endpoints } from '@sidenote/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clean } from '../src/http/mount/clean.ts'
import { packPage } from '../src/reading/pack-page.ts'
import { indexParsedPage } from '../src/search/index/index-parsed-page.ts'
import { readPage } from '../src/search/pages.ts'
import { replacePages } from '../src/sources/replace-pages.ts'
import { createTestDatabase, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'

/** Everything a string can hold: NUL, halves of pairs, marks that turn the direction, emoji, and what joins them. */
const anyText = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 10 }),
      fc.constantFrom(
        '\0',
        '\ud800',
        '\udfff',
        '\u202e',
        '\u2066',
        '\u200d',
        '\ufeff',
        '\uffff',
        '\u2028',
        '👩‍👩‍👧',
        'שלום',
        'مرحبا',
        'e\u0301',
        'İ',
        'ß',
        '𝔘',
        '\u0600',
      ),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((pieces) => pieces.join(''))

describe.each(testEngines)('any Unicode on %s', (engine) => {
  let store: Awaited<ReturnType<typeof createTestDatabase>>
  let server: TestServer
  let folder: string
  let key: string

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
    const { databaseUrl } = store.options
    const environment = databaseUrl ? { DATABASE_URL: databaseUrl } : {}
    server = await startTestServer({ dataFolder: databaseUrl ? folder : store.options.dataFolder, environment })
    key = (await server.addSite('acme', { 'index.md': '# Home\n\nThe marker is set by hand.\n' })).key
    await server.send('/admin/v1/sites/acme/policy', {
      method: 'PATCH',
      key: server.adminKey,
      body: { storeQuestions: true },
    })
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('in a page comes back as it was written, once it is clean', async () => {
    const { id } = await server.database.selectFrom('sites').select('id').executeTakeFirstOrThrow()
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const content = String(clean(text))
        const section = {
          heading: content,
          anchor: content,
          breadcrumbs: [content],
          content,
          prose: content,
          code: content,
          blocks: [],
        }
        const parsed = {
          title: content,
          description: content,
          version: content,
          language: null,
          tags: [content],
          slug: null,
          draft: false,
          problems: [],
          sections: [section],
        }
        const index = indexParsedPage('any', parsed)
        const page = { path: 'any', file: 'any.md', hash: String(Math.random()), parsed: packPage(parsed), index }
        await replacePages(server.database, id, [page])
        const read = await readPage(server.database, { id, url: null }, 'any')
        expect(read?.title).toBe(content)
        expect(read?.content.trim()).toContain(content.trim())
      }),
      { numRuns: 120 },
    )
  })

  test('in a question, a reader’s name, a selection and a comment is stored clean, and never an error', async () => {
    const ask = async (text: string) => {
      const messages = [{ id: text.slice(0, 100), role: 'user', parts: [{ type: 'text', text: `marker ${text}` }] }]
      const fp = `f${text.slice(0, 100)}`
      const more = { context: [{ value: `c${text}`, path: text }], currentPath: text.slice(0, 200) }
      const answer = await server.send('/discovery/v2/assistant/acme/message', { key, body: { fp, messages, ...more } })
      const stream = await answer.text()
      expect([answer.status, stream.slice(0, 200)]).toEqual([200, expect.stringContaining('"type":"start"')])
      expect(stream).toContain('"type":"finish"')
      const messageId = /"messageId":"([^"]+)"/.exec(stream)?.[1] ?? ''
      const threadId = answer.headers.get('x-thread-id') ?? ''
      const feedback = { messageId, threadId, fp, helpful: false, comment: text, reason: text.slice(0, 100) }
      expect((await server.send('/discovery/v1/assistant/acme/feedback', { key, body: feedback })).status).toBe(204)
      const turn = await server.database.selectFrom('turns').selectAll().where('id', '=', messageId).executeTakeFirst()
      const thread = await server.database
        .selectFrom('threads')
        .selectAll()
        .where('id', '=', threadId)
        .executeTakeFirst()
      const said = await server.database
        .selectFrom('feedback')
        .selectAll()
        .where('turn_id', '=', messageId)
        .executeTakeFirst()
      expect(turn?.question).toBe(String(clean(`marker ${text}`)).trim())
      expect(thread?.fp).toBe(clean(fp))
      expect(said?.comment).toBe(clean(text))
    }
    const texts = fc.sample(anyText, 64)
    await Promise.all(
      Array.from({ length: 16 }, async () => {
        for (let text = texts.pop(); text !== undefined; text = texts.pop()) await ask(text)
      }),
    )
  })

  test('in an address names nothing, and is never an error', async () => {
    const statuses = new Map<number, string>()
    const send = async (path: string, { method, kind }: { method: string; kind?: string | null }) => {
      const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
      const sent = { method, key: kind === 'assistant' ? key : server.adminKey, ...body }
      const response = await server.send(path, sent)
      await response.text()
      statuses.set(response.status, `${method} ${path}`)
    }
    for (const name of ['%00', 'a%00b', '%ed%a0%80', '%ff', '%F0%9F%98%80', '%e2%80%ae', '%ef%bf%bf']) {
      for (const { method, path, key: kind } of endpoints) {
        for (const domain of [name, 'acme']) {
          const address = path.replace('{domain}', domain).replace(/\{\w+\}/g, name)
          if (address.includes(name)) await send(address, { method: method.toUpperCase(), kind })
        }
      }
    }
    const texts = ['\\u0000', '\\ud800', 'x']
    const places = [
      ...texts.map((text) => `["${text}","${text}"]`),
      ...['1e308', '1e19', '1.5'].map((n) => `[${n},"x"]`),
    ]
    const cursors = places.map((place) => `cursor=${Buffer.from(place).toString('base64url')}`)
    for (const query of [...cursors, 'fp=%00', 'threadId=%00', 'key=%00', 'action=%00', 'fp=%ed%a0%80']) {
      for (const list of ['sites/acme/conversations', 'sites/acme/empty-searches', 'audit']) {
        await send(`/admin/v1/${list}?${query}`, { method: 'GET' })
      }
    }
    expect([...statuses.keys()]).toContain(404)
    expect([...statuses].filter(([status]) => status >= 500)).toEqual([])
  })

  test('a NUL that is written as %00 is part of no name, in requests and in pages', async () => {
    for (const path of ['%00', 'a%00b', '/%00/', 'https://docs.example.com/a%00.html', 'a%2500']) {
      expect((await server.send('/discovery/v1/page/acme', { key, body: { path } })).status).toBe(404)
    }
    const address = '/sites/acme/pages/a%2500.md'
    expect((await server.send(address, { method: 'GET', key })).status).toBe(404)
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }]
    const answer = await server.send('/discovery/v2/assistant/acme/message', {
      key,
      body: { fp: 'a', messages, currentPath: '/%00', context: [{ value: 'marker', path: '%00' }] },
    })
    expect(await answer.text()).toContain('"type":"finish"')
    const { sync } = await server.addSite('escapes', {
      'index.md': '# Home\n\nSee [one](one.md#%00), [two](%00.md) and [three](a%00/b.md#c).\n',
      'one.md': '---\nslug: "/a%00b"\n---\n\n# One\n\nText, and <a href="two.html#%00">a link</a>.\n',
    })
    expect(sync).toMatchObject({ status: 'completed', failed: 0, changed: 2 })
  })

  test('in a search or a path finds something or nothing, and is never an error', async () => {
    await fc.assert(
      fc.asyncProperty(anyText, async (text) => {
        const found = await server.send('/discovery/v1/search/acme', {
          key,
          body: { query: `x${text}`, filter: { tag: text.slice(0, 100) } },
        })
        const page = await server.send('/discovery/v1/page/acme', { key, body: { path: `x${text}` } })
        expect([found.status, page.status]).toEqual([200, 404])
      }),
      { numRuns: 60 },
    )
  })

  test('what a column cannot hold is an error, never silence', async () => {
    const write = (name: unknown) =>
      server.database
        .insertInto('organizations')
        .values({ id: `o${Math.random()}`, name: name as string, created_at: new Date().toISOString() })
        .executeTakeFirstOrThrow()
        .then(
          ({ numInsertedOrUpdatedRows }) => Number(numInsertedOrUpdatedRows),
          () => 'refused',
        )
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(await Promise.all(['', deep, 'a'.repeat(5_000_000), '🙈'].map(write))).toEqual([1, 1, 1, 1])
    expect(await write(null)).toBe('refused')
    expect(await write(undefined)).toBe('refused')
  })
})
