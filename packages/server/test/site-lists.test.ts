import { randomUUID } from 'node:crypto'
import type { Site } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'

describe.each(testEngines)('lists of a site on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const folder = import.meta.dirname
  const remote = (path: string, more: object = {}) => ({
    kind: 'git',
    repository: `https://git.example.com/${path}`,
    ...more,
  })
  const create = async (more: object = {}) => {
    const domain = `site-${randomUUID()}`
    const body = { domain, sources: [{ kind: 'folder', folder }], ...more }
    expect((await server.send('/admin/v1/sites', { key: server.adminKey, body })).status).toBe(201)
    const change = async (body: object) => {
      const response = await server.send(`/admin/v1/sites/${domain}`, { method: 'PATCH', key: server.adminKey, body })
      const answer = (await response.json()) as Site & { message: string; issues: { path: string }[] }
      return { status: response.status, ...answer }
    }
    return { domain, change }
  }
  const placesOf = ({ sources }: Pick<Site, 'sources'>) =>
    sources.map((source) => ('repository' in source ? source.repository : 'folder' in source ? source.folder : ''))

  test('origins are added and removed, and the others stay', async () => {
    const { change } = await create({ origins: ['https://a.example'] })
    const added = await change({ addOrigins: ['https://B.example:443', 'https://a.example', 'http://localhost:5173'] })
    expect(added.origins).toEqual(['https://a.example', 'https://b.example', 'http://localhost:5173'])
    const swapped = await change({
      addOrigins: ['https://c.example'],
      removeOrigins: ['https://A.example', 'http://localhost:5173'],
    })
    expect(swapped.origins).toEqual(['https://b.example', 'https://c.example'])
  })

  test('twenty who add an origin at once are all heard', async () => {
    const { change } = await create({ origins: ['https://a.example'] })
    const origins = Array.from({ length: 20 }, (_, index) => `https://o${index}.example`)
    await Promise.all(origins.map((origin) => change({ addOrigins: [origin] })))
    expect((await change({ name: 'Same' })).origins.toSorted()).toEqual(['https://a.example', ...origins].toSorted())
  })

  test('the last origin is not removed: any page could use the keys then', async () => {
    const { change } = await create({ origins: ['https://a.example'] })
    const refused = await change({ removeOrigins: ['https://a.example'] })
    expect(refused).toMatchObject({
      status: 400,
      issues: [{ path: 'removeOrigins' }],
      message: expect.stringContaining('any web page'),
    })
    expect((await change({ origins: [] })).origins).toEqual([])
  })

  test('sources are added, replaced and removed, and the others stay with their tokens', async () => {
    const docs = remote('docs', { branch: 'main', folder: 'manual', token: 'canary' })
    const { domain, change } = await create({ sources: [{ kind: 'folder', folder }, docs] })
    const added = await change({ addSources: [remote('api'), remote('docs', { branch: 'next', folder: 'manual' })] })
    expect(added.sources).toEqual([
      { kind: 'folder', folder },
      { kind: 'git', repository: docs.repository, branch: 'main', folder: 'manual', hasToken: true },
      { kind: 'git', repository: remote('api').repository },
      { kind: 'git', repository: docs.repository, branch: 'next', folder: 'manual', hasToken: true },
    ])
    const renewed = await change({
      addSources: [remote('docs', { branch: 'main', folder: 'manual', token: 'other', language: 'de' })],
    })
    expect(renewed.sources[1]).toEqual({
      kind: 'git',
      repository: docs.repository,
      branch: 'main',
      folder: 'manual',
      language: 'de',
      hasToken: true,
    })
    expect(renewed.sources).toHaveLength(4)
    const removed = await change({ removeSources: [folder, remote('api').repository] })
    expect(placesOf(removed)).toEqual([docs.repository, docs.repository])
    expect(JSON.stringify([added, renewed, removed])).not.toContain('canary')
    const rows = await server.database
      .selectFrom('sources')
      .innerJoin('sites', 'sites.id', 'sources.site_id')
      .selectAll('sources')
      .where('domain', '=', domain)
      .execute()
    expect(rows).toHaveLength(2)
    for (const { settings_json } of rows) expect(settings_json).toContain('tokenSealed')
  })

  test.each([
    ['removeOrigins[0]', { removeOrigins: ['https://none.example'] }],
    ['removeSources[1]', { removeSources: [folder, '/none'], addSources: [remote('x')] }],
    ['removeSources', { removeSources: [folder] }],
    ['addOrigins', { addOrigins: Array.from({ length: 100 }, (_, index) => `https://o${index}.example`) }],
    ['addSources', { addSources: Array.from({ length: 20 }, (_, index) => remote(String(index))) }],
    ['addSources[0].folder', { addSources: [{ kind: 'folder', folder: '/none' }] }],
    ['origins', { origins: ['https://b.example'], addOrigins: ['https://c.example'] }],
    ['sources', { sources: [remote('x')], removeSources: [folder] }],
  ])('what cannot be is refused at %s, and nothing is changed', async (path, body) => {
    const { change } = await create({ origins: ['https://a.example'] })
    const refused = await change(body)
    expect([refused.status, refused.issues[0]?.path]).toEqual([400, path])
    expect(await change({ name: 'Same' })).toMatchObject({
      origins: ['https://a.example'],
      sources: [{ kind: 'folder' }],
    })
  })

  test('nothing on the machine is added by an organization that may not name it', async () => {
    const made = await server.send('/admin/v1/organizations', { key: server.adminKey, body: { name: 'Team' } })
    const { administratorKey } = (await made.json()) as { administratorKey: { key: string } }
    const { key } = administratorKey
    await server.send('/admin/v1/sites', { key, body: { domain: 'team', sources: [remote('docs')] } })
    for (const source of [
      { kind: 'folder', folder },
      { kind: 'folder', folder: '/none' },
    ]) {
      const response = await server.send('/admin/v1/sites/team', {
        method: 'PATCH',
        key,
        body: { addSources: [source] },
      })
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('public hosts alone')])
    }
  })
})
