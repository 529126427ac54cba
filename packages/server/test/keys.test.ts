import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CreatedKey, createdKeySchema, createdOrganizationSchema, endpoints, type Key } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeyText } from '../src/administration/keys/key-text.ts'
import { touchKey } from '../src/administration/keys/touch-key.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { spawnServer } from './support/server-process.ts'

describe.each(testEngines)('keys on %s', (engine) => {
  let store: TestDatabase
  let server: TestServer
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    server = await startTestServer({ environment: databaseUrl ? { DATABASE_URL: databaseUrl } : {} })
    await server.addSite('acme', { 'index.md': '# Home\n' })
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const search = (key: string) => server.send('/discovery/v1/search/acme', { key, body: { query: 'home' } })
  const codeOf = async (response: Response) => ((await response.json()) as { code?: string }).code
  const create = (more: object = {}) => server.createKey({ kind: 'assistant', site: 'acme', ...more })
  const list = async (): Promise<Key[]> => {
    const response = await server.send('/admin/v1/keys', { method: 'GET', key: server.adminKey })
    return ((await response.json()) as { keys: Key[] }).keys
  }
  const revoke = ({ id }: Pick<CreatedKey, 'id'>) =>
    server.send(`/admin/v1/keys/${id}`, { method: 'DELETE', key: server.adminKey })

  test('a new key works, and only its hash is stored', async () => {
    const created = await create({ name: 'website' })
    expect(created.key).toMatch(/^svc_dsc_[0-9A-Za-z]{36}$/)
    expect((await search(created.key)).status).toBe(200)
    const rows = await server.database.selectFrom('keys').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(created.key)
    expect(await list()).toContainEqual(expect.objectContaining({ id: created.id, name: 'website', site: 'acme' }))
    expect(JSON.stringify(await list())).not.toContain(created.key)
  })

  test('a revoked key is refused from the next request on, and stays in the list', async () => {
    const created = await create()
    expect((await search(created.key)).status).toBe(200)
    expect((await revoke(created)).status).toBe(204)
    const refused = await search(created.key)
    expect([refused.status, await codeOf(refused)]).toEqual([401, 'revoked_key'])
    const [first] = (await list()).filter(({ id }) => id === created.id)
    expect((await revoke(created)).status).toBe(204)
    expect((await list()).find(({ id }) => id === created.id)?.revokedAt).toBe(first?.revokedAt)
    expect((await revoke({ id: 'key_none' })).status).toBe(404)
  })

  test('a key is refused once it has expired', async () => {
    const created = await create({ expiresAt: new Date(Date.now() + 3_600_000).toISOString() })
    expect((await search(created.key)).status).toBe(200)
    const expires_at = new Date(Date.now() - 1).toISOString()
    await server.database.updateTable('keys').set({ expires_at }).where('id', '=', created.id).execute()
    const refused = await search(created.key)
    expect([refused.status, await codeOf(refused)]).toEqual([401, 'expired_key'])
  })

  test('a key that would have expired already, or names no site, is not created', async () => {
    const post = async (body: object) => {
      const response = await server.send('/admin/v1/keys', { key: server.adminKey, body })
      return [response.status, await codeOf(response)]
    }
    const expiresAt = '2020-01-01T00:00:00Z'
    expect(await post({ kind: 'assistant', site: 'acme', expiresAt })).toEqual([400, 'invalid_request'])
    expect(await post({ kind: 'assistant' })).toEqual([400, 'invalid_request'])
    expect(await post({ kind: 'assistant', site: 'nowhere' })).toEqual([404, 'not_found'])
    expect(await post({ kind: 'administrator', site: 'acme' })).toEqual([400, 'invalid_request'])
  })

  test('the row decides what a key may do, not its prefix', async () => {
    const created = await create()
    const disguised = createKeyText('administrator')
    const { hashKey } = await import('../src/administration/keys/key-text.ts')
    await server.database
      .updateTable('keys')
      .set({ hash: hashKey(disguised) })
      .where('id', '=', created.id)
      .execute()
    expect((await search(disguised)).status).toBe(200)
    const refused = await server.send('/admin/v1/keys', { method: 'GET', key: disguised })
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'wrong_key_kind'])
  })

  test('when a key was last used is known to the minute, and written once a minute however often it is used', async () => {
    const created = await create()
    const lastUsed = async () => (await list()).find(({ id }) => id === created.id)?.lastUsedAt ?? ''
    expect(await lastUsed()).toBe('')
    await Promise.all(Array.from({ length: 10 }, () => search(created.key)))
    const usedAt = await lastUsed()
    expect(Date.parse(usedAt)).toBeGreaterThanOrEqual(Date.parse(created.createdAt))
    await search(created.key)
    // A process that read the key before it was used elsewhere.
    await touchKey(server.database, { id: created.id, last_used_at: null })
    expect(await lastUsed()).toBe(usedAt)
    const last_used_at = new Date(Date.now() - 61_000).toISOString()
    await server.database.updateTable('keys').set({ last_used_at }).where('id', '=', created.id).execute()
    await search(created.key)
    expect(Date.parse(await lastUsed())).toBeGreaterThan(Date.parse(usedAt) - 1_000)
  })

  test('a last use in the future, from a clock that was ahead, is put right by the next one', async () => {
    const created = await create()
    const last_used_at = new Date(Date.now() + 86_400_000).toISOString()
    await server.database.updateTable('keys').set({ last_used_at }).where('id', '=', created.id).execute()
    await search(created.key)
    const { lastUsedAt } = (await list()).find(({ id }) => id === created.id) ?? {}
    expect(Date.parse(lastUsedAt ?? '')).toBeLessThanOrEqual(Date.now())
  })

  test('a key that is refused was not used', async () => {
    const created = await create({ addresses: ['203.0.113.7'] })
    await search(created.key)
    expect((await list()).find(({ id }) => id === created.id)?.lastUsedAt).toBeNull()
  })

  test('a key ends after so many days, at a day, or at a time', async () => {
    const days = await create({ expiresInDays: 30 })
    expect(Date.parse(days.expiresAt ?? '') - Date.parse(days.createdAt)).toBeCloseTo(30 * 86_400_000, -4)
    expect((await create({ expiresAt: '2099-01-31' })).expiresAt).toBe('2099-01-31T00:00:00.000Z')
    expect((await create({ expiresAt: '2099-01-31T12:00:00Z' })).expiresAt).toBe('2099-01-31T12:00:00.000Z')
    expect((await create({ expiresAt: '2099-01-31T12:00:00+02:00' })).expiresAt).toBe('2099-01-31T10:00:00.000Z')
    expect((await create()).expiresAt).toBeNull()
  })

  test.each([
    ['expiresAt', { expiresAt: '2020-01-31' }],
    ['expiresAt', { expiresAt: 'tomorrow' }],
    ['expiresInDays', { expiresInDays: 0 }],
    ['expiresInDays', { expiresInDays: 1, expiresAt: '2099-01-31' }],
    ['addresses[1]', { addresses: ['10.0.0.0/8', '0.0.0.0/0'] }],
    ['addresses[0]', { addresses: ['::/0'] }],
    ['addresses[0]', { addresses: ['docs.example.com'] }],
    ['scope', { scope: 'read' }],
    ['origins[0]', { origins: ['https://a.example/path'] }],
    ['origins', { kind: 'administrator', site: undefined, origins: ['https://a.example'] }],
    ['scope', { kind: 'administrator', site: undefined, scope: 'admin' }],
  ])('a key with a wrong %s is not created: %j', async (path, more) => {
    const body = { kind: 'assistant', site: 'acme', ...more }
    const response = await server.send('/admin/v1/keys', { key: server.adminKey, body })
    const problem = (await response.json()) as { code: string; issues: { path: string }[] }
    expect([response.status, problem.code, problem.issues[0]?.path]).toEqual([400, 'invalid_request', path])
  })

  test('a key is only let in from the addresses it lists', async () => {
    for (const [addresses, status] of [
      [['127.0.0.0/8'], 200],
      [['2001:db8::/32', '127.0.0.1'], 200],
      [['203.0.113.0/24', '2001:db8::/32'], 403],
    ] as const) {
      const { key } = await create({ addresses })
      // No proxy is trusted, so what the client says about itself counts for nothing.
      const headers = { 'x-forwarded-for': '203.0.113.7', 'x-real-ip': '203.0.113.7', forwarded: 'for=203.0.113.7' }
      const response = await server.send('/discovery/v1/search/acme', { key, body: { query: 'home' }, headers })
      expect([addresses, response.status]).toEqual([addresses, status])
      if (status === 403) expect(await codeOf(response)).toBe('address_not_allowed')
    }
  })

  test('a key is only let in from the origins it lists, of those that the site lists', async () => {
    await server.addSite('two', { 'index.md': '# Home\n' }, { origins: ['https://a.example', 'https://b.example'] })
    const { key } = await server.createKey({
      kind: 'assistant',
      site: 'two',
      origins: ['https://A.example:443', 'https://c.example'],
    })
    const statusFrom = async (origin?: string) => {
      const headers = origin === undefined ? {} : { origin }
      return (await server.send('/discovery/v1/search/two', { key, body: { query: 'home' }, headers })).status
    }
    expect(await statusFrom('https://a.example')).toBe(200)
    expect(await statusFrom('https://b.example')).toBe(403)
    expect(await statusFrom('https://c.example')).toBe(403)
    expect(await statusFrom()).toBe(200)
  })

  test('a key is shown without its text, and one of nobody is a 404', async () => {
    const created = await create({ name: 'shown', addresses: ['10.0.0.0/8'] })
    const response = await server.send(`/admin/v1/keys/${created.id}`, { method: 'GET', key: server.adminKey })
    const { key: _, ...rest } = created
    expect(await response.json()).toEqual(rest)
    expect((await server.send('/admin/v1/keys/key_none', { method: 'GET', key: server.adminKey })).status).toBe(404)
  })

  test.each([
    ['origin', 'https://docs.example.com'],
    ['sec-fetch-site', 'cross-site'],
  ])(
    'an administrator key that a browser sends (%s) is refused everywhere, and the page may read why',
    async (name, value) => {
      const headers = { [name]: value }
      for (const declared of endpoints.filter(({ key }) => key)) {
        const path = declared.path.replace('{domain}', 'acme').replace('{id}', 'x')
        const method = declared.method.toUpperCase()
        const response = await server.send(path, { method, key: server.adminKey, headers })
        expect([path, response.status, await codeOf(response)]).toEqual([path, 403, 'key_in_browser'])
        if (name === 'origin') expect(response.headers.get('access-control-allow-origin')).toBe(value)
      }
    },
  )
})

