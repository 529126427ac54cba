import { endpoints, type Limit } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createEmptyStore, type TestDatabase } from './support/database.ts'
import { limitStores } from './support/limit-stores.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const open = endpoints.filter(({ key, limits }) => key === 'assistant' && limits.length > 0)

test('an address has a smaller share than its organization on every public operation, and its network twice that', () => {
  expect(open.map(({ operationId }) => operationId).sort()).toEqual([
    'createShare',
    'deleteShare',
    'getAllPages',
    'getChallenge',
    'getLook',
    'getMcpServerCard',
    'getPage',
    'getPageList',
    'getPageText',
    'listStarters',
    'readShare',
    'resumeAnswer',
    'searchPages',
    'sendAssistantMessage',
    'sendDataStreamMessage',
    'sendFeedback',
    'sendHandOff',
    'sendMcpMessage',
  ])
  for (const { operationId, limits } of open) {
    const most = (subject: Limit['subject'], seconds: number) =>
      Math.min(...limits.filter((one) => one.subject === subject && one.seconds === seconds).map((one) => one.requests))
    const organization = most('organization', 3_600)
    expect([operationId, organization]).toEqual([operationId, 10_000])
    expect(most('address', 3_600)).toBeLessThanOrEqual(organization / 5)
    expect(most('address', 60)).toBeLessThan(most('address', 3_600))
    for (const { seconds } of limits.filter(({ subject }) => subject === 'address')) {
      expect(most('network', seconds)).toBe(2 * most('address', seconds))
    }
  }
})

test('wherever an address has a limit its network has twice that, also on the sign-in page', () => {
  const unbound = endpoints.flatMap(({ operationId, limits }) =>
    limits
      .filter(({ subject }) => subject === 'address')
      .filter(({ requests, seconds }) => {
        const network = limits.find((one) => one.subject === 'network' && one.seconds === seconds)
        return network?.requests !== 2 * requests
      })
      .map(({ name }) => `${operationId}: ${name}`),
  )
  expect(unbound).toEqual([])
})

test('every name of a limit counts one kind of subject only, in one window', () => {
  const kinds = new Map<string, Set<string>>()
  for (const { name, ...limit } of endpoints.flatMap(({ limits }) => limits)) {
    kinds.set(name, (kinds.get(name) ?? new Set()).add(JSON.stringify(limit)))
  }
  expect([...kinds].filter(([, variants]) => variants.size > 1)).toEqual([])
})

