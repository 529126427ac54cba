import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { pagePath } from '../../links.ts'
import type { SourceContext, SourceDocument, SourceItem } from '../source.ts'
import type { Answer, Fetcher } from './fetcher.ts'
import { readLlms } from './llms.ts'
import { addressOf, fileOf, markdownUrl, type PageKind, withoutMarkdown } from './page-file.ts'
import { applyRobots, decodePage, type PageHead, readHtmlHead, readMarkdownHead } from './page-head.ts'
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
  visits: Visits
  context: SourceContext
  signal: AbortSignal
}

interface Step {
  url: URL
  depth: number
  /** The page itself, when it was read with others. */
  markdown?: string | undefined
}

/** What came of a page: an item for the index, and where to go on. */
interface Visited {
  item: SourceItem | undefined
  links: readonly URL[]
}

/** Pages whose Markdown is asked for before the website is taken to have none: its home page may be alone without. */
const markdownTries = 3
const longestPause = 60

const nothing: Visited = { item: undefined, links: [] }

/** One reading of a website, page after page. */
export class Crawl {
  readonly #options: CrawlOptions
  readonly #queue: Step[] = []
  /** Page paths that were queued. */
  readonly #known = new Set<string>()
  readonly #isSitemap: boolean
  /** Where the website begins; a redirect of the start address may move it. */
  #root: URL
  #robots: Robots = { allows: () => true, delayMilliseconds: 0 }
  /** Whether the website has its pages as Markdown too; not known before one was found, or some were not. */
  #hasMarkdown: boolean | undefined
  #misses = 0
  #last = 0
  #found = 0

  constructor(options: CrawlOptions) {
    this.#options = options
    this.#root = options.start
    this.#isSitemap = /\.xml(?:\.gz)?$/i.test(options.start.pathname)
  }