test.each(['Basic dXNlcjpwYXNz', 'Bearer', 'bearer  ', 'svc_dsc_x'])(
  'the header "%s" holds no key',
  async (authorization) => {
    const server = await startTestServer()
    const response = await server.send('/admin/v1/keys', { method: 'GET', headers: { authorization } })
    expect([response.status, response.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    await server.stop()
  },
)

test('behind a proxy, a key’s addresses are compared with the one that the proxy saw, not with what the client says', async () => {
  const server = await startTestServer({ environment: { SIDENOTE_TRUST_PROXY: '1' } })
  const { key } = await server.createKey({ kind: 'administrator', scope: 'read', addresses: ['203.0.113.0/24'] })
  const statusFrom = async (forwarded: string) =>
    (await server.send('/admin/v1/keys', { method: 'GET', key, headers: { 'x-forwarded-for': forwarded } })).status
  expect(await statusFrom('203.0.113.7')).toBe(200)
  expect(await statusFrom('::ffff:203.0.113.7')).toBe(200)
  expect(await statusFrom('203.0.113.7:50123')).toBe(200)
  expect(await statusFrom('198.51.100.1, 203.0.113.7')).toBe(200)
  for (const forged of ['203.0.113.7, 198.51.100.1', '203.0.113.7,,198.51.100.1', '127.0.0.1']) {
    expect([forged, await statusFrom(forged)]).toEqual([forged, 403])
  }
  await server.stop()
})

describe('the administrator key of the operator', () => {
  const adminKey = `svc_${'chosen-by-hand_'.repeat(3)}`

  test('works as it is, also after a restart, and no file is written', async () => {
    const server = await startTestServer({ environment: { SIDENOTE_ADMIN_KEY: adminKey } })
    const again = await startTestServer({
      dataFolder: server.dataFolder,
      environment: { SIDENOTE_ADMIN_KEY: adminKey },
    })
    for (const { send } of [server, again]) {
      const response = await send('/admin/v1/keys', { method: 'GET', key: adminKey })
      expect(((await response.json()) as { keys: Key[] }).keys).toHaveLength(1)
    }
    const { readAdminKey } = await import('../src/administration/keys/admin-key-file.ts')
    expect(await readAdminKey(server.dataFolder)).toBeUndefined()
    await again.stop()
    await server.stop()
  })

  test('does not come back to life by a restart once it was revoked', async () => {
    const environment = { SIDENOTE_ADMIN_KEY: adminKey }
    const server = await startTestServer({ environment })
    const { keys } = (await (await server.send('/admin/v1/keys', { method: 'GET', key: adminKey })).json()) as {
      keys: Key[]
    }
    await server.send(`/admin/v1/keys/${keys[0]?.id}?last=true`, { method: 'DELETE', key: adminKey })
    const again = await startTestServer({ dataFolder: server.dataFolder, environment })
    expect((await again.send('/admin/v1/keys', { method: 'GET', key: adminKey })).status).toBe(401)
    await again.stop()
    await server.stop()
  })
})

describe('a key that the operator chose', () => {
  test.each([
    ['as the manual makes one', `svc_${randomBytes(24).toString('hex')}`],
    ['of the shortest form', `svc_${'a1_-'.repeat(6)}`],
    ['of nearly the longest form', `svc_${'Zz9_-'.repeat(38)}`],
    ['that looks like one of ours', `svc_${'x'.repeat(36)}`],
    ['that begins like a public one', `svc_dsc-${'x'.repeat(36)}`],
  ])('%s holds when SIDENOTE_ADMIN_KEY is unset, until it is revoked', async (_name, key) => {
    const first = await startTestServer({ environment: { SIDENOTE_ADMIN_KEY: key } })
    const { dataFolder } = first
    const again = await startTestServer({ dataFolder })
    const list = await again.send('/admin/v1/keys', { method: 'GET', key })
    const { keys } = (await list.json()) as { keys: Key[] }
    expect([list.status, keys.length]).toEqual([200, 1])
    // The documented recovery: another key, beside the one that was lost.
    const recovered = await startTestServer({ dataFolder, environment: { SIDENOTE_ADMIN_KEY: `${key}-again` } })
    expect(recovered.logged()).toContain('an earlier SIDENOTE_ADMIN_KEY is still valid')
    const revoked = await recovered.send(`/admin/v1/keys/${keys[0]?.id}`, { method: 'DELETE', key: `${key}-again` })
    expect(revoked.status).toBe(204)
    for (const server of [again, recovered]) {
      expect((await server.send('/admin/v1/keys', { method: 'GET', key })).status).toBe(401)
      expect((await server.send('/admin/v1/keys', { method: 'GET', key: `${key}-again` })).status).toBe(200)
    }
    for (const server of [recovered, again, first]) await server.stop()
  })

  test('is also one that was put into the file before the first start', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'sidenote-test-'))
    const key = randomBytes(24).toString('hex')
    await writeFile(join(dataFolder, 'admin-key'), `${key}\n`)
    const server = await startTestServer({ dataFolder })
    expect((await server.send('/admin/v1/keys', { method: 'GET', key })).status).toBe(200)
    await server.stop()
    await rm(dataFolder, { recursive: true })
  })
})

