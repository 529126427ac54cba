import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pagePath } from '../src/pages/links.ts'
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
let other: Website
beforeEach(async () => {
  site = await startWebsite()
  other = await startWebsite()
})
afterEach(async () => {
  await site.close()
  await other.close()
})

const crawl = (settings: Partial<WebsiteSettings> = {}, options: CrawlOptions = {}) =>
  crawlWebsite(site, { allowedHosts: [site.host, other.host], ...settings }, options)

const markdown = (body: string, type = 'text/markdown', more = {}) => ({
  headers: { 'content-type': type, ...more },
  body,
})
const urls = (...addresses: string[]) =>
  `<urlset>${addresses.map((address) => `<url><loc>${address}</loc></url>`).join('')}</urlset>`

test('pages are linked at the addresses that they have: with a slash at the end, with an extension, with neither', async () => {
  site.replies = {
    '/': htmlPage('Home', ['/folder', '/file.html', '/name']),
    '/folder': { status: 301, headers: { location: '/folder/' } },
    '/folder/': htmlPage('Folder'),
    '/file.html': htmlPage('File'),
    '/name': htmlPage('Name'),
  }
  const addresses = (await crawl()).flatMap((item) =>
    item.kind === 'document' ? [[item.document.path, item.document.address ?? 'as the path says']] : [],
  )
  expect(addresses).toEqual([
    ['index.html', 'as the path says'],
    ['folder/index.html', `${site.url}/folder/`],
    ['file.html', `${site.url}/file.html`],
    ['name.html', 'as the path says'],
  ])
})

test('a page that is called like the file of a folder is not the page of that folder', async () => {
  site.replies = {
    '/': htmlPage('Home', ['/readme', '/guide/README.html', '/guide/', '/guide/_index', '/guide/index.html']),
    '/readme': htmlPage('Read me'),
    '/guide/': htmlPage('Guide'),
    '/guide/README.html': htmlPage('Read me of the guide'),
    '/guide/_index': htmlPage('Names'),
    '/guide/index.html': htmlPage('Guide'),
  }
  const pages = (await crawl()).flatMap((item) =>
    item.kind === 'document' ? [[pagePath(item.document.path), item.document.address]] : [],
  )
  expect(pages).toEqual([
    ['', undefined],
    ['readme.html', `${site.url}/readme`],
    ['guide/README.html', undefined],
    ['guide', `${site.url}/guide/`],
    ['guide/_index.html', `${site.url}/guide/_index`],
  ])
})

