import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from './support/pages.ts'
import { startTestServer, type TestServer } from './support/server.ts'

let server: TestServer
let key: string
beforeAll(async () => {
  server = await startTestServer()
  key = (
    await server.addSite('docs', { ...pages, 'a (b)/c#.md': '---\ndescription: Odd.\n---\n\n# Odd [name]\n\nText.\n' })
  ).key
})
afterAll(() => server.stop())

const get = (path: string, more: { key?: string; headers?: Record<string, string>; method?: string } = {}) =>
  server.send(path, { method: 'GET', ...more })
const setOpen = (domain: string, openPages: boolean) =>
  server.send(`/admin/v1/sites/${domain}/policy`, { method: 'PATCH', key: server.adminKey, body: { openPages } })

const addresses = ['llms.txt', 'llms-full.txt', 'pages/install.md', 'pages/nothing.md']

describe('a site that is not open, as none is at first', () => {
  test.each(addresses)('answers %s without a key as if it did not exist', async (address) => {
    const [one, none] = await Promise.all([get(`/sites/docs/${address}`), get(`/sites/none/${address}`)])
    const body = async (response: Response) => ({ ...((await response.json()) as object), requestId: '' })
    expect([one.status, none.status]).toEqual([401, 401])
    expect(await body(one)).toEqual(await body(none))
  })

  test('gives its text for its assistant key, and caches of others do not keep it', async () => {
    const response = await get('/sites/docs/llms.txt', { key })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, max-age=300')
    expect(response.headers.get('vary')).toContain('Authorization')
  })

  test('gives nothing for the key of another site or of an administrator', async () => {
    const other = await server.addSite('other', pages)
    expect((await get('/sites/docs/llms.txt', { key: other.key })).status).toBe(404)
    expect((await get('/sites/docs/llms.txt', { key: server.adminKey })).status).toBe(403)
  })
})

test('all pages are sent to 32 clients at a time, and others are told to come back', async () => {
  const responses = await Promise.all(Array.from({ length: 100 }, () => get('/sites/docs/llms-full.txt', { key })))
  const told = responses.filter(({ status }) => status === 503)
  const texts = await Promise.all(responses.filter(({ status }) => status === 200).map((response) => response.text()))
  expect(told.length).toBeGreaterThan(0)
  expect(new Set(told.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['5']))
  expect([texts.length >= 32, texts.length + told.length]).toEqual([true, 100])
  expect(new Set(texts).size).toBe(1)
  expect((await get('/sites/docs/llms-full.txt', { key })).status).toBe(200)
})

describe('an open site', () => {
  beforeAll(async () => {
    await setOpen('docs', true)
  })

  test('lists its pages by folder, each with a link that leads to its Markdown', async () => {
    const response = await get('/sites/docs/llms.txt')
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    const list = await response.text()
    expect(list).toMatch(/^# docs\n\n> .+\n\n## Pages\n\n- \[Kettle\]\(pages\/index\.md\)/)
    expect(list).toContain('## guides\n\n- [Descale the heater](pages/guides/descale.md)')
    expect(list).toContain('- [Odd \\[name\\]](pages/a%20%28b%29/c%23.md): Odd.')
    const links = [...list.matchAll(/\]\((pages\/[^)]+)\)/g)].map((match) => match[1] ?? '')
    expect(links).toHaveLength(Object.keys(pages).length + 1)
    for (const link of links) {
      const page = await get(new URL(link, `${server.url}/sites/docs/llms.txt`).pathname)
      expect([link, page.status]).toEqual([link, 200])
      expect(page.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(await page.text()).toMatch(/^# /)
    }
  })

  test('gives all pages in one text, each with its title and its address', async () => {
    const text = await (await get('/sites/docs/llms-full.txt')).text()
    expect(text).toContain('# Installation\n\nSource: /install\n\nInstall Kettle with npm:')
    for (const page of Object.values(pages)) expect(text).toContain(page.split('\n\n')[1])
  })

  test.each(['llms.txt', 'llms-full.txt', 'pages/install.md'])(
    'tells who has %s that nothing changed',
    async (file) => {
      const first = await get(`/sites/docs/${file}`)
      const etag = first.headers.get('etag') ?? ''
      const again = await get(`/sites/docs/${file}`, {
        headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
      })
      expect([again.status, await again.text()]).toEqual([304, ''])
      const head = await get(`/sites/docs/${file}`, { method: 'HEAD' })
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
    },
  )

  test('has no other page, and no page without .md', async () => {
    expect((await get('/sites/docs/pages/nothing.md')).status).toBe(404)
    expect((await get('/sites/docs/pages/install')).status).toBe(404)
  })

  test('is closed again when its owner says so', async () => {
    await setOpen('docs', false)
    expect((await get('/sites/docs/llms.txt')).status).toBe(401)
  })
})

test('a site that was never synced says so', async () => {
  const empty = await server.addSite('empty', {})
  const response = await get('/sites/empty/llms.txt', { key: empty.key })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('sidenote sync empty') })
})

test('many pages are all in the one text, in order, each once', async () => {
  const names = Array.from({ length: 120 }, (_, index) => `page-${String(index).padStart(3, '0')}`)
  const many = await server.addSite(
    'many',
    Object.fromEntries(names.map((name) => [`${name}.md`, `# ${name}\n\nText.\n`])),
  )
  const text = await (await get('/sites/many/llms-full.txt', { key: many.key })).text()
  expect([...text.matchAll(/^# (.+)$/gm)].map((match) => match[1])).toEqual(names)
})
