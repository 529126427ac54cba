import { type Limit, sendAssistantMessage } from '@sidenote/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inBatches } from '../src/database/batch.ts'
import { deleteOldCounts } from '../src/http/admission/limits/count-rows.ts'
import { createDatabaseLimits } from '../src/http/admission/limits/database-limits.ts'
import type { CountedLimit, TakeFromLimits } from '../src/http/admission/limits/decision.ts'
import { sumOfCounts } from './support/counts.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { type LimitStore, limitStores, openLimitStore } from './support/limit-stores.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const limitOf = (requests: number, seconds: number, name = 'test'): Limit => ({
  name,
  subject: 'organization',
  requests,
  seconds,
})

const windowSeconds = 10

/** Times of requests over four windows, in order. */
const arrivals = (most: number) =>
  fc
    .array(fc.nat({ max: 4_000 * windowSeconds }), { maxLength: most })
    .map((times) => times.sort((one, other) => one - other).map((milliseconds) => milliseconds / 1_000))

/** The most that any window of this length holds. */
const busiest = (times: readonly number[], seconds: number): number =>
  Math.max(0, ...times.map((start) => times.filter((time) => time >= start && time < start + seconds).length))

describe.each(limitStores)('a limit on %s', (name) => {
  let store: LimitStore
  let now = 0
  let takeFromLimits: TakeFromLimits
  beforeAll(async () => {
    store = await openLimitStore(name)
    takeFromLimits = await store.open(async () => now)
  })
  afterAll(() => store.close())

  let subjects = 0
  const newSubject = (): string => `subject ${subjects++}`
  const take = (time: number, ...counted: CountedLimit[]) => {
    now = time
    return takeFromLimits(counted)
  }

  test('admits exactly its number when everybody asks at once, from two openings', async () => {
    const counted = [{ limit: limitOf(100, 3_600), subject: newSubject() }]
    const openings = [await store.open(), await store.open()]
    const decisions = await Promise.all(Array.from({ length: 250 }, (_, index) => openings[index % 2]?.(counted)))
    expect(decisions.filter((decision) => decision?.admitted)).toHaveLength(100)
    const left = decisions.flatMap((decision) => (decision?.admitted ? decision.states : []))
    const remaining = left.map((state) => state.remaining).sort((one, other) => one - other)
    expect(remaining).toEqual(Array.from({ length: 100 }, (_, index) => index))
  })

  test('keeps its count for another opening', async () => {
    const counted = [{ limit: limitOf(2, 3_600), subject: newSubject() }]
    await takeFromLimits(counted)
    await takeFromLimits(counted)
    expect((await (await store.open(async () => now))(counted)).admitted).toBe(false)
  })

  test('refuses without taking anything from the other limits of the request', async () => {
    const narrow = { limit: limitOf(1, 60, 'narrow'), subject: newSubject() }
    const wide = { limit: limitOf(5, 60, 'wide'), subject: newSubject() }
    expect((await take(1_000, narrow, wide)).admitted).toBe(true)
    for (let index = 0; index < 3; index += 1) {
      expect(await take(1_000, narrow, wide)).toMatchObject({ admitted: false, exceeded: narrow.limit })
      expect(await take(1_000, wide, narrow)).toMatchObject({ admitted: false, exceeded: narrow.limit })
    }
    expect(await take(1_000, wide)).toMatchObject({ admitted: true, states: [{ remaining: 3 }] })
  })

  test('pairs that overlap in any order neither wait for each other nor drift', async () => {
    const [one, other] = [newSubject(), newSubject()]
    const a = { limit: limitOf(30, 3_600, 'a'), subject: one }
    const b = { limit: limitOf(50, 3_600, 'b'), subject: other }
    const decisions = await Promise.all(
      Array.from({ length: 120 }, (_, index) =>
        takeFromLimits(index % 3 === 0 ? [b] : index % 3 === 1 ? [a, b] : [b, a]),
      ),
    )
    const admitted = decisions.map((decision, index) => (decision.admitted ? index % 3 : -1))
    const alone = admitted.filter((kind) => kind === 0).length
    const pairs = admitted.filter((kind) => kind > 0).length
    expect(pairs).toBeLessThanOrEqual(30)
    expect(alone + pairs).toBe(50)
  })

  test('counts each subject and each name on its own', async () => {
    const limit = limitOf(1, 60)
    const [one, other] = [newSubject(), newSubject()]
    expect((await take(0, { limit, subject: one })).admitted).toBe(true)
    expect((await take(0, { limit, subject: other })).admitted).toBe(true)
    expect((await take(0, { limit: { ...limit, name: 'else' }, subject: one })).admitted).toBe(true)
    expect((await take(0, { limit, subject: one })).admitted).toBe(false)
  })

  test('is used up by nothing that a clock has counted which was wrong, and is right again', async () => {
    const counted = { limit: limitOf(2, 3_600), subject: newSubject() }
    const [right, wrong] = [1_800_000_000, 1_800_000_000 + 365 * 86_400]
    for (const time of [wrong, wrong]) expect((await take(time, counted)).admitted).toBe(true)
    expect((await take(wrong, counted)).admitted).toBe(false)
    expect(await take(right, counted)).toMatchObject({ admitted: true, states: [{ remaining: 1 }] })
    // What may share a window with now counts: a clock that is set back a little lifts no limit.
    expect((await take(right - 1_800, counted)).admitted).toBe(true)
    expect(await take(right - 1_800, counted)).toMatchObject({ admitted: false })
  })

  test('a share and what it is a share of both hold in any rolling window, whoever asks when', async () => {
    const whole = limitOf(12, windowSeconds, 'whole')
    const share = { hour: limitOf(5, windowSeconds, 'share'), burst: limitOf(3, windowSeconds / 5, 'burst') }
    const requests = fc.array(fc.tuple(fc.nat({ max: 4_000 * windowSeconds }), fc.nat({ max: 3 })), { maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(requests, async (asked) => {
        const organization = newSubject()
        const admitted: { time: number; client: number }[] = []
        for (const [milliseconds, client] of asked.sort(([one], [other]) => one - other)) {
          const time = milliseconds / 1_000
          const subject = `${organization}/${client}`
          const counted = [
            { limit: whole, subject: organization },
            { limit: share.hour, subject },
            { limit: share.burst, subject },
          ]
          const decision = await take(time, ...counted)
          if (decision.admitted) admitted.push({ time, client })
          // Refused by the whole only when the whole is used up: nobody else’s refused requests count for it.
          else if (decision.exceeded === whole) expect(admitted.length).toBeGreaterThanOrEqual(12)
        }
        expect(
          busiest(
            admitted.map(({ time }) => time),
            windowSeconds,
          ),
        ).toBeLessThanOrEqual(12)
        for (const each of [0, 1, 2, 3]) {
          const times = admitted.filter(({ client }) => client === each).map(({ time }) => time)
          expect(busiest(times, windowSeconds)).toBeLessThanOrEqual(5)
          expect(busiest(times, windowSeconds / 5)).toBeLessThanOrEqual(3)
        }
      }),
      { numRuns: 40 },
    )
  })

  test('says a true Retry-After: a second earlier is refused, then is served, 200 times', async () => {
    const counted = { limit: limitOf(7, 600), subject: newSubject() }
    let time = 1_000_000
    let early = 0
    for (let round = 0; round < 200; ) {
      const decision = await take(time, counted)
      if (decision.admitted) {
        time += (round * 37) % 23
        continue
      }
      round += 1
      early += (await take(time + decision.retryAfterSeconds - 1.01, counted)).admitted ? 1 : 0
      time += decision.retryAfterSeconds
      expect(await take(time, counted)).toMatchObject({ admitted: true })
    }
    expect(early).toBe(0)
  })

  test('never admits more than its number in any rolling window, whatever comes when', async () => {
    await fc.assert(
      fc.asyncProperty(arrivals(60), fc.integer({ min: 1, max: 6 }), async (times, requests) => {
        const counted = { limit: limitOf(requests, windowSeconds), subject: newSubject() }
        const admitted: number[] = []
        for (const time of times) if ((await take(time, counted)).admitted) admitted.push(time)
        expect(busiest(admitted, windowSeconds)).toBeLessThanOrEqual(requests)
      }),
      { numRuns: 60 },
    )
  })
})

describe('on SQLite', () => {
  let store: TestDatabase
  let now = 0
  let takeFromLimits: TakeFromLimits
  beforeAll(async () => {
    store = await createTestDatabase()
    takeFromLimits = inBatches(createDatabaseLimits(store.database, { clock: async () => now }))
  })
  afterAll(() => store.close())

  test('10,000 series of requests: no window holds more than the limit', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(arrivals(12), fc.integer({ min: 1, max: 3 }), async (times, requests) => {
        const counted = [{ limit: limitOf(requests, windowSeconds), subject: `run ${run++}` }]
        const admitted: number[] = []
        for (const time of times) {
          now = time
          if ((await takeFromLimits(counted)).admitted) admitted.push(time)
        }
        expect(busiest(admitted, windowSeconds), `admitted at ${admitted.join(', ')}`).toBeLessThanOrEqual(requests)
      }),
      { numRuns: 10_000 },
    )
  })

  test('at least 98 of 100 parts of the limit can be used by somebody who asks all the time', async () => {
    const counted = [{ limit: limitOf(120, 120), subject: 'eager' }]
    let admitted = 0
    const seconds = 2_400
    for (now = 0; now < seconds; now += 0.5) if ((await takeFromLimits(counted)).admitted) admitted += 1
    expect(admitted / seconds).toBeGreaterThanOrEqual(0.98)
  })

  test('old counts are deleted, those that count are not', async () => {
    const counted = { limit: limitOf(10, 60), subject: 'old' }
    for (now of [1_000, 1_030, 1_060]) await takeFromLimits([counted])
    await deleteOldCounts(store.database, 1_080)
    const slices = await store.database
      .selectFrom('limit_counts')
      .select('slice')
      .where('subject', '=', 'old')
      .orderBy('slice')
      .execute()
    expect(slices.map(({ slice }) => slice)).toEqual([1_030, 1_060])
  })
})

