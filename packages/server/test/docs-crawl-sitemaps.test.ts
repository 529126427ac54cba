import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { crawlWebsite, gapsOf, leftOutOf, pathsOf } from './support/crawl.ts'
import { htmlPage, type Reply, startWebsite, type Website } from './support/website.ts'

let site: Website
beforeEach(async () => {
  site = await startWebsite()
})
afterEach(() => site.close())

const pages = (...paths: string[]): Record<string, Reply> =>
  Object.fromEntries(paths.map((path) => [encodeURI(path), htmlPage(path)]))
const urls = (...addresses: string[]) =>
  `<urlset xmlns="x">${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('')}</urlset>`
const index = (...addresses: string[]) =>
  `<?xml version="1.0"?><!-- made --><sitemapindex>${addresses.map((address) => `<sitemap><loc>${address}</loc></sitemap>`).join('')}</sitemapindex>`
const packed = (text: string, headers: Record<string, string> = {}) => ({
  headers: { 'content-type': 'application/octet-stream', ...headers },
  body: gzipSync(text),
})

describe('a sitemap', () => {
  test.each<[string, string, (url: string) => Record<string, Reply>, string[]]>([
    [
      'an index with relative addresses, within another one, and of itself',
      '/maps/index.xml',
      () => ({
        '/maps/index.xml': index('one.xml', '../two.xml', '/maps/index.xml'),
        '/maps/one.xml': urls('/a/', '../b'),
        '/two.xml': index('/three.xml'),
        '/three.xml': packed(urls('c')),
      }),
      ['a/index.html', 'b.html', 'c.html'],
    ],
    [
      'signs by their names and numbers, and as they are',
      '/sitemap.xml',
      (url) => ({
        '/sitemap.xml': urls(
          `${url}/caf&#233;`,
          `${url}/it&apos;s`,
          `${url}/b?x=1&#38;y=2`,
          `<![CDATA[${url}/c?x&y]]>`,
        ),
      }),
      ['b.html', 'c.html', 'café.html', "it's.html"],
    ],
    [
      'packed twice',
      '/sitemap.xml',
      (url) => ({
        '/sitemap.xml': {
          headers: { 'content-type': 'text/xml', 'content-encoding': 'gzip' },
          body: gzipSync(gzipSync(urls(`${url}/b`))),
        },
      }),
      ['b.html'],
    ],
    [
      'packed lines, some of which say something else',
      '/sitemap.txt.gz',
      (url) => ({ '/sitemap.txt.gz': packed(`# pages\r\n${url}/a/\r\n\r\n${url}/b\r\n`) }),
      ['a/index.html', 'b.html'],
    ],
    [
      'in capitals, with a mark of its encoding, and with pictures and other languages',
      '/sitemap',
      (url) => ({
        '/sitemap': `\uFEFF<URLSET><URL><LOC>\n  ${url}/b\n</LOC><image:image><image:loc>${url}/i.png</image:loc></image:image><xhtml:link rel="alternate" hreflang="de" href="${url}/c"/></URL></URLSET>`,
      }),
      ['b.html'],
    ],
    [
      'elsewhere by two redirects, with relative addresses of there',
      '/sitemap.xml',
      () => ({
        '/sitemap.xml': { status: 301, headers: { location: '/map' } },
        '/map': { status: 302, headers: { location: '/docs/map.php' } },
        '/docs/map.php': urls('d', '//127.0.0.1/x'),
      }),
      ['docs/d.html'],
    ],
  ])('%s', async (_name, start, replies, expected) => {
    site.replies = {
      ...pages('/a/', '/b', '/c', '/café', "/it's", '/docs/d', '/b?x=1&y=2', '/c?x&y'),
      ...replies(site.url),
    }
    expect(pathsOf(await crawlWebsite(site, { url: site.url + start }))).toEqual(expected)
  })
})

