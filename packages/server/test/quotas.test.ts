import { createHmac } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Sync, syncSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startDueSyncs } from '../src/administration/syncs/schedules.ts'
import { failInterruptedSyncs, resumeStoppedSyncs } from '../src/administration/syncs/syncs.ts'
import type { SiteRow } from '../src/database/tables.ts'
import { emptySyncReport } from '../src/sources/sync-report.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { createBareRepository } from './support/forge/bare-repository.ts'
import { startEndlessGitHost } from './support/forge/endless-git-host.ts'
import { commitNestedFolders, commitSharedFiles } from './support/forge/shared-files.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { htmlPage, sourceOf, startWebsite } from './support/website.ts'
import { writeFiles } from './support/write-files.ts'

const quotas = {
  SIDENOTE_SYNCS: '2',
  SIDENOTE_ORGANIZATION_SYNCS: '1',
  SIDENOTE_ORGANIZATION_SITES: '20',
  SIDENOTE_ORGANIZATION_MEGABYTES: '2',
  SIDENOTE_SITE_PAGES: '10',
  SIDENOTE_SITE_MEGABYTES: '1',
  SIDENOTE_REPOSITORY_FILES: '200',
  SIDENOTE_REPOSITORY_MEGABYTES: '3',
  SIDENOTE_GIT_MEGABYTES: '200',
}

