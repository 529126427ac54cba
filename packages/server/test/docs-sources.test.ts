import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { access, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createdWebhookSchema, type Site, type SourceRequest, type Sync, syncSchema } from '@sidenote/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startDueSyncs } from '../src/administration/syncs/schedules.ts'
import { createSeal } from '../src/database/seal.ts'
import { readPage } from '../src/search/pages.ts'
import { searchPages } from '../src/search/search.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { createForge } from './support/forge/forge.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { htmlPage, sourceOf, startWebsite, type Website } from './support/website.ts'
import { writeFiles } from './support/write-files.ts'

let root = ''
let server: TestServer
let website: Website
let store: TestDatabase

const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', '-c', 'init.defaultBranch=main', ...words], {
    cwd: join(root, 'repository'),
    stdio: 'pipe',
  }).toString()

const commit = async (files: Record<string, string>) => {
  await writeFiles(join(root, 'repository'), files)
  git('add', '-A')
  git('commit', '-qm', 'Change')
}

const administrate = async (method: string, path: string, body?: unknown) => {
  const response = await server.send(`/admin/v1${path}`, { method, key: server.adminKey, body })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const addSite = async (sources: readonly SourceRequest[], more: object = {}) => {
  const added = await administrate('POST', '/sites', { domain: 'acme', sources, ...more })
  expect(added).toMatchObject({ status: 201 })
  return server.sync('acme')
}

const siteRow = () =>
  server.database.selectFrom('sites').selectAll().where('domain', '=', 'acme').executeTakeFirstOrThrow()
const search = async (query: string) =>
  (await searchPages(server.searchIndex, await siteRow(), { query, limit: 10 })).map(({ path, url }) => ({ path, url }))
const page = async (path: string) => readPage(server.database, await siteRow(), path)

describe.each(testEngines)('the sources of a site on %s', (engine) => {
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'sidenote-sources-'))
    await mkdir(join(root, 'repository'))
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    website = await startWebsite()
  })
  afterEach(async () => {
    await server.stop()
    await website.close()
    await store.close()
    await rm(root, { recursive: true, force: true })
  })

  const websiteOf = (more: object = {}) => sourceOf(website, more)

  test('several are read into one index: a folder, a repository, a website and an OpenAPI document', async () => {
    await writeFiles(join(root, 'folder'), { 'start.md': '# Start\n\nalpha', 'old.rst': 'Old\n===\n\nalpha\n' })
    const api = `openapi: 3.1.0
info: { title: Api, version: '1' }
paths:
  /pets/{id}:
    get:
      operationId: getPet
      tags: [Pets]
      summary: Find a pet
      parameters: [{ name: id, in: path, required: true, schema: { $ref: '#/components/schemas/Id' } }]
      responses: { '200': { description: alpha } }
components: { schemas: { Id: { type: string } } }
`
    await writeFiles(root, { 'api.yaml': api })
    git('init', '-q')
    await commit({ 'docs/guide.md': '# Guide\n\nalpha', 'README.md': '# Not docs' })
    website.replies = { '/': htmlPage('Home', ['/web.html']), '/web.html': htmlPage('Web alpha') }
    const sync = await addSite([
      { kind: 'folder', folder: join(root, 'folder') },
      { kind: 'git', repository: join(root, 'repository'), folder: 'docs' },
      websiteOf(),
      { kind: 'openapi', file: join(root, 'api.yaml') },
    ])
    expect(sync).toMatchObject({ status: 'completed', total: 8, read: 8, changed: 8, failed: 0, problems: [] })
    expect((await search('alpha')).map(({ path }) => path).sort()).toEqual([
      'api-reference/pets/getpet',
      'guide',
      'old',
      'start',
      'web',
    ])
    // Readers are sent to where the page is, in the spelling of its website.
    expect(await search('web')).toContainEqual({ path: 'web', url: `${website.url}/web.html` })
    // A page was read at its address, whichever one that is.
    expect(sync.sources.find(({ place }) => place.startsWith(website.url))).toMatchObject({
      pages: 2,
      addressed: 2,
      example: `${website.url}/web.html`,
    })
    expect((await page('api-reference/pets/getpet'))?.content).toContain('`id` (string, required)')
    expect(await server.sync('acme')).toMatchObject({ changed: 0, unchanged: 8, removed: 0 })
    const [site] = (await administrate('GET', '/sites')).body.sites as Site[]
    expect(site).toMatchObject({ url: website.url, pages: 8 })
    expect(site?.sources.map(({ kind }) => kind).sort()).toEqual(['folder', 'git', 'openapi', 'website'])
  })

  test('a repository without what was named says so in the words of its owner', async () => {
    const repository = join(root, 'repository')
    git('init', '-q')
    const { error } = await addSite([{ kind: 'git', repository }])
    expect(error).toBe(`The repository ${repository} has no commit on its default branch.`)
    await commit({ 'notes.txt': 'no page' })
    const failures = [
      [{}, `The repository ${repository} has no pages: no file of a kind that is read.`],
      [{ branch: 'next' }, `The repository ${repository} has no branch “next”.`],
      [{ folder: 'docs' }, `The folder “docs” of ${repository} cannot be read: it does not exist.`],
      [{ folder: 'notes.txt' }, `The folder “notes.txt” of ${repository} cannot be read: it is not a folder.`],
    ] as const
    for (const [more, sentence] of failures) {
      await administrate('PATCH', '/sites/acme', { sources: [{ kind: 'git', repository, ...more }] })
      expect((await server.sync('acme')).error).toBe(sentence)
    }
  })

  test('a repository is followed: what changed is read, what is gone is removed, on the branch that was named', async () => {
    git('init', '-q')
    await commit({ 'a.md': '# A\n\nbeta', 'b.md': '# B\n\nbeta' })
    git('checkout', '-qb', 'next')
    await commit({ 'next.md': '# Next\n\nbeta' })
    git('checkout', '-q', 'main')
    await addSite([{ kind: 'git', repository: join(root, 'repository') }])
    expect((await search('beta')).map(({ path }) => path).sort()).toEqual(['a', 'b'])
    git('rm', '-q', 'b.md')
    await commit({ 'a.md': '# A\n\ngamma' })
    // A force push leaves nothing in common with what was fetched.
    git('commit', '--amend', '-qm', 'Rewritten')
    expect(await server.sync('acme')).toMatchObject({ status: 'completed', changed: 1, removed: 1 })
    expect(await search('beta')).toEqual([])
    await rm(join(root, 'repository'), { recursive: true })
    const failed = await server.sync('acme')
    expect(failed).toMatchObject({ status: 'failed', removed: 0 })
    expect(failed.error).toContain(`The repository ${join(root, 'repository')} cannot be read.`)
    expect((await search('gamma')).map(({ path }) => path)).toEqual(['a'])
  })

  test('a repository runs nothing and shows nothing of this machine', async () => {
    const marker = join(root, 'marker')
    await writeFile(join(root, 'secret.md'), '# Secret delta')
    git('init', '-q')
    await writeFiles(join(root, 'repository'), {
      '.gitattributes': '*.md filter=evil\n',
      '.gitmodules': `[submodule "x"]\n\tpath = x\n\turl = ext::sh -c touch% ${marker}\n`,
      'a.md': '# A delta',
    })
    await symlink(join(root, 'secret.md'), join(root, 'repository/leak.md'))
    await symlink(root, join(root, 'repository/above'))
    git('add', '-A')
    git('commit', '-qm', 'Plant')
    git('config', 'filter.evil.smudge', `touch ${marker}`)
    const sync = await addSite([{ kind: 'git', repository: join(root, 'repository') }])
    expect(sync).toMatchObject({ status: 'completed' })
    expect((await search('delta')).map(({ path }) => path)).toEqual(['a'])
    await expect(readPage(server.database, await siteRow(), 'above/secret')).resolves.toBeUndefined()
    await expect(access(marker)).rejects.toThrow()
  })

  test('a private repository is read with its token, which goes to its host alone and is shown to nobody', async () => {
    const token = 'glpat-canary_of_the_repository'
    const forge = await createForge('gitea', { tokens: { [token]: 'read' } })
    try {
      forge.addRepository('acme/docs', { 'a.md': '# A\n\nepsilon', 'docs/b.md': '# B\n\nepsilon' })
      forge.addRepository('acme/other', { 'c.md': '# C' })
      const repository = forge.repositoryUrl('acme/docs')
      const readAs = async (more: object) => {
        const { status, body } = await administrate('PATCH', '/sites/acme', {
          sources: [{ kind: 'git', repository, ...more }],
        })
        expect([status, JSON.stringify(body).includes(token)]).toEqual([200, false])
        return { sources: body.sources, sync: await server.sync('acme') }
      }
      const paths = async () => (await search('epsilon')).map(({ path }) => path).sort()
      const sent = () => forge.requests.splice(0).map(({ authorization = ' ' }) => authorization.split(' ')[1] ?? '')
      const signedAs = (user: string) => Buffer.from(`${user}:${token}`).toString('base64')

      const { error } = await addSite([{ kind: 'git', repository }])
      expect(error).toBe(
        `The repository ${repository} cannot be read. Its host asks who reads it: give the source a token (--token-variable).`,
      )
      const refused = `The repository ${repository} cannot be read. Its host refuses the token.`
      expect((await readAs({ token: 'another' })).sync.error).toBe(refused)
      sent()
      const read = await readAs({ token })
      expect(read.sync).toMatchObject({ status: 'completed', read: 2 })
      expect(read.sources).toEqual([{ kind: 'git', repository, hasToken: true }])
      expect(await paths()).toEqual(['a', 'docs/b'])
      expect(new Set(sent())).toEqual(new Set([signedAs('x-access-token')]))

      // What is left out stays, for the repository that it was given for.
      const named = await readAs({ folder: 'docs', user: 'x-token-auth', hasToken: true })
      expect(named.sync).toMatchObject({ status: 'completed', read: 1 })
      expect(named.sources).toEqual([{ kind: 'git', repository, folder: 'docs', user: 'x-token-auth', hasToken: true }])
      expect(new Set(sent())).toEqual(new Set([signedAs('x-token-auth')]))
      const elsewhere = forge.repositoryUrl('acme/other')
      expect((await readAs({ repository: elsewhere })).sync.error).toContain('asks who reads it')
      expect(new Set(sent())).toEqual(new Set(['']))
      expect((await readAs({})).sync.error).toContain('asks who reads it')
      const missing = forge.repositoryUrl('acme/missing')
      expect((await readAs({ repository: missing, token })).sync.error).toContain('Is the token meant for it?')
      expect((await readAs({ token })).sync).toMatchObject({ status: 'completed', read: 2 })
      // Each change of the sources began a copy of its own.
      await vi.waitFor(async () => {
        const copies = await readdir(join(server.dataFolder, 'sources'))
        const { id } = await server.database.selectFrom('sources').select('id').executeTakeFirstOrThrow()
        expect(copies).toEqual([id])
      }, 60_000)
      const without = await readAs({ token: null })
      expect([without.sources, without.sync.status]).toEqual([[{ kind: 'git', repository }], 'failed'])

      const created = await administrate('POST', '/sites', {
        domain: 'created',
        sources: [{ kind: 'git', repository, token }],
      })
      expect(created).toMatchObject({ status: 201, body: { sources: [{ kind: 'git', repository, hasToken: true }] } })
      const rows = await server.database.selectFrom('sources').selectAll().execute()
      const kept = JSON.stringify([rows, await server.database.selectFrom('syncs').selectAll().execute()])
      expect(kept).toContain('tokenSealed')
      for (const secret of [token, signedAs('x-access-token')]) {
        expect([kept.includes(secret), server.logged().includes(secret)]).toEqual([false, false])
      }

      const [row] = rows.filter(({ settings_json }) => settings_json.includes('tokenSealed'))
      const other = createSeal(Buffer.alloc(32, 7)).close('any', token)
      const settings_json = JSON.stringify({ repository, tokenSealed: other })
      await server.database
        .updateTable('sources')
        .set({ settings_json })
        .where('id', '=', row?.id ?? '')
        .execute()
      sent()
      expect((await server.sync('created')).error).toContain('was stored with a different key')
      expect(sent()).toEqual([])
    } finally {
      await forge.close()
    }
  })

  test('a crawl that is not complete removes nothing; a complete one does', async () => {
    website.replies = {
      '/': htmlPage('Home', ['/a', '/b']),
      '/a': htmlPage('A'),
      '/b': htmlPage('B', ['/c']),
      '/c': htmlPage('C'),
    }
    expect(await addSite([websiteOf()])).toMatchObject({ changed: 4 })
    website.replies['/b'] = { status: 503 }
    const partial = await server.sync('acme')
    expect(partial).toMatchObject({ status: 'completed', failed: 1, removed: 0, unchanged: 2 })
    expect(partial.problems.map(({ reason }) => reason)).toEqual([
      `${website.url}/b answers 503.`,
      `${website.url}/b was not read, nor what only it leads to.`,
    ])
    expect((await page('c'))?.title).toBe('C')
    website.replies['/'] = { status: 500 }
    expect(await server.sync('acme')).toMatchObject({ status: 'failed', removed: 0 })
    website.replies['/'] = htmlPage('Home', ['/a', '/b'])
    website.replies['/b'] = { status: 404 }
    const reason = `Links lead to an address where there is no page: ${website.url}/b.`
    expect(await server.sync('acme')).toMatchObject({ status: 'completed', removed: 2, problems: [{ reason }] })
    expect(await page('c')).toBeUndefined()
  })

  test('a website that says what has not changed is not parsed again', async () => {
    const cached = (title: string) => (request: IncomingMessage, response: ServerResponse) => {
      const isKnown = request.headers['if-none-match'] === `"${title}"`
      response.writeHead(isKnown ? 304 : 200, { etag: `"${title}"`, 'content-type': 'text/html' })
      response.end(isKnown ? '' : htmlPage(title, ['/a']))
    }
    website.replies = { '/': cached('Home'), '/a': cached('A') }
    await addSite([websiteOf()])
    expect(await server.sync('acme')).toMatchObject({ changed: 0, unchanged: 2, removed: 0, failed: 0 })
    website.replies['/a'] = cached('New')
    expect(await server.sync('acme')).toMatchObject({ changed: 1, unchanged: 1 })
    expect((await page('a'))?.title).toBe('New')
  })

  test('a folder without a page, as one that is being built or is not mounted, removes nothing', async () => {
    await writeFiles(root, { 'folder/a.md': '# A', 'folder/style.css': '' })
    await addSite([{ kind: 'folder', folder: join(root, 'folder') }])
    await rm(join(root, 'folder/a.md'))
    const failed = await server.sync('acme')
    expect(failed).toMatchObject({ status: 'failed', removed: 0 })
    expect(failed.error).toBe(`The folder ${join(root, 'folder')} has no pages: no file of a kind that is read.`)
    expect((await page('a'))?.title).toBe('A')
  })

  test('a list of pages for language models that cannot be read now removes nothing', async () => {
    const full = `# Only here\nSource: ${website.url}/only\n\nText.\n`
    website.replies = {
      '/': htmlPage('Home'),
      '/llms-full.txt': { headers: { 'content-type': 'text/plain' }, body: full },
    }
    expect(await addSite([websiteOf()])).toMatchObject({ changed: 2 })
    website.replies['/llms-full.txt'] = { status: 503 }
    expect(await server.sync('acme')).toMatchObject({ status: 'completed', removed: 0 })
    expect((await page('only'))?.title).toBe('Only here')
    website.replies['/llms-full.txt'] = { status: 404 }
    expect(await server.sync('acme')).toMatchObject({ status: 'completed', removed: 1 })
  })

  test('a page of a sitemap that leads elsewhere and cannot be read now is kept', async () => {
    website.replies = {
      '/sitemap.xml': `<urlset><loc>${website.url}/a</loc><loc>${website.url}/b</loc></urlset>`,
      '/a': { status: 302, headers: { location: '/moved/a' } },
      '/moved/a': htmlPage('A'),
      '/b': htmlPage('B'),
    }
    expect(await addSite([websiteOf({ url: `${website.url}/sitemap.xml` })])).toMatchObject({ changed: 2 })
    website.replies['/a'] = { status: 503 }
    expect(await server.sync('acme')).toMatchObject({ failed: 1, removed: 0 })
    expect((await page('moved/a'))?.title).toBe('A')
  })

  test('an OpenAPI document may hold schemas that hold themselves, and names with a percent sign', async () => {
    const value = { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/components/schemas/Value' } }] }
    const tree = {
      type: 'object',
      properties: { name: { type: 'string' }, below: { $ref: '#/components/schemas/Tree' } },
    }
    const answer = (name: string) => ({
      responses: {
        200: {
          description: 'It.',
          content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
        },
      },
    })
    const document = {
      openapi: '3.1.0',
      paths: {
        '/value': { get: answer('Value') },
        '/tree': { get: answer('Tree') },
        '/share': { get: answer('100%') },
      },
      components: { schemas: { Value: value, Tree: tree, '100%': { properties: { share: { type: 'number' } } } } },
    }
    await writeFiles(root, { 'api.json': JSON.stringify(document) })
    expect(await addSite([{ kind: 'openapi', file: join(root, 'api.json') }])).toMatchObject({
      status: 'completed',
      changed: 4,
      problems: [],
    })
    expect((await page('api-reference/get-tree'))?.content).toContain('`below`')
    expect((await page('api-reference/get-share'))?.content).toContain('`share`')
  })

  test('the sources of a site are changed: the next sync removes the pages of those that are gone', async () => {
    await writeFiles(root, { 'one/a.md': '# A', 'two/b.md': '# B' })
    await addSite([{ kind: 'folder', folder: join(root, 'one') }], { name: 'Acme', schedule: '0 * * * *' })
    const two = [{ kind: 'folder', folder: join(root, 'two') }]
    const changed = await administrate('PATCH', '/sites/acme', { sources: two, schedule: null })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Acme', sources: two, schedule: null, pages: 1 } })
    expect(await server.sync('acme')).toMatchObject({ changed: 1, removed: 1 })
    expect((await administrate('PATCH', '/sites/acme', { sources: [] })).status).toBe(400)
    expect((await administrate('PATCH', '/sites/none', { name: 'X' })).status).toBe(404)
  })

  test('a host that is not public is refused in a sentence, and the sync fails', async () => {
    const sync = await addSite([websiteOf({ allowedHosts: [] })])
    expect(sync).toMatchObject({ status: 'failed', removed: 0 })
    expect(sync.error).toBe(
      `${website.url}/robots.txt cannot be read: ${website.host} is not a public address. If it is meant, name it in allowedHosts of the source (--allow-host).`,
    )
    expect(website.connections()).toBe(0)
  })

  test.each([
    [{ kind: 'git', repository: 'ssh://host/x' }, 'by its https address'],
    [{ kind: 'git', repository: 'https://user:token@host/x' }, 'must not hold a user'],
    [{ kind: 'git', repository: '/x', branch: '--upload-pack=touch x' }, 'cannot be the name of a branch'],
    [{ kind: 'git', repository: '/x', folder: '../y' }, 'is not inside of the repository'],
    [{ kind: 'git', repository: '/x', token: 'canary' }, 'A token says nothing about /x'],
    [{ kind: 'git', repository: 'http://host/x', token: 'canary' }, 'http://host is not encrypted'],
    [{ kind: 'git', repository: 'https://host/x', token: 'canary\n' }, 'has spaces, line breaks or unusual letters'],
    [{ kind: 'git', repository: 'https://host/x', user: 'a:b' }, 'without spaces and colons'],
    [{ kind: 'openapi' }, 'must have either a file or a url'],
    [{ kind: 'website', url: 'ftp://host/' }, 'url'],
    [{ kind: 'rss', url: 'https://host/' }, 'kind'],
  ])('the source %j is refused in a sentence', async (source, sentence) => {
    const refused = await administrate('POST', '/sites', { domain: 'acme', sources: [source] })
    expect(refused.status).toBe(400)
    expect(refused.body.message).toContain(sentence)
    expect(JSON.stringify(refused.body)).not.toContain('canary')
  })

  test('a webhook that is signed, or knows the secret as GitLab does, syncs the site; any other is refused', async () => {
    await writeFiles(root, { 'folder/a.md': '# A' })
    await addSite([{ kind: 'folder', folder: join(root, 'folder') }])
    const { path, secret } = createdWebhookSchema.parse((await administrate('POST', '/sites/acme/webhook')).body)
    const body = JSON.stringify({ ref: 'refs/heads/main' })
    const sign = (key: string, signed = body) => `sha256=${createHmac('sha256', key).update(signed).digest('hex')}`
    const send = (signature: string | undefined, to = path) =>
      server.send(to, { body, ...(signature !== undefined && { headers: { 'x-hub-signature-256': signature } }) })
    const syncs = async () => (await server.database.selectFrom('syncs').select('id').execute()).length
    const before = await syncs()
    expect((await send(undefined)).status).toBe(401)
    expect((await send(sign('other'))).status).toBe(401)
    expect((await send(sign(secret, `${body} `))).status).toBe(401)
    expect((await send('sha256=')).status).toBe(401)
    expect((await send(sign(secret), '/webhooks/v1/unknown')).status).toBe(401)
    expect(await syncs()).toBe(before)
    expect((await send(sign(secret))).status).toBe(202)
    expect(await syncs()).toBe(before + 1)
    const sendWith = async (name: string, value: string) =>
      (await server.send(path, { body, headers: { [name]: value } })).status
    // Bitbucket’s; GitHub has a weaker one in the same header.
    expect(await sendWith('x-hub-signature', sign(secret))).toBe(202)
    expect(await sendWith('x-hub-signature', `sha1=${createHmac('sha1', secret).update(body).digest('hex')}`)).toBe(401)
    expect(await sendWith('x-gitlab-token', secret)).toBe(202)
    for (const token of ['', 'other', secret.slice(1), `${secret}x`, secret.toLowerCase()]) {
      expect(await sendWith('x-gitlab-token', token)).toBe(401)
    }
    const next = createdWebhookSchema.parse((await administrate('POST', '/sites/acme/webhook')).body)
    expect((await send(sign(secret))).status).toBe(401)
    expect((await send(sign(next.secret), next.path)).status).toBe(202)
  })

  test('a schedule syncs what is due, once, also what came due while nothing ran', async () => {
    await writeFiles(root, { 'folder/a.md': '# A' })
    const refused = await administrate('POST', '/sites', {
      domain: 'acme',
      sources: [{ kind: 'folder', folder: root }],
      schedule: 'every day at noon',
    })
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('cron expression') } })
    const first = await addSite([{ kind: 'folder', folder: join(root, 'folder') }], { schedule: '0 * * * *' })
    const started: string[] = []
    const syncs = {
      start: async (site: { domain: string }): Promise<Sync> => {
        started.push(site.domain)
        return syncSchema.parse(first)
      },
    }
    const last = Date.parse(first.startedAt)
    await startDueSyncs(server.database, syncs, new Date(last + 1))
    expect(started).toEqual([])
    await startDueSyncs(server.database, syncs, new Date(last + 5 * 3_600_000))
    expect(started).toEqual(['acme'])
    // The clock was wrong when it was synced: it has been put back by ten years since.
    await startDueSyncs(server.database, syncs, new Date(last - 10 * 365 * 86_400_000))
    expect(started).toEqual(['acme', 'acme'])
  })
})