describe.each(limitStores)('counted in %s,', (name) => {
  let store: Pick<TestDatabase, 'options' | 'close'>
  let server: TestServer
  let acme: string
  let other: string
  let now = 1_800_000_000
  beforeAll(async () => {
    store = await createEmptyStore(name === 'postgres' ? 'postgres' : 'sqlite')
    const { dataFolder, databaseUrl } = store.options
    const environment = {
      SIDENOTE_TRUST_PROXY: '1',
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...(name === 'redis' && { REDIS_URL: process.env.TEST_REDIS_URL ?? '' }),
    }
    server = await startTestServer({ clock: async () => now, dataFolder, environment })
    acme = (await server.addSite('acme', { 'index.md': '# Home\n' })).key
    other = (await server.addSite('other', { 'index.md': '# Home\n' })).key
  })
  afterAll(async () => {
    await server.stop()
    await store.close()
  })

  const readPage = (site: string, address: string) =>
    server.send(`/discovery/v1/page/${site}`, {
      key: site === 'acme' ? acme : other,
      body: { path: 'index' },
      headers: { 'x-forwarded-for': address },
    })
  const ask = (fp: string, address: string) => {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'Home?' }] }]
    const headers = { 'x-forwarded-for': address }
    return server.send('/discovery/v2/assistant/acme/message', { key: acme, body: { fp, messages }, headers })
  }
  /** How often each status was answered to so many requests, with some of them under way at a time. */
  const flood = async (count: number, send: (index: number) => Promise<Response>): Promise<Map<number, number>> => {
    const statuses = new Map<number, number>()
    let next = 0
    const drive = async () => {
      while (next < count) {
        const response = await send(next++)
        await response.text()
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 16 }, drive))
    return statuses
  }

  test('one address at full speed takes nothing from a reader of another site of its organization', async () => {
    const honest: number[] = []
    let isOver = false
    const read = async () => {
      while (!isOver) honest.push((await readPage('other', '198.51.100.9')).status)
    }
    const reading = read()
    const statuses = await flood(800, () => readPage('acme', '203.0.113.7'))
    isOver = true
    await reading
    expect([...statuses].sort()).toEqual([
      [200, 600],
      [429, 200],
    ])
    expect(new Set(honest)).toEqual(new Set([200]))
    const refused = await readPage('other', '203.0.113.7')
    const wait = Number(refused.headers.get('retry-after'))
    expect([refused.status, wait <= 61]).toEqual([429, true])
    expect(await refused.json()).toMatchObject({
      code: 'rate_limited',
      message: `The limit of 600 requests in 60 seconds for this address is used up. Try again in ${wait} seconds.`,
    })
    expect(refused.headers.get('ratelimit-policy')).toBe(
      '"page-organization-hour";q=10000;w=3600, "page-address-hour";q=2000;w=3600, "page-address-minute";q=600;w=60',
    )
    now += wait
    expect((await readPage('acme', '203.0.113.7')).status).toBe(200)
  })

  test('an address that waits its minutes gets 2,000 of the 10,000 an hour, whatever else it does', async () => {
    now += 7_200
    let admitted = 0
    for (let round = 0; round < 5; round += 1) {
      admitted += (await flood(620, () => readPage('acme', '203.0.113.8'))).get(200) ?? 0
      now += 61
    }
    expect(admitted).toBe(2_000)
    expect((await readPage('acme', '203.0.113.9')).status).toBe(200)
  })

  test('an IPv6 client gains nothing by changing its /64: its /48 has twice the share of one address', async () => {
    now += 7_200
    const statuses = await flood(1_300, (index) => readPage('acme', `2001:db8:1:${index.toString(16)}::1`))
    expect([...statuses].sort()).toEqual([
      [200, 1_200],
      [429, 100],
    ])
    const refused = await readPage('acme', '2001:db8:1:ffff::1')
    expect(await refused.json()).toMatchObject({ message: expect.stringContaining('for this network is used up') })
    expect((await readPage('acme', '2001:db8:2::1')).status).toBe(200)
    expect((await readPage('acme', '203.0.113.10')).status).toBe(200)
  })

  test('nor does one that tries links or passwords on the sign-in page', async () => {
    now += 7_200
    const tryLink = (index: number) =>
      server.send('/dashboard/auth/invitation', {
        body: { token: 'a guess' },
        headers: { origin: server.url, 'x-forwarded-for': `2001:db8:9:${index.toString(16)}::1` },
      })
    const statuses = await flood(80, tryLink)
    expect([...statuses].sort()).toEqual([
      [404, 60],
      [429, 20],
    ])
  })

  test('no name that a reader chooses shares what another kind of reader has', async () => {
    now += 7_200
    const limits = { perReader: { requests: 2, seconds: 60 }, perAddress: null }
    await server.send('/admin/v1/sites/acme/limits', { method: 'PATCH', key: server.adminKey, body: limits })
    const address = '203.0.113.50'
    const status = async (fp: string, from: string) => {
      const response = await ask(fp, from)
      await response.text()
      return response.status
    }
    const names = [
      `anonymous/${address}`,
      `anonymous:${address}`,
      address,
      `["anonymous","${address}"]`,
      `address/${address}`,
      `reader/${address}`,
    ]
    for (const fp of names) {
      expect([await status(fp, '198.51.100.1'), await status(fp, '198.51.100.1')]).toEqual([200, 200])
      expect([fp, await status(fp, '198.51.100.1')]).toEqual([fp, 429])
    }
    expect([await status('anonymous', address), await status('anonymous', address)]).toEqual([200, 200])
    expect(await status('anonymous', address)).toBe(429)
    expect(await status('anonymous', '203.0.113.51')).toBe(200)
  })

  test('the limit that a site sets for an address holds for the network of an IPv6 client at twice the number', async () => {
    now += 7_200
    const limits = { perReader: null, perAddress: { requests: 3, seconds: 60 } }
    await server.send('/admin/v1/sites/acme/limits', { method: 'PATCH', key: server.adminKey, body: limits })
    const statuses = await flood(10, (index) => ask(`reader ${index}`, `2001:db8:9:${index}::1`))
    expect([...statuses].sort()).toEqual([
      [200, 6],
      [429, 4],
    ])
    expect((await ask('a', '2001:db8:8::1')).status).toBe(200)
  })
})
