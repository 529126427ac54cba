import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Site, syncSchema } from '@sidenote/contract'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { applyRetention } from '../src/administration/conversations/retention.ts'
import { failInterruptedSyncs } from '../src/administration/syncs/syncs.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { listen } from './support/listen.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { writeFiles } from './support/write-files.ts'

describe.each(testEngines)('administration on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  beforeEach(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
  })
  afterEach(async () => {
    await server.stop()
    await store.close()
  })

  const administrate = async (method: string, path: string, body?: unknown) => {
    const response = await server.send(`/admin/v1${path}`, { method, key: server.adminKey, body })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const listSites = async () => (await administrate('GET', '/sites')).body.sites as Site[]

  test('a site is listed with what it was given and what was indexed', async () => {
    const pages = { 'index.md': '# Home\n\nHello.\n\n## More\n\nText.\n', 'b/c.mdx': '# C\n\nText.\n' }
    const more = { name: 'Acme', url: 'https://docs.acme.com', origins: ['https://docs.acme.com'] }
    const { folder, sync } = await server.addSite('acme', pages, more)
    expect(sync).toMatchObject({ status: 'completed', read: 2, changed: 2, failed: 0, error: null })
    const [site] = await listSites()
    expect(site).toMatchObject({ domain: 'acme', ...more, sources: [{ kind: 'folder', folder }], pages: 2 })
    expect(site?.sections).toBeGreaterThanOrEqual(2)
    expect(Date.parse(site?.syncedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(site?.createdAt ?? ''))
  })

  test('a domain is taken once', async () => {
    await server.addSite('acme', { 'index.md': '# Home\n' })
    const sources = [{ kind: 'folder', folder: import.meta.dirname }]
    const second = await administrate('POST', '/sites', { domain: 'acme', sources })
    expect(second).toMatchObject({ status: 409, body: { message: 'A site "acme" exists already.' } })
  })

  test.each(['javascript:alert(1)', 'file:///etc', 'docs.acme.com'])('%s is no address of a site', async (url) => {
    const sources = [{ kind: 'folder', folder: import.meta.dirname }]
    const { status, body } = await administrate('POST', '/sites', { domain: 'acme', url, sources })
    expect([status, body.message]).toEqual([
      400,
      `url is "${url}", but must be an address such as https://docs.example.com.`,
    ])
  })

  test.each([
    'https://u:p@docs.acme.com/guide',
    'https://u@docs.acme.com',
    'https://docs.acme.com/?x',
    'https://docs.acme.com/guide#x',
  ])('%s holds what no address of a site has', async (url) => {
    const sources = [{ kind: 'folder', folder: import.meta.dirname }]
    const { status, body } = await administrate('POST', '/sites', { domain: 'acme', url, sources })
    const rule = 'must be an address such as https://docs.example.com/guide, without a user, a query or a fragment'
    expect([status, body.message]).toEqual([400, `url is ${JSON.stringify(url)}, but ${rule}.`])
  })

  test('an address of pages with a user or a password is refused before anything is read or stored', async () => {
    for (const kind of ['website', 'openapi']) {
      const sources = [{ kind, url: 'https://u:hunter2@docs.acme.com/?version=2' }]
      const { status, body } = await administrate('POST', '/sites', { domain: 'acme', sources })
      expect([status, body.message]).toEqual([400, expect.stringContaining('without a user or a password')])
    }
    expect(await listSites()).toEqual([])
  })

  test('a path may hold what a user would end with', async () => {
    const more = { url: 'https://docs.acme.com/@acme/guide' }
    const sources = [{ kind: 'website', url: 'HTTPS://docs.acme.com/@acme?version=2' }]
    expect(await administrate('POST', '/sites', { domain: 'acme', sources, ...more })).toMatchObject({
      status: 201,
      body: more,
    })
  })

  test.each([
    ['every day at noon', 'must be a cron expression of five fields, such as "0 * * * *"'],
    ['0 0 31 2 *', 'is a time that never comes'],
  ])('the schedule "%s" is refused for what is wrong with it', async (schedule, sentence) => {
    const sources = [{ kind: 'folder', folder: import.meta.dirname }]
    const { status, body } = await administrate('POST', '/sites', { domain: 'acme', schedule, sources })
    expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)])
  })

  test('a folder that is not there is refused in a sentence', async () => {
    const message = async (folder: string) => {
      const refused = await administrate('POST', '/sites', { domain: 'acme', sources: [{ kind: 'folder', folder }] })
      return [refused.status, refused.body.message]
    }
    expect(await message('docs')).toEqual([400, 'sources[0].folder is "docs", but must be an absolute path.'])
    const missing = join(server.dataFolder, 'none')
    expect(await message(missing)).toEqual([400, `The folder "${missing}" does not exist on the server’s machine.`])
    const file = join(server.dataFolder, 'file')
    await writeFiles(server.dataFolder, { file: '' })
    expect(await message(file)).toEqual([400, `"${file}" is a file, but must be a folder.`])
    expect(await listSites()).toEqual([])
  })

  test('two syncs that are started at once are one', async () => {
    const { folder } = await server.addSite('acme', { 'index.md': '# Home\n' })
    await writeFiles(
      folder,
      Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}.md`, `# ${index}`])),
    )
    const started = await Promise.all(Array.from({ length: 5 }, () => administrate('POST', '/sites/acme/syncs')))
    expect(new Set(started.map(({ status }) => status))).toEqual(new Set([202]))
    expect(new Set(started.map(({ body }) => body.id)).size).toBe(1)
    expect(await server.sync('acme')).toMatchObject({ status: 'completed', total: 51 })
  })

  test('a sync that a stop has ended goes on at the next start; one that failed by itself does not', async () => {
    let [hangs, asked] = [true, 0]
    const website = await listen(
      createServer((_request, response) => {
        asked += 1
        if (!hangs) response.setHeader('content-type', 'text/html').end('<main><h1>Home</h1><p>The marker.</p></main>')
      }),
    )
    const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
    onTestFinished(async () => {
      await website.close()
      await rm(dataFolder, { recursive: true, force: true })
    })
    const { databaseUrl } = store.options
    const key = `svc_${'k'.repeat(36)}`
    const environment = { SIDENOTE_ADMIN_KEY: key, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const first = await startTestServer({ dataFolder, environment })
    const allowedHosts = [new URL(website.url).host]
    for (const [domain, source] of [
      ['broken', { kind: 'git', repository: join(dataFolder, 'none') }],
      ['acme', { kind: 'website', url: `${website.url}/`, allowedHosts }],
    ]) {
      await first.send('/admin/v1/sites', { key, body: { domain, sources: [source] } })
    }
    expect(await first.sync('broken')).toMatchObject({ status: 'failed' })
    await first.send('/admin/v1/sites/acme/syncs', { key })
    await expect.poll(() => asked).toBe(1)
    await first.stop()
    hangs = false
    const second = await startTestServer({ dataFolder, environment })
    const pagesOf = async () => {
      const { sites }: { sites: Site[] } = JSON.parse(
        await (await second.send('/admin/v1/sites', { method: 'GET', key })).text(),
      )
      return sites.map(({ domain, pages }) => [domain, pages])
    }
    const done = [
      ['acme', 1],
      ['broken', 0],
    ]
    await expect.poll(pagesOf).toEqual(done)
    const { count } = await second.database
      .selectFrom('syncs')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    expect(count).toBe(3)
    await second.stop()
  })

  test('a sync whose process is gone is failed, and a new one can start', async () => {
    const { site } = await server.addSite('acme', { 'index.md': '# Home\n' })
    const { id: site_id } = await server.database.selectFrom('sites').select('id').executeTakeFirstOrThrow()
    const { hostname } = await import('node:os')
    const report = { total: null, read: 3, changed: 0, unchanged: 3, removed: 0, failed: 0, problems: [], error: null }
    const running = { site_id, status: 'running', report_json: JSON.stringify(report), finished_at: null } as const
    const now = new Date().toISOString()
    const row = { ...running, id: 'sync_dead', runner: `${hostname()}/999999999/x`, heartbeat_at: now, started_at: now }
    await server.database.insertInto('syncs').values(row).execute()
    const found = await administrate('GET', '/sites/acme/syncs/sync_dead')
    expect(syncSchema.parse(found.body)).toMatchObject({ domain: site.domain, status: 'failed', read: 3 })
    expect(found.body.error).toContain('The server ended while this sync ran')
    expect(await server.sync('acme')).toMatchObject({ status: 'completed' })
  })

  test('a sync of a living process elsewhere is left alone until it falls silent', async () => {
    await server.addSite('acme', { 'index.md': '# Home\n' })
    const { id: site_id } = await server.database.selectFrom('sites').select('id').executeTakeFirstOrThrow()
    const report_json = JSON.stringify({
      total: 1,
      read: 0,
      changed: 0,
      unchanged: 0,
      removed: 0,
      failed: 0,
      problems: [],
      error: null,
    })
    const status = 'running' as const
    const now = new Date().toISOString()
    const elsewhere = {
      id: 'sync_far',
      site_id,
      status,
      report_json,
      runner: 'elsewhere/1/x',
      heartbeat_at: now,
      started_at: now,
      finished_at: null,
    }
    await server.database.insertInto('syncs').values(elsewhere).execute()
    await failInterruptedSyncs(server.database)
    expect((await administrate('POST', '/sites/acme/syncs')).body).toMatchObject({ id: 'sync_far', status: 'running' })
    await server.database
      .updateTable('syncs')
      .set({ heartbeat_at: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', 'sync_far')
      .execute()
    // One look is not enough: the clock may be wrong.
    await failInterruptedSyncs(server.database)
    const statusOf = async () => (await administrate('GET', '/sites/acme/syncs/sync_far')).body.status
    expect(await statusOf()).toBe('running')
    await expect.poll(statusOf).toBe('failed')
  })

  test('what a sync came to is kept for 30 days, and of each site the last one always', async () => {
    await server.addSite('acme', { 'index.md': '# Home\n' })
    const { sync } = await server.addSite('other', { 'index.md': '# Home\n' })
    const last = await server.sync('acme')
    const kept = async () =>
      (await server.database.selectFrom('syncs').select('id').execute()).map(({ id }) => id).sort()
    const day = 86_400_000
    await applyRetention(server.database, new Date(Date.now() + 29 * day))
    expect(await kept()).toHaveLength(3)
    await applyRetention(server.database, new Date(Date.now() + 31 * day))
    expect(await kept()).toEqual([last.id, sync.id].sort())
  })

  test('a source that cannot be read fails the sync with the reason, and the old index stays', async () => {
    const { folder, key } = await server.addSite('acme', { 'index.md': '# Home\n' })
    const { rm } = await import('node:fs/promises')
    await rm(folder, { recursive: true })
    const sync = await server.sync('acme')
    expect(sync.status).toBe('failed')
    expect(sync.error).toContain(folder)
    const page = await server.send('/discovery/v1/page/acme', { key, body: { path: 'index' } })
    expect(page.status).toBe(200)
  })

  test('what does not exist is a 404', async () => {
    await server.addSite('acme', { 'index.md': '# Home\n' })
    for (const [method, path] of [
      ['POST', '/sites/nowhere/syncs'],
      ['GET', '/sites/nowhere/syncs/x'],
      ['GET', '/sites/acme/syncs/x'],
    ] as const) {
      expect((await administrate(method, path)).status).toBe(404)
    }
  })
})
