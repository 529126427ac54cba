import { setTimeout as wait } from 'node:timers/promises'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startChaosProxy } from './support/chaos-proxy.ts'
import { type OwnPostgres, postgresPrograms, startOwnPostgres, startStandby } from './support/own-postgres.ts'
import { startTestServer } from './support/server.ts'

/** A primary whose writes are acknowledged once its standby has them, and an address that leads to it. */
const startPair = async () => {
  const primary = await startOwnPostgres()
  onTestFinished(() => primary.stop())
  const standby = await startStandby(primary)
  onTestFinished(() => standby.stop())
  const pool = new Pool({ connectionString: primary.url, max: 1 })
  await pool.query(`alter system set synchronous_standby_names = '*'`)
  await pool.query('select pg_reload_conf()')
  await pool.end()
  const proxy = await startChaosProxy('127.0.0.1', primary.port)
  onTestFinished(() => proxy.close())
  return { primary, standby, proxy, url: `postgres://sidenote@127.0.0.1:${proxy.port}/postgres` }
}
type Pair = Awaited<ReturnType<typeof startPair>>

const failures: [string, (pair: Pair) => Promise<void>][] = [
  [
    'crashes',
    async ({ primary, standby, proxy }) => {
      await primary.crash()
      await standby.promote()
      proxy.leadTo(standby.port)
    },
  ],
  [
    'falls silent and closes no connection',
    async ({ standby, proxy }) => {
      // As when it loses its power: nobody closes anything.
      proxy.freeze()
      await standby.promote()
      proxy.leadTo(standby.port)
    },
  ],
]

test.runIf(postgresPrograms).each(failures)(
  'when PostgreSQL %s, its standby takes over: 503 until then, and nothing that was acknowledged is lost',
  async (_name, fail) => {
    const pair = await startPair()
    const server = await startTestServer({ environment: { DATABASE_URL: pair.url } })
    const { key } = await server.addSite('acme', { 'index.md': '# Home\n' })
    const acknowledged: string[] = []
    const statuses = new Set<number>()
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const response = await server.send('/admin/v1/keys', { key: server.adminKey, body: { kind: 'administrator' } })
        statuses.add(response.status)
        const text = await response.text()
        if (response.status === 201) acknowledged.push(JSON.parse(text).id)
        else await wait(50)
      }
    }
    const search = () => server.send('/discovery/v1/search/acme', { key, body: { query: 'home' } })
    const writing = Promise.all(Array.from({ length: 4 }, write))
    await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
    await fail(pair)
    const start = performance.now()
    const before = acknowledged.length
    await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20)
    await expect.poll(async () => (await search()).status).toBe(200)
    console.info(`writes and searches again ${((performance.now() - start) / 1_000).toFixed(1)} s after the standby`)
    isOver = true
    await writing
    expect([...statuses].filter((status) => status !== 201 && status !== 503)).toEqual([])
    const kept = await keysOf(pair.standby)
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
    await server.stop()
  },
)

const keysOf = async ({ url }: OwnPostgres): Promise<Set<string>> => {
  const pool = new Pool({ connectionString: url, max: 1 })
  const { rows } = await pool.query<{ id: string }>('select id from keys')
  await pool.end()
  return new Set(rows.map(({ id }) => id))
}
