import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Sync } from '@sidenote/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFetcher, type FetcherOptions, pinToPublic } from '../src/sources/website/fetcher.ts'
import type { WebsiteSettings } from '../src/sources/website/website.ts'
import { type CrawlOptions, crawlWebsite, gapsOf, pathsOf } from './support/crawl.ts'
import { openInternet, publicAddress } from './support/internet.ts'
import { startTestServer, type TestServer } from './support/server.ts'
import { htmlPage, startWebsite, type Website } from './support/website.ts'

let site: Website
beforeEach(async () => {
  site = await startWebsite()
})
afterEach(() => site.close())

const crawl = (settings: Partial<WebsiteSettings> = {}, options: CrawlOptions = {}) =>
  crawlWebsite(site, settings, options)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const addSite = async (domain: string, sources: readonly object[]): Promise<Sync> => {
  const added = await server.send('/admin/v1/sites', { key: server.adminKey, body: { domain, sources } })
  expect(added.status, await added.clone().text()).toBe(201)
  return server.sync(domain)
}
const search = async (domain: string, query: string) => {
  const { key } = await server.createKey({ kind: 'assistant', site: domain })
  const found = (await (await server.send(`/discovery/v1/search/${domain}`, { key, body: { query } })).json()) as {
    path: string
  }[]
  return found.map(({ path }) => path).sort()
}

