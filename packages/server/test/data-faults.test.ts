import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, open, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, type TestContext, test } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { createTestDatabase, testEngines } from './support/database.ts'
import { freePort } from './support/listen.ts'
import { postgresPrograms, startOwnPostgres } from './support/own-postgres.ts'
import { runCli, type ServerProcess, spawnServer, startServe } from './support/server-process.ts'
import { writeFiles } from './support/write-files.ts'

const call = async (server: ServerProcess, method: string, path: string, body?: unknown, key = server.adminKey) => {
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text }
}

/** What the log says of requests that ended with a 500: each is a fault that nobody thought of. */
const faultsOf = (server: ServerProcess): string[] => {
  const lines = server.output().split('\n')
  const failed = lines.flatMap((line) => /"requestId":"([^"]+)".*"status":500/.exec(line)?.[1] ?? [])
  return lines.filter((line) => line.includes('"err"') && failed.some((id) => line.includes(id)))
}

/** An answer that ended, and of which the server did not say that it could not be kept. */
const isKept = (stream: string): boolean => stream.includes('"type":"finish"') && !stream.includes('"stored":false')

const question = (text: string) => ({
  fp: 'reader',
  messages: [{ id: '1', role: 'user', parts: [{ type: 'text', text }] }],
})
const messagePath = '/discovery/v2/assistant/acme/message'
const searchPath = '/discovery/v1/search/acme'

/** Every page says in all of its sections which edition it is of: half a page would show. */
const edition = (word: string) =>
  Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => {
      const text = `Marker ${word} of page ${index}. ${'More text stands here. '.repeat(40)}`
      return [`p${index}.md`, `# Page ${index}\n\n${text}\n\n## First\n\n${text}\n\n## Second\n\n${text}\n`]
    }),
  )

const addSite = async (server: ServerProcess, folder: string): Promise<string> => {
  await call(server, 'POST', '/admin/v1/sites', { domain: 'acme', sources: [{ kind: 'folder', folder }] })
  return JSON.parse((await call(server, 'POST', '/admin/v1/keys', { kind: 'assistant', site: 'acme' })).text).key
}

const sync = async (server: ServerProcess): Promise<void> => {
  const { id } = JSON.parse((await call(server, 'POST', '/admin/v1/sites/acme/syncs')).text)
  for (;;) {
    const { status } = JSON.parse((await call(server, 'GET', `/admin/v1/sites/acme/syncs/${id}`)).text)
    if (status !== 'running') return
    await wait(20)
  }
}

