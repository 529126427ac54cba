import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { WebsiteSettings } from '../src/sources/website/website.ts'
import {
  type CrawlOptions,
  crawlWebsite,
  failuresOf,
  gapsOf,
  leftOutOf,
  openTestVisits,
  pathsOf,
  textOf,
} from './support/crawl.ts'
import { htmlPage, startWebsite, type Website } from './support/website.ts'

let site: Website
beforeEach(async () => {
  site = await startWebsite()
})
afterEach(() => site.close())

const crawl = (settings: Partial<WebsiteSettings> = {}, options: CrawlOptions = {}) =>
  crawlWebsite(site, settings, options)

describe('a website', () => {
  test('is read from its start address along its links, each page once, below the folder of the start', async () => {
    site.replies = {
      '/docs/': htmlPage('Home', ['guide', '/docs/guide#part', '/docs/guide?tab=2', './a/b.html', '/blog', 'pic.png']),
      '/docs/guide': htmlPage('Guide', ['/docs/', 'https://elsewhere.example/x', 'mailto:a@b.c']),
      '/docs/a/b.html': htmlPage('B'),
      '/blog': htmlPage('Blog'),
    }
    const items = await crawl({ url: `${site.url}/docs/` })
    expect(pathsOf(items)).toEqual(['docs/a/b.html', 'docs/guide.html', 'docs/index.html'])
    expect(gapsOf(items)).toEqual([])
    expect(site.asked.filter((path) => /^\/docs\/guide(?:$|[?#])/.test(path))).toEqual(['/docs/guide'])
    expect(items).toContainEqual(
      expect.objectContaining({ document: expect.objectContaining({ address: `${site.url}/docs/a/b.html` }) }),
    )
  })

  test.each([-3_600_000, 86_400_000])(
    'is read on as before when the clock is set by %i ms meanwhile',
    async (shift) => {
      const names = Array.from({ length: 5 }, (_, at) => `/${at}`)
      site.replies = Object.fromEntries([
        ['/', htmlPage('Home', names)],
        ...names.map((name) => [name, htmlPage(name)]),
      ])
      const { now } = Date
      vi.spyOn(Date, 'now').mockImplementation(() => now() + (site.asked.includes('/1') ? shift : 0))
      onTestFinished(() => void vi.restoreAllMocks())
      const items = await crawl({ delayMilliseconds: 20 })
      expect(pathsOf(items)).toHaveLength(6)
      expect(gapsOf(items)).toEqual([])
    },
  )

  test('is read from its sitemap: an index, packed parts, its own host alone, and no links', async () => {
    const urls = (...paths: string[]) =>
      `<urlset xmlns="x">${paths.map((path) => `<url><loc>\n ${path} </loc></url>`).join('')}</urlset>`
    site.replies = {
      '/sitemap.xml': `<sitemapindex><sitemap><loc>${site.url}/one.xml</loc></sitemap><sitemap><loc><![CDATA[${site.url}/two.xml.gz]]></loc></sitemap></sitemapindex>`,
      '/one.xml': urls(`${site.url}/a`, 'https://elsewhere.example/x'),
      '/two.xml.gz': { headers: { 'content-type': 'application/gzip' }, body: gzipSync(urls(`${site.url}/b/`)) },
      '/a': htmlPage('A', ['/c']),
      '/b/': htmlPage('B'),
      '/c': htmlPage('C'),
    }
    const items = await crawl({ url: `${site.url}/sitemap.xml` })
    expect(pathsOf(items)).toEqual(['a.html', 'b/index.html'])
    expect(items).toContainEqual({ kind: 'total', pages: 2 })
  })

  test('keeps crawlers from what it wants: robots.txt, noindex, nofollow, canonical', async () => {
    site.replies = {
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/': htmlPage('Home', ['/private/a', '/hidden', '/header', '/closed', '/copy', '/preview']),
      '/private/a': htmlPage('Private'),
      '/hidden': htmlPage('Hidden', ['/behind'], '<meta name="robots" content="noindex">'),
      '/header': { headers: { 'x-robots-tag': 'noindex' }, body: htmlPage('Header') },
      '/closed': htmlPage('Closed', ['/never'], '<meta name="robots" content="none">'),
      '/copy': htmlPage('Copy', [], '<link rel="canonical" href="/original">'),
      '/preview': htmlPage('Preview', [], '<link rel="canonical" href="https://docs.example.com/preview">'),
      '/behind': htmlPage('Behind'),
      '/never': htmlPage('Never'),
      '/original': htmlPage('Original'),
    }
    const items = await crawl()
    expect(pathsOf(items)).toEqual(['behind.html', 'index.html', 'original.html', 'preview.html'])
    expect(site.asked).not.toContain('/private/a')
  })

  test('that has its pages as Markdown is read so, and readers are sent to the pages', async () => {
    const markdown = (body: string) => ({ headers: { 'content-type': 'text/markdown' }, body })
    site.replies = {
      '/llms.txt': { headers: { 'content-type': 'text/plain' }, body: '# Acme\n\n- [Guide](/guide.md): how\n' },
      '/': htmlPage('Home', ['/other']),
      '/guide.md': markdown('# Guide\n\nSee [more](/more).'),
      '/more.md': markdown('# More'),
      '/other': htmlPage('Other'),
    }
    const items = await crawl()
    expect(pathsOf(items)).toEqual(['guide.md', 'index.html', 'more.md', 'other.html'])
    expect(JSON.stringify(items)).not.toContain('"address"')
  })

  test('that has all pages in llms-full.txt is not asked for each; what is missing there is', async () => {
    site.replies = {
      '/llms-full.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `# Guide\nSource: ${site.url}/guide\n\nRead [more](/more).\n\n# Not a page\n\n# Other\nSource: ${site.url}/other.md\n\nText.\n\n# Away\nSource: https://elsewhere.example/x\n\nAway.\n`,
      },
      '/': htmlPage('Home', ['/guide']),
      '/more': htmlPage('More'),
    }
    const items = await crawl()
    expect(pathsOf(items)).toEqual(['guide.md', 'index.html', 'more.html', 'other.md'])
    expect(textOf(items, 'guide.md')).toBe('# Guide\n\nRead [more](/more).\n\n# Not a page\n')
    expect(textOf(items, 'other.md')).toBe('# Other\n\nText.\n')
    expect(site.asked).not.toContain('/guide')
  })

  test.each(['0', new Date().toUTCString()])('that asks for patience is asked once more: %s', async (patience) => {
    let asked = 0
    site.replies = {
      '/': htmlPage('Home', ['/busy']),
      '/busy': (_request, response) => {
        const isBusy = asked++ === 0
        response.writeHead(isBusy ? 429 : 200, { 'retry-after': patience, 'content-type': 'text/html' })
        response.end(htmlPage('Busy'))
      },
    }
    const items = await crawl()
    expect(pathsOf(items)).toEqual(['busy.html', 'index.html'])
    expect(failuresOf(items)).toEqual([])
  })

  test('is not sent what has not changed', async () => {
    const seen = openTestVisits()
    site.replies = {
      '/': (request, response) => {
        const isKnown = request.headers['if-none-match'] === '"1"'
        response.writeHead(isKnown ? 304 : 200, { etag: '"1"', 'content-type': 'text/html' })
        response.end(isKnown ? '' : htmlPage('Home', ['/a']))
      },
      '/a': { headers: { 'last-modified': 'Wed, 21 Oct 2026 07:28:00 GMT' }, body: htmlPage('A') },
    }
    const first = await crawl({}, { visits: seen })
    expect(pathsOf(first)).toEqual(['a.html', 'index.html'])
    const second = await crawl({}, { visits: seen, isIndexed: () => true })
    expect(second).toContainEqual({
      kind: 'unchanged',
      document: { path: 'index.html', hash: expect.any(String) },
    })
    expect(pathsOf(second)).toEqual(['a.html'])
    expect(pathsOf(await crawl({}, { visits: seen }))).toEqual(['a.html', 'index.html'])
  })

  test.each([
    ['header', { 'content-type': 'text/html; charset=windows-1251' }, ''],
    ['page', { 'content-type': 'text/html' }, '<meta charset="windows-1251">'],
    ['nobody', { 'content-type': 'text/html; charset=no-such-thing' }, ''],
  ])('is read in the character set that its %s names', async (who, headers, head) => {
    const body = Buffer.concat([
      Buffer.from(`<html><head>${head}</head><p>`),
      Buffer.from([0xcf, 0xf0, 0xe8]),
      Buffer.from('</p>'),
    ])
    site.replies = { '/': { headers, body } }
    const text = textOf(await crawl(), 'index.html')
    if (who === 'nobody') expect(text).toContain('\uFFFD')
    else expect(text).toContain('При')
  })

  test('is read as UTF-8 where it begins with its mark, and as its XML declaration says', async () => {
    const headers = { 'content-type': 'text/html; charset=ISO-8859-1' }
    site.replies = {
      '/': { headers, body: Buffer.from(`\uFEFF${htmlPage('Ünïcode', ['/x'])}`) },
      '/x': {
        headers: { 'content-type': 'application/xhtml+xml' },
        body: Buffer.from(
          `<?xml version="1.0" encoding="iso-8859-2"?>${htmlPage('')}`.replace('Text of ', '\xbb'),
          'latin1',
        ),
      },
    }
    const items = await crawl()
    expect(textOf(items, 'index.html')).toContain('Ünïcode')
    expect(textOf(items, 'x.html')).toContain('ť')
  })

  test('that moves its start address is read where that is', async () => {
    site.replies = {
      '/': { status: 301, headers: { location: '/en/' } },
      '/en/': htmlPage('Home', ['/en/a', '/de/a']),
      '/en/a': htmlPage('A'),
      '/de/a': htmlPage('Seite'),
    }
    expect(pathsOf(await crawl())).toEqual(['en/a.html', 'en/index.html'])
  })
})

describe('a list of addresses', () => {
  const idsOf = (...ids: string[]) =>
    `<rss version="2.0"><channel>${ids.map((id) => `<item><title>x</title>${id}</item>`).join('')}</channel></rss>`
  const rss = (...links: string[]) =>
    `<rss version="2.0"><channel><link>${site.url}/</link>${links.map((link) => `<item><title>x</title><link>${link}</link></item>`).join('')}</channel></rss>`
  const atom = (...links: string[]) =>
    `<feed xmlns="http://www.w3.org/2005/Atom"><link href="${site.url}/"/>${links.map((link) => `<entry><link rel="edit" href="/edit"/><link href="${link}"/></entry>`).join('')}</feed>`
  const urlset = (...links: string[]) =>
    `<urlset>${links.map((link) => `<url><loc>${link}</loc></url>`).join('')}</urlset>`
  const sent = (type: string, body: string | Buffer) => ({ headers: { 'content-type': type }, body })

  test.each<[string, () => Website['replies'][string]]>([
    ['/feed.xml', () => sent('application/rss+xml', rss(`${site.url}/a`, '<![CDATA[/b]]>'))],
    [
      '/ids.xml',
      () =>
        sent(
          'application/rss+xml',
          idsOf(
            `<guid>${site.url}/a</guid>`,
            `<guid isPermaLink="true">${site.url}/b</guid>`,
            `<guid isPermaLink="false">${site.url}/c</guid>`,
            '<guid>tag:1</guid>',
          ),
        ),
    ],
    ['/feed', () => sent('application/rss+xml', rss(`${site.url}/a`, `${site.url}/b`))],
    ['/atom.xml', () => sent('application/atom+xml', atom(`${site.url}/a`, '/b'))],
    ['/pages.txt', () => sent('text/plain', `${site.url}/a\r\n${site.url}/b\r\n`)],
    ['/sitemap.php', () => sent('text/xml', urlset('/a', 'b'))],
    ['/sitemap.xml', () => sent('application/xml', Buffer.from(`\ufeff${urlset('/a', '/b')}`, 'utf16le'))],
    ['/sitemap.txt.gz', () => sent('application/gzip', gzipSync(`${site.url}/a\n${site.url}/b`))],
  ])('is told by what it says: %s', async (path, reply) => {
    site.replies = { [path]: reply(), '/a': htmlPage('A', ['/c']), '/b': htmlPage('B'), '/c': htmlPage('C') }
    expect(pathsOf(await crawl({ url: `${site.url}${path}` }))).toEqual(['a.html', 'b.html'])
  })
})

describe('a start address without a slash', () => {
  test.each([
    ['/docs', ['/docs/a', '/pricing', '/blog', '/docs-old'], ['docs.html', 'docs/a.html']],
    ['/v2', ['/v2/a', '/v1/b', '/'], ['v2.html', 'v2/a.html']],
    ['/docs/intro', ['/docs/a', '/pricing'], ['docs/a.html', 'docs/intro.html']],
    ['/docs/v1.10', ['/docs/v1.10/a', '/docs/v1.9/a'], ['docs/v1.10.html', 'docs/v1.10/a.html']],
    ['/docs/index.html', ['a.html', '/pricing'], ['docs/a.html', 'docs/index.html']],
  ])('is where %s begins', async (start, links, paths) => {
    site.replies = { [start]: htmlPage('Start', links) }
    site.other = () => htmlPage('Another')
    const items = await crawl({ url: `${site.url}${start}` })
    expect(pathsOf(items)).toEqual(paths)
    expect(leftOutOf(items)).toEqual([
      expect.stringMatching(/^Links lead to .* of the website outside of \/[^ ]*\/(?::|, such as) http/),
    ])
  })
})

test('links that give no page are told, with why', async () => {
  site.replies = {
    '/docs/': htmlPage('Home', ['gone', 'gone2', 'data.json', 'hidden', '/blog']),
    '/docs/data.json': { headers: { 'content-type': 'application/json' }, body: '{}' },
    '/docs/hidden': htmlPage('Hidden', [], '<meta name="robots" content="noindex">'),
  }
  expect(leftOutOf(await crawl({ url: `${site.url}/docs/` })).sort()).toEqual([
    `Links lead to 2 addresses where there is no page, such as ${site.url}/docs/gone.`,
    `Links lead to an address of another type than pages have: ${site.url}/docs/data.json.`,
    `Links lead to an address of the website outside of /docs/: ${site.url}/blog.`,
    `Links lead to an address with noindex: ${site.url}/docs/hidden.`,
  ])
})

describe('a hostile website', () => {
  test('of endless links ends at the cap of pages, and says so', async () => {
    site.other = (path) =>
      path === '/robots.txt' || path.endsWith('.md') || path.endsWith('.txt')
        ? { status: 404 }
        : htmlPage(path, [`${path}/1`, `${path}/2`, `/x${Math.random()}`])
    const items = await crawl({ maximumPages: 25 })
    expect(pathsOf(items)).toHaveLength(25)
    expect(gapsOf(items)).toEqual(['The crawl ended at its cap of 25 pages.'])
  })

  test('of endless depth ends at the cap of depth', async () => {
    site.other = (path) => (/txt|md/.test(path) ? { status: 404 } : htmlPage(path, [`${path.replace(/\/$/, '')}/1`]))
    expect(pathsOf(await crawl({ maximumDepth: 4 }))).toHaveLength(5)
  })

  test('that never ends answering ends at the cap of time', async () => {
    site.other = (path) => (/txt|md/.test(path) ? { status: 404 } : htmlPage(path, [`/${Math.random()}`]))
    const items = await crawl({ maximumMinutes: 0.01, maximumPages: 100_000, maximumDepth: 100, delayMilliseconds: 20 })
    expect(gapsOf(items)).toEqual(['The crawl ended at its cap of 0.01 minutes.'])
  })

  test('whose page never ends does not hold up the cap of time', async () => {
    for (const path of ['/robots.txt', '/', '/a', '/sitemap.xml']) {
      site.replies = {
        '/': htmlPage('Home', ['/a']),
        '/sitemap.xml': `<urlset><loc>${site.url}/</loc><loc>${site.url}/a</loc></urlset>`,
        [path]: (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write('x'),
      }
      const url = path === '/sitemap.xml' ? site.url + path : `${site.url}/`
      const crawling = crawl({ url, maximumMinutes: 0.01 })
      if (path === '/a') {
        const items = await crawling
        expect(pathsOf(items)).toEqual(['index.html'])
        expect(gapsOf(items)).toEqual(['The crawl ended at its cap of 0.01 minutes.'])
        expect(failuresOf(items)).toEqual([])
      } else await expect(crawling).rejects.toThrow('ended at its cap of 0.01 minutes')
    }
  })

  test('is survived: loops, huge and endless pages, bombs, drips, lies; the rest is indexed and the report is right', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
    const drip: Website['replies'][string] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const timer = setInterval(() => response.write('x'), 20)
      response.once('close', () => clearInterval(timer))
    }
    const endless: Website['replies'][string] = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      const send = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
      }
      response.on('drain', send)
      response.on('error', () => {})
      send()
    }
    const links = [
      '/loop',
      '/self',
      '/said-huge',
      '/endless',
      '/bomb',
      '/drip',
      '/silent',
      '/cut',
      '/lies',
      '/nested',
      '/tags',
      '/fine',
    ]
    site.replies = {
      '/': htmlPage('Home', links),
      '/loop': { status: 302, headers: { location: '/loop2' } },
      '/loop2': { status: 302, headers: { location: '/loop' } },
      '/self': { status: 301, headers: { location: '/self' } },
      '/said-huge': (_request, response) => {
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-length': String(10 * 1024 ** 3) })
          .flushHeaders()
      },
      '/endless': endless,
      '/bomb': { headers: { 'content-encoding': 'gzip' }, body: bomb },
      '/drip': drip,
      '/silent': () => {},
      '/cut': (_request, response) => response.destroy(),
      '/lies': { headers: { 'content-encoding': 'gzip' }, body: 'not packed at all' },
      '/nested': `<main>${'<div>'.repeat(200)}deep</main>`,
      '/tags': '<a '.repeat(200_000),
      '/fine': htmlPage('Fine'),
    }
    const items = await crawl({}, { seconds: 2, mostBytes: 1024 * 1024 })
    expect(pathsOf(items)).toEqual(['fine.html', 'index.html', 'nested.html', 'tags.html'])
    const failures = failuresOf(items)
    const reasons: readonly (readonly [string, RegExp])[] = [
      ['loop', /redirects more than 5 times/],
      ['self', /redirects more than 5 times/],
      ['said-huge', /larger than 1048576 bytes/],
      ['endless', /larger than 1048576 bytes/],
      ['bomb', /larger than 1048576 bytes/],
      ['drip', /did not answer within 2 s/],
      ['silent', /did not answer within 2 s/],
      ['cut', /cannot be read/],
      ['lies', /incorrect header check/],
    ]
    for (const [name, reason] of reasons) {
      expect(failures.find((failure) => failure.startsWith(`${name}.html:`))).toMatch(reason)
    }
    expect(failures).toHaveLength(reasons.length)
    expect(gapsOf(items)).toEqual([`${reasons.length} pages were not read, nor what only they lead to.`])
  })

  test('whose robots.txt or sitemap fails rejects, so that nothing is removed', async () => {
    site.replies = { '/robots.txt': { status: 503 }, '/': htmlPage('Home') }
    await expect(crawl()).rejects.toThrow('robots.txt answers 503')
    site.replies = { '/sitemap.xml': `<sitemapindex><loc>${site.url}/none.xml</loc></sitemapindex>` }
    await expect(crawl({ url: `${site.url}/sitemap.xml` })).rejects.toThrow('none.xml answers 404')
    site.replies = { '/sitemap.xml.gz': { body: gzipSync(Buffer.alloc(80 * 1024 * 1024)) } }
    await expect(crawl({ url: `${site.url}/sitemap.xml.gz` })).rejects.toThrow('larger than')
    site.replies = { '/': { status: 500 } }
    await expect(crawl()).rejects.toThrow('answers 500')
    site.replies = { '/': htmlPage('Away', [], '<meta name="robots" content="noindex">') }
    await expect(crawl()).rejects.toThrow('has no page that may be read')
  })
})
