import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { emptySearchesSchema, mcpServerCardSchema, turnsSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type ModelServer, startModelServer } from './support/model-server.ts'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let model: ModelServer
let server: TestServer
let key: string
let otherKey: string
beforeAll(async () => {
  model = await startModelServer()
  server = await startTestServer({
    environment: { SIDENOTE_MODEL: 'openai-compatible:scripted', OPENAI_COMPATIBLE_BASE_URL: model.url },
  })
  key = (
    await server.addSite('docs', pages, { url: 'https://docs.example.com', origins: ['https://docs.example.com'] })
  ).key
  otherKey = (await server.addSite('other', { 'secret.md': '# Secret\n\nThe other site has a zebra.' })).key
  await server.addSite('open', pages, { url: 'https://open.example.com', origins: ['https://open.example.com'] })
  for (const domain of ['docs', 'open']) await setPolicy(domain, { openPages: domain === 'open', storeQuestions: true })
})
afterAll(async () => {
  await server.stop()
  await model.close()
})

const administrate = async (path: string, more: { method?: string; body?: unknown } = {}): Promise<unknown> =>
  (await server.send(`/admin/v1/sites/${path}`, { key: server.adminKey, method: 'GET', ...more })).json()
const setPolicy = (domain: string, body: object) => administrate(`${domain}/policy`, { method: 'PATCH', body })

const versions = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'] as const
type Version = (typeof versions)[number] | 'newest'

/** A client of the library's second major; it says why it was refused only where no version is negotiated. */
const connect = async (headers: Record<string, string>, { domain = 'docs', version = 'newest' as Version } = {}) => {
  const address = new URL(`${server.url}/mcp/${domain}`)
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    { versionNegotiation: { mode: version === 'newest' ? 'auto' : 'legacy' } },
  )
  await client.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }))
  return client
}

const withKey = (text: string) => ({ authorization: `Bearer ${text}` })

/** The answer of a tool, and the texts in it. */
const call = async (client: Client, name: string, input: Record<string, unknown>) => {
  const result = await client.callTool({ name, arguments: input })
  return { ...result, texts: result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])) }
}
const say = (...texts: string[]) => model.script(texts.map((text) => ({ say: text })))

describe.each(['newest', '2025-11-25'] as const)('the official client, with the protocol of %s', (version) => {
  let client: Client
  beforeAll(async () => {
    client = await connect(withKey(key), { version })
  })
  afterAll(() => client.close())

  test('speaks the version that it asked for', () => {
    expect(client.getNegotiatedProtocolVersion()).toBe(version === 'newest' ? '2026-07-28' : version)
  })

  test('is told of three tools that only read', async () => {
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['search', 'read_page', 'ask'])
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
    expect(unknown instanceof Error || z.object({ isError: z.literal(true) }).safeParse(unknown).success).toBe(true)
  })

  test('asks, and gets the answer with its sources and the verdict of each sentence', async () => {
    say('The thermometer measures in celsius by default [1]. ', 'Its battery lasts for nine hundred years [1].')
    const asked = await call(client, 'ask', { question: 'How do I set the unit of the temperature?' })
    expect(asked.isError).toBeFalsy()
    expect(asked.structuredContent).toMatchObject({
      answered: true,
      answer: 'The thermometer measures in celsius by default [1]. Its battery lasts for nine hundred years [1].',
      sources: expect.arrayContaining([
        expect.objectContaining({ number: 1, url: expect.stringContaining('https://docs.example.com/') }),
      ]),
      sentences: expect.arrayContaining([
        expect.objectContaining({ text: 'Its battery lasts for nine hundred years.', supported: false }),
      ]),
    })
    expect(asked.texts[0]).toMatch(/nine hundred years \[1\]\.\n\[1\] .*: https:\/\/docs\.example\.com\//)
  })

  test('gets excerpts when the model fails', async () => {
    model.script([{ status: 400 }])
    const asked = await call(client, 'ask', { question: 'How do I set the unit of the temperature?' })
    expect(asked.isError).toBeFalsy()
    expect(asked.texts[0]).not.toBe('')
  })

  test('lists the pages, and reads one by its address', async () => {
    const { resources } = await client.listResources()
    const page = resources.find(({ uri }) => uri === 'docs://docs/configuration')
    expect(page).toMatchObject({ title: 'Configuration', mimeType: 'text/markdown' })
    const { contents } = await client.readResource({ uri: 'docs://docs/configuration' })
    expect(contents[0]).toMatchObject({ text: expect.stringMatching(/^# Configuration\n/) })
    const { resourceTemplates } = await client.listResourceTemplates()
    expect(resourceTemplates[0]?.uriTemplate).toBe('docs://docs/{+path}')
    await expect(client.readResource({ uri: 'docs://other/secret' })).rejects.toThrow(/docs:\/\/other\/secret/)
    await expect(client.readResource({ uri: 'docs://docs/nothing' })).rejects.toThrow(ProtocolError)
  })
})

test.each(versions.filter((version) => version !== '2026-07-28'))(
  'an older client is answered as of %s',
  async (version) => {
    const initialize = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'old', version: '1' } }
    const response = await server.send('/mcp/docs', {
      key,
      body: { jsonrpc: '2.0', id: 1, method: 'initialize', params: initialize },
      headers: { accept: 'application/json, text/event-stream' },
    })
    expect(await response.json()).toMatchObject({ id: 1, result: { protocolVersion: version } })
  },
)

test('the client of the first major of the library finds, reads and asks', async () => {
  const client = new OldClient({ name: 'test', version: '1.0.0' })
  await client.connect(new OldTransport(new URL(`${server.url}/mcp/docs`), { requestInit: { headers: withKey(key) } }))
  say('The thermometer measures in celsius [1].')
  const found = await client.callTool({ name: 'search', arguments: { query: 'temperature' } })
  const asked = await client.callTool({ name: 'ask', arguments: { question: 'Which unit has the temperature?' } })
  expect(JSON.stringify(found.content)).toContain('https://docs.example.com/configuration')
  expect(asked.structuredContent).toMatchObject({ answer: 'The thermometer measures in celsius [1].' })
  await client.close()
})

test('a long list of pages comes in parts', async () => {
  const many = Object.fromEntries(Array.from({ length: 201 }, (_, at) => [`p/${at}.md`, `# Page ${at}\n\nText.\n`]))
  const { key: manyKey } = await server.addSite('many', many)
  const client = await connect(withKey(manyKey), { domain: 'many' })
  const first = await client.request({ method: 'resources/list' })
  const second = await client.request({ method: 'resources/list', params: { cursor: first.nextCursor ?? '' } })
  expect([first.resources.length, second.resources.length, second.nextCursor]).toEqual([200, 1, undefined])
  await expect(client.request({ method: 'resources/list', params: { cursor: 'x' } })).rejects.toThrow(/cursor "x"/)
  await client.close()
})

describe('an open site', () => {
  test('needs no key', async () => {
    const client = await connect({}, { domain: 'open' })
    say('The thermometer measures in celsius [1].')
    expect((await call(client, 'search', { query: 'temperature' })).texts[0]).toContain('https://open.example.com/')
    expect(
      (await call(client, 'ask', { question: 'Which unit has the temperature?' })).structuredContent,
    ).toMatchObject({
      answer: 'The thermometer measures in celsius [1].',
    })
    await client.close()
  })

  test('opens nothing to a page that the site has not listed', async () => {
    await expect(
      connect({ origin: 'https://evil.example' }, { domain: 'open', version: '2025-11-25' }),
    ).rejects.toThrow(/may not use/)
    await (await connect({ origin: 'https://open.example.com' }, { domain: 'open' })).close()
  })

  test('is limited by address', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const headers = { accept: 'application/json, text/event-stream' }
    const response = await server.send('/mcp/open', { body, headers })
    expect(response.headers.get('ratelimit')).toContain('"search-address-minute"')
  })

  test('refuses a wrong key rather than do without one', async () => {
    await expect(connect(withKey(otherKey), { domain: 'open' })).rejects.toThrow('There is no site')
  })

  test('has a card that says where it answers; that of a closed one takes the key', async () => {
    const card = mcpServerCardSchema.parse(await (await server.send('/mcp/open/server-card', { method: 'GET' })).json())
    expect(card).toMatchObject({ name: '1.0.0.127/open', websiteUrl: 'https://open.example.com' })
    expect(card.remotes).toEqual([{ type: 'streamable-http', url: `${server.url}/mcp/open` }])
    expect((await server.send('/mcp/docs/server-card', { method: 'GET' })).status).toBe(401)
    const closed = await server.send('/mcp/docs/server-card', { method: 'GET', key })
    expect(await closed.json()).toMatchObject({ remotes: [{ headers: [{ name: 'Authorization', isRequired: true }] }] })
  })
})