describe.each(testEngines)('quotas on %s', (engine) => {
  let root: string
  let store: TestDatabase
  let server: TestServer
  let sites = 0
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: { ...quotas, ...(databaseUrl && { DATABASE_URL: databaseUrl }) } })
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
    await rm(root, { recursive: true, force: true })
  })

  const administrate = async (method: string, path: string, { body, key }: { body?: unknown; key?: string } = {}) => {
    const response = await server.send(`/admin/v1${path}`, { method, key: key ?? server.adminKey, body })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const addSite = async (source: object, more: { key?: string; schedule?: string } = {}): Promise<string> => {
    const { key, ...fields } = more
    const domain = `site-${sites++}`
    const body = { domain, sources: [source], ...fields }
    expect(await administrate('POST', '/sites', { body, ...(key && { key }) })).toMatchObject({ status: 201 })
    return domain
  }
  const makeRepository = (name: string, files: Record<string, string> = { 'docs/index.md': '# Home\n' }) =>
    createBareRepository(join(root, name), files)
  const copies = () => readdir(join(server.dataFolder, 'sources')).catch(() => [])
  const siteOf = (domain: string): Promise<SiteRow> =>
    server.database.selectFrom('sites').selectAll().where('domain', '=', domain).executeTakeFirstOrThrow()
  const pagesOf = async (domain: string) => (await administrate('GET', `/sites/${domain}`)).body.pages

  test('many files that share one content are counted before they are written, and nothing stays on the disk', async () => {
    const { folder } = makeRepository('shared')
    commitSharedFiles(folder, { files: 100, bytes: 100_000 })
    const domain = await addSite({ kind: 'git', repository: folder })
    const { status, error } = await server.sync(domain)
    expect(status).toBe('failed')
    expect(error).toContain(
      'It has 100 files of 10 MB together; at most 200 files (SIDENOTE_REPOSITORY_FILES) and 3 MB',
    )
    expect(await copies()).toEqual([])
  })

  test('folders that hold themselves again and again are counted as far as the bound', async () => {
    const { folder } = makeRepository('nested')
    commitNestedFolders(folder, 9)
    const domain = await addSite({ kind: 'git', repository: folder })
    const { error } = await server.sync(domain)
    expect(error).toMatch(/It has at least [\d,]+ files.*at most 200 files \(SIDENOTE_REPOSITORY_FILES\)/)
    expect(await copies()).toEqual([])
  })

  test.each([
    ['branches', 'It needs more than 200 MB of memory, the most that git may take (SIDENOTE_GIT_MEGABYTES).'],
    ['pack', 'It is larger than 3 MB, the most that may be fetched (SIDENOTE_REPOSITORY_MEGABYTES'],
  ] as const)('a git host whose %s never end is left, with the figure', async (endless, sentence) => {
    const host = await startEndlessGitHost(endless)
    const domain = await addSite({ kind: 'git', repository: host.repository })
    const { error } = await server.sync(domain)
    expect(error).toContain(`The repository ${host.repository} cannot be read. ${sentence}`)
    expect(await copies()).toEqual([])
    await host.close()
  })

  test('the repositories of an organization have a bound together', async () => {
    const text = (letter: string) => ({ 'index.md': '# Home\n', 'large.bin': letter.repeat(1_200_000) })
    const first = await addSite({ kind: 'git', repository: makeRepository('one', text('a')).folder })
    expect((await server.sync(first)).error).toBeNull()
    const second = await addSite({ kind: 'git', repository: makeRepository('other', text('b')).folder })
    expect((await server.sync(second)).error).toMatch(
      /It takes 1\.3 MB, and the other repositories of its organization 1\.3 MB; together they may take 2 MB/,
    )
    expect(await copies()).toHaveLength(1)
    expect((await server.sync(first)).error).toBeNull()
  })

  test('a copy that its process left unfinished is made anew', async () => {
    const { folder } = makeRepository('killed')
    const domain = await addSite({ kind: 'git', repository: folder })
    const { id } = await siteOf(domain)
    const source = await server.database
      .selectFrom('sources')
      .select('id')
      .where('site_id', '=', id)
      .executeTakeFirstOrThrow()
    const copy = join(server.dataFolder, 'sources', source.id)
    await mkdir(join(copy, 'git/objects/pack'), { recursive: true })
    await writeFiles(copy, { 'git/objects/pack/tmp_pack_x': 'half', 'git/index.lock': '', 'tree/old.md': '# Old' })
    expect(await server.sync(domain)).toMatchObject({ status: 'completed', read: 1 })
    expect(await readdir(join(copy, 'git/objects/pack'))).not.toContain('tmp_pack_x')
    expect(await readdir(join(copy, 'tree'))).toEqual(['docs'])
  })

  test('pages beyond the bound fail the sync with the figure; what was there stays', async () => {
    const folder = join(root, 'pages')
    const write = (count: number, name: string) =>
      writeFiles(
        folder,
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}-${at}.md`, `# ${name} ${at}\n`])),
      )
    await write(10, 'a')
    const domain = await addSite({ kind: 'folder', folder })
    expect(await server.sync(domain)).toMatchObject({ status: 'completed', changed: 10 })
    await write(5, 'b')
    const { status, error } = await server.sync(domain)
    expect(status).toBe('failed')
    expect(error).toMatch(/^The site has at least 11 pages, .*; it may have 10 \(SIDENOTE_SITE_PAGES\)\./)
    expect(await pagesOf(domain)).toBe(10)
    // As a site grows by other pages each time, what it had before counts as well.
    for (const name of ['c', 'd', 'e']) {
      await rm(folder, { recursive: true })
      await mkdir(folder)
      await write(11, name)
      expect((await server.sync(domain)).status).toBe('failed')
    }
    expect(await pagesOf(domain)).toBeLessThanOrEqual(20)
  })

  test('the bytes of all pages have a bound', async () => {
    const folder = join(root, 'bytes')
    const page = `<h1>Page</h1><p>Text.</p><script>${'a'.repeat(430_000)}</script>`
    await writeFiles(folder, { 'a.html': page, 'b.html': page, 'c.html': page })
    const domain = await addSite({ kind: 'folder', folder })
    const { error } = await server.sync(domain)
    expect(error).toMatch(
      /^The pages of the site have at least 1\.3 MB, .*; they may have 1 MB \(SIDENOTE_SITE_MEGABYTES\)\./,
    )
  })

  test('so many syncs run at a time, in all and of one organization; the others wait, and say so', async () => {
    const held: ServerResponse[] = []
    const website = await startWebsite({
      '/': (_request, response) => void held.push(response),
      '/robots.txt': '',
    })
    const other = async () => {
      const { body } = await administrate('POST', '/organizations', { body: { name: 'Other', isTrusted: true } })
      return (body.administratorKey as { key: string }).key
    }
    const keys = [server.adminKey, server.adminKey, await other(), await other()]
    const started: { key: string; path: string }[] = []
    for (const key of keys) {
      const domain = await addSite(sourceOf(website), { key })
      const { status, body } = await administrate('POST', `/sites/${domain}/syncs`, { key })
      expect(status).toBe(202)
      started.push({ key, path: `/sites/${domain}/syncs/${String(body.id)}` })
    }
    const read = () =>
      Promise.all(
        started.map(
          async ({ key, path }): Promise<Sync> => syncSchema.parse((await administrate('GET', path, { key })).body),
        ),
      )
    const statuses = async () => (await read()).map(({ status }) => status)
    expect(await statuses()).toEqual(['running', 'waiting', 'running', 'waiting'])
    // What another process sees of it.
    await vi.waitFor(async () => {
      const stored = await server.database
        .selectFrom('syncs')
        .select('report_json')
        .where('status', '=', 'running')
        .execute()
      expect(stored.filter(({ report_json }) => JSON.parse(report_json).isWaiting)).toHaveLength(2)
    }, 60_000)
    await vi.waitFor(() => expect(held).toHaveLength(2), 60_000)
    await vi.waitFor(async () => {
      for (const response of held.splice(0)) {
        response.writeHead(200, { 'content-type': 'text/html' }).end(htmlPage('Home'))
      }
      expect(await statuses()).toEqual(Array(4).fill('completed'))
    }, 60_000)
    await website.close()
  })

  test('an organization has only so many sites and projects', async () => {
    const { body: organization } = await administrate('POST', '/organizations', { body: { name: 'Small' } })
    const { key } = organization.administratorKey as { key: string }
    const source = { kind: 'website', url: 'https://docs.example.com/' }
    const add = (at: number) =>
      administrate('POST', '/sites', { key, body: { domain: `small-${at}`, sources: [source], schedule: '* * * * *' } })
    const added = await Promise.all(Array.from({ length: 25 }, (_, at) => add(at)))
    expect(added.filter(({ status }) => status === 201)).toHaveLength(20)
    expect(added.find(({ status }) => status === 409)?.body.message).toBe(
      'The organization has 20 sites, as many as it may have: the operator’s bound is 20 (SIDENOTE_ORGANIZATION_SITES).',
    )
    const project = (at: number) =>
      administrate('POST', '/projects', {
        key,
        body: {
          name: `docs ${at}`,
          repository: 'https://git.example.com/a/b',
          host: { kind: 'gitea', url: 'https://git.example.com' },
        },
      })
    const projects = await Promise.all(Array.from({ length: 25 }, (_, at) => project(at)))
    const last = projects.filter(({ status }) => status !== 201)
    expect(last).toHaveLength(5)
    expect(last[0]?.body.message).toContain('The organization has 20 projects')
    await administrate('DELETE', `/organizations/${String(organization.id)}`).catch(() => {})
  })

  describe('a sync whose process ended', () => {
    const leave = async (domain: string, report: object = {}): Promise<string> => {
      const { id: site_id } = await siteOf(domain)
      const now = new Date().toISOString()
      const id = `sync_${domain}`
      await server.database
        .insertInto('syncs')
        .values({
          id,
          site_id,
          status: 'running',
          report_json: JSON.stringify({ ...emptySyncReport(), error: null, ...report }),
          runner: `${hostname()}/999999999/x`,
          heartbeat_at: now,
          started_at: now,
          finished_at: null,
        })
        .execute()
      return id
    }
    const recordStarts = () => {
      const started: string[] = []
      const start = async ({ domain }: SiteRow): Promise<Sync> => {
        started.push(domain)
        return {
          ...emptySyncReport(),
          id: 'x',
          domain,
          status: 'running',
          error: null,
          startedAt: '',
          finishedAt: null,
        }
      }
      return { started, start }
    }
    const inAnHour = () => new Date(Date.now() + 3_600_000)

    test('is started again by no schedule and no webhook, and says why; a person can', async () => {
      const folder = join(root, 'held')
      await writeFiles(folder, { 'index.md': '# Home\n' })
      const domain = await addSite({ kind: 'folder', folder }, { schedule: '* * * * *' })
      const { body: webhook } = await administrate('POST', `/sites/${domain}/webhook`)
      const id = await leave(domain)
      const syncs = recordStarts()
      await startDueSyncs(server.database, syncs, inAnHour())
      expect(syncs.started).not.toContain(domain)
      const sync = (await administrate('GET', `/sites/${domain}/syncs/${id}`)).body
      expect(sync).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('The server ended while this sync'),
      })
      const signature = `sha256=${createHmac('sha256', String(webhook.secret)).update('{}').digest('hex')}`
      const pushed = await server.send(String(webhook.path), {
        body: '{}',
        headers: { 'x-hub-signature-256': signature },
      })
      expect(pushed.status).toBe(409)
      expect(await pushed.json()).toMatchObject({ message: sync.error })
      expect(await server.sync(domain)).toMatchObject({ status: 'completed' })
      await startDueSyncs(server.database, syncs, inAnHour())
      expect(syncs.started).toContain(domain)
    })

    test('before it had begun goes on at the next start', async () => {
      const folder = join(root, 'waiting')
      await writeFiles(folder, { 'index.md': '# Home\n' })
      const domain = await addSite({ kind: 'folder', folder })
      await leave(domain, { isWaiting: true })
      const killed = await failInterruptedSyncs(server.database)
      expect(killed.map((one) => one.domain)).not.toContain(domain)
      const syncs = recordStarts()
      await resumeStoppedSyncs(server.database, syncs)
      expect(syncs.started).toContain(domain)
    })
  })
})

test('with less left on the disk than is kept free, nothing is fetched, and /readyz says so', async () => {
  const server = await startTestServer({ environment: { SIDENOTE_DISK_RESERVE: '999999999' } })
  const { sync, key } = await server.addSite('acme', { 'index.md': '# Home\n' })
  const left =
    /^The disk of the data folder has [\d,.]+ MB left, and 999,999,999 MB of it are kept free \(SIDENOTE_DISK_RESERVE\)/
  expect(sync).toMatchObject({ status: 'failed', read: 0, error: expect.stringMatching(left) })
  const ready = await server.send('/readyz', { method: 'GET' })
  expect(await ready.json()).toMatchObject({ degraded: [expect.stringMatching(left)] })
  // What is there is served.
  const search = await server.send('/discovery/v1/search/acme', { key, body: { query: 'home' } })
  expect(search.status).toBeLessThan(500)
  await server.stop()
})