describe.each(testEngines)('the last administrator key on %s', (engine) => {
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

  const createOrganization = async () => {
    const made = await server.send('/admin/v1/organizations', { key: server.adminKey, body: { name: 'Team' } })
    return createdOrganizationSchema.parse(await made.json())
  }
  const create = async (key: string, more: object = {}) => {
    const made = await server.send('/admin/v1/keys', { key, body: { kind: 'administrator', ...more } })
    return createdKeySchema.parse(await made.json())
  }
  const revoke = async ({ id }: Pick<CreatedKey, 'id'>, key: string, query = '') => {
    const response = await server.send(`/admin/v1/keys/${id}${query}`, { method: 'DELETE', key })
    return { status: response.status, text: await response.text() }
  }
  const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()

  test('is not revoked by itself nor by another, and the refusal names the way back', async () => {
    const { id, administratorKey } = await createOrganization()
    const { key } = administratorKey
    const weaker = [
      await create(key, { scope: 'read' }),
      await create(key, { expiresAt: tomorrow() }),
      await create(key, { addresses: ['127.0.0.0/8'] }),
    ]
    for (const by of [key, weaker[1]?.key ?? '', weaker[2]?.key ?? '']) {
      const { status, text } = await revoke(administratorKey, by)
      expect([status, text]).toEqual([409, expect.stringContaining(`sidenote organizations key ${id}`)])
    }
    expect((await server.send('/admin/v1/keys', { method: 'GET', key })).status).toBe(200)
    const own = (await (await server.send('/admin/v1/keys', { method: 'GET', key: server.adminKey })).json()) as {
      keys: Key[]
    }
    const first = own.keys.find(({ name }) => name === 'First start')
    expect(await revoke({ id: first?.id ?? '' }, server.adminKey)).toMatchObject({
      status: 409,
      text: expect.stringContaining('a new key as SIDENOTE_ADMIN_KEY'),
    })
  })

  test('is revoked beside another that can do as much, and weaker ones always are', async () => {
    const { administratorKey } = await createOrganization()
    const { key } = administratorKey
    for (const more of [{ scope: 'read' }, { expiresAt: tomorrow() }, { addresses: ['127.0.0.1'] }]) {
      expect((await revoke(await create(key, more), key)).status).toBe(204)
    }
    const other = await create(key)
    expect((await revoke(administratorKey, key)).status).toBe(204)
    expect((await revoke(other, other.key)).status).toBe(409)
    expect((await revoke(administratorKey, other.key)).status).toBe(204)
  })

  test('of those that all end, the one that ends last is kept', async () => {
    const { administratorKey } = await createOrganization()
    const sooner = await create(administratorKey.key, { expiresInDays: 1 })
    const later = await create(administratorKey.key, { expiresInDays: 90 })
    expect((await revoke(administratorKey, later.key, '?last=true')).status).toBe(204)
    expect((await revoke(later, later.key)).status).toBe(409)
    expect((await revoke(sooner, later.key)).status).toBe(204)
  })

  test('is revoked when that is said, and the operator lets its organization in again', async () => {
    const { id, administratorKey } = await createOrganization()
    expect((await revoke(administratorKey, administratorKey.key, '?last=yes')).status).toBe(400)
    expect((await revoke(administratorKey, administratorKey.key, '?last=true')).status).toBe(204)
    expect((await server.send('/admin/v1/keys', { method: 'GET', key: administratorKey.key })).status).toBe(401)
    const made = await server.send(`/admin/v1/organizations/${id}/keys`, { key: server.adminKey, body: {} })
    const { key } = createdKeySchema.parse(await made.json())
    expect((await server.send('/admin/v1/keys', { method: 'GET', key })).status).toBe(200)
  })

  test('is left by two that revoke each other at once', async () => {
    const { administratorKey } = await createOrganization()
    const keys = [administratorKey, await create(administratorKey.key)] as const
    const statuses = await Promise.all([revoke(keys[0], keys[1].key), revoke(keys[1], keys[0].key)])
    // The later one is refused: as the last key, or because its own key is gone.
    const [one, other] = statuses.map(({ status }) => status).sort()
    expect([one, [401, 409].includes(other ?? 0)]).toEqual([204, true])
  })
})

