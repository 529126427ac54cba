import { getPageList } from '@sidenote/contract'
import { expect, test } from 'vitest'
import { slicesPerWindow } from '../src/http/limits/decision.ts'
import { createChance } from './support/bodies.ts'
import { openConnection } from './support/plain-client.ts'
import { startTestServer } from './support/server.ts'

type Chance = ReturnType<typeof createChance>

const seed = Number(process.env.FORGED_SEED ?? Date.now() % 2 ** 31)
const tries = 3_400
const connections = 16

/** What somebody may write where an address belongs. */
const spellings: readonly ((chance: Chance) => string)[] = [
  (chance) => [chance(256), chance(256), chance(256), chance(256)].join('.'),
  (chance) => `2001:db8:${chance(65_536).toString(16)}::${chance(65_536).toString(16)}`,
  (chance) => `::ffff:203.0.113.${chance(256)}`,
  (chance) => `::ffff:cb00:71${chance(256).toString(16).padStart(2, '0')}`,
  (chance) => `[2001:db8::${chance(9)}]:${chance(65_536)}`,
  (chance) => `198.51.100.${chance(256)}:${chance(65_536)}`,
  (chance) => `10.0.0.${chance(256)}%eth0`,
  (chance) => `"192.0.2.${chance(256)}"`,
  (chance) => `for=192.0.2.${chance(256)};by=203.0.113.7`,
  (chance) =>
    ['127.0.0.1', '::1', 'localhost', 'unknown', '', ' ', '_hidden', '0', '0x7f.1', '203.0.113.7 ', '*'][chance(11)] ??
    '',
]

const forge = (chance: Chance): string =>
  Array.from({ length: 1 + chance(4) }, () => spellings[chance(spellings.length)]?.(chance)).join(
    [', ', ',', ' ,', ',,', '\t, '][chance(5)],
  )

const otherNames = ['Forwarded', 'X-Real-IP', 'CF-Connecting-IP', 'True-Client-IP', 'X-Client-IP', 'X-Forwarded']

/** The headers of a forger who asks through so many proxies, each of which adds whom it was asked by. */
const headersThrough = (proxies: number, chance: Chance): string => {
  const added = ['203.0.113.7', '10.0.0.1'].slice(0, proxies)
  const forged = chance(8) === 0 ? [] : [forge(chance)]
  // Written as one header, or as one for each; a proxy may do either.
  const lines = chance(2) === 0 ? [[...forged, ...added].join(', ')] : [...forged, ...added]
  const others = Array.from({ length: chance(3) }, () => `${otherNames[chance(otherNames.length)]}: ${forge(chance)}`)
  return [...others, ...lines.filter((line) => line !== '').map((line) => `X-Forwarded-For: ${line}`)].join('\r\n')
}

test.each([
  [0, '127.0.0.1'],
  [1, '203.0.113.7'],
  [2, '203.0.113.7'],
])(
  `behind %i proxies, none of ${tries} forged headers changes whose address is counted: each is that of %s`,
  async (proxies, address) => {
    const server = await startTestServer({ environment: { SIDENOTE_TRUST_PROXY: String(proxies) } })
    await server.addSite('acme', { 'index.md': '# Home\n' })
    const policy = { method: 'PATCH', key: server.adminKey, body: { openPages: true } }
    expect((await server.send('/admin/v1/sites/acme/policy', policy)).status).toBe(200)
    // Its day is used up: whoever is taken for somebody else is let in.
    const [limit] = getPageList.limits
    if (limit?.subject !== 'address') throw new Error('The list of pages is not counted by address.')
    const slice = Math.floor(Date.now() / 1_000 / (limit.seconds / slicesPerWindow))
    const counts = { name: limit.name, subject: address, slice, count: limit.requests, expires_at: 2 ** 33 }
    await server.database.insertInto('limit_counts').values(counts).execute()

    const letIn: string[] = []
    let sent = 0
    const send = async () => {
      const connection = openConnection(server.url)
      while (sent < tries) {
        sent += 1
        const headers = headersThrough(proxies, createChance(seed + sent * 7_919))
        const request = `GET /sites/acme/llms.txt HTTP/1.1\r\nhost: a\r\n${headers}${headers && '\r\n'}\r\n`
        const response = await connection.send(Buffer.from(request))
        if (response?.status !== 429) letIn.push(`${response?.status} for ${headers} (FORGED_SEED=${seed})`)
      }
      connection.close()
    }
    await Promise.all(Array.from({ length: connections }, send))
    expect(letIn.slice(0, 10)).toEqual([])
    const subjects = await server.database
      .selectFrom('limit_counts')
      .select('subject')
      .distinct()
      .where('name', '=', limit.name)
      .execute()
    expect(subjects).toEqual([{ subject: address }])
    await server.stop()
  },
  60_000,
)
