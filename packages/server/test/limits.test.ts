import { type Limit, sendAssistantMessage } from '@sidenote/contract'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '../src/database/open.ts'
import { type CountedLimit, deleteOldCounts, takeFromLimits } from '../src/http/limits.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const limitOf = (requests: number, seconds: number, name = 'test'): Limit => ({
  name,
  subject: 'organization',
  requests,
  seconds,
})

/** The most that any window of this length holds. */
const busiest = (times: readonly number[], seconds: number): number =>
  Math.max(0, ...times.map((start) => times.filter((time) => time >= start && time < start + seconds).length))

describe.each(testEngines)('a limit on %s', (engine) => {
  let store: TestDatabase
  beforeEach(async () => {
    store = await createTestDatabase(engine)
  })
  afterEach(() => store.close())

  const take = (now: number, ...counted: CountedLimit[]) => takeFromLimits(store.database, counted, async () => now)

  test('admits exactly its number when everybody asks at once, from two openings', async () => {
    const counted = [{ limit: limitOf(50, 3_600), subject: 'o' }]
    const second = await openDatabase(store.options)
    const decisions = await Promise.all(
      Array.from({ length: 120 }, (_, index) => takeFromLimits(index % 2 ? store.database : second, counted)),
    )
    expect(decisions.filter(({ admitted }) => admitted)).toHaveLength(50)
    await second.destroy()
  })

  test('keeps its count when the store is closed and opened again', async () => {
    const counted = [{ limit: limitOf(2, 3_600), subject: 'o' }]
    await takeFromLimits(store.database, counted)
    await takeFromLimits(store.database, counted)
    const again = await openDatabase(store.options)
    expect((await takeFromLimits(again, counted)).admitted).toBe(false)
    await again.destroy()
  })

  test('refuses without taking anything from the other limits of the request', async () => {
    const narrow = { limit: limitOf(1, 60, 'narrow'), subject: 'a' }
    const wide = { limit: limitOf(5, 60, 'wide'), subject: 'o' }
    expect((await take(1_000, narrow, wide)).admitted).toBe(true)
    for (let index = 0; index < 3; index += 1) {
      expect(await take(1_000, narrow, wide)).toMatchObject({ admitted: false, exceeded: narrow.limit })
    }
    expect(await take(1_000, wide)).toMatchObject({ admitted: true, states: [{ remaining: 3 }] })
  })

  test('counts each subject and each name on its own', async () => {
    const limit = limitOf(1, 60)
    expect((await take(0, { limit, subject: 'a' })).admitted).toBe(true)
    expect((await take(0, { limit, subject: 'b' })).admitted).toBe(true)
    expect((await take(0, { limit: { ...limit, name: 'else' }, subject: 'a' })).admitted).toBe(true)
    expect((await take(0, { limit, subject: 'a' })).admitted).toBe(false)
  })

  test('old counts are deleted, those that count are not', async () => {
    const counted = { limit: limitOf(10, 60), subject: 'a' }
    for (const now of [1_000, 1_030, 1_060]) await take(now, counted)
    await deleteOldCounts(store.database, [counted.limit], async () => 1_080)
    const slices = await store.database.selectFrom('limit_counts').select('slice').orderBy('slice').execute()
    expect(slices.map(({ slice }) => slice)).toEqual([1_030, 1_060])
  })
})

describe('whatever comes when', () => {
  const arrivals = fc.array(
    fc.nat({ max: 40_000 }).map((milliseconds) => milliseconds / 1_000),
    { maxLength: 120 },
  )

  test('no window holds more than the limit, and Retry-After is true', async () => {
    const store = await createTestDatabase()
    let run = 0
    await fc.assert(
      fc.asyncProperty(arrivals, fc.integer({ min: 1, max: 8 }), async (times, requests) => {
        const seconds = 10
        const counted = [{ limit: limitOf(requests, seconds), subject: `run ${run++}` }]
        const ask = (now: number) => takeFromLimits(store.database, counted, async () => now)
        const admitted: number[] = []
        for (const now of times.sort((one, other) => one - other)) {
          const decision = await ask(now)
          if (decision.admitted) admitted.push(now)
        }
        expect(busiest(admitted, seconds)).toBeLessThanOrEqual(requests)
        const last = times.at(-1) ?? 0
        const decision = await ask(last)
        if (!decision.admitted) expect((await ask(last + decision.retryAfterSeconds)).admitted).toBe(true)
      }),
      { numRuns: 150 },
    )
    await store.close()
  })

  test('at least 59 of 60 parts of the limit can be used by somebody who asks all the time', async () => {
    const store = await createTestDatabase()
    const counted = [{ limit: limitOf(60, 60), subject: 'o' }]
    let admitted = 0
    for (let now = 0; now < 600; now += 0.5) {
      if ((await takeFromLimits(store.database, counted, async () => now)).admitted) admitted += 1
    }
    expect(admitted).toBeGreaterThanOrEqual(600 * (59 / 60))
    await store.close()
  })
})