/** A folder with pages, and servers on one data folder; all of it is gone when the test has ended. */
const openScene = async ({ onTestFinished }: TestContext, environment: NodeJS.ProcessEnv = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const running: ServerProcess[] = []
  onTestFinished(async () => {
    for (const server of running) await server.end('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  const start = async (dataFolder = join(folder, 'data')): Promise<ServerProcess> => {
    const server = await spawnServer(dataFolder, { SIDENOTE_LOG_LEVEL: 'info', ...environment })
    running.push(server)
    return server
  }
  return { folder, pages: join(folder, 'docs'), dataFolder: join(folder, 'data'), start }
}

describe.concurrent.each(testEngines)('kill -9, again and again, on %s', (engine) => {
  // 20 kills in all.
  const rounds = 20 / testEngines.length

  test('loses nothing that was acknowledged, and leaves no half page', async (context) => {
    const store = await createTestDatabase(engine)
    context.onTestFinished(() => store.close())
    const environment = store.options.databaseUrl ? { DATABASE_URL: store.options.databaseUrl } : {}
    const { pages, start } = await openScene(context, environment)
    const { database } = store
    await writeFiles(pages, edition('edition0'))
    const first = await start(store.options.dataFolder)
    const key = await addSite(first, pages)
    await sync(first)
    let server: ServerProcess | undefined = first
    const answered = new Set<string>()
    const helped = new Set<string>()
    let isKilled = false
    const chat = async (current: ServerProcess) => {
      const askAndHelp = async () => {
        const answer = await call(current, 'POST', messagePath, question('Where is the marker?'), key)
        if (!isKept(answer.text)) return
        const messageId = /"messageId":"([^"]+)"/.exec(answer.text)?.[1] ?? ''
        answered.add(messageId)
        const threadId = answer.headers.get('x-thread-id')
        const feedback = { messageId, threadId, fp: 'reader', helpful: true }
        const said = await call(current, 'POST', '/discovery/v1/assistant/acme/feedback', feedback, key)
        if (said.status === 204) helped.add(messageId)
      }
      while (!isKilled) {
        await askAndHelp().catch((error: unknown) => {
          if (!isKilled) throw error
        })
      }
    }
    for (let round = 1; round <= rounds; round += 1) {
      const current: ServerProcess = server ?? (await start(store.options.dataFolder))
      server = undefined
      isKilled = false
      await writeFiles(pages, edition(`edition${round}`))
      const chats = Promise.all(Array.from({ length: 4 }, () => chat(current)))
      const before = answered.size
      const someAnswered = async () => {
        await call(current, 'POST', '/admin/v1/sites/acme/syncs')
        await wait(150 + Math.random() * 500)
        while (answered.size === before) await wait(10)
      }
      // A chat that fails before the kill is a fault, and nothing to wait for.
      await Promise.race([someAnswered(), chats])
      isKilled = true
      await current.end('SIGKILL')
      await chats

      const turns = await database.selectFrom('turns').select('id').execute()
      const feedback = await database.selectFrom('feedback').select('turn_id').execute()
      const [turnIds, feedbackIds] = [turns.map(({ id }) => id), feedback.map(({ turn_id }) => turn_id)]
      expect([...answered].filter((id) => !turnIds.includes(id))).toEqual([])
      expect([...helped].filter((id) => !feedbackIds.includes(id))).toEqual([])
      const sections = await database.selectFrom('sections').select(['page', 'content']).execute()
      const editions = Map.groupBy(sections, ({ page }) => page)
      expect(editions.size).toBe(150)
      for (const rows of editions.values()) {
        expect(rows).toHaveLength(3)
        expect(new Set(rows.map(({ content }) => /edition\d+/.exec(content)?.[0])).size).toBe(1)
      }
    }
    const last = await start(store.options.dataFolder)
    await sync(last)
    const found = JSON.parse((await call(last, 'POST', searchPath, { query: 'marker', pageSize: 50 }, key)).text)
    expect(found).toHaveLength(50)
    expect(new Set(found.map(({ content }: { content: string }) => /edition\d+/.exec(content)?.[0]))).toEqual(
      new Set([`edition${rounds}`]),
    )
    expect(answered.size).toBeGreaterThanOrEqual(rounds)
  })
})

test.runIf(postgresPrograms)(
  'PostgreSQL that crashes under load costs 503s for a moment, not the server',
  async (context) => {
    const postgres = await startOwnPostgres()
    context.onTestFinished(() => postgres.stop())
    const { pages, start } = await openScene(context, { DATABASE_URL: postgres.url })
    await writeFiles(pages, { 'index.md': '# Home\n\nThe marker is set by hand.\n' })
    const server = await start()
    const key = await addSite(server, pages)
    await sync(server)

    const statuses: Record<number, number> = {}
    const endings = new Set<boolean>()
    let isOver = false
    const load = async (ask: boolean) => {
      while (!isOver) {
        const answer = ask
          ? await call(server, 'POST', messagePath, question('Where is the marker?'), key)
          : await call(server, 'POST', searchPath, { query: 'marker' }, key)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        if (ask && answer.status === 200) endings.add(/"type":"(?:finish|error)"/.test(answer.text))
      }
    }
    const loads = Array.from({ length: 12 }, (_, at) => load(at % 3 === 0))
    await wait(1_000)
    await postgres.restart()
    for (;;) {
      const [ready, found] = [
        await call(server, 'GET', '/readyz'),
        await call(server, 'POST', searchPath, { query: 'marker' }, key),
      ]
      if (!ready.text.includes('database') && found.status === 200) break
      await wait(50)
    }
    await wait(500)
    isOver = true
    await Promise.all(loads)
    expect(faultsOf(server)).toEqual([])
    expect(Object.keys(statuses).sort()).toEqual(['200', '503'])
    expect([...endings]).toEqual([true])
    expect(server.child.exitCode ?? server.child.signalCode).toBeNull()
  },
)

