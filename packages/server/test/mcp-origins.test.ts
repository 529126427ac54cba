import { request as send } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let named: TestServer
beforeAll(async () => {
  server = await startTestServer()
  named = await startTestServer({ environment: { SIDENOTE_PUBLIC_URL: 'https://sidenote.acme.com/docs' } })
  for (const one of [server, named]) await addOpenSite(one)
})
afterAll(async () => {
  await server.stop()
  await named.stop()
})

/** An open site that lists no origins. */
const addOpenSite = async ({ addSite, send: call, adminKey }: TestServer) => {
  await addSite('docs', { 'index.md': '# Home\n' })
  await call('/admin/v1/sites/docs/policy', { method: 'PATCH', key: adminKey, body: { openPages: true } })
}

interface Page {
  /** What the browser takes for the server’s name. */
  readonly host?: string
  readonly origin?: string
}

/** The status of a message without a key; `fetch` lets nobody choose a host. */
const statusOf = ({ url }: TestServer, { host, origin }: Page): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...(host && { host }),
      ...(origin && { origin }),
    }
    const request = send(`${url}/mcp/docs`, { method: 'POST', headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    })
    request.on('error', reject).end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }))
  })

const portOf = ({ url }: TestServer) => new URL(url).port

describe('an open site that lists no origins, without a key', () => {
  test('opens nothing to a page whose name leads to this machine', async () => {
    const host = `evil.example:${portOf(server)}`
    expect(await statusOf(server, { host, origin: `http://${host}` })).toBe(403)
    expect(await statusOf(server, { host: 'evil.example', origin: 'http://evil.example' })).toBe(403)
  })

  test.each(['https://evil.example', 'null', 'http://localhost:9', 'http://localhost.evil.example'])(
    'opens nothing to a page of %s',
    async (origin) => {
      expect(await statusOf(server, { origin })).toBe(403)
      expect(await statusOf(named, { origin })).toBe(403)
    },
  )

  test('is open to programs, and to pages of the server itself', async () => {
    expect(await statusOf(server, {})).toBe(200)
    for (const name of ['127.0.0.1', 'localhost', '[::1]']) {
      const host = `${name}:${portOf(server)}`
      expect(await statusOf(server, { host, origin: `http://${host}` })).toBe(200)
    }
  })

  test('behind a public address, its own pages are those of that address alone', async () => {
    expect(await statusOf(named, { origin: 'https://sidenote.acme.com' })).toBe(200)
    expect(await statusOf(named, { origin: named.url })).toBe(403)
  })
})

test('with a key, a site that lists no origins is for any page', async () => {
  const { key } = await server.createKey({ kind: 'assistant', site: 'docs' })
  const headers = { accept: 'application/json, text/event-stream', origin: 'https://anywhere.example' }
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  expect((await server.send('/mcp/docs', { key, body, headers })).status).toBe(200)
})

test('the log says how to add an origin that was refused, and repeats nothing else that a client sends', async () => {
  const origins = ['https://app.acme.com', 'https://a;reboot', 'https://$(reboot).example']
  for (const origin of origins) await statusOf(server, { origin })
  const dashboard = await server.send('/admin/v1/sites', { method: 'GET', headers: { origin: 'https://app.acme.com' } })
  expect(dashboard.ok).toBe(false)
  const advice = server.logged().match(/sidenote sites update [^"]*/g)
  expect(new Set(advice?.filter((line) => !/localhost|evil/.test(line)))).toEqual(
    new Set(['sidenote sites update docs --add-origin https://app.acme.com']),
  )
})