describe('the limits of the reference, over HTTP', () => {
  let server: TestServer
  let key: string
  let now = 1_800_000_000
  beforeAll(async () => {
    server = await startTestServer({ clock: async () => now, environment: { SIDENOTE_TRUST_PROXY: '1' } })
    key = (await server.addSite('acme', { 'index.md': '# Home\n' })).key
  })
  afterAll(() => server.stop())

  const search = (headers = {}) => server.send('/discovery/v1/search/acme', { key, body: { query: 'home' }, headers })
  const ask = (headers = {}) => {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Home?' }] }]
    return server.send('/discovery/v2/assistant/acme/message', { key, body: { fp: 'a', messages }, headers })
  }
  const use = async (name: string, subject: string, count: number, seconds: number) => {
    const slice = Math.floor(now / (seconds / 60))
    await server.database
      .insertInto('limit_counts')
      .values({ name, subject, slice, count })
      .onConflict((conflict) => conflict.columns(['name', 'subject', 'slice']).doUpdateSet({ count }))
      .execute()
  }

  test('every counted answer says where the limit stands', async () => {
    const response = await search()
    expect(response.headers.get('ratelimit-policy')).toBe('"search-organization-hour";q=10000;w=3600')
    expect(response.headers.get('ratelimit')).toMatch(/^"search-organization-hour";r=9999;t=\d+$/)
  })

  test('the 10,001st search of an hour is refused with a true Retry-After, which any page may read', async () => {
    await use('search-organization-hour', 'default', 9_999, 3_600)
    expect((await search()).status).toBe(200)
    const refused = await search({ origin: 'https://docs.acme.com' })
    expect(refused.status).toBe(429)
    expect(refused.headers.get('access-control-allow-origin')).toBe('https://docs.acme.com')
    expect(await refused.json()).toMatchObject({ code: 'rate_limited' })
    const wait = Number(refused.headers.get('retry-after'))
    now += wait - 1
    expect((await search()).status).toBe(429)
    now += 1
    expect((await search()).status).toBe(200)
  })

  test('refused requests cost nothing', async () => {
    const standing = async () => Number(/r=(\d+)/.exec((await search()).headers.get('ratelimit') ?? '')?.[1])
    const before = await standing()
    await server.send('/discovery/v1/search/acme', { body: { query: 'home' } })
    await server.send('/discovery/v1/search/acme', { key, body: {} })
    await server.send('/discovery/v1/search/nowhere', { key, body: { query: 'home' } })
    expect(await standing()).toBe(before - 1)
  })

  test('an address that has used up its day is refused, another is not, and the organization loses nothing', async () => {
    const day = sendAssistantMessage.limits.find(({ subject }) => subject === 'address')
    await use(day?.name ?? '', '203.0.113.7', 10_000, 86_400)
    const left = /"assistant-organization-hour";r=(\d+)/
    const before = (await ask({ 'x-forwarded-for': '203.0.113.8' })).headers.get('ratelimit')
    for (const spelling of ['203.0.113.7', '::ffff:203.0.113.7', '9.9.9.9, 203.0.113.7']) {
      expect((await ask({ 'x-forwarded-for': spelling })).status).toBe(429)
    }
    const after = (await ask({ 'x-forwarded-for': '203.0.113.7, 203.0.113.8' })).headers.get('ratelimit')
    expect(Number(left.exec(after ?? '')?.[1])).toBe(Number(left.exec(before ?? '')?.[1]) - 1)
  })
})

test('without a proxy, no header changes whose address is counted', async () => {
  const server = await startTestServer()
  const { key } = await server.addSite('acme', { 'index.md': '# Home\n' })
  const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Home?' }] }]
  for (const address of ['1.2.3.4', '::1', 'nonsense', '5.6.7.8, 9.9.9.9']) {
    const headers = { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address }
    await (
      await server.send('/discovery/v2/assistant/acme/message', { key, body: { fp: 'a', messages }, headers })
    ).text()
  }
  const counted = server.database.selectFrom('limit_counts').select(['subject', 'count'])
  expect(await counted.where('name', '=', 'assistant-address-day').execute()).toEqual([
    { subject: '127.0.0.1', count: 4 },
  ])
  await server.stop()
})
