import { webcrypto } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { messageOf } from '../../errors.ts'
import { pagePath } from '../../pages/links.ts'
import { deadlineFor } from '../../reading/deadline.ts'
import type { ReadingLane } from '../../reading/reading.ts'
import { readRetryAfter } from '../../retry-after.ts'
import type { CrawledHead, CrawledPage } from '../readers/crawled-page.ts'
import type { SourceContext, SourceDocument, SourceItem } from '../source.ts'
import { CrawlReport, listed } from './crawl-report.ts'
import type { Answer, Fetcher, FetchRequest } from './fetcher.ts'
import { readLlms } from './llms.ts'
import {
  addressOf,
  fileOf,
  type MarkdownWay,
  markdownUrls,
  type PageKind,
  type PageShape,
  shapeOf,
  withoutMarkdown,
} from './page-file.ts'
import { type Robots, readRobots } from './robots.ts'
import { readSitemap } from './sitemap.ts'
import type { Visit, Visits } from './visits.ts'

/** Where a crawl ends, whatever the website does. */
export interface CrawlCaps {
  pages: number
  /** Links away from the start. */
  depth: number
  milliseconds: number
  /** Of one page. */
  bytes: number
  /** Least time between two requests. */
  delayMilliseconds: number
}

export interface CrawlOptions {
  start: URL
  caps: CrawlCaps
  fetch: Fetcher
  reading: ReadingLane
  visits: Visits
  context: SourceContext
  signal: AbortSignal
}

interface Step {
  url: URL
  depth: number
  /** The page itself, when it was read with others. */
  markdown?: Uint8Array | undefined
  /** Where the website says that it has the page as Markdown. */
  markdownUrl?: URL | undefined
  /** It names another page as the one that it is a copy of, but that one could not be read. */
  isOriginal?: boolean
}

/** What came of a page: an item for the index, and where to go on. */
interface Visited {
  item: SourceItem | undefined
  links: readonly URL[]
  /** The page that this one is a copy of. */
  original?: URL
}

/** Pages of one kind of address whose Markdown is asked for before they are taken to have none. */
const markdownTries = 3
const mostMoves = 5
const longestPause = 60_000

const nothing: Visited = { item: undefined, links: [] }

/** One reading of a website, page after page. */
export class Crawl {
  readonly #options: CrawlOptions
  readonly #queue: Step[] = []
  /** Page paths that were queued. */
  readonly #known = new Set<string>()
  /** Page paths that were read. */
  readonly #read = new Set<string>()
  /** Pages that say they are a copy, by the path of the other one. */
  readonly #copies = new Map<string, Step>()
  #isSitemap: boolean
  readonly #report: CrawlReport
  /** Where the website begins; a redirect of the start address may move it. */
  #root: URL
  /** Below which pages are read, where the links of the start page tell it. */
  #folder: string | undefined
  #robots: Robots = { allows: () => true, delayMilliseconds: 0, sitemaps: [] }
  /** Whether the sitemaps that robots.txt names have been read. */
  #hasListed = false
  /** Whether the website has its pages as Markdown too. */
  #hasMarkdown = false
  /** How it names them, and how many were looked for in vain, by the shape of the page's address. */
  readonly #ways = new Map<PageShape, MarkdownWay>()
  readonly #misses = new Map<PageShape, number>()
  #until = Number.POSITIVE_INFINITY
  /** Ends what is being asked for then. */
  #end = new AbortController().signal
  #last = 0

  constructor(options: CrawlOptions) {
    this.#options = options
    this.#root = options.start
    this.#report = new CrawlReport(options.start)
    this.#isSitemap = sitemapLike.test(options.start.pathname)
  }

