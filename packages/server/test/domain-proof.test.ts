import type { RequestListener } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkProofs } from '../src/administration/domains/check-proofs.ts'
import { findProof, proofPlacesOf } from '../src/administration/domains/find-proof.ts'
import { createTestDatabase, type TestDatabase, testEngines } from './support/database.ts'
import { startDnsServer } from './support/dns-server.ts'
import { insertSite } from './support/insert-site.ts'
import { openInternet, publicAddress } from './support/internet.ts'
import { startSecureWebsite } from './support/secure-website.ts'

const domain = 'docs.acme.example'
const places = { file: `https://${domain}/.well-known/sidenote`, record: `_sidenote.${domain}` }
const line = 'sidenote-site=right'

let dns: Awaited<ReturnType<typeof startDnsServer>>
let website: Awaited<ReturnType<typeof startSecureWebsite>>
let close: () => void
let answer: RequestListener
let addresses: string[]
let asked: string[]

const notFound: RequestListener = (_request, response) => void response.writeHead(404).end(line)
const say =
  (text: string, status = 200, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(status, headers).end(text)

beforeAll(async () => {
  dns = await startDnsServer({})
  website = await startSecureWebsite(domain, (request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    answer(request, response)
  })
  close = openInternet(domain, () => addresses, { leadsTo: '127.0.0.1', secure: website })
})
afterAll(async () => {
  close()
  await website.close()
  await dns.close()
})
beforeEach(() => {
  for (const name of Object.keys(dns.records)) delete dns.records[name]
  answer = notFound
  addresses = [publicAddress]
  asked = []
})

describe('the proof of a domain', () => {
  test.each([
    ['alone', line],
    ['among other lines', `another=1\r\n  ${line}  \r\nsidenote-site=other\n`],
  ])('is found in the file, %s', async (_name, text) => {
    answer = say(text)
    expect(await findProof(places, line)).toEqual({ provenBy: 'file', reasons: [], isCertain: true })
    expect(asked).toEqual([`${domain}/.well-known/sidenote`])
  })

  test.each([
    ['alone', [line]],
    ['among other records', ['v=spf1 -all', 'x'.repeat(600), line]],
  ])('is found as a DNS record, %s, also when no web server answers', async (_name, records) => {
    addresses = ['10.0.0.1']
    dns.records[places.record] = records
    expect(await findProof(places, line)).toEqual({ provenBy: 'record', reasons: [], isCertain: true })
    expect(asked).toEqual([])
  })

  test.each([
    ['there is no file and no record', notFound, undefined, [/answers with 404/, /has no TXT record/]],
    [
      'both are of another organization',
      say('sidenote-site=other'),
      ['sidenote-site=other'],
      [/doesn’t have that line/, /is that line/],
    ],
    [
      'the line is a part of another',
      say(`x${line} y`),
      [`${line}x`, `x${line}`],
      [/doesn’t have that line/, /is that line/],
    ],
    ['the file is an error page', say(line, 403), [], [/answers with 403/, /has no TXT record/]],
    [
      'the file is at another host, where anybody may write',
      say('', 302, { location: 'https://files.example/sidenote' }),
      [],
      [/answers with 302/, /has no TXT record/],
    ],
    [
      'the file is at the same host without https',
      say('', 302, { location: `http://${domain}/x` }),
      [],
      [/answers with 302/, /TXT/],
    ],
  ] as const)('is not found if %s', async (_name, file, records, reasons) => {
    answer = file
    if (records) dns.records[places.record] = records
    const search = await findProof(places, line)
    expect(search).toEqual({
      provenBy: undefined,
      isCertain: true,
      reasons: reasons.map((one) => expect.stringMatching(one)),
    })
  })

  test.each([['127.0.0.1'], ['10.1.2.3'], ['169.254.169.254'], ['::1'], ['fd00::1']])(
    'is not fetched from %s, wherever a name leads',
    async (address) => {
      answer = say(line)
      addresses = [address]
      const search = await findProof(places, line)
      expect(search).toMatchObject({ provenBy: undefined, isCertain: false })
      expect(search.reasons[0]).toContain(`${domain} is not a public address`)
      expect(asked).toEqual([])
    },
  )

  test('is not read from a file without an end', async () => {
    answer = (_request, response) => {
      const write = () => {
        if (response.destroyed) return
        response.write('x'.repeat(65_536))
        setImmediate(write)
      }
      write()
    }
    expect(await findProof(places, line)).toMatchObject({ provenBy: undefined, isCertain: false })
  })

  test.each(['acme', '127.0.0.1', '10.0.0.1', 'a..b', 'localhost'])(
    'is impossible for "%s", which no DNS has',
    (name) => {
      expect(proofPlacesOf(name)).toBeUndefined()
    },
  )
})

describe.each(testEngines)('a proven domain on %s', (engine) => {
  let store: TestDatabase
  const day = 86_400_000
  const provenAt = new Date('2030-01-01T00:00:00Z')
  const warnings: unknown[] = []
  const log = { warn: (...words: unknown[]) => void warnings.push(words) }
  const check = (days: number, search: Awaited<ReturnType<typeof findProof>>) =>
    checkProofs(store.database, { log, now: new Date(provenAt.getTime() + days * day), find: async () => search })
  const gone = { provenBy: undefined, reasons: ['It is gone.'], isCertain: true }
  const proofs = () => store.database.selectFrom('proven_domains').select(['domain', 'checked_at']).execute()

  beforeAll(async () => {
    store = await createTestDatabase(engine)
    await insertSite(store.database, { id: 'site', domain })
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    warnings.length = 0
    const time = provenAt.toISOString()
    await store.database.deleteFrom('proven_domains').execute()
    const proof = { proven_by: 'file', proven_at: time, checked_at: time } as const
    await store.database
      .insertInto('proven_domains')
      .values({ domain, site_id: 'site', ...proof })
      .execute()
  })

  test('is looked for again after a day, and stays while it is there', async () => {
    await check(0.9, gone)
    expect(warnings).toEqual([])
    await check(1.1, { provenBy: 'record', reasons: [], isCertain: true })
    expect([warnings, await proofs()]).toEqual([
      [],
      [{ domain, checked_at: new Date(provenAt.getTime() + 1.1 * day).toISOString() }],
    ])
  })

  test('is lost when its proof was gone for a week, and the log says so from the first day on', async () => {
    await check(2, gone)
    await check(6.9, gone)
    expect([warnings.length, (await proofs()).length]).toEqual([2, 1])
    await check(7.1, gone)
    expect([warnings.length, await proofs()]).toEqual([3, []])
  })

  test('is not lost while nobody answers', async () => {
    await check(70, { provenBy: undefined, reasons: ['The DNS doesn’t answer.'], isCertain: false })
    expect([warnings.length, (await proofs()).length]).toEqual([1, 1])
  })
})