describe.each(testEngines)('three processes on %s', (engine) => {
  test('refuse a key from the moment it is revoked in one of them', async () => {
    const store = await createTestDatabase(engine)
    const { databaseUrl, dataFolder } = store.options
    const administratorKey = createKeyText('administrator')
    const environment = {
      SIDENOTE_ADMIN_KEY: administratorKey,
      SIDENOTE_AGENT_WORKERS: '0',
      SIDENOTE_LOG_LEVEL: 'info',
      SIDENOTE_SECRETS_KEY: 'ab'.repeat(32),
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    }
    const servers = await Promise.all([1, 2, 3].map(() => spawnServer(dataFolder, environment)))
    const call = (url: string, path: string, key: string, more: RequestInit = {}) =>
      fetch(`${url}/admin/v1${path}`, {
        ...more,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      })
    const [first] = servers
    if (!first) throw new Error('No server was started.')
    const body = JSON.stringify({ kind: 'administrator', scope: 'read' })
    const created = await call(first.url, '/keys', administratorKey, { method: 'POST', body })
    const { id, key } = (await created.json()) as CreatedKey
    let revokedAt = Number.POSITIVE_INFINITY
    const letIn: number[] = []
    const refusedBy = new Set<string>()
    const hammer = async (url: string) => {
      while (performance.now() < revokedAt + 500 || !refusedBy.has(url)) {
        const startedAt = performance.now()
        const { status } = await call(url, '/keys', key)
        if (status === 200) letIn.push(startedAt)
        else if (status === 401) refusedBy.add(url)
        else throw new Error(`${url} answered ${status}`)
      }
    }
    const hammering = servers.flatMap(({ url }) => [hammer(url), hammer(url)])
    while (letIn.length < 60) await new Promise((resolve) => setTimeout(resolve, 10))
    expect((await call(first.url, `/keys/${id}`, administratorKey, { method: 'DELETE' })).status).toBe(204)
    revokedAt = performance.now()
    await Promise.all(hammering)
    expect(refusedBy.size).toBe(3)
    expect(letIn.filter((startedAt) => startedAt > revokedAt)).toEqual([])
    await Promise.all(servers.map(({ end }) => end('SIGTERM')))
    await store.close()
  })
})
