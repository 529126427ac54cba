import { type CreatedKey, endpoints, type Key } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeyText } from '../src/administration/key-text.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'

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
    const { hashKey } = await import('../src/administration/key-text.ts')
    await server.database
      .updateTable('keys')
      .set({ hash: hashKey(disguised) })
      .where('id', '=', created.id)
      .execute()
    expect((await search(disguised)).status).toBe(200)
    const refused = await server.send('/admin/v1/keys', { method: 'GET', key: disguised })
    expect([refused.status, await codeOf(refused)]).toEqual([403, 'wrong_key_kind'])
  })

  test('when a key was last used is known, to some minutes', async () => {
    const created = await create()
    await search(created.key)
    const usedAt = (await list()).find(({ id }) => id === created.id)?.lastUsedAt
    expect(Date.parse(usedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(created.createdAt))
    await search(created.key)
    expect((await list()).find(({ id }) => id === created.id)?.lastUsedAt).toBe(usedAt)
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
    const { readAdminKey } = await import('../src/administration/first-start.ts')
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
    await server.send(`/admin/v1/keys/${keys[0]?.id}`, { method: 'DELETE', key: adminKey })
    const again = await startTestServer({ dataFolder: server.dataFolder, environment })
    expect((await again.send('/admin/v1/keys', { method: 'GET', key: adminKey })).status).toBe(401)
    await again.stop()
    await server.stop()
  })
})
