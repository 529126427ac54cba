import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listen } from './support/listen.ts'
import { type Nginx, nginx, startNginx } from './support/nginx.ts'
import { startTestServer, type TestServer } from './support/server.ts'

const manual = fileURLToPath(new URL('../../../apps/docs/pages/api/text.md', import.meta.url))
const pages = {
  'index.md': '# Home\n\nThe Markdown of the first page.\n',
  'install.md': '# Install\n\nThe Markdown of the installation.\n',
  'guide/index.md': '# Guide\n\nThe Markdown of the guide.\n',
}
const html = {
  'index.html': '<h1>Home</h1>',
  'install.html': '<h1>Install</h1>',
  'guide/index.html': '<h1>Guide</h1>',
}

let server: TestServer
let folder: string
beforeAll(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'sidenote-recipes-'))
  await server.addSite('acme', pages, { url: 'https://docs.acme.com' })
  const body = { openPages: true }
  await server.send('/admin/v1/sites/acme/policy', { method: 'PATCH', key: server.adminKey, body })
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await server.stop()
})

/** The first block below a heading of the manual, with the addresses of this test. */
const readRecipe = async (heading: string): Promise<string> => {
  const section = (await readFile(manual, 'utf8')).split(`\n### ${heading}\n`)[1] ?? ''
  const code = /```\w+\n([\s\S]*?)```/.exec(section)?.[1]
  if (!code) throw new Error(`The manual has no recipe below "${heading}".`)
  return code.replaceAll('https://sidenote.acme.com', server.url)
}

const writeSite = async (root: string): Promise<void> => {
  for (const [path, text] of Object.entries(html)) {
    const file = join(root, path)
    await mkdir(join(file, '..'), { recursive: true, mode: 0o755 })
    await writeFile(file, text)
  }
}

type Get = (path: string, accept?: string) => Promise<Response>

/** What browsers and what agents say they want. */
const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'
const agent = 'text/markdown, text/html;q=0.9, */*;q=0.8'

const expectBoth = async (get: Get): Promise<void> => {
  const addresses = [
    ['/', '<h1>Home</h1>', 'of the first page'],
    ['/install', '<h1>Install</h1>', 'of the installation'],
    ['/install.html', '<h1>Install</h1>', 'of the installation'],
    ['/guide/', '<h1>Guide</h1>', 'of the guide'],
  ] as const
  // Twice, as a cache that mixes them would only give the wrong one the second time.
  for (const [path, page, markdown] of [...addresses, ...addresses]) {
    const [forBrowser, forAgent] = [await get(path, browser), await get(path, agent)]
    expect([path, await forBrowser.text(), forBrowser.headers.get('vary')]).toEqual([path, page, 'Accept'])
    expect(forBrowser.headers.get('link')).toContain('rel="alternate"; type="text/markdown"')
    expect(await forAgent.text()).toContain(`The Markdown ${markdown}.`)
    expect(forAgent.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    expect(forAgent.headers.get('vary')).toMatch(/(^|, )Accept(,|$)/)
    expect(forAgent.headers.get('link')).toContain('rel="canonical"')
  }
}

const linkedMarkdown = async (get: Get): Promise<string> => {
  const link = /<([^>]*)>; rel="alternate"/.exec((await get('/install', browser)).headers.get('link') ?? '')
  return (await get(link?.[1] ?? '')).text()
}

if (!nginx) console.log('There is no nginx on this machine: what the manual says to put into it is not tested.')

describe.skipIf(!nginx)('behind nginx with a cache in front, as the manual says', () => {
  let proxy: Nginx
  let get: Get

  beforeAll(async () => {
    proxy = await startNginx(nginx ?? '', async ({ folder: place, port }) => {
      await writeSite(join(place, 'docs'))
      const socket = `unix:${place}/site.socket`
      const recipe = (await readRecipe('nginx'))
        .replace('listen 80;', `listen ${socket};`)
        .replace('/srv/docs', `${place}/docs`)
      return `
        ${recipe}
        proxy_cache_path ${place}/cache keys_zone=pages:1m;
        server {
          listen 127.0.0.1:${port};
          location / {
            proxy_pass http://${socket};
            proxy_cache pages;
            proxy_cache_valid 200 1m;
            add_header X-Cache $upstream_cache_status;
          }
        }
      `
    })
    get = (path, accept) => fetch(proxy.url + path, { headers: accept ? { accept } : {} })
  })
  afterAll(() => proxy?.stop())

  test('browsers get HTML and agents Markdown at the same address, and the cache keeps both', async () => {
    await expectBoth(get)
    expect((await get('/install', browser)).headers.get('x-cache')).toBe('HIT')
    expect((await get('/install', agent)).headers.get('x-cache')).toBe('HIT')
  })

  test('curl -I tells them apart, as the manual says, and a missing page is missing for both', async () => {
    const look = (path: string, accept: string) => fetch(proxy.url + path, { method: 'HEAD', headers: { accept } })
    const [html, markdown] = [await look('/install?a=1', browser), await look('/install?a=1', agent)]
    expect([html.status, html.headers.get('content-type'), html.headers.get('vary')]).toEqual([
      200,
      'text/html',
      'Accept',
    ])
    expect([markdown.status, markdown.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(markdown.headers.get('vary')).toMatch(/(^|, )Accept(,|$)/)
    for (const accept of [browser, agent, browser]) {
      const missing = await get('/none', accept)
      expect([missing.status, missing.headers.get('vary')]).toEqual([404, expect.stringMatching(/(^|, )Accept(,|$)/)])
    }
  })

  test('the header of a page leads to its Markdown, and llms.txt to all of them', async () => {
    expect(await linkedMarkdown(get)).toContain('The Markdown of the installation.')
    expect(await (await get('/llms.txt')).text()).toContain('(pages/install.md)')
    expect((await get('/llms-full.txt')).status).toBe(200)
  })
})

test('a Worker as the manual has it gives browsers HTML and agents Markdown', async () => {
  const origin = await listen(
    createServer((request, response) => {
      const path = (request.url ?? '').replace(/\/$/, '/index').replace(/(\.html)?$/, '.html')
      const text = Object.entries(html).find(([name]) => `/${name}` === path)?.[1]
      response.writeHead(text ? 200 : 404, { 'content-type': 'text/html' }).end(text)
    }),
  )
  const file = join(folder, 'worker.mjs')
  await writeFile(file, await readRecipe('Cloudflare'))
  const worker: { default: { fetch: (request: Request) => Promise<Response> } } = await import(pathToFileURL(file).href)
  const get: Get = (path, accept) =>
    worker.default.fetch(new Request(origin.url + path, { headers: accept ? { accept } : {} }))
  await expectBoth(get)
  expect(await linkedMarkdown(get)).toContain('The Markdown of the installation.')
  expect(await (await get('/llms.txt')).text()).toContain('(pages/install.md)')
  await origin.close()
})