  async *read(): AsyncGenerator<SourceItem> {
    const { caps, start, signal } = this.#options
    this.#until = performance.now() + caps.milliseconds
    this.#end = AbortSignal.timeout(caps.milliseconds)
    this.#robots = await readRobots(start, this.#parts)
    if (this.#isSitemap) yield* this.#listSitemap()
    if (!this.#isSitemap) yield* this.#seed()
    yield { kind: 'total', pages: this.#queue.length }
    let visits = 0
    for (let step = this.#next(); step; step = this.#next()) {
      signal.throwIfAborted()
      const reason =
        visits >= caps.pages
          ? `The crawl ended at its cap of ${caps.pages} pages.`
          : this.#isLate()
            ? `The crawl ${this.#endedLate()}`
            : undefined
      if (reason) {
        yield this.#report.incomplete(reason)
        break
      }
      visits++
      const queued = this.#queue.length
      yield* this.#take(step)
      if (this.#queue.length === 0 && !this.#isSitemap) yield* this.#listNamed()
      if (this.#queue.length > queued) yield { kind: 'total', pages: this.#queue.length - queued }
    }
    yield* this.#report.end({ isSitemap: this.#isSitemap, depth: caps.depth })
    // A website that suddenly has no pages is under repair, or moved; its pages are not removed for it.
    if (this.#read.size === 0) throw new Error(`The website ${start} has no page that may be read.${this.#report.why}`)
  }

  /** What those work with that read a part of the website. */
  get #parts() {
    const { reading, signal } = this.#options
    return { reading, signal, fetch: this.#fetch }
  }

  /** More addresses than can be read before the cap need not be remembered. */
  get #mostKnown(): number {
    return 4 * this.#options.caps.pages
  }

  readonly #isLate = (): boolean => performance.now() > this.#until || this.#end.aborted

  #endedLate(): string {
    return `ended at its cap of ${this.#options.caps.milliseconds / 60_000} minutes.`
  }

  /** The next page; in the end those that are copies of a page which could not be read, for themselves. */
  #next(): Step | undefined {
    const step = this.#queue.shift()
    if (step) return step
    for (const [original, copy] of this.#copies) {
      this.#copies.delete(original)
      if (!this.#read.has(original)) return { ...copy, isOriginal: true }
    }
    return undefined
  }

  async *#listSitemap(): AsyncGenerator<SourceItem> {
    const { caps, start, signal } = this.#options
    const sitemap = { ...this.#parts, most: caps.pages, isLate: this.#isLate }
    const listing = await readSitemap(start, sitemap).catch((error: unknown) => {
      signal.throwIfAborted()
      // A page may be called like one: the links of the website are followed then.
      if (/\.(?:xml|rss|atom)(?:\.gz)?$|sitemap[^/]*\.txt$/i.test(start.pathname)) throw error
      return undefined
    })
    if (!listing) {
      this.#isSitemap = false
      return
    }
    const { gaps, at } = listing
    const urls = listing.urls.map((url) => sameSite(url, at))
    // A host that sends readers from http to https, or from its name to www., has its pages there.
    if (at.origin !== start.origin) await this.#move(at)
    const elsewhere = urls.filter((url) => url.origin !== this.#root.origin)
    for (const url of urls) if (url.origin === this.#root.origin) this.#enqueue({ url, depth: 0 })
    const [first] = elsewhere
    const outside = first && listed({ count: elsewhere.length, first }, `outside of ${this.#root.origin}`)
    if (this.#queue.length === 0) {
      const found = outside ? `nothing but ${outside}` : 'no address.'
      throw new Error([`The sitemap ${start} lists ${found}`, ...gaps].join(' '))
    }
    if (outside) yield this.#report.note(`The sitemap lists ${outside}`)
    for (const gap of gaps) yield this.#report.incomplete(gap)
  }

  /** Goes on with the pages that no link leads to, and that a sitemap lists which robots.txt names. */
  async *#listNamed(): AsyncGenerator<SourceItem> {
    if (this.#hasListed) return
    this.#hasListed = true
    const { caps, signal } = this.#options
    for (const named of this.#robots.sitemaps) {
      const url = sameSite(named, this.#root)
      if (url.origin !== this.#root.origin || this.#isLate()) continue
      const options = { ...this.#parts, most: caps.pages, isLate: this.#isLate }
      const listing = await readSitemap(url, options).catch((error: unknown) => messageOf(error))
      signal.throwIfAborted()
      if (typeof listing === 'string') yield this.#report.note(listing)
      else for (const page of listing.urls) this.#enqueueInside(sameSite(page, this.#root))
    }
  }

  #enqueueInside(url: URL): void {
    if (this.#isInside(url)) this.#enqueue({ url, depth: 1 })
  }

  /** Begins with the start address, and with what the website lists for language models. */
  async *#seed(): AsyncGenerator<SourceItem> {
    const { start } = this.#options
    this.#enqueue({ url: start, depth: 0 })
    const allows = (url: URL) => this.#robots.allows(url)
    const { pages, gaps } = await readLlms(start, { ...this.#parts, allows, isHtml, most: this.#mostKnown })
    this.#hasMarkdown = pages.some((page) => page.markdownUrl)
    for (const page of pages) this.#enqueue({ ...page, depth: 1 })
    for (const gap of gaps) yield this.#report.incomplete(gap)
  }

  async *#take(step: Step): AsyncGenerator<SourceItem> {
    const { signal, caps, visits } = this.#options
    try {
      const { item, links, original } = await this.#visit(step)
      if (item) yield item
      if (original) this.#enqueue({ url: original, depth: step.depth })
      if (this.#isSitemap) return
      if (step.depth < caps.depth) for (const url of links) this.#enqueue({ url, depth: step.depth + 1 })
      else this.#report.tooDeep ??= links.find((link) => this.#isInside(link) && !this.#isKnown(link))
    } catch (error) {
      signal.throwIfAborted()
      // It is the first that is left out.
      if (this.#isLate()) return void this.#queue.unshift(step)
      const reason = messageOf(error)
      if (!this.#isSitemap && step.depth === 0 && this.#read.size === 0) {
        throw new Error(`The website has no start page: ${reason}`, { cause: error })
      }
      // The page keeps the place that it was given where its address led to.
      const visit = await visits.find(step.url)
      yield { kind: 'failure', failure: { path: visit?.file ?? this.#file(step.url, 'html'), reason } }
      if (!this.#isSitemap) this.#report.miss(step.url)
    }
  }

  async #visit(step: Step): Promise<Visited> {
    const { url, markdown } = step
    // A redirect has led to it before.
    if (this.#read.has(this.#key(url)) && !step.isOriginal) return nothing
    if (!this.#allows(url)) return nothing
    if (markdown !== undefined) {
      const headers = { 'content-type': 'text/markdown; charset=utf-8' }
      return this.#takePage(step, { status: 200, headers, body: Buffer.from(markdown), url })
    }
    const visit = await this.#options.visits.find(url)
    const known = visit && this.#knownDocument(visit)
    const answer = this.#isStart(step)
      ? await this.#getStart(url, known && visit)
      : await this.#get(url, known && visit)
    if (answer.status === 304 && known && visit) {
      const links = visit.links.map((link) => new URL(link))
      if (this.#isStart(step)) this.#folder = folderByLinks(url, links)
      // The index may have it from its Markdown, which stands at an address of its own.
      const { language } = visit
      const markdown = known.path.endsWith('.md') && (await this.#readMarkdown(step, { final: url, links, language }))
      if (!markdown) return { item: this.#unchanged(known), links }
      await this.#remember(visit, markdown)
      return markdown
    }
    if (answer.status === 404 || answer.status === 410) {
      if (this.#isStart(step)) throw new Error(`${url} answers ${answer.status}.`)
      const markdown = this.#hasMarkdown && (await this.#readMarkdown(step, { final: url, links: [], language: null }))
      if (!markdown) this.#report.leave(url, 'where there is no page')
      return markdown || nothing
    }
    if (answer.status >= 300 && answer.status < 400) {
      this.#report.leave(url, 'with a redirect to elsewhere')
      return nothing
    }
    if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}.`)
    return this.#takePage(step, answer)
  }

  #isStart(step: Step): boolean {
    return step.depth === 0 && !this.#isSitemap && step.markdown === undefined && this.#read.size === 0
  }

  /** Gets the start address, wherever it leads: it says by its redirect where the website is. */
  async #getStart(start: URL, visit: Visit | undefined): Promise<Answer> {
    for (let url = start, moves = 0; ; moves++) {
      const { origin } = url
      const follow = (next: URL) => next.origin === origin && this.#robots.allows(next)
      const answer = await this.#getPatiently({ url, headers: conditionsOf(visit), follow })
      const hasLeft = answer.status >= 300 && answer.status < 400 && answer.url.origin !== origin
      if (!hasLeft || moves === mostMoves) {
        if (answer.status === 200 && answer.url.href !== start.href) await this.#move(answer.url)
        return answer
      }
      await this.#move(answer.url)
      if (!this.#allows(answer.url)) return answer
      url = answer.url
    }
  }

  /** The website begins elsewhere; another host has rules of its own. */
  async #move(root: URL): Promise<void> {
    const { origin } = this.#root
    this.#root = root
    if (root.origin !== origin) this.#robots = await readRobots(root, this.#parts)
  }

  #get(url: URL, visit: Visit | undefined): Promise<Answer> {
    const follow = (next: URL) => this.#isInside(next) && this.#robots.allows(next)
    return this.#getPatiently({ url, headers: conditionsOf(visit), follow })
  }

  async #getPatiently(request: Pick<FetchRequest, 'url' | 'headers' | 'follow'>): Promise<Answer> {
    const { caps, signal } = this.#options
    const whole = { ...request, signal, mostBytes: caps.bytes }
    const answer = await this.#fetch(whole)
    const pause = readRetryAfter(answer.headers['retry-after'])
    const isBusy = answer.status === 429 || answer.status === 503
    if (!isBusy || pause === undefined || pause > longestPause || performance.now() + pause > this.#until) return answer
    // It asks for patience, and is asked once more.
    await wait(pause, undefined, { signal })
    return this.#fetch(whole)
  }

  /** Every request of the crawl goes this way, one at a time. */
  readonly #fetch: Fetcher = async (request) => {
    const { caps, fetch, signal } = this.#options
    const delay = Math.max(caps.delayMilliseconds, this.#robots.delayMilliseconds)
    const both = AbortSignal.any([signal, this.#end])
    try {
      await wait(Math.max(0, this.#last + delay - performance.now()), undefined, { signal: both })
      this.#last = performance.now()
      return await fetch({ ...request, signal: both })
    } catch (error) {
      signal.throwIfAborted()
      if (!this.#end.aborted) throw error
      throw new Error(`${request.url} had not answered when the crawl ${this.#endedLate()}`, { cause: error })
    }
  }

  /** Decodes a page, and reads what it says to crawlers, away from the main thread. */
  #readPage(answer: Answer, kind: PageKind, final: URL): Promise<CrawledPage> {
    const { reading, signal } = this.#options
    const { body, headers } = answer
    const robots = [headers['x-robots-tag'] ?? ''].flat().join(',')
    const { origin } = this.#root
    const request = { body, contentType: headers['content-type'], kind, url: final.href, robots, origin }
    const deadline = deadlineFor(body.length)
    return reading.run('crawledPage', request, { signal, deadline }).catch((cause: unknown) => {
      signal.throwIfAborted()
      throw new Error(`${final} can't be read: ${messageOf(cause)}`, { cause })
    })
  }

  async #takePage(step: Step, answer: Answer): Promise<Visited> {
    const { url } = step
    const { url: final } = answer
    if (this.#key(final) !== this.#key(url)) {
      if (!this.#isInside(final) || (this.#isKnown(final) && !this.#isStart(step))) return nothing
      this.#known.add(this.#key(final))
    }
    const kind = kindOf(answer)
    if (!kind || (kind === 'md' && fileLike.test(final.pathname))) {
      const sentence = `${final} is sent as “${typeOf(answer)}”, which is no page.`
      this.#report.leave(url, 'of another type than pages have', sentence)
      return nothing
    }
    const page = await this.#readPage(answer, kind, final)
    const { head } = page
    const links = head.nofollow ? [] : head.links.map((link) => new URL(link))
    if (this.#isStart(step)) this.#folder = folderByLinks(final, links)
    const refresh = head.refresh === undefined ? undefined : new URL(head.refresh)
    if (refresh && this.#isStart(step) && !step.isOriginal && this.#key(refresh) !== this.#key(final)) {
      // It says where the website is, as a redirect does.
      await this.#move(refresh)
      return { item: undefined, links: [], original: refresh }
    }
    if (head.noindex) {
      this.#report.leave(url, 'with noindex', `${final} says that it wants no index (noindex).`)
      return { item: undefined, links }
    }
    if (head.isIndex) {
      this.#report.leave(url, 'with nothing but an index of others')
      return { item: undefined, links }
    }
    const original = step.isOriginal ? undefined : this.#otherPage(head, final)
    if (original) {
      this.#copies.set(this.#key(original), step)
      return { item: undefined, links, original }
    }
    const language = head.language ?? null
    const markdown = kind === 'html' && (await this.#readMarkdown(step, { final, links, language }))
    const visited = markdown || { item: await this.#documentOf(final, { kind, page, language }), links }
    await this.#remember({ url: url.href, ...validatorsOf(answer), language, links: this.#inside(links) }, visited)
    return visited
  }

  /** Takes a page as Markdown when the website has it so. What the page says to crawlers, its HTML has said. */
  async #readMarkdown(
    step: Step,
    { final, links, language }: { final: URL; links: readonly URL[]; language: string | null },
  ): Promise<Visited | undefined> {
    const { visits, signal } = this.#options
    const shape = shapeOf(final)
    const known = this.#ways.get(shape)
    const misses = this.#misses.get(shape) ?? 0
    const isLookedFor = step.markdownUrl || known || this.#hasMarkdown || misses < markdownTries
    const places = step.markdownUrl ? [{ way: known, url: step.markdownUrl }] : markdownUrls(final)
    for (const { way, url } of isLookedFor ? places : []) {
      if ((known && way !== known) || !this.#robots.allows(url)) continue
      const last = await visits.find(url)
      const visit = last?.language === language ? last : undefined
      const document = visit && this.#knownDocument(visit, final)
      const answer = await this.#get(url, document && visit).catch(() => undefined)
      signal.throwIfAborted()
      const isSame = answer?.status === 304 && document
      if (!answer || !(isSame || isMarkdown(answer, url))) continue
      this.#hasMarkdown = true
      if (way) this.#ways.set(shape, way)
      if (isSame)
        return { item: this.#unchanged(document), links: [...links, ...visit.links.map((link) => new URL(link))] }
      const page = await this.#readPage(answer, 'md', final)
      const found = page.head.links.map((link) => new URL(link))
      const item = await this.#documentOf(final, { kind: 'md', page, language })
      const visited = { item, links: [...links, ...found] }
      await this.#remember({ url: url.href, ...validatorsOf(answer), language, links: this.#inside(found) }, visited)
      return visited
    }
    if (isLookedFor) this.#misses.set(shape, misses + 1)
    return undefined
  }

  /** The page that this one leads to, or is a copy of, when the website has that one itself. */
  #otherPage({ refresh, canonical }: CrawledHead, url: URL): URL | undefined {
    const others = [refresh, canonical].filter((href) => href !== undefined).map((href) => new URL(href))
    return others.find((other) => this.#isInside(other) && this.#key(other) !== this.#key(url))
  }

  async #documentOf(
    final: URL,
    { kind, page, language: said }: { kind: PageKind; page: CrawledPage; language: string | null },
  ): Promise<Visited['item']> {
    const path = this.#file(final, kind)
    const { text, languageByAddress } = page
    const language = said === null ? languageByAddress : kind === 'md' ? said : undefined
    const hashed = language === undefined ? text : `${language}\n${text}`
    // Off this thread: a large page takes 10 ms, and readers are served meanwhile.
    const hash = Buffer.from(await webcrypto.subtle.digest('SHA-256', Buffer.from(hashed))).toString('hex')
    this.#read.add(this.#keyOf(path))
    return { kind: 'document', document: { path, text, language, hash, ...this.#address(final, path) } }
  }

  #unchanged(document: Omit<SourceDocument, 'text'>): Visited['item'] {
    this.#read.add(this.#keyOf(document.path))
    return { kind: 'unchanged', document }
  }

  /** Keeps what an address answered, and the document that came of it. */
  async #remember(visit: Omit<Visit, 'file' | 'hash'>, { item }: Visited): Promise<void> {
    if (item?.kind !== 'document' && item?.kind !== 'unchanged') return
    const { path: file, hash } = item.document
    const { url, etag, modified } = visit
    // Without a validator it is asked for as if for the first time; then only a place that it was led to is of use.
    if (!etag && !modified && file === this.#file(new URL(url), 'html')) return
    await this.#options.visits.store({ ...visit, file, hash })
  }

  /** The document of an earlier visit, when the index has it still. */
  #knownDocument(visit: Visit, url = new URL(visit.url)): Omit<SourceDocument, 'text'> | undefined {
    const document = { path: visit.file, hash: visit.hash, ...this.#address(url, visit.file) }
    return this.#options.context.isIndexed(document) ? document : undefined
  }

  #enqueue(step: Step): void {
    const url = new URL(step.url)
    // A query selects a view of a page, or a day of an endless calendar.
    url.search = ''
    url.hash = ''
    const page = /\.mdx?$/i.test(url.pathname) && this.#hasMarkdown ? withoutMarkdown(url) : url
    if (step.depth > 0 && !this.#isInside(page)) {
      const isPage = url.origin === this.#root.origin && !notPage.test(url.pathname)
      if (isPage) this.#report.leaveOutside(page, this.#below)
      return
    }
    if (this.#known.size > this.#mostKnown) return
    if (page.href.length > 2_000 || this.#isKnown(page)) return
    this.#known.add(this.#key(page))
    this.#queue.push({ ...step, url: page })
  }

  /** At the same host, below the folder that the start address stands in, and not plainly something else than a page. */
  #isInside(url: URL): boolean {
    if (url.origin !== this.#root.origin || notPage.test(url.pathname)) return false
    if (this.#isSitemap) return true
    return `${url.pathname}/`.startsWith(this.#below)
  }

  /** Where all pages stand that links lead to. */
  get #below(): string {
    return this.#folder ?? this.#root.pathname.replace(/[^/]*$/, '')
  }

  /** The addresses that belong to the website, each once. */
  #inside(links: readonly URL[]): string[] {
    return [...new Set(links.filter((link) => this.#isInside(link)).map((link) => link.href))]
  }

  #isKnown(url: URL): boolean {
    return this.#known.has(this.#key(url))
  }

  /** What is the same for all addresses of a page. */
  #key(url: URL): string {
    return this.#keyOf(this.#file(url, 'html'))
  }

  #keyOf(file: string): string {
    return pagePath(file)
  }

  #file(url: URL, kind: PageKind): string {
    return fileOf(url, kind, { siteUrl: this.#options.context.siteUrl, root: this.#root })
  }

  #address(url: URL, file: string): Pick<SourceDocument, 'address'> {
    return addressOf(url, file, { siteUrl: this.#options.context.siteUrl, root: this.#root })
  }

  #allows(url: URL): boolean {
    const isAllowed = this.#robots.allows(url)
    const sentence = `Its robots.txt does not allow ${url}.`
    if (!isAllowed) this.#report.leave(url, 'that robots.txt forbids to read', sentence)
    return isAllowed
  }
}

/** Beside pictures and the like the source code that Sphinx writes as pages. */
const notPage =
  /\/_modules\/|\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf|zip|gz|tgz|xz|bz2|7z|rar|dmg|exe|msi|deb|rpm|jar|whl|mp[34]|webm|mov|avi|wav|ogg|woff2?|ttf|eot|rss|atom)$/i
/** Addresses like those of files, at which a page may stand all the same: `/docs/next.js`. */
const fileLike = /\.(?:css|m?js|map|json|ya?ml|xml|txt|csv)$/i

/** A start address that may be that of a sitemap, which its content decides. */
const sitemapLike = /\.(?:xml|rss|atom)(?:\.gz)?$|\.txt$|\/[^/]*sitemap[^/]*$|\/(?:feed|rss|atom)\/?$/i

const hostOf = ({ hostname }: URL): string => (hostname.startsWith('www.') ? hostname.slice(4) : hostname)

/** An address of the same host by the other scheme, or with or without `www.`, as one of the website; any other as it is. */
function sameSite(url: URL, website: URL): URL {
  const isSame =
    hostOf(url) === hostOf(website) && (url.port === website.port || url.port === '' || website.port === '')
  if (url.origin === website.origin || !isSame) return url
  const own = new URL(url.href)
  own.protocol = website.protocol
  own.host = website.host
  return own
}

/** `/docs/` of the start address `/docs`, if any of its links leads below it. */
function folderByLinks({ pathname, origin }: URL, links: readonly URL[]): string | undefined {
  if (pathname.endsWith('/') || /\.[a-z]\w*$/i.test(pathname)) return undefined
  const below = `${pathname}/`
  return links.some((link) => link.origin === origin && link.pathname.startsWith(below)) ? below : undefined
}

const typeOf = (answer: Answer): string =>
  (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const isHtml = (answer: Answer): boolean =>
  /html/.test(typeOf(answer)) || /^\s*<(?:!doctype|html)\b/i.test(answer.body.subarray(0, 200).toString('latin1'))

function kindOf(answer: Answer): PageKind | undefined {
  if (isHtml(answer)) return 'html'
  return /^text\/(?:markdown|plain|x-markdown)$/.test(typeOf(answer)) ? 'md' : undefined
}

/** Whether an answer is the Markdown that was asked for; stock web servers do not know the type of such files. */
const isMarkdown = (answer: Answer, url: URL): boolean =>
  answer.status === 200 &&
  !isHtml(answer) &&
  (kindOf(answer) === 'md' ||
    (/^(?:(?:application|binary)\/octet-stream)?$/.test(typeOf(answer)) && /\.mdx?$/i.test(url.pathname)))

const validatorsOf = ({ headers }: Answer): Pick<Visit, 'etag' | 'modified'> => ({
  etag: headers.etag ?? null,
  modified: headers['last-modified'] ?? null,
})

const conditionsOf = (visit: Visit | undefined): Record<string, string> => ({
  ...(visit?.etag && { 'if-none-match': visit.etag }),
  ...(visit?.modified && { 'if-modified-since': visit.modified }),
})