  async *read(): AsyncGenerator<SourceItem> {
    const { caps, start, signal } = this.#options
    const until = Date.now() + caps.milliseconds
    this.#robots = await readRobots(start, this.#options.fetch, signal)
    if (this.#isSitemap) yield* this.#listSitemap()
    else await this.#seed()
    yield { kind: 'total', pages: this.#queue.length }
    let visits = 0
    for (let step = this.#queue.shift(); step; step = this.#queue.shift()) {
      signal.throwIfAborted()
      const reason =
        visits >= caps.pages
          ? `The crawl ended at its cap of ${caps.pages} pages.`
          : Date.now() > until
            ? `The crawl ended at its cap of ${caps.milliseconds / 60_000} minutes.`
            : undefined
      if (reason) {
        yield this.#incomplete(reason)
        break
      }
      visits++
      const queued = this.#queue.length
      yield* this.#take(step)
      if (this.#queue.length > queued) yield { kind: 'total', pages: this.#queue.length - queued }
    }
    // A website that suddenly has no pages is under repair, or moved; its pages are not removed for it.
    if (this.#found === 0) throw new Error(`The website ${start} has no page that may be read.`)
  }

  async *#listSitemap(): AsyncGenerator<SourceItem> {
    const { caps, fetch, start, signal } = this.#options
    const { urls, more } = await readSitemap(start, { fetch, signal, most: caps.pages })
    for (const url of urls) if (url.origin === start.origin) this.#enqueue(url, 0)
    if (this.#queue.length === 0) {
      throw new Error(`The sitemap ${start} lists ${urls.length} addresses, but none at ${start.origin}.`)
    }
    if (more) yield this.#incomplete(`The sitemap lists more than the cap of ${caps.pages} pages.`)
  }

  /** Begins with the start address, and with what the website lists for language models. */
  async #seed(): Promise<void> {
    const { fetch, start, signal } = this.#options
    this.#enqueue(start, 0)
    const allows = (url: URL) => this.#robots.allows(url)
    for (const { url, markdown } of await readLlms(start, { fetch, signal, allows, isHtml })) {
      if (markdown === undefined) this.#hasMarkdown = true
      this.#enqueue(url, 1, markdown)
    }
  }

  async *#take(step: Step): AsyncGenerator<SourceItem> {
    const { signal, caps } = this.#options
    try {
      const { item, links } = await this.#visit(step)
      if (item) {
        this.#found++
        yield item
      }
      if (!this.#isSitemap && step.depth < caps.depth) for (const link of links) this.#enqueue(link, step.depth + 1)
    } catch (error) {
      signal.throwIfAborted()
      const reason = error instanceof Error ? error.message : String(error)
      if (!this.#isSitemap && step.depth === 0 && this.#found === 0) {
        throw new Error(`The website cannot be read: ${reason}`, { cause: error })
      }
      yield { kind: 'failure', failure: { path: this.#file(step.url, 'html'), reason } }
      // Pages that only this one leads to were not seen.
      if (!this.#isSitemap) yield this.#incomplete(`${step.url} was not read, nor what only it leads to.`)
    }
  }

  async #visit({ url, depth, markdown }: Step): Promise<Visited> {
    if (!this.#robots.allows(url)) return nothing
    if (markdown !== undefined) {
      const headers = { 'content-type': 'text/markdown; charset=utf-8' }
      return this.#readPage(url, { status: 200, headers, body: Buffer.from(markdown), url }, depth)
    }
    const visit = await this.#options.visits.find(url)
    const known = visit && this.#knownDocument(visit)
    const answer = await this.#get({ url, depth }, known && visit)
    if (answer.status === 304 && known && visit) {
      return { item: { kind: 'unchanged', document: known }, links: visit.links.map((link) => new URL(link)) }
    }
    if (answer.status === 404 || answer.status === 410) {
      if (depth === 0 && !this.#isSitemap) throw new Error(`${url} answers ${answer.status}.`)
      return nothing
    }
    if (answer.status >= 300 && answer.status < 400) return nothing
    if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}.`)
    return this.#readPage(url, answer, depth)
  }

  /** Gets a page, as Markdown when the website has it so. */
  async #get({ url, depth }: Step, visit: Visit | undefined): Promise<Answer> {
    const isStart = depth === 0 && !this.#isSitemap
    const known = visit?.file.endsWith('.md')
    if (this.#hasMarkdown ?? known ?? true) {
      const page = markdownUrl(url)
      const answer = this.#robots.allows(page)
        ? await this.#fetch(page, known ? visit : undefined, false).catch(() => undefined)
        : undefined
      this.#options.signal.throwIfAborted()
      const isMarkdown = answer && (answer.status === 304 || (answer.status === 200 && !isHtml(answer)))
      if (isMarkdown) {
        this.#hasMarkdown = true
        // Readers are sent to the page, not to its Markdown.
        return { ...answer, url }
      }
      this.#misses++
      if (this.#misses >= markdownTries) this.#hasMarkdown ??= false
    }
    return this.#fetch(url, known ? undefined : visit, isStart)
  }

  async #fetch(url: URL, visit: Visit | undefined, isStart: boolean): Promise<Answer> {
    const { caps, fetch, signal } = this.#options
    const delay = Math.max(caps.delayMilliseconds, this.#robots.delayMilliseconds)
    await wait(Math.max(0, this.#last + delay - Date.now()), undefined, { signal })
    this.#last = Date.now()
    const headers = {
      ...(visit?.etag && { 'if-none-match': visit.etag }),
      ...(visit?.modified && { 'if-modified-since': visit.modified }),
    }
    // The start address says by its redirect where the website is; no other leads away from it.
    const follow = (next: URL) => (isStart || this.#isInside(next)) && this.#robots.allows(next)
    const answer = await fetch({ url, signal, headers, mostBytes: caps.bytes, follow })
    const pause = Number(answer.headers['retry-after'] ?? Number.NaN)
    if ((answer.status !== 429 && answer.status !== 503) || !(pause >= 0 && pause <= longestPause)) return answer
    // It asks for patience, and is asked once more.
    await wait(pause * 1_000, undefined, { signal })
    return fetch({ url, signal, headers, mostBytes: caps.bytes, follow })
  }

  async #readPage(url: URL, answer: Answer, depth: number): Promise<Visited> {
    const { url: final } = answer
    if (final.href !== url.href) {
      if (depth === 0 && !this.#isSitemap) await this.#move(final)
      else if (!this.#isInside(final) || this.#isKnown(final)) return nothing
      this.#known.add(this.#key(final))
    }
    const kind = kindOf(answer)
    if (!kind) return nothing
    const text = decodePage(answer.body, answer.headers['content-type'])
    const head = kind === 'html' ? readHtmlHead(text, final) : readMarkdownHead(text, final)
    applyRobots(head, [answer.headers['x-robots-tag'] ?? ''].flat().join(','))
    const links = head.nofollow ? [] : head.links
    if (head.noindex) return { item: undefined, links }
    const canonical = this.#otherCanonical(head, final)
    if (canonical) return { item: undefined, links: [canonical, ...links] }
    return { item: await this.#store({ url, final, answer, kind, text, links }), links }
  }

  async #move(root: URL): Promise<void> {
    const { fetch, signal } = this.#options
    if (root.origin !== this.#root.origin) this.#robots = await readRobots(root, fetch, signal)
    this.#root = root
  }

  /** The page that this one is a copy of, when the website has that one itself. */
  #otherCanonical({ canonical }: PageHead, url: URL): URL | undefined {
    if (!canonical || !this.#isInside(canonical) || this.#key(canonical) === this.#key(url)) return undefined
    return canonical
  }

  async #store(page: {
    url: URL
    final: URL
    answer: Answer
    kind: PageKind
    text: string
    links: readonly URL[]
  }): Promise<SourceItem> {
    const { url, final, answer, kind, text } = page
    const path = this.#file(final, kind)
    const hash = createHash('sha256').update(text).digest('hex')
    const { etag = null, 'last-modified': modified = null } = answer.headers
    const links = [...new Set(page.links.filter((link) => this.#isInside(link)).map((link) => link.href))]
    if (etag ?? modified) await this.#options.visits.store({ url: url.href, etag, modified, file: path, hash, links })
    return { kind: 'document', document: { path, text, hash, ...this.#address(final, path) } }
  }

  /** The document of an earlier visit, when the index has it still. */
  #knownDocument(visit: Visit): Omit<SourceDocument, 'text'> | undefined {
    const address = this.#address(new URL(visit.url), visit.file)
    const document = { path: visit.file, hash: visit.hash, ...address }
    return this.#options.context.isIndexed(document) ? document : undefined
  }

  #enqueue(written: URL, depth: number, markdown?: string): void {
    const url = new URL(written)
    // A query selects a view of a page, or a day of an endless calendar.
    url.search = ''
    url.hash = ''
    const page = /\.mdx?$/i.test(url.pathname) && this.#hasMarkdown ? withoutMarkdown(url) : url
    if (depth > 0 && !this.#isInside(page)) return
    // More than can be read before the cap need not be remembered.
    if (this.#known.size > 4 * this.#options.caps.pages) return
    if (page.href.length > 2_000 || this.#isKnown(page)) return
    this.#known.add(this.#key(page))
    this.#queue.push({ url: page, depth, markdown })
  }

  /** At the same host, below the folder that the start address stands in, and not plainly something else than a page. */
  #isInside(url: URL): boolean {
    if (url.origin !== this.#root.origin || notPage.test(url.pathname)) return false
    if (this.#isSitemap) return true
    const folder = this.#root.pathname.replace(/[^/]*$/, '')
    return `${url.pathname}/`.startsWith(folder)
  }

  #isKnown(url: URL): boolean {
    return this.#known.has(this.#key(url))
  }

  #key(url: URL): string {
    return `${url.origin} ${pagePath(this.#file(url, 'html'))}`
  }

  #file(url: URL, kind: PageKind): string {
    return fileOf(url, kind, this.#options.context.siteUrl, this.#root)
  }

  #address(url: URL, file: string): Pick<SourceDocument, 'address'> {
    return addressOf(url, file, this.#options.context.siteUrl, this.#root)
  }

  #incomplete(reason: string): SourceItem {
    return { kind: 'incomplete', failure: { path: this.#options.start.href, reason } }
  }
}

const notPage =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|pdf|zip|gz|tgz|xz|bz2|7z|rar|dmg|exe|msi|deb|rpm|jar|whl|mp[34]|webm|mov|avi|wav|ogg|woff2?|ttf|eot|css|m?js|map|json|ya?ml|xml|txt|csv|rss|atom)$/i

const typeOf = (answer: Answer): string =>
  (answer.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''

const isHtml = (answer: Answer): boolean =>
  /html/.test(typeOf(answer)) || /^\s*<(?:!doctype|html)\b/i.test(answer.body.subarray(0, 200).toString('latin1'))

function kindOf(answer: Answer): PageKind | undefined {
  if (isHtml(answer)) return 'html'
  return /^text\/(?:markdown|plain|x-markdown)$/.test(typeOf(answer)) ? 'md' : undefined
}
