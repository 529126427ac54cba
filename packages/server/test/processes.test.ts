import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from './support/assistant-server.ts'
import { startModelServer } from './support/model-server.ts'
import { type ServerProcess, spawnServer } from './support/server-process.ts'
import { writeFiles } from './support/write-files.ts'

let folder: string
let dataFolder: string
let running: ServerProcess[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  dataFolder = join(folder, 'data')
  running = []
})
afterEach(async () => {
  for (const server of running) await server.end('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const start = async (environment?: NodeJS.ProcessEnv): Promise<ServerProcess> => {
  const server = await spawnServer(dataFolder, environment)
  running.push(server)
  return server
}

const call = async (
  server: ServerProcess,
  method: string,
  path: string,
  more: { body?: unknown; key?: string } = {},
) => {
  const response = await fetch(server.url + path, {
    method,
    headers: {
      authorization: `Bearer ${more.key ?? server.adminKey}`,
      ...(more.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

const addSite = async (server: ServerProcess, pages: Record<string, string>) => {
  await writeFiles(join(folder, 'docs'), pages)
  const sources = [{ kind: 'folder', folder: join(folder, 'docs') }]
  await call(server, 'POST', '/admin/v1/sites', { body: { domain: 'acme', sources } })
  const { body } = await call(server, 'POST', '/admin/v1/keys', { body: { kind: 'assistant', site: 'acme' } })
  return String(body.key)
}

const sync = async (server: ServerProcess) => {
  const { body } = await call(server, 'POST', '/admin/v1/sites/acme/syncs')
  for (;;) {
    const current = await call(server, 'GET', `/admin/v1/sites/acme/syncs/${body.id}`)
    if (current.body.finishedAt !== null) return current.body
    await wait(20)
  }
}

const search = (server: ServerProcess, key: string, query: string) =>
  call(server, 'POST', '/discovery/v1/search/acme', { key, body: { query } })

const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }]
const ask = (server: ServerProcess, key: string, threadId?: string) =>
  fetch(`${server.url}/discovery/v2/assistant/acme/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fp: 'reader', messages, threadId }),
  })

describe('two servers on one data folder', () => {
  test('start at once with one administrator key, and see each other’s work at once', async () => {
    const [one, other] = await Promise.all([start(), start()])
    expect(one.adminKey).toBe(other.adminKey)
    const key = await addSite(one, { 'index.md': '# Home\n\nThe marker is set by hand.\n' })
    await sync(one)
    expect((await search(other, key, 'marker')).body).toHaveLength(1)
    const { body } = await call(other, 'GET', '/admin/v1/keys')
    const { id } = body.keys.find((listed: { kind: string }) => listed.kind === 'assistant')
    await call(other, 'DELETE', `/admin/v1/keys/${id}`)
    expect((await search(one, key, 'marker')).status).toBe(401)
  })

  test('count limits together, request by request', async () => {
    const [one, other] = await Promise.all([start(), start()])
    const key = await addSite(one, { 'index.md': '# Home\n' })
    await sync(one)
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => search(index % 2 ? one : other, key, 'home')),
    )
    const left = answers.map(({ headers }) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]))
    expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 60 }, (_, index) => 9_999 - index))
  })
})

describe('kill -9', () => {
  /** Every page says in its three sections which edition it is of; a mixture would show. */
  const edition = (word: string) =>
    Object.fromEntries(
      Array.from({ length: 400 }, (_, index) => {
        const text = `Marker ${word} of page ${index}. ${'More text stands here. '.repeat(40)}`
        return [`p${index}.md`, `# Page ${index}\n\n${text}\n\n## First\n\n${text}\n\n## Second\n\n${text}\n`]
      }),
    )

  test('while indexing loses nothing: each page is the old or the new one, and the next sync completes', async () => {
    const first = await start()
    const key = await addSite(first, edition('oldword'))
    expect(await sync(first)).toMatchObject({ status: 'completed', changed: 400 })
    await writeFiles(join(folder, 'docs'), edition('newword'))
    const { body } = await call(first, 'POST', '/admin/v1/sites/acme/syncs')
    for (let read = 0; read < 100; ) {
      const current = await call(first, 'GET', `/admin/v1/sites/acme/syncs/${body.id}`)
      if (current.body.finishedAt !== null) break
      read = current.body.read
    }
    expect(await first.end('SIGKILL')).toBe('SIGKILL')

    const second = await start()
    expect(await call(second, 'GET', `/admin/v1/sites/acme/syncs/${body.id}`)).toMatchObject({
      body: { status: 'failed', error: expect.stringContaining('The server ended while this sync ran') },
    })
    for (let index = 0; index < 400; index += 7) {
      const page = await call(second, 'POST', '/discovery/v1/page/acme', { key, body: { path: `p${index}` } })
      const words = new Set(page.body.content.match(/oldword|newword/g))
      expect(words.size).toBe(1)
    }
    expect(await sync(second)).toMatchObject({ status: 'completed', total: 400 })
    expect(
      (await search(second, key, 'oldword')).body.filter(({ content }: { content: string }) =>
        content.includes('oldword'),
      ),
    ).toEqual([])
    expect((await search(second, key, 'newword')).body).toHaveLength(10)
  })

  test('while answering loses no answer that had ended, and no thread', async () => {
    const model = await startModelServer()
    const environment = { SIDENOTE_MODEL: 'openai-compatible:test', OPENAI_COMPATIBLE_BASE_URL: model.url }
    const first = await start(environment)
    const key = await addSite(first, { 'index.md': '# Home\n\nThe marker is set by hand.\n' })
    await sync(first)
    model.script([{ say: 'By hand. [1]' }])
    const done = await ask(first, key)
    expect(await done.text()).toContain('[DONE]')
    const threadId = done.headers.get('x-thread-id') ?? ''
    model.script([{ say: 'It is set ' }, 'hang'])
    const cut = await ask(first, key, threadId)
    const reader = cut.body?.getReader()
    await reader?.read()
    await first.end('SIGKILL')
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow()

    const second = await start(environment)
    model.script([{ say: 'By hand. [1]' }])
    const next = await ask(second, key, threadId)
    expect(next.status).toBe(200)
    expect(await next.text()).toContain('"type":"finish"')
    expect(next.headers.get('x-thread-id')).toBe(threadId)
    await model.close()
  })
})

describe('a signal to stop', () => {
  const hangingAnswer = async () => {
    const model = await startModelServer()
    const server = await start({ SIDENOTE_MODEL: 'openai-compatible:test', OPENAI_COMPATIBLE_BASE_URL: model.url })
    const key = await addSite(server, { 'index.md': '# Home\n\nThe marker is set by hand.\n' })
    await sync(server)
    const { promise, resolve: goOn } = Promise.withResolvers<void>()
    model.script([{ say: 'It is set ' }, { until: promise }, { say: 'by hand. [1]' }])
    const answer = await ask(server, key)
    const reader = answer.body?.getReader()
    const decoder = new TextDecoder()
    let text = decoder.decode((await reader?.read())?.value)
    const rest = async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        text += decoder.decode(part.value)
      return text
    }
    const isStopping = () => server.output().includes('"msg":"stopping')
    return { server, key, rest, model, goOn, isStopping }
  }

  test('lets the answer in flight end, refuses new work meanwhile, then ends with 0', async () => {
    const { server, key, rest, model, goOn, isStopping } = await hangingAnswer()
    const ended = server.end('SIGTERM')
    await until(isStopping)
    const ready = await fetch(`${server.url}/readyz`)
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not_ready', missing: ['The server is shutting down.'], degraded: [] },
    ])
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
    expect(await search(server, key, 'marker')).toMatchObject({ status: 503, body: { code: 'not_ready' } })
    goOn()
    expect(await rest()).toMatch(/by hand.*"type":"finish".*\[DONE\]/s)
    expect(await ended).toBe(0)
    await model.close()
  })

  test('given twice ends at once', async () => {
    const { server, model, isStopping } = await hangingAnswer()
    const ended = server.end('SIGTERM')
    await until(isStopping)
    server.child.kill('SIGTERM')
    expect(await ended).toBe(130)
    await model.close()
  })

  test('without work ends with 0 at once, and so by Ctrl-C and a closed terminal', async () => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) expect(await (await start()).end(signal)).toBe(0)
  })
})