/** Ways to write this machine, and networks that only it can reach. */
const spellings = [
  ...['127.0.0.1', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0x7F.0x0.0x0.0x1'],
  ...[
    '0177.0.0.1',
    '0177.0.0.01',
    '017700000001',
    '00000177.1',
    '127.0.0.1.',
    '127.000.000.001',
    '0x7f.0.1',
    '127.0x1',
  ],
  ...[
    '0',
    '0.0.0.0',
    '0x0',
    '00',
    '0.0',
    '0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'LocalHost',
    '１２７.０.０.１',
  ],
  ...['127。0。0。1', '⑫7.0.0.1', '%31%32%37.0.0.1', '[::1]', '[0:0:0:0:0:0:0:1]', '[::0001]', '[::]', '[0::0]'],
  ...['[::ffff:127.0.0.1]', '[::FFFF:7F00:1]', '[0:0:0:0:0:ffff:127.0.0.1]', '[::ffff:0:127.0.0.1]', '[::127.0.0.1]'],
  ...['[64:ff9b::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]', '[2002:7f00:1::]', '[2002:7f00:0001::1]'],
  ...[
    '[2001:0:7f00:1::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00::1]',
    '[ff02::1]',
    '[2001:db8::1]',
    '[100::1]',
    '[fec0::1]',
  ],
  ...['10.0.0.1', '10.1', '0xa.1', '012.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', '192.168.1', '0xc0a80001'],
  ...['169.254.169.254', '0xa9fea9fe', '2852039166', '169.254.43518', '[::ffff:a9fe:a9fe]', '100.64.0.1', '198.18.0.1'],
  ...['192.0.0.8', '224.0.0.1', '240.0.0.1', '255.255.255.255', '0.0.0.0.'],
]

describe('an address that is not public', () => {
  /** A listener that nobody may reach, on every address of this machine. */
  let connections = 0
  const listener = createServer((_request, response) => response.end('secret'))
  let port = 0
  beforeEach(async () => {
    connections = 0
    listener.removeAllListeners('connection')
    listener.on('connection', (socket) => {
      connections++
      socket.destroy()
    })
    await new Promise<void>((resolve) => listener.listen({ port: 0, host: '::', ipv6Only: false }, resolve))
    port = (listener.address() as AddressInfo).port
  })
  afterEach(() => new Promise((resolve) => listener.close(resolve)))

  const addresses = () => {
    expect(new Set(spellings).size).toBeGreaterThanOrEqual(60)
    return spellings.map((host) => `http://${host}:${port}/secret`)
  }

  /** Has the website name all of them in every way that it can; two pages for each are its own. */
  const bringAlong = (): readonly string[] => {
    const written = addresses()
    for (const [index, location] of written.entries()) {
      site.replies[`/r${index}`] = { status: 302, headers: { location } }
      site.replies[`/s${index}`] = { status: 302, headers: { location: `/r${index}` } }
      site.replies[`/c${index}`] = htmlPage(`C${index}`, [], `<link rel="canonical" href="${location}">`)
      site.replies[`/m${index}`] = htmlPage(`M${index}`, [], `<meta http-equiv="refresh" content="0; url=${location}">`)
      site.replies[`/m${index}.md`] = { status: 302, headers: { location } }
    }
    const own = written.flatMap((_, index) => [`/r${index}`, `/s${index}`, `/c${index}`, `/m${index}`])
    const plain = { 'content-type': 'text/plain' }
    site.replies['/'] = htmlPage('Home', [...written, ...own])
    site.replies['/index.md'] = {
      headers: { 'content-type': 'text/markdown' },
      body: written.map((address) => `[x](${address})`).join('\n'),
    }
    site.replies['/robots.txt'] = { headers: plain, body: written.map((address) => `Sitemap: ${address}`).join('\n') }
    site.replies['/llms.txt'] = { headers: plain, body: written.map((address) => `[x](${address}.md)`).join('\n') }
    site.replies['/llms-full.txt'] = {
      headers: plain,
      body: written.map((address, index) => `# F${index}\nSource: ${address}\n\n[x](${address})\n`).join('\n'),
    }
    site.replies['/sitemap.xml'] =
      `<urlset>${[...written, ...own.map((path) => site.url + path)].map((address) => `<loc>${address}</loc>`).join('')}</urlset>`
    return written
  }

  test('is none that git is let connect to, however it is written', async () => {
    for (const address of addresses()) {
      if (!URL.canParse(address)) continue
      const told = /is not a public address|There is no host of this name/
      await expect(pinToPublic(new URL(address)), address).rejects.toThrow(told)
    }
    const found = [
      { address: publicAddress, family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]
    const url = new URL('https://docs.example/acme/docs')
    const setting = ['http.curloptResolve', `*:443:${publicAddress},[2606:4700::1111]`]
    expect(await pinToPublic(url, (_name, answer) => answer(null, found))).toEqual(setting)
    const mixed = [...found, { address: '127.0.0.1', family: 4 }]
    await expect(pinToPublic(url, (_name, answer) => answer(null, mixed))).rejects.toThrow('is not a public address')
  })

  test('is not reached directly, however it is written', async () => {
    const fetch = createFetcher({ seconds: 2 })
    const signal = new AbortController().signal
    for (const address of addresses()) {
      if (!URL.canParse(address)) continue
      const reading = fetch({ url: new URL(address), signal, mostBytes: 1_000 })
      await expect(reading, address).rejects.toThrow(/is not a public address|There is no host of this name/)
    }
    expect(connections).toBe(0)
    // The listener would have heard them: it hears what the owner allows.
    const allowed = createFetcher({ seconds: 2, allowedHosts: ['localhost'] })
    await allowed({ url: new URL(`http://localhost:${port}/`), signal, mostBytes: 1_000 }).catch(() => {})
    expect(connections).toBeGreaterThan(0)
  })

  test('is not reached by a redirect, a second redirect, a link, a canonical, a sitemap, llms.txt, llms-full.txt, a page as Markdown or the Sitemap line of robots.txt', async () => {
    const written = bringAlong()
    const pages = written.length * 2
    expect(pathsOf(await crawl())).toHaveLength(pages + 1)
    expect(pathsOf(await crawl({ url: `${site.url}/sitemap.xml` }))).toHaveLength(pages)
    expect(connections).toBe(0)
  })

  test('is not reached by a sync: as a source it is named in the report, and of a website that names it the rest is indexed', async () => {
    const sources = addresses().flatMap((url) => (URL.canParse(url) ? [{ kind: 'website', url }] : []))
    expect(sources.length).toBeGreaterThanOrEqual(60)
    for (let start = 0; start < sources.length; start += 20) {
      const some = sources.slice(start, start + 20)
      const refused = await addSite(`refused-${start}`, some)
      expect(refused).toMatchObject({ status: 'failed', read: 0 })
      const sentences = refused.error?.split('\n') ?? []
      for (const [index, { url }] of some.entries()) {
        const { host } = new URL(url)
        expect(sentences[index]).toMatch(/ is not a public address\. If|: There is no host of this name\.$/)
        expect(sentences[index]).toContain(`http://${host}/robots.txt cannot be read: `)
      }
      expect(sentences).toHaveLength(some.length)
    }
    const written = bringAlong()
    const more = { allowedHosts: [site.host], delayMilliseconds: 0 }
    const sync = await addSite('brought', [{ kind: 'website', url: `${site.url}/`, ...more }])
    expect(sync).toMatchObject({ status: 'completed', changed: written.length * 2 + 1, failed: 0 })
    expect(sync.problems.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^Links lead to \d+ addresses with a redirect to elsewhere, such as /),
    ])
    expect(await search('brought', 'home')).toContain('')
    expect(connections).toBe(0)
  })

  test('is not reached by a redirect of the start address, of robots.txt or of lists for language models, or by an index of sitemaps', async () => {
    for (const location of addresses().filter((address) => URL.canParse(address))) {
      site.replies = { '/': { status: 302, headers: { location } } }
      await expect(crawl(), location).rejects.toThrow()
      site.replies = { '/': htmlPage('Home'), '/robots.txt': { status: 302, headers: { location } } }
      await expect(crawl(), location).rejects.toThrow()
      const lists = {
        '/llms.txt': { status: 302, headers: { location } },
        '/llms-full.txt': { status: 302, headers: { location } },
      }
      site.replies = { '/': htmlPage('Home'), ...lists }
      expect(gapsOf(await crawl())).toHaveLength(2)
      site.replies = { '/sitemap.xml': `<sitemapindex><loc>${location}</loc></sitemapindex>` }
      await expect(crawl({ url: `${site.url}/sitemap.xml` }), location).rejects.toThrow()
    }
    expect(connections).toBe(0)
  })

  test('is not reached by a name that resolves to it, now or the second time', async () => {
    const signal = new AbortController().signal
    const get = (resolve: FetcherOptions['resolve']) =>
      createFetcher({ seconds: 2, ...(resolve && { resolve }) })({
        url: new URL(`http://rebinding.example:${port}/`),
        signal,
        mostBytes: 1_000,
      })
    await expect(get((_host, answer) => answer(null, [{ address: '127.0.0.1', family: 4 }]))).rejects.toThrow(
      'not a public',
    )
    await expect(get((_host, answer) => answer(null, [{ address: '::1', family: 6 }]))).rejects.toThrow('not a public')
    const mixed = [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    await expect(get((_host, answer) => answer(null, mixed))).rejects.toThrow('not a public')
    // The name is public when it is asked for the page, and is not when the redirect leads to it again.
    let asked = 0
    site.replies['/'] = { status: 302, headers: { location: `http://rebinding.example:${port}/` } }
    const fetch = createFetcher({
      seconds: 2,
      allowedHosts: [`first.example:${new URL(site.url).port}`],
      resolve: (_host, answer) => {
        asked++
        answer(null, [{ address: '127.0.0.1', family: 4 }])
      },
    })
    const url = new URL(`http://first.example:${new URL(site.url).port}/`)
    await expect(fetch({ url, signal, mostBytes: 1_000 })).rejects.toThrow(
      `rebinding.example:${port} is not a public address`,
    )
    expect(asked).toBe(2)
    expect(connections).toBe(0)
  })

  test.each([
    ['start address', (to: string) => ({ '/': { status: 302, headers: { location: to } } })],
    ['page', (to: string) => ({ '/': htmlPage('Home', [to, '/a']), '/a': { status: 302, headers: { location: to } } })],
    ['canonical', (to: string) => ({ '/': htmlPage('Home', [], `<link rel="canonical" href="${to}">`) })],
    [
      'page as Markdown',
      (to: string) => ({ '/': htmlPage('Home'), '/index.md': { status: 302, headers: { location: to } } }),
    ],
    [
      'robots.txt',
      (to: string) => ({ '/': htmlPage('Home'), '/robots.txt': { status: 302, headers: { location: to } } }),
    ],
    [
      'list of pages',
      (to: string) => ({ '/': htmlPage('Home'), '/llms.txt': { status: 302, headers: { location: to } } }),
    ],
    ['sitemap', (to: string) => ({ '/sitemap.xml': { status: 302, headers: { location: to } } })],
    ['entry of a sitemap', (to: string) => ({ '/sitemap.xml': `<urlset><loc>${to}</loc></urlset>` })],
    ['entry of an index', (to: string) => ({ '/sitemap.xml': `<sitemapindex><loc>${to}</loc></sitemapindex>` })],
  ])('is not reached by a name that a website brings along and that resolves to it: %s', async (_way, replies) => {
    let asked = 0
    const resolve: FetcherOptions['resolve'] = (_host, answer) =>
      answer(null, [asked++ % 2 === 0 ? { address: '127.0.0.1', family: 4 } : { address: '::1', family: 6 }])
    site.replies = replies(`http://rebinding.example:${port}/secret`)
    const url = '/sitemap.xml' in site.replies ? `${site.url}/sitemap.xml` : `${site.url}/`
    await crawl({ url }, { resolve }).catch(() => {})
    expect(site.asked.length).toBeGreaterThan(0)
    expect(connections).toBe(0)
  })
})

describe('a sync of a running server', () => {
  const name = 'rebinding.example'
  /** What only this machine may reach, at the port that the website has elsewhere. */
  let secret: Website
  beforeEach(async () => {
    secret = await startWebsite({ '/': htmlPage('Secret') }, { address: '127.0.0.1' })
    secret.other = () => htmlPage('Secret')
    await site.close()
    site = await startWebsite({}, { address: '127.0.0.2', port: Number(new URL(secret.url).port) })
  })
  afterEach(async () => {
    await secret.close()
  })

  test('never follows a name that is public first and private later, names it, and indexes the rest', async () => {
    const url = `http://${name}:${new URL(secret.url).port}`
    site.replies = {
      '/': htmlPage('Home', ['/early', '/late', '/later']),
      '/early': htmlPage('Early'),
      '/late': htmlPage('Late'),
    }
    let asked = 0
    const close = openInternet(
      name,
      () => {
        asked++
        return site.asked.includes('/early') ? ['127.0.0.1'] : [publicAddress]
      },
      { leadsTo: '127.0.0.2' },
    )
    try {
      const sync = await addSite('acme', [{ kind: 'website', url: `${url}/`, delayMilliseconds: 0 }])
      const refused = `${name}:${new URL(url).port} is not a public address. If it is meant, name it in allowedHosts of the source (--allow-host).`
      expect(sync).toMatchObject({ status: 'completed', read: 4, changed: 2, failed: 2, removed: 0 })
      expect(sync.problems.map(({ path, reason }) => `${path}: ${reason}`)).toEqual([
        `late.html: ${url}/late cannot be read: ${refused}`,
        `later.html: ${url}/later cannot be read: ${refused}`,
        `${url}/: 2 pages were not read, nor what only they lead to.`,
      ])
      expect(await search('acme', 'text')).toEqual(['', 'early'])
      expect(site.asked).not.toContain('/late')
      expect(secret.connections()).toBe(0)
      // Now the name is private from the start.
      const again = await server.sync('acme')
      expect(again).toMatchObject({ status: 'failed', removed: 0 })
      expect(again.error).toBe(`${url}/robots.txt cannot be read: ${refused}`)
      expect(await search('acme', 'text')).toEqual(['', 'early'])
      expect(secret.connections()).toBe(0)
      expect(asked).toBeGreaterThan(5)
      // It would have been reached: an owner who means it reaches it.
      const source = { kind: 'website', url: `${url}/`, delayMilliseconds: 0, allowedHosts: [name] }
      expect(await addSite('meant', [source])).toMatchObject({ status: 'completed' })
      expect(secret.connections()).toBeGreaterThan(0)
    } finally {
      close()
    }
  })
})
