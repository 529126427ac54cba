import { Pool } from 'pg'
import { expect, test } from 'vitest'
import { startChaosProxy } from './support/chaos-proxy.ts'
import { createTestDatabase } from './support/database.ts'
import { postgresPrograms, startOwnPostgres } from './support/own-postgres.ts'
import { startTestServer } from './support/server.ts'

test.runIf(process.env.TEST_DATABASE_URL)('PostgreSQL that goes away costs 503s, not the server', async () => {
  const store = await createTestDatabase('postgres')
  const url = new URL(store.options.databaseUrl ?? '')
  const proxy = await startChaosProxy(url.hostname, Number(url.port || 5432))
  url.host = `127.0.0.1:${proxy.port}`
  const server = await startTestServer({ environment: { DATABASE_URL: url.href } })
  const origin = 'https://docs.acme.com'
  const { key } = await server.addSite('acme', { 'index.md': '# Home\n' }, { origins: [origin] })
  const path = '/discovery/v1/search/acme'
  const search = () => server.send(path, { key, body: { query: 'home' }, headers: { origin } })
  const ready = () => server.send('/readyz', { method: 'GET' })
  expect((await search()).status).toBe(200)

  await proxy.cut()
  const refused = await search()
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 2])
  expect(await refused.json()).toMatchObject({ code: 'not_ready' })
  // A page that may not read the refusal knows of no reason, and of no time to come back.
  expect(refused.headers.get('access-control-allow-origin')).toBe(origin)
  const headers = { origin, 'access-control-request-method': 'POST' }
  const asked = await server.send(path, { method: 'OPTIONS', headers })
  expect([asked.status, asked.headers.get('access-control-allow-origin')]).toEqual([204, origin])
  expect(await (await ready()).json()).toMatchObject({
    missing: expect.arrayContaining(['The database does not answer.']),
  })
  expect((await server.send('/healthz', { method: 'GET' })).status).toBe(200)

  await proxy.mend()
  expect((await search()).status).toBe(200)
  expect(server.logged()).toContain('lost a connection to the database')
  await server.stop()
  await proxy.close()
  await store.close()
})

test.runIf(postgresPrograms)('PostgreSQL that lets nobody in, or may only be read, costs 503s as well', async () => {
  const postgres = await startOwnPostgres()
  const pool = new Pool({ connectionString: postgres.url, max: 1 })
  await pool.query('create database sidenote')
  const server = await startTestServer({ environment: { DATABASE_URL: postgres.url.replace(/postgres$/, 'sidenote') } })
  const store = () => server.send('/admin/v1/keys', { key: server.adminKey, body: { kind: 'administrator' } })
  const cut = `select pg_terminate_backend(pid) from pg_stat_activity where datname = 'sidenote'`
  for (const [away, back] of [
    ['alter database sidenote allow_connections false', 'alter database sidenote allow_connections true'],
    [
      'alter database sidenote set default_transaction_read_only = on',
      'alter database sidenote reset default_transaction_read_only',
    ],
  ] as const) {
    await pool.query(away)
    await pool.query(cut)
    // A connection that is cut may be asked once more before the server hears of it.
    await expect.poll(async () => (await store()).status, { message: away }).toBe(503)
    expect(await (await store()).json()).toMatchObject({ code: 'not_ready' })
    await pool.query(back)
    await pool.query(cut)
    await expect.poll(async () => (await store()).status, { message: back }).toBe(201)
  }
  await server.stop()
  await pool.end()
  await postgres.stop()
})
