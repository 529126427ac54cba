import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { pageSchema, searchResponseSchema } from '@sidenote/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSourceList } from '../src/assistant/sources.ts'
import { createTools } from '../src/assistant/tools.ts'
import { startTestServer, type TestServer } from './support/server.ts'

/** Files with names that mean something else in an address, beside those that they could be taken for. */
const files = [
  ...['index.md', 'docs.md', 'docs/x.md', 'x.md', 'c.md', 'c#.md', 'what.md', 'what?.md', 'a.md', 'a.md.md'],
  ...['release-1.0.html.mdx', '50%.md', '50%25.md', 'trail.md', 'trail .md', 'x y.md', 'x%20y.md', 'foo.md'],
  ...['foo.html.md', 'index.html.md', 'Foo.md', 'http:.md', 'a:b.md', 'guide.md', 'guide/index.md', 'faq/readme.md'],
]
const word = (at: number): string => `quokka${100 + at}`
const text = (at: number): string => `The word of this page is ${word(at)}.`
const pages = Object.fromEntries(files.map((file, at) => [file, `# Page ${at}\n\n${text(at)}\n`]))

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (await server.addSite('odd', pages, { url: 'https://example.com/docs' })).key
})
afterAll(() => server.stop())

const search = async (query: string) => {
  const response = await server.send('/discovery/v1/search/odd', { key, body: { query, pageSize: 1 } })
  const [found] = searchResponseSchema.parse(await response.json())
  if (!found) throw new Error(`Nothing was found for ${query}.`)
  return found
}

/** What the page operation has to say of this path: the page, or the sentence of its refusal. */
const read = async (path: string): Promise<string> => {
  const response = await server.send('/discovery/v1/page/odd', { key, body: { path } })
  if (!response.ok) return response.text()
  const page = pageSchema.parse(await response.json())
  expect(page.path).toBe(path)
  return page.content
}

describe.each(files.map((file, at) => [file, at] as const))('of the file “%s”', (_file, at) => {
  test('the path that search gives reads the page', async () => {
    const { path } = await search(word(at))
    expect(await read(path)).toContain(text(at))
  })

  test('the address that search gives reads the page, and leads to no other place', async () => {
    const { url } = (await search(word(at))).metadata
    expect(await read(url)).toContain(text(at))
    const { search: query, pathname } = new URL(url)
    expect(query).toBe('')
    expect(await read(pathname)).toContain(text(at))
  })

  test('the path gives the page as text', async () => {
    const { path } = await search(word(at))
    const steps = (path === '' ? 'index' : path).split('/').map(encodeURIComponent)
    const response = await server.send(`/sites/odd/pages/${steps.join('/')}.md`, { method: 'GET', key })
    expect(await response.text()).toContain(text(at))
  })
})

describe('the home page', () => {
  test.each(['', '/', 'index.md', 'https://example.com/docs', 'https://example.com/docs/', '/docs'])(
    'is named by “%s”',
    async (path) => {
      expect(await read(path)).toContain(text(0))
    },
  )

  test('of a site that has none is not there, in a sentence that names it', async () => {
    const { key: other } = await server.addSite('homeless', { 'start.md': '# Start\n' })
    const response = await server.send('/discovery/v1/page/homeless', { key: other, body: { path: '' } })
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { message: 'The site "homeless" has no page "/".' },
    ])
  })

  test('is what a model reads when it asks for “/” or for nothing', async () => {
    const site = await server.database
      .selectFrom('sites')
      .selectAll()
      .where('domain', '=', 'odd')
      .executeTakeFirstOrThrow()
    const tools = createTools(
      { searchIndex: server.searchIndex, site, sources: createSourceList(server.database, site) },
      { limit: 5 },
    )
    for (const path of ['/', '']) {
      const input = tools.readInput('read_page', JSON.stringify({ path }))
      const { sources } = await tools.run('read_page', input ?? {})
      expect(sources[0]?.content).toContain(text(0))
    }
  })
})

describe('a client of the Model Context Protocol', () => {
  let client: Client
  beforeAll(async () => {
    client = new Client({ name: 'test', version: '1.0.0' })
    const headers = { authorization: `Bearer ${key}` }
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${server.url}/mcp/odd`), { requestInit: { headers } }),
    )
  })
  afterAll(() => client.close())

  /** The answer of a tool without tasks, which no tool here has. */
  const call = async (name: string, input: Record<string, unknown>): Promise<string> => {
    const result = (await client.callTool({ name, arguments: input })) as CallToolResult
    return result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  }

  test.each(files.map((file, at) => [file, at] as const))('reads the page of “%s” that it found', async (_file, at) => {
    const found = await call('search', { query: word(at), limit: 1 })
    const path = /^Page: (.+)$/m.exec(found)?.[1]
    expect(await call('read_page', { path })).toContain(text(at))
  })

  test('reads the home page when it asks for nothing', async () => {
    expect(await call('read_page', { path: '' })).toContain(text(0))
  })
})