describe('a website that has its pages as Markdown', () => {
  test('is followed along the links of its HTML, where its navigation is', async () => {
    site.replies = {
      '/': htmlPage('Home', ['/guide', '/deep']),
      '/index.md': markdown('# Home as Markdown'),
      '/guide': htmlPage('Guide', ['/', '/hidden']),
      '/guide.md': markdown('# Guide as Markdown\n\nSee [more](/more).'),
      '/deep': htmlPage('Deep'),
      '/hidden': htmlPage('Hidden', [], '<meta name="robots" content="noindex">'),
      '/hidden.md': markdown('# Hidden'),
      '/more': htmlPage('More'),
    }
    const items = await crawl()
    expect(pathsOf(items)).toEqual(['deep.html', 'guide.md', 'index.md', 'more.html'])
    expect(textOf(items, 'guide.md')).toContain('Guide as Markdown')
    expect(gapsOf(items)).toEqual([])
  })

  test.each([
    ['beside the page', '/a.html', '/a.md', '/b/', '/b.md'],
    ['in the folder of the page', '/a.html', '/a.md', '/b/', '/b/index.md'],
    ['after its whole name', '/a.html', '/a.html.md', '/b/', '/b/index.html.md'],
  ])('may have it %s', async (_where, file, fileMarkdown, folder, folderMarkdown) => {
    site.replies = {
      '/': htmlPage('Home', [file, folder]),
      [file]: htmlPage('A'),
      [fileMarkdown]: markdown('# A'),
      [folder]: htmlPage('B'),
      [folderMarkdown]: markdown('# B'),
    }
    expect(pathsOf(await crawl())).toEqual(['a.md', 'b/index.md', 'index.html'])
  })

  test.each(['application/octet-stream', 'binary/octet-stream', ''])(
    'is read from a server that calls it “%s”',
    async (type) => {
      site.replies = { '/': htmlPage('Home', ['/a']), '/a': htmlPage('A'), '/a.md': markdown('# A as Markdown', type) }
      const items = await crawl()
      expect(pathsOf(items)).toEqual(['a.md', 'index.html'])
      expect(textOf(items, 'a.md')).toBe('# A as Markdown')
    },
  )

  test('loses no page to what answers in its place', async () => {
    site.replies = { '/': htmlPage('Home', ['/a']), '/a': htmlPage('A'), '/a.md': markdown('{}', 'application/json') }
    expect(pathsOf(await crawl())).toEqual(['a.html', 'index.html'])
  })

  test('is not sent what has not changed, neither as HTML nor as Markdown', async () => {
    const cached = (tag: string, type: string, body: string): Website['replies'][string] => {
      return (request, response) => {
        const isKnown = request.headers['if-none-match'] === tag
        response.writeHead(isKnown ? 304 : 200, { etag: tag, 'content-type': type }).end(isKnown ? '' : body)
      }
    }
    site.replies = {
      '/': cached('"home"', 'text/html', htmlPage('Home', ['/a'])),
      '/a': cached('"a"', 'text/html', htmlPage('A')),
      '/a.md': cached('"a.md"', 'text/markdown', '# A'),
    }
    const visits = openTestVisits()
    expect(pathsOf(await crawl({}, { visits }))).toEqual(['a.md', 'index.html'])
    const again = await crawl({}, { visits, isIndexed: () => true })
    expect(again.map(({ kind }) => kind).filter((kind) => kind !== 'total')).toEqual(['unchanged', 'unchanged'])
    site.replies['/a.md'] = cached('"new"', 'text/markdown', '# A, changed')
    const changed = await crawl({}, { visits, isIndexed: () => true })
    expect(textOf(changed, 'a.md')).toBe('# A, changed')
    const last = await crawl({}, { visits, isIndexed: () => true })
    expect(pathsOf(last)).toEqual([])
  })

  test('whose list for language models cannot be read now is not complete', async () => {
    for (const file of ['/llms.txt', '/llms-full.txt']) {
      site.replies = { '/': htmlPage('Home'), [file]: { status: 503 } }
      expect(gapsOf(await crawl())).toEqual([`${site.url}${file} answers 503.`])
      site.replies[file] = (_request, response) => response.destroy()
      expect(gapsOf(await crawl())).toEqual([expect.stringContaining(`${site.url}${file} cannot be read`)])
      site.replies[file] = { status: 404 }
      expect(gapsOf(await crawl())).toEqual([])
    }
  })
})

describe('a page that names another one as canonical', () => {
  const copyOf = (address: string, links: readonly string[] = []) =>
    htmlPage('Copy', links, `<link rel="canonical" href="${address}">`)

  test('is read there, also when a sitemap lists only the copy', async () => {
    site.replies = { '/sitemap.xml': urls(`${site.url}/copy`), '/copy': copyOf('/one'), '/one': htmlPage('One') }
    expect(pathsOf(await crawl({ url: `${site.url}/sitemap.xml` }))).toEqual(['one.html'])
  })

  test('is read itself when there is nothing to be read there', async () => {
    site.replies = {
      '/': htmlPage('Home', ['/gone', '/here', '/there', '/kept']),
      '/gone': copyOf('/none'),
      '/here': copyOf('/there'),
      '/there': copyOf('/here'),
      '/kept': copyOf('/page'),
      '/page': htmlPage('Page'),
    }
    const paths = pathsOf(await crawl())
    expect(paths).toEqual(expect.arrayContaining(['gone.html', 'index.html', 'page.html']))
    expect(paths).not.toContain('kept.html')
    // Of two that name each other, at least one.
    expect(paths.some((path) => path === 'here.html' || path === 'there.html')).toBe(true)
    expect(new Set(paths).size).toBe(paths.length)
  })
})

