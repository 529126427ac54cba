/**
 * What a decision about limits costs on each store, against rate-limiter-flexible on the same Redis, and what it adds to a
 * request over HTTP at 300 requests a second. `node --conditions=sidenote-source bench/limits.ts`; PostgreSQL and Redis are
 * measured when TEST_DATABASE_URL and TEST_REDIS_URL name them.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { env, stdout } from 'node:process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Limit } from '@sidenote/contract'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import { createSite } from '../src/administration/sites/create-site.ts'
import { updateSiteLimits } from '../src/administration/sites/site-limits.ts'
import { inBatches } from '../src/database/batch.ts'
import { openDatabase } from '../src/database/open.ts'
import { openRedis } from '../src/database/redis.ts'
import { createSeal } from '../src/database/seal.ts'
import { createDatabaseLimits } from '../src/http/admission/limits/database-limits.ts'
import type { TakeFromLimits } from '../src/http/admission/limits/decision.ts'
import { createRedisLimits } from '../src/http/admission/limits/redis-limits.ts'
import { writeChallenge } from '../src/http/admission/proof-of-work.ts'
import { createTestDatabase } from '../test/support/database.ts'
import { percentile } from '../test/support/load.ts'

const decisions = 4_000
const atOnce = 32
const plenty: Limit = { name: 'bench', subject: 'organization', requests: 1_000_000, seconds: 3_600 }
const day: Limit = { name: 'bench-day', subject: 'address', requests: 1_000_000, seconds: 86_400 }

/** Decisions a second with many under way, all about the same subjects: the worst case. */
const measure = async (name: string, decide: () => Promise<unknown>): Promise<number> => {
  for (let index = 0; index < 200; index += 1) await decide()
  const start = performance.now()
  const times: number[] = []
  const drive = async () => {
    while (times.length < decisions) {
      const begun = performance.now()
      await decide()
      times.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, drive))
  const rate = (times.length / (performance.now() - start)) * 1_000
  const latency = `p50 ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms`
  stdout.write(`${name.padEnd(44)} ${rate.toFixed(0).padStart(6)} decisions/s  ${latency}\n`)
  return rate
}

/** Milliseconds of each request at a steady rate. */
const sendSteadily = async (url: string, rate: number, seconds: number): Promise<number[]> => {
  const times: number[] = []
  const sent: Promise<void>[] = []
  const start = performance.now()
  for (let index = 0; index < rate * seconds; index += 1) {
    const due = start + (index * 1_000) / rate
    await wait(Math.max(1, due - performance.now()))
    const begun = performance.now()
    sent.push(
      fetch(url)
        .then((response) => response.text())
        .then(() => void times.push(performance.now() - begun)),
    )
  }
  await Promise.all(sent)
  return times
}

/** The same server with and without the limits, in turn. */
const measureOverHttp = async (name: string, take: TakeFromLimits): Promise<void> => {
  const subjects = [
    { limit: plenty, subject: 'http' },
    { limit: day, subject: '127.0.0.1' },
  ]
  const server = createServer(async (request, response) => {
    if (request.url === '/on') await take(subjects)
    response.end('ok')
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const results: Record<string, number[]> = { '/off': [], '/on': [] }
  for (let round = 0; round < 3; round += 1) {
    for (const path of ['/off', '/on']) {
      results[path]?.push(...(await sendSteadily(`http://127.0.0.1:${port}${path}`, 300, 2)))
    }
  }
  const [off = [], on = []] = [results['/off'], results['/on']]
  const signed = new Intl.NumberFormat('en', {
    signDisplay: 'always',
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  })
  const added = (share: number) => signed.format(percentile(on, share) - percentile(off, share))
  stdout.write(`${`${name}, over HTTP at 300 a second`.padEnd(44)} p50 ${added(0.5)} ms, p99 ${added(0.99)} ms\n`)
  server.close()
  server.closeAllConnections()
}

const folder = mkdtempSync(join(tmpdir(), 'limits-bench-'))
const subjects = [
  { limit: plenty, subject: 'organization' },
  { limit: day, subject: '127.0.0.1' },
]
const database = await openDatabase({ dataFolder: folder })
const takeInSqlite = inBatches(createDatabaseLimits(database))
await measure('SQLite, one limit', () => takeInSqlite(subjects.slice(0, 1)))
await measure('SQLite, organization and address', () => takeInSqlite(subjects))
await measureOverHttp('SQLite', takeInSqlite)

if (env.TEST_DATABASE_URL) {
  const store = await createTestDatabase('postgres')
  const take = inBatches(createDatabaseLimits(store.database))
  await measure('PostgreSQL, one limit', () => take(subjects.slice(0, 1)))
  await measure('PostgreSQL, organization and address', () => take(subjects))
  await measureOverHttp('PostgreSQL', take)
  await store.close()
}

if (env.TEST_REDIS_URL) {
  const redis = await openRedis(env.TEST_REDIS_URL, database, () => {})
  while (!redis.client.isReady) await wait(10)
  const take = inBatches(createRedisLimits(redis))
  const ours = await measure('Redis, one limit', () => take(subjects.slice(0, 1)))
  const pair = await measure('Redis, organization and address', () => take(subjects))
  await measureOverHttp('Redis', take)
  const keyPrefix = `${redis.prefix}peer`
  const options = { points: 1_000_000, duration: 3_600, useRedisPackage: true }
  const peer = new RateLimiterRedis({ ...options, storeClient: redis.client, keyPrefix })
  const theirs = await measure('rate-limiter-flexible on Redis, one window', () => peer.consume('organization'))
  stdout.write(`one limit ${(ours / theirs).toFixed(2)}, two in one step ${(pair / theirs).toFixed(2)} of its rate\n`)
  for await (const keys of redis.client.scanIterator({ MATCH: `${redis.prefix}*` })) {
    if (keys.length > 0) await redis.client.del(keys)
  }
  redis.close()
}

const organization = { id: 'bench', name: 'bench', created_at: new Date().toISOString() }
await database.insertInto('organizations').values(organization).execute()
await createSite({ database, seal: createSeal(randomBytes(32)) }, 'bench', {
  domain: 'bench',
  sources: [{ kind: 'folder', folder }],
})
const site = await database.selectFrom('sites').selectAll().executeTakeFirstOrThrow()
await updateSiteLimits(database, site, { proofOfWork: true })
const [made, solved]: [number[], number[]] = [[], []]
for (let index = 0; index < 20; index += 1) {
  const start = performance.now()
  const challenge = await writeChallenge(database, site)
  made.push(performance.now() - start)
  const begun = performance.now()
  await solveChallenge({ challenge, deriveKey })
  solved.push(performance.now() - begun)
}
stdout.write(
  `Proof of work: made in ${percentile(made, 0.5).toFixed(1)} ms, solved in ${percentile(solved, 0.5).toFixed(0)} ms (median), ${Math.max(...solved).toFixed(0)} ms at most, by one thread of Node\n`,
)
await database.destroy()
rmSync(folder, { recursive: true })