describe.each(testEngines)('a store that may only be read, on %s', (engine) => {
  test('is counted on from, in this process, and is told what was counted when it can be written again', async () => {
    const store = await createTestDatabase(engine)
    const { database } = store
    const told: string[] = []
    const take = inBatches(
      createDatabaseLimits(database, { onFull: () => told.push('full'), onRoom: () => told.push('room') }),
    )
    const allowWriting = async (allowed: boolean) => {
      const mode = allowed ? sql`read write` : sql`read only`
      if (engine === 'sqlite') await sql`pragma query_only = ${sql.lit(allowed ? 0 : 1)}`.execute(database)
      else await sql`set session characteristics as transaction ${mode}`.execute(database)
    }
    const counted = [{ limit: limitOf(10, 3_600), subject: 'o' }]
    const admitted = async (count: number): Promise<number> => {
      const decisions: boolean[] = []
      for (let index = 0; index < count; index += 1) decisions.push((await take(counted)).admitted)
      return decisions.filter((one) => one).length
    }
    const stored = () => sumOfCounts(database, { subject: 'o' })
    expect(await admitted(3)).toBe(3)
    await allowWriting(false)
    expect(await admitted(4)).toBe(4)
    expect([await stored(), told]).toEqual([3, ['full']])
    await allowWriting(true)
    expect(await admitted(1)).toBe(1)
    expect([await stored(), told]).toEqual([8, ['full', 'room']])
    await allowWriting(false)
    expect(await admitted(20)).toBe(2)
    await allowWriting(true)
    expect(await admitted(20)).toBe(0)
    expect(await stored()).toBe(10)
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
    expect(response.headers.get('ratelimit-policy')).toBe(
      '"search-organization-hour";q=10000;w=3600, "search-address-hour";q=2000;w=3600, "search-address-minute";q=600;w=60',
    )
    expect(response.headers.get('ratelimit')?.replace(/;t=\d+/g, '')).toBe(
      '"search-organization-hour";r=9999, "search-address-hour";r=1999, "search-address-minute";r=599',
    )
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

  test('a question that cannot be answered costs nothing, in either version of the stream', async () => {
    const standing = async () => {
      const response = await ask()
      await response.text()
      return response.headers.get('ratelimit')?.replace(/;t=\d+/g, '')
    }
    const count = Number(/"assistant-address-day";r=(\d+)/.exec((await standing()) ?? '')?.[1])
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Home?' }] }]
    const refusals = [
      [404, { messages, threadId: 'thread_of_nobody' }],
      [400, { messages: [{ id: '1', role: 'user', parts: [] }] }],
      [400, { messages: [{ id: '1', role: 'system', parts: [{ type: 'text', text: 'Home?' }] }] }],
    ] as const
    for (const version of ['v1', 'v2']) {
      for (const [status, body] of refusals) {
        const path = `/discovery/${version}/assistant/acme/message`
        const response = await server.send(path, { key, body: { fp: 'a', ...body } })
        expect([response.status, response.headers.get('ratelimit')]).toEqual([status, null])
      }
    }
    const path = '/discovery/v2/assistant/acme/message'
    expect((await server.send(path, { key, body: { fp: 'a', messages, resumable: true } })).status).toBe(400)
    expect(await standing()).toContain(`"assistant-address-day";r=${count - 1}`)
  })

  test('a file that the site does not take costs nothing', async () => {
    const settings = { attachments: ['image/png'] }
    await server.send('/admin/v1/sites/acme/settings', { method: 'PATCH', key: server.adminKey, body: settings })
    const file = { type: 'file', mediaType: 'image/png', url: 'https://example.com/a.png' }
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Home?' }, file] }]
    const response = await server.send('/discovery/v2/assistant/acme/message', { key, body: { fp: 'a', messages } })
    expect([response.status, response.headers.get('ratelimit')]).toEqual([400, null])
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
  const name = 'assistant-address-day'
  expect(await sumOfCounts(server.database, { name, subject: '127.0.0.1' })).toBe(4)
  // And nobody else's.
  expect(await sumOfCounts(server.database, { name })).toBe(4)
  await server.stop()
})