describe('the report of a crawl', () => {
  test('tells of pages beyond the cap of depth', async () => {
    site.replies = { '/': htmlPage('Home', ['/a']), '/a': htmlPage('A', ['/', '/b']), '/b': htmlPage('B') }
    expect(leftOutOf(await crawl({ maximumDepth: 1 }))).toEqual([
      `Pages beyond the cap of depth (1) were left out, such as ${site.url}/b.`,
    ])
    expect(leftOutOf(await crawl({ maximumDepth: 2 }))).toEqual([])
  })

  test('tells of addresses in a sitemap that are not the website’s', async () => {
    site.replies = {
      '/sitemap.xml': urls(`${site.url}/a`, 'https://elsewhere.example/x', 'https://elsewhere.example/y'),
      '/a': htmlPage('A'),
    }
    expect(leftOutOf(await crawl({ url: `${site.url}/sitemap.xml` }))).toEqual([
      `The sitemap lists 2 addresses outside of ${site.url}, such as https://elsewhere.example/x.`,
    ])
  })

  test('says that robots.txt allows no page', async () => {
    site.replies = { '/robots.txt': 'User-agent: *\nDisallow: /', '/': htmlPage('Home') }
    await expect(crawl()).rejects.toThrow(`has no page that may be read. Its robots.txt does not allow ${site.url}/.`)
  })

  test.each<[string, string, Website['replies'][string], string]>([
    [
      'a page for a sitemap',
      '/sitemap.xml',
      htmlPage('Home'),
      'is no sitemap: it has neither <urlset> nor <sitemapindex>.',
    ],
    ['an empty sitemap', '/sitemap.xml', '<urlset></urlset>', 'lists no address.'],
    [
      'a sitemap of another website',
      '/sitemap.xml',
      urls('https://docs.example.com/a'),
      'lists nothing but an address outside of',
    ],
    [
      'noindex everywhere',
      '/',
      htmlPage('Home', [], '<meta name="robots" content="noindex">'),
      '/ says that it wants no index (noindex).',
    ],
    [
      'a file that is no page',
      '/',
      { headers: { 'content-type': 'application/pdf' }, body: '%PDF' },
      '/ is sent as “application/pdf”, which is no page.',
    ],
  ])('says why there is nothing to be read: %s', async (_what, path, reply, sentence) => {
    site.replies = { [path]: reply }
    await expect(crawl({ url: site.url + path })).rejects.toThrow(sentence)
  })

  test('says why nothing answers', async () => {
    await expect(crawl({ url: site.url.replace('http:', 'https:') })).rejects.toThrow(
      /robots\.txt cannot be read: No https can be agreed on there; it may speak http alone\.$/,
    )
    const { port } = new URL(other.url)
    await other.close()
    const gone = { url: `http://localhost:${port}/`, allowedHosts: ['localhost'] }
    await expect(crawl(gone)).rejects.toThrow(/robots\.txt cannot be read: Nothing answers at this host and port\.$/)
    const unknown = Object.assign(new Error('getaddrinfo ENOTFOUND docs.example'), { code: 'ENOTFOUND' })
    await expect(
      crawl({ url: 'http://docs.example/' }, { resolve: (_host, answer) => answer(unknown, []) }),
    ).rejects.toThrow('http://docs.example/robots.txt cannot be read: There is no host of this name.')
  })

  test('tells which addresses of a sitemap give no page, and why', async () => {
    const paths = ['a', 'gone', 'private/b', 'private/c', 'hidden', 'away', 'file']
    site.replies = {
      '/sitemap.xml': urls(...paths.map((path) => `${site.url}/${path}`)),
      '/robots.txt': 'User-agent: *\nDisallow: /private',
      '/a': htmlPage('A', ['/none']),
      '/hidden': htmlPage('Hidden', [], '<meta name="robots" content="noindex">'),
      '/away': { status: 302, headers: { location: `${other.url}/away` } },
      '/file': { headers: { 'content-type': 'application/pdf' }, body: '%PDF' },
    }
    const items = await crawl({ url: `${site.url}/sitemap.xml` })
    expect(pathsOf(items)).toEqual(['a.html'])
    expect(leftOutOf(items)).toEqual([
      `The sitemap lists an address where there is no page: ${site.url}/gone.`,
      `The sitemap lists 2 addresses that robots.txt forbids to read, such as ${site.url}/private/b.`,
      `The sitemap lists an address with noindex: ${site.url}/hidden.`,
      `The sitemap lists an address with a redirect to elsewhere: ${site.url}/away.`,
      `The sitemap lists an address of another type than pages have: ${site.url}/file.`,
    ])
    expect(gapsOf(items)).toEqual([])
  })

  test('tells of a part of a sitemap that cannot be read; the others are', async () => {
    const part = (path: string) => `<sitemap><loc>${site.url}${path}</loc></sitemap>`
    site.replies = {
      '/sitemap.xml': `<sitemapindex>${part('/none.xml')}${part('/page')}${part('/one.xml')}</sitemapindex>`,
      '/page': htmlPage('Page'),
      '/one.xml': urls(`${site.url}/a`).replace(
        '</url>',
        `<image:image><image:loc>${site.url}/picture</image:loc></image:image></url>`,
      ),
      '/a': htmlPage('A'),
    }
    const items = await crawl({ url: `${site.url}/sitemap.xml` })
    expect(pathsOf(items)).toEqual(['a.html'])
    expect(gapsOf(items)).toEqual([
      `The sitemap ${site.url}/none.xml answers 404.`,
      `${site.url}/page is no sitemap: it has neither <urlset> nor <sitemapindex>.`,
    ])
    expect(site.asked).not.toContain('/picture')
  })

  test('tells of a sitemap that ends in the middle: the pages that it does not list any more are not gone', async () => {
    const whole = urls(`${site.url}/a`, `${site.url}/b`)
    site.replies = { '/sitemap.xml': whole, '/a': htmlPage('A'), '/b': htmlPage('B') }
    const visits = openTestVisits()
    const settings = { url: `${site.url}/sitemap.xml` }
    expect(gapsOf(await crawl(settings, { visits }))).toEqual([])
    site.replies['/sitemap.xml'] = whole.slice(0, whole.lastIndexOf('<url>') + 8)
    const items = await crawl(settings, { visits })
    expect(pathsOf(items)).toEqual(['a.html'])
    expect(gapsOf(items)).toEqual([`The sitemap ${site.url}/sitemap.xml ends in the middle.`])
  })

  test('tells of a page in an encoding that nobody asked for', async () => {
    site.replies = { '/': htmlPage('Home', ['/a']), '/a': { headers: { 'content-encoding': 'zstd' }, body: 'x' } }
    expect(failuresOf(await crawl())).toEqual([
      `a.html: ${site.url}/a is sent in the encoding “zstd”, which nobody asked for.`,
    ])
  })

  test('names a page that cannot be read now by the path that it was given where its address led', async () => {
    const visits = openTestVisits()
    const settings = { url: `${site.url}/sitemap.xml` }
    site.replies = {
      '/sitemap.xml': urls(`${site.url}/a`, `${site.url}/b`),
      '/a': { status: 301, headers: { location: '/moved/a' } },
      '/moved/a': htmlPage('A'),
      '/b': htmlPage('B'),
    }
    expect(pathsOf(await crawl(settings, { visits }))).toEqual(['b.html', 'moved/a.html'])
    site.replies['/a'] = { status: 503 }
    expect(failuresOf(await crawl(settings, { visits }))).toEqual([`moved/a.html: ${site.url}/a answers 503.`])
  })
})