/** A disk of its own, which only root can have. */
const mountDisk = (folder: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test('a full disk is an error; what can be read is, and it heals by itself', async (context) => {
  // The disk is smaller than what is kept free usually.
  const { folder, pages, start } = await openScene(context, { SIDENOTE_DISK_RESERVE: '0' })
  const disk = join(folder, 'disk')
  await mkdir(disk)
  context.skip(!mountDisk(disk), 'only root may mount a disk of a few megabytes')
  context.onTestFinished(() => void execFileSync('umount', ['--lazy', disk]))
  await writeFiles(pages, edition('edition1'))
  const server = await start(join(disk, 'data'))
  const key = await addSite(server, pages)
  await sync(server)
  const kept: string[] = []
  const ask = async () => {
    const answer = await call(server, 'POST', messagePath, question('Where is the marker?'), key)
    if (isKept(answer.text)) kept.push(/"messageId":"([^"]+)"/.exec(answer.text)?.[1] ?? '')
    return answer
  }
  await ask()

  const filler = await open(join(disk, 'filler'), 'w')
  const fill = async () => {
    for (const size of [1_000_000, 4_096]) {
      for (;;) {
        if (
          !(await filler.write(Buffer.alloc(size)).then(
            () => true,
            () => false,
          ))
        )
          break
      }
    }
  }
  await fill()
  let refused = 0
  for (let at = 0; at < 40 || refused < 10; at += 1) {
    await fill()
    const answer = at % 2 ? await call(server, 'POST', '/admin/v1/keys', { kind: 'administrator' }) : await ask()
    expect(faultsOf(server)).toEqual([])
    expect([200, 201, 503]).toContain(answer.status)
    if (answer.status === 503) refused += 1
    expect(at).toBeLessThan(2_000)
  }
  expect(statfsSync(disk).bavail).toBe(0)
  const look = await runCli(['doctor', '--data', join(disk, 'data')], { environment: { SIDENOTE_URL: server.url } })
  expect([look.code, look.stdout]).toEqual([1, expect.stringContaining(`${join(disk, 'data')} has 0 MB left`)])
  const backup = join(disk, 'backup.sqlite')
  expect(await runCli(['backup', backup, '--data', join(disk, 'data')])).toEqual({
    code: 1,
    stdout: '',
    stderr: `Cannot write ${backup}: database or disk is full.\n`,
  })
  const page = await call(server, 'POST', '/discovery/v1/page/acme', { path: 'p1' }, key)
  const found = await call(server, 'POST', searchPath, { query: 'marker' }, key)
  expect([page.status, found.status]).toEqual([200, 200])
  const ready = await call(server, 'GET', '/readyz')
  expect(JSON.parse(ready.text).degraded).toEqual([expect.stringContaining('no room for counts')])
  expect((await call(server, 'GET', '/healthz')).status).toBe(200)

  await filler.close()
  await truncate(join(disk, 'filler'), 0)
  expect((await ask()).text).toContain('"type":"finish"')
  expect((await call(server, 'POST', '/admin/v1/keys', { kind: 'administrator' })).status).toBe(201)
  const database = await openDatabase({ dataFolder: join(disk, 'data') })
  const stored = await database.selectFrom('turns').select('id').execute()
  expect(kept).not.toEqual([])
  expect(kept.filter((id) => !stored.some((turn) => turn.id === id))).toEqual([])
  await database.destroy()
})

test('a data folder that may only be read is named by every command that would write to it', async (context) => {
  const { folder } = await openScene(context)
  const disk = join(folder, 'disk')
  await mkdir(disk)
  context.skip(!mountDisk(disk), 'only root may mount a disk of a few megabytes')
  context.onTestFinished(() => void execFileSync('umount', ['--lazy', disk]))
  await (await openDatabase({ dataFolder: disk })).destroy()
  execFileSync('mount', ['-o', 'remount,ro', disk])
  for (const [command, sentence] of [
    [['serve', '--port', '0'], `Cannot use the data folder ${disk}: EROFS`],
    [['migrate'], `Cannot use the data folder ${disk}: EROFS`],
    [['backup', join(folder, 'backup.sqlite')], `Cannot read ${join(disk, 'sidenote.db')}: `],
  ] as const) {
    const { code, stderr } = await runCli([...command, '--data', disk])
    expect([command[0], code, stderr]).toEqual([command[0], 1, expect.stringContaining(sentence)])
    expect(stderr).not.toMatch(/\n\s+at /)
  }
})

test('a log that cannot be written for lack of room holds up no request', async (context) => {
  if (!existsSync('/dev/full')) context.skip('This system has no /dev/full.')
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
  const output = await open('/dev/full', 'w')
  const port = await freePort()
  const server = startServe(folder, { port, output: output.fd })
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then(({ status }) => status)
  await expect.poll(() => get('/healthz').catch(() => 0)).toBe(200)
  for (let count = 0; count < 5; count += 1) expect(await get('/none')).toBe(404)
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await output.close()
  await rm(folder, { recursive: true, force: true })
})