test('what agents ask and do not find is told from what people do', async () => {
  const client = await connect(withKey(key))
  for (const query of ['quagga', 'quagga']) await call(client, 'search', { query })
  await server.send('/discovery/v1/search/docs', { key, body: { query: 'quagga' } })
  say('I cannot say that.')
  await call(client, 'ask', { question: 'Where is the quagga of the thermometer kept?' })
  await client.close()
  const { searches } = emptySearchesSchema.parse(await administrate('docs/empty-searches'))
  expect(searches.find(({ query }) => query === 'quagga')).toMatchObject({ count: 3, agentCount: 2 })
  const { turns } = turnsSchema.parse(await administrate('docs/conversations?fp=mcp'))
  expect(turns[0]).toMatchObject({ question: 'Where is the quagga of the thermometer kept?', fp: 'mcp' })
})

test('a question counts as one of a reader, and a site that wants proof of work takes none', async () => {
  const { key: limitedKey } = await server.addSite('limited', pages)
  const setLimits = (body: object) => administrate('limited/limits', { method: 'PATCH', body })
  const question = { question: 'Which unit has the temperature?' }
  await setLimits({ perReader: { requests: 1, seconds: 3_600 } })
  const client = await connect(withKey(limitedKey), { domain: 'limited' })
  say('The thermometer measures in celsius [1].')
  expect((await call(client, 'ask', question)).isError).toBeFalsy()
  const refused = await call(client, 'ask', question)
  expect([refused.isError, refused.texts[0]]).toEqual([
    true,
    expect.stringMatching(/limit of 1 requests .* is used up/),
  ])
  await setLimits({ proofOfWork: true })
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['search', 'read_page'])
  await client.close()
})

test('a subscription is refused: nothing is sent of itself', async () => {
  const client = await connect(withKey(key))
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow()
  await client.close()
})

describe('the key', () => {
  test.each([
    ['missing', {}, '401|no key'],
    ['of another site', () => withKey(otherKey), 'There is no site'],
    ['of an administrator', () => withKey(server.adminKey), 'administrator key'],
  ])('%s opens nothing', async (_name, headers, sentence) => {
    const connecting = connect(typeof headers === 'function' ? headers() : headers, { version: '2025-11-25' })
    await expect(connecting).rejects.toThrow(new RegExp(sentence))
  })

  test('opens nothing from a page that the site has not listed', async () => {
    const evil = connect({ ...withKey(key), origin: 'https://evil.example' }, { version: '2025-11-25' })
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