describe('a page that sends its readers on at once', () => {
  const sends = (content: string, more = '') =>
    htmlPage('Redirecting', [], `${more}<meta http-equiv="refresh" content="${content}">`)

  test('is left out for the one that it leads to', async () => {
    site.replies = {
      '/': htmlPage('Home', ['/old', '/alias', '/away', '/shows-itself', '/session', '/plain']),
      '/old': sends("0; URL='/new/'"),
      '/alias': sends('0;url=behind', '<meta name="robots" content="noindex">'),
      '/away': sends('0; url=https://elsewhere.example/'),
      '/shows-itself': sends('30'),
      '/session': sends('900; url=/login'),
      '/plain': htmlPage('Plain', [], '<noscript><meta http-equiv="refresh" content="0; url=/noscript"></noscript>'),
      '/new/': htmlPage('New'),
      '/behind': htmlPage('Behind'),
      '/login': htmlPage('Login'),
      '/noscript': htmlPage('Noscript'),
    }
    const paths = ['away', 'behind', 'index', 'new/index', 'plain', 'session', 'shows-itself']
    expect(pathsOf(await crawl())).toEqual(paths.map((path) => `${path}.html`))
  })

  test('and is the start address says where the website is', async () => {
    site.replies = {
      '/docs/': sends('0; url=/latest/'),
      '/latest/': htmlPage('Home', ['a', '/docs/b']),
      '/latest/a': htmlPage('A'),
    }
    const url = `${site.url}/docs/`
    expect(pathsOf(await crawl({ url }))).toEqual(['latest/a.html', 'latest/index.html'])
    site.replies['/docs/'] = sends(`1; ${other.url}/docs/`)
    other.replies = { '/docs/': htmlPage('Home'), '/robots.txt': 'User-agent: *\nDisallow: /docs/private' }
    expect(pathsOf(await crawl({ url }))).toEqual([`${other.host}/docs/index.html`])
    expect(other.asked[0]).toBe('/robots.txt')
    other.replies['/robots.txt'] = 'User-agent: *\nDisallow: /'
    await expect(crawl({ url })).rejects.toThrow(`Its robots.txt does not allow ${other.url}/docs/.`)
    site.replies['/docs/'] = sends('0; url=/gone')
    await expect(crawl({ url })).rejects.toThrow(`The website has no start page: ${site.url}/gone answers 404.`)
  })
})

