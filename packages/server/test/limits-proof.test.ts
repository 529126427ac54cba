import type { Challenge } from '@sidenote/contract'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findSite } from '../src/administration/sites/find-site.ts'
import { writeChallenge } from '../src/http/admission/proof-of-work.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { runCli } from './support/server-process.ts'

const solve = async (challenge: Challenge): Promise<string> => {
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}

describe.each(testEngines)('what a site asks of its readers on %s', (engine) => {
  let store: TestDatabase
  let servers: TestServer[]
  let server: TestServer
  const keys: Record<string, string> = {}
  beforeAll(async () => {
    store = await createTestDatabase(engine)
    const { databaseUrl } = store.options
    const environment = { SIDENOTE_TRUST_PROXY: '1', ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    server = await startTestServer({ environment })
    servers = [server, await startTestServer({ environment, dataFolder: server.dataFolder })]
    for (const domain of ['acme', 'other']) {
      keys[domain] = (await server.addSite(domain, { 'index.md': '# Home\n\nThe marker is set by hand.\n' })).key
    }
  })
  afterAll(async () => {
    for (const one of servers.reverse()) await one.stop()
    await store.close()
  })
  beforeEach(() => setLimits('acme', { perReader: null, perAddress: null, proofOfWork: false }))

  const setLimits = async (domain: string, body: object): Promise<void> => {
    const path = `/admin/v1/sites/${domain}/limits`
    const response = await server.send(path, { method: 'PATCH', key: server.adminKey, body })
    expect(response.status).toBe(200)
  }
  const ask = async (
    { fp = 'a', domain = 'acme', from = server }: { fp?: string; domain?: string; from?: TestServer },
    headers: Record<string, string> = {},
  ) => {
    const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How is the marker set?' }] }]
    const path = `/discovery/v2/assistant/${domain}/message`
    const response = await from.send(path, { key: keys[domain] ?? '', body: { fp, messages }, headers })
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: response.ok ? undefined : JSON.parse(text) }
  }
  const getChallenge = async (domain = 'acme'): Promise<Challenge> => {
    const path = `/discovery/v1/assistant/${domain}/challenge`
    return (await (await server.send(path, { method: 'GET', key: keys[domain] ?? '' })).json()) as Challenge
  }

  describe('a proof of work', () => {
    beforeEach(() => setLimits('acme', { proofOfWork: true }))

    test('is asked for in a sentence that says where to begin; other operations need none', async () => {
      const refused = await ask({})
      expect(refused).toMatchObject({ status: 403, body: { code: 'proof_required' } })
      expect(refused.body.message).toContain('GET /discovery/v1/assistant/acme/challenge')
      expect((await ask({ domain: 'other' })).status).toBe(200)
      const search = await server.send('/discovery/v1/search/acme', { key: keys.acme ?? '', body: { query: 'marker' } })
      expect(search.status).toBe(200)
    })

    test('is taken once, by one of all processes', async () => {
      const proof = await solve(await getChallenge())
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          ask({ from: servers[index % 2] ?? server }, { 'x-sidenote-proof': proof }),
        ),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      const refused = answers.filter(({ body }) => body?.message.includes('was used before'))
      expect(refused).toHaveLength(19)
    })

    test('is of no use when it is old, of another site, changed, or nonsense', async () => {
      await setLimits('other', { proofOfWork: true })
      const foreign = await solve(await getChallenge('other'))
      await setLimits('other', { proofOfWork: false })
      const site = await findSite(server.database, 'default', 'acme')
      const old = await solve(await writeChallenge(server.database, site, new Date(Date.now() - 3_600_000)))
      const challenge = await getChallenge()
      const longer = {
        ...challenge,
        parameters: { ...challenge.parameters, expiresAt: challenge.parameters.expiresAt + 9 },
      }
      const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '00' } }
      const guessed = Buffer.from(
        JSON.stringify({ challenge, solution: { counter: 1, derivedKey: challenge.parameters.keyPrefix } }),
      ).toString('base64')
      const proofs = [foreign, old, await solve(longer), await solve(easier), guessed, 'nonsense', 'e30=']
      for (const proof of proofs) {
        expect(await ask({}, { 'x-sidenote-proof': proof })).toMatchObject({
          status: 403,
          body: { code: 'proof_required' },
        })
      }
      expect((await ask({}, { 'x-sidenote-proof': await solve(challenge) })).status).toBe(200)
    })

    test('may be sent by any page: the preflight lets the header through', async () => {
      const response = await server.send('/discovery/v2/assistant/acme/message', {
        method: 'OPTIONS',
        headers: {
          origin: 'https://docs.acme.com',
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'authorization,content-type,x-sidenote-proof',
        },
      })
      expect(response.headers.get('access-control-allow-headers')).toContain('x-sidenote-proof')
    })
  })

  test('without it, there are no challenges', async () => {
    const response = await server.send('/discovery/v1/assistant/acme/challenge', {
      method: 'GET',
      key: keys.acme ?? '',
    })
    expect(response.status).toBe(404)
  })

  test('a window for each reader: exactly its number, anonymous readers by their address', async () => {
    await setLimits('acme', { perReader: { requests: 2, seconds: 3_600 } })
    const answers = [
      await ask({ fp: 'one' }),
      await ask({ fp: 'one' }),
      await ask({ fp: 'one' }),
      await ask({ fp: 'two' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200])
    expect(answers[2]?.body.message).toContain('2 requests in 3600 seconds for this reader')
    expect(answers[0]?.headers.get('ratelimit')).toContain('"assistant-reader-3600s";r=1;')
    const from = async (address: string) => (await ask({ fp: 'anonymous' }, { 'x-forwarded-for': address })).status
    expect([await from('203.0.113.1'), await from('203.0.113.1'), await from('203.0.113.1')]).toEqual([200, 200, 429])
    expect(await from('203.0.113.2')).toBe(200)
    // Who asked does not stand in the counts.
    const subjects = await server.database.selectFrom('limit_counts').select('subject').execute()
    expect(subjects.map(({ subject }) => subject)).not.toContainEqual(expect.stringContaining('one'))
  })

  test('a window for each address, of this site alone; a refusal costs the organization nothing', async () => {
    await setLimits('acme', { perAddress: { requests: 1, seconds: 3_600 } })
    const from = (domain: string) => ask({ fp: domain, domain }, { 'x-forwarded-for': '198.51.100.9' })
    const left = (headers: Headers) => Number(/-hour";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
    const served = await from('acme')
    for (let index = 0; index < 3; index += 1) expect((await from('acme')).status).toBe(429)
    const other = await from('other')
    expect([served.status, other.status]).toEqual([200, 200])
    expect(left(other.headers)).toBe(left(served.headers) - 1)
  })

  test('is shown and set from the command line', async () => {
    const environment = { SIDENOTE_URL: server.url, SIDENOTE_ADMIN_KEY: server.adminKey }
    const set = await runCli(['sites', 'limits', 'acme', '--per-reader', '20/60', '--proof-of-work'], { environment })
    expect(set.stdout).toMatch(/one reader\s+20 in 60 s/)
    const shown = await runCli(['sites', 'limits', 'acme', '--per-reader', 'none', '--json'], { environment })
    expect(JSON.parse(shown.stdout)).toEqual({ perReader: null, perAddress: null, proofOfWork: true })
    expect((await runCli(['sites', 'limits', 'acme', '--per-address', 'many'], { environment })).code).toBe(2)
  })
})
