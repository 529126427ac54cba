import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer({ environment: { SIDENOTE_TRUST_PROXY: '1' } })
  key = (await server.addSite('acme', { 'index.md': '# Kettle\n\nIt boils water.\n' })).key
})
afterAll(() => server.stop())

/** Holds the searches of an asker as a slow database would; counts those that have begun. */
const holdSearches = (held: string) => {
  const { takeTurn } = server.searchIndex
  const release = Promise.withResolvers<void>()
  const seen = { begun: 0, release: release.resolve }
  Object.assign(server.searchIndex, {
    takeTurn: (asker: string | undefined, work: () => Promise<unknown>) =>
      takeTurn(asker, async () => {
        if (asker === held) {
          seen.begun += 1
          await release.promise
        }
        return work()
      }),
  })
  onTestFinished(() => {
    release.resolve()
    Object.assign(server.searchIndex, { takeTurn })
  })
  return seen
}

const agentCall = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search', arguments: { query: 'kettle' } },
}
const messages = [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'How does the kettle boil?' }] }]

test.each<[name: string, path: string, body: object, addresses: [string, string], asker: string]>([
  ['searches', '/discovery/v1/search/acme', { query: 'kettle' }, ['203.0.113.7', '::ffff:203.0.113.7'], '203.0.113.7'],
  [
    'questions',
    '/discovery/v2/assistant/acme/message',
    { fp: 'a', messages },
    ['2001:db8:7:1::1', '2001:db8:7:2::1'],
    '2001:db8:7::/48',
  ],
  ['calls of agents', '/mcp/acme', agentCall, ['203.0.113.9', '203.0.113.9'], '203.0.113.9'],
])(
  '%s of one client: their searches go on one after the other, and another client waits for none of it',
  async (_name, path, body, addresses, asker) => {
    const ask = async (address: string) => {
      const headers = { 'x-forwarded-for': address, accept: 'application/json, text/event-stream' }
      const response = await server.send(path, { key, body, headers })
      return [response.status, (await response.text()).includes('boils water')]
    }
    const searches = holdSearches(asker)
    const held = addresses.map(ask)
    await expect.poll(() => searches.begun).toBe(1)
    expect(await ask('203.0.113.8')).toEqual([200, true])
    expect(searches.begun).toBe(1)
    searches.release()
    expect(await Promise.all(held)).toEqual([
      [200, true],
      [200, true],
    ])
    expect(searches.begun).toBeGreaterThan(1)
  },
)