test('a redirect to an address that is written in plain letters is followed', async () => {
  const location = '/café/中'
  site.replies = { '/': htmlPage('Home', ['/old']), '/old': { status: 301, headers: { location } } }
  site.replies[encodeURI(location)] = htmlPage('Café')
  expect(pathsOf(await crawl())).toEqual(['café/中.html', 'index.html'])
})

test('links are followed as a browser reads them', async () => {
  site.replies = {
    '/': `<base href="/docs/"><A HREF=a>A</A> <a
      href='b&#x2F;c'>C</a> <a href="/docs&#47;d">D</a> <a data-href="/no" href=" /docs/e?x=1&amp;y=2#z ">E</a>`,
    ...Object.fromEntries(['a', 'b/c', 'd', 'e'].map((page) => [`/docs/${page}`, htmlPage(page)])),
    '/no': htmlPage('No'),
  }
  expect(pathsOf(await crawl())).toEqual(['docs/a.html', 'docs/b/c.html', 'docs/d.html', 'docs/e.html', 'index.html'])
})

describe('a website that has moved to another host', () => {
  test('is read there by the rules of that host, from its first page on', async () => {
    site.replies = { '/': { status: 301, headers: { location: `${other.url}/docs/` } } }
    other.replies = {
      '/robots.txt': 'User-agent: *\nDisallow: /docs/private',
      '/docs/': htmlPage('Home', ['a', 'private']),
      '/docs/a': htmlPage('A'),
      '/docs/private': htmlPage('Private'),
    }
    expect(pathsOf(await crawl()).map((path) => path.replace(other.host, ''))).toEqual([
      '/docs/a.html',
      '/docs/index.html',
    ])
    expect(other.asked.slice(0, 2)).toEqual(['/docs/', '/robots.txt'].sort((one) => (one === '/robots.txt' ? -1 : 1)))
    other.asked.length = 0
    other.replies['/robots.txt'] = 'User-agent: Sidenote/1.0\nDisallow: /'
    await expect(crawl()).rejects.toThrow('has no page that may be read')
    expect(other.asked).toEqual(['/robots.txt'])
  })

  test('is read from the sitemap that is there', async () => {
    site.replies = { '/sitemap.xml': { status: 301, headers: { location: `${other.url}/sitemap.xml` } } }
    other.replies = { '/sitemap.xml': urls(`${other.url}/a`), '/a': htmlPage('A') }
    expect(
      pathsOf(await crawl({ url: `${site.url}/sitemap.xml` })).map((path) => path.replace(other.host, '')),
    ).toEqual(['/a.html'])
  })
})

