import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let key: string
let otherKey: string
beforeAll(async () => {
  server = await startTestServer()
  key = (
    await server.addSite('docs', pages, { url: 'https://docs.example.com', origins: ['https://docs.example.com'] })
  ).key
  otherKey = (await server.addSite('other', { 'secret.md': '# Secret\n\nThe other site has a zebra.' })).key
})
afterAll(() => server.stop())

const connect = async (headers: Record<string, string>, domain = 'docs'): Promise<Client> => {
  const client = new Client({ name: 'test', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/${domain}`), {
    requestInit: { headers },
  })
  await client.connect(transport)
  return client
}

const withKey = (text: string) => ({ authorization: `Bearer ${text}` })

/** The answer of a tool without tasks, which no tool here has. */
const call = async (client: Client, name: string, input: Record<string, unknown>) => {
  const result = (await client.callTool({ name, arguments: input })) as CallToolResult
  return { ...result, texts: result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) }
}

describe('the official client', () => {
  let client: Client
  beforeAll(async () => {
    client = await connect(withKey(key))
  })
  afterAll(() => client.close())

  test('is told of two tools that only read', async () => {
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['search', 'read_page'])
    for (const tool of tools) expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false })
    expect(tools[0]?.inputSchema.required).toEqual(['query'])
  })

  test('finds a section with its link, and reads the page it names', async () => {
    const found = await call(client, 'search', { query: 'unit of the temperature in fahrenheit' })
    expect(found.texts[0]).toContain('Title: Configuration › Set the unit of the temperature')
    expect(found.texts[0]).toContain('Link: https://docs.example.com/configuration#set-the-unit-of-the-temperature')
    const path = /^Page: (.*)$/m.exec(found.texts[0] ?? '')?.[1]
    const page = await call(client, 'read_page', { path })
    expect(page.texts[0]).toMatch(/^# Configuration\n/)
    expect(page.texts[0]).toContain('127.0.0.1')
    const section = await call(client, 'read_page', { path, section: 'set-the-unit-of-the-temperature' })
    expect(section.texts[0]).toContain('Set the unit of the temperature')
    expect(section.texts[0]).not.toContain('127.0.0.1')
  })

  test('is told that nothing matches, and that a page or a section does not exist', async () => {
    expect((await call(client, 'search', { query: 'zebra' })).texts).toEqual(['No page matches "zebra".'])
    const missing = await call(client, 'read_page', { path: 'secret' })
    expect(missing.isError).toBe(true)
    expect(missing.texts[0]).toContain('no page "secret"')
    const none = await call(client, 'read_page', { path: 'configuration', section: 'Colours' })
    expect([none.isError, none.texts[0]]).toEqual([true, 'The page "configuration" has no section "Colours".'])
  })

  test('gets an error for a wrong input and for a tool that does not exist', async () => {
    expect((await call(client, 'search', { query: ' ' })).isError).toBe(true)
    const unknown = await call(client, 'write_page', {}).catch((error: unknown) => error)
    expect(unknown instanceof Error || (unknown as CallToolResult).isError).toBe(true)
  })
})

describe('the key', () => {
  test.each([
    ['missing', {}, '401|no key'],
    ['of another site', () => withKey(otherKey), 'There is no site'],
    ['of an administrator', () => withKey(server.adminKey), 'administrator key'],
  ])('%s opens nothing', async (_name, headers, sentence) => {
    const connecting = connect(typeof headers === 'function' ? headers() : headers)
    await expect(connecting).rejects.toThrow(new RegExp(sentence))
  })

  test('opens nothing from a page that the site has not listed', async () => {
    const evil = connect({ ...withKey(key), origin: 'https://evil.example' })
    await expect(evil).rejects.toThrow(/may not use the key/)
  })

  test('counts for the same limit as a search', async () => {
    const remaining = (response: Response) =>
      Number(/"search-organization-hour";r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1])
    const searched = await server.send('/discovery/v1/search/docs', { key, body: { query: 'port' } })
    const listed = await server.send('/mcp/docs', {
      key,
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      headers: { accept: 'application/json, text/event-stream' },
    })
    expect(listed.status).toBe(200)
    expect(remaining(listed)).toBe(remaining(searched) - 1)
  })
})

test('several messages in one request are refused: they would count as one', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
  const response = await server.send('/mcp/docs', { key, body: [message, message] })
  expect(response.status).toBe(400)
})

test('GET and DELETE are refused: there is no session to listen to or to end', async () => {
  for (const method of ['GET', 'DELETE']) {
    const response = await server.send('/mcp/docs', { key, method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toContain('POST')
  }
})