describe('the sitemaps that robots.txt names', () => {
  const files = () => ({
    ...pages('/a/', '/b', '/c', '/private/d', '/docs/e', '/docs/f'),
    '/': htmlPage('Home', ['/a/']),
    '/docs/': htmlPage('Docs', ['e']),
    '/sitemap.xml': urls(`${site.url}/b`, `${site.url}/private/d`, `${site.url}/docs/f`, `${site.url}/a/`),
    '/other.xml.gz': packed(urls('/c')),
  })

  test.each([
    ['whole addresses', () => `User-agent: *\nDisallow: /private\n\nSitemap: ${site.url}/sitemap.xml`, ['b']],
    ['before any group, in capitals', () => `SITEMAP:${site.url}/sitemap.xml\nUser-agent: x\nDisallow: /`, ['b']],
    ['paths, several of them', () => 'Sitemap: /sitemap.xml\nSitemap: /other.xml.gz', ['b', 'c']],
    [
      'an address twice, and one that is no sitemap',
      () => 'sitemap: /other.xml.gz\nsitemap: /other.xml.gz\nsitemap: /b',
      ['c'],
    ],
    ['of another host', () => 'Sitemap: https://elsewhere.example/sitemap.xml', []],
  ])('tell of pages that no link leads to: %s', async (_name, robots, found) => {
    site.replies = { ...files(), '/robots.txt': robots() }
    const items = await crawlWebsite(site)
    const names = found.map((name) => `${name}.html`)
    expect(pathsOf(items)).toEqual(expect.arrayContaining(['a/index.html', 'index.html', ...names]))
    expect(pathsOf(items).filter((path) => ['b.html', 'c.html'].includes(path))).toEqual(names)
    expect(gapsOf(items)).toEqual([])
    expect(new Set(site.asked).size).toBe(site.asked.length)
  })

  test('give no page beyond the start, and none that robots.txt forbids', async () => {
    const robots = 'User-agent: *\nDisallow: /private\nSitemap: /sitemap.xml\nSitemap: /gone.xml'
    site.replies = { ...files(), '/robots.txt': robots }
    const items = await crawlWebsite(site, { url: `${site.url}/docs/` })
    expect(pathsOf(items)).toEqual(['docs/e.html', 'docs/f.html', 'docs/index.html'])
    expect(site.asked).not.toContain('/private/d')
    expect(leftOutOf(items)).toContain(`The sitemap ${site.url}/gone.xml answers 404.`)
  })

  test('are not asked for where the start address is a sitemap itself', async () => {
    site.replies = { ...files(), '/robots.txt': 'Sitemap: /other.xml.gz' }
    const items = await crawlWebsite(site, { url: `${site.url}/sitemap.xml` })
    expect(pathsOf(items)).not.toContain('c.html')
  })
})

describe('links', () => {
  const names = [
    'v1.2',
    'p.aspx',
    'p.php',
    'node.js',
    'C++',
    '.net',
    'x.y.z',
    '日本',
    'a b',
    'p;v=1',
    'openapi.json',
    '~user',
    '1.0.0/',
  ]

  test('to names of any kind are followed, whether they have an extension or not', async () => {
    site.replies = {
      ...pages(...names.map((name) => `/docs/${name}`)),
      '/docs/': htmlPage(
        'Docs',
        names.map((name) => encodeURI(`/docs/${name}`)),
      ),
    }
    const expected = names.map((name) => `docs/${name.endsWith('/') ? `${name}index` : name}.html`)
    expect(pathsOf(await crawlWebsite(site, { url: `${site.url}/docs/` }))).toEqual(
      ['docs/index.html', ...expected].sort(),
    )
  })

  test('are read however they are written', async () => {
    const links = [
      '<a title="a > b" href="rel">x</a>',
      '<map><area href=area></map>',
      "<a\nHREF=' /docs/v2/blank '>b</a>",
      '<a href="?q=1">q</a>',
      "<a title=it's href=it>i</a>",
      `<a data-x='{"a": ">"}' href=/docs/v2/json>j</a>`,
      '<a href="//elsewhere.example/docs/">e</a>',
    ]
    const names = ['area', 'blank', 'index', 'it', 'json', 'rel']
    site.replies = {
      ...pages('/docs/v2/', ...names.map((name) => `/docs/v2/${name}`)),
      '/docs/': `<html><head><base href="/docs/v2/"></head><body><main><h1>D</h1><p>Text ${links.join(' ')}</p></main></body></html>`,
    }
    const below = names.map((name) => `docs/v2/${name}.html`)
    expect(pathsOf(await crawlWebsite(site, { url: `${site.url}/docs/` }))).toEqual(['docs/index.html', ...below])
  })

  test.each([
    ['/docs/', ['/docs-old/x', '/pricing', '../docs/up', '/DOCS/x'], ['docs/index.html', 'docs/up.html']],
    ['/docs/index.html?x=1#y', ['up', '../pricing', '/docs/'], ['docs/index.html', 'docs/up.html']],
    ['/docs/v1.2/', ['/docs/v1.3/b', 'a', '/docs/v1.2.1/c'], ['docs/v1.2/a.html', 'docs/v1.2/index.html']],
    ['/docs%20x/', ['c', '/docs%2520x/b', '/pricing'], ['docs x/c.html', 'docs x/index.html']],
    ['/docs/intro', ['/docs/up', '/pricing'], ['docs/intro.html', 'docs/up.html']],
  ])('beyond the start %s are not followed', async (start, links, expected) => {
    const [path = ''] = start.split('?')
    const all = ['/docs-old/x', '/pricing', '/docs/up', '/DOCS/x', '/docs/v1.3/b', '/docs/v1.2/a', '/docs/v1.2.1/c']
    site.replies = { ...pages(...all, '/docs x/c', '/docs%20x/b'), [path]: htmlPage('Start', links) }
    site.replies[start.split('#')[0] ?? ''] = htmlPage('Start', links)
    expect(pathsOf(await crawlWebsite(site, { url: site.url + start }))).toEqual(expected)
  })
})