describe('the rate of a crawl', () => {
  test('counts for every request, those for sitemaps and lists as well', async () => {
    const pause = 40
    const parts = Array.from({ length: 5 }, (_, at) => `/part-${at}.xml`)
    site.replies = {
      '/sitemap.xml': `<sitemapindex>${parts.map((part) => `<loc>${site.url}${part}</loc>`).join('')}</sitemapindex>`,
      ...Object.fromEntries(parts.map((part) => [part, urls(`${site.url}/a`)])),
      '/a': htmlPage('A'),
    }
    const start = performance.now()
    await crawl({ url: `${site.url}/sitemap.xml`, delayMilliseconds: pause })
    // All but the first had to wait; timers may be a millisecond early.
    expect(performance.now() - start).toBeGreaterThan((site.asked.length - 1) * (pause - 1))
    expect(site.asked.length).toBeGreaterThanOrEqual(parts.length + 3)
  })

  test('the cap of time holds for the sitemaps, too', async () => {
    site.other = (path) =>
      path.endsWith('.xml')
        ? `<sitemapindex><loc>${site.url}/${site.asked.length}.xml</loc><loc>${site.url}/${Math.random()}.xml</loc></sitemapindex>`
        : { status: 404 }
    site.replies = {
      '/sitemap.xml': `<sitemapindex><loc>${site.url}/urls.xml</loc><loc>${site.url}/0.xml</loc></sitemapindex>`,
      '/urls.xml': urls(`${site.url}/a`),
      '/a': htmlPage('A'),
    }
    const crawling = crawl({ url: `${site.url}/sitemap.xml`, maximumMinutes: 0.01, delayMilliseconds: 20 })
    await expect(crawling).rejects.toThrow('The sitemaps took all of the time that the crawl has.')
    expect(site.asked.length).toBeLessThan(60)
  })
})

test('the index and the search that Sphinx writes, and source code as pages, are no documentation', async () => {
  const head = (index: string, search: string) =>
    `<link rel="index" href="${index}"><link rel="search" href="${search}">`
  site.replies = {
    '/': htmlPage(
      'Home',
      ['/genindex.html', '/search.html', '/_modules/acme.html'],
      head('genindex.html', 'search.html'),
    ),
    '/genindex.html': htmlPage('Index', ['/only-here.html'], head('#', 'search.html')),
    '/search.html': htmlPage('Search', [], head('genindex.html', '#')),
    '/_modules/acme.html': htmlPage('Source code for acme'),
    '/only-here.html': htmlPage('Only here', [], head('genindex.html', 'search.html')),
  }
  expect(pathsOf(await crawl())).toEqual(['index.html', 'only-here.html'])
})

test('the lists of tags and posts that Docusaurus makes are only followed', async () => {
  const tag = (name: string) => `<meta data-rh="true" name="docusaurus_tag" content="${name}">`
  site.replies = {
    '/': htmlPage('Home', ['/docs/tags', '/blog'], tag('docs-default-current')),
    '/docs/tags': htmlPage('Tags', ['/docs/tags/a'], tag('doc_tags_list')),
    '/docs/tags/a': htmlPage('One doc tagged with “a”', ['/docs/a'], tag('doc_tag_doc_list')),
    '/docs/a': htmlPage('A', [], tag('docs-default-2.0')),
    '/blog': htmlPage('Blog', ['/blog/post', '/blog/archive'], tag('blog_posts_list')),
    '/blog/archive': htmlPage('Tagged', [], tag('blog_tags_posts')),
    '/blog/post': htmlPage('Post', [], tag('default')),
  }
  expect(pathsOf(await crawl())).toEqual(['blog/post.html', 'docs/a.html', 'index.html'])
})
