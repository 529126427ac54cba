import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import type { SyncProblem } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { Seal } from '../database/seal.ts'
import { refreshStatistics } from '../database/statistics.ts'
import type { SiteRow } from '../database/tables.ts'
import { type Disk, openDisk } from '../disk.ts'
import type { PagePlace } from '../generators/navigation.ts'
import { pagePath, withoutExtension } from '../pages/links.ts'
import { type Quotas, usualQuotas } from '../quotas.ts'
import type { Reading, ReadingLane } from '../reading/reading.ts'
import type { PageAnswer } from '../reading/tasks.ts'
import { tellCrawledEditions } from '../search/editions/crawled-editions.ts'
import { readBrokenLinks } from '../search/index/broken-links.ts'
import { bucketSize } from '../search/index/buckets.ts'
import { updateLinkTexts } from '../search/index/link-texts.ts'
import type { SearchIndex } from '../search/search-index.ts'
import { readCopiesBytes, sourceFolder } from './copies.ts'
import { type KnownPage, movePages, type PageMove, readKnownPages } from './known-pages.ts'
import { openSource } from './open-source.ts'
import { readAddresses } from './page-addresses.ts'
import { PageParser } from './page-parser.ts'
import type { NewPage } from './page-rows.ts'
import { readAndEmbed, type SyncedSite } from './read-and-embed.ts'
import { removePages, replacePages } from './replace-pages.ts'
import { SiteSize } from './site-size.ts'
import { placeOf, type SourceDocument, type SourceItem, settingsOf } from './source.ts'
import { tellLanguage } from './source-language.ts'
import { emptySyncReport, type SyncReport } from './sync-report.ts'
import { isTrusted } from './trust.ts'

export interface SyncOptions {
  /** Told after every page; the report is the same object each time. */
  onProgress?: (report: SyncReport) => void
  signal?: AbortSignal
  /** Where sources keep what they fetch. @default a folder for temporary files */
  folder?: string
  /** How large the site and its repositories may be. @default `usualQuotas` */
  quotas?: Quotas
  /** The disk that `folder` is on. */
  disk?: Disk
}

/** What a sync works with. */
export interface SyncParts {
  readonly searchIndex: SearchIndex
  readonly reading: Reading
  /** Opens the tokens of repositories: without it they are read as anybody may. */
  readonly seal?: Seal
}

/** Goes up when pages are to be read again because the reader or the index has changed. */
const readerVersion = 26
/**
 * Pages that are written in one transaction: as many as share a bucket of the index, so that each of its rows is written
 * once. Fewer where they are long, or come so slowly that readers would wait for them.
 */
export const batchPages = bucketSize
const batchCharacters = 2_500_000
const batchMilliseconds = 5_000
/** So many changed pages make the database count what its tables hold. */
export const leastForStatistics = 64
const mostProblems = 1_000
/** What a search reads, its key included. */
export const searchedTables = ['keys', 'sites', 'pages', 'sections', 'buckets', 'postings', 'link_texts'] as const

/** Reads the sources of a site where it is called, and embeds what is new. */
export const syncSite = (
  parts: SyncParts,
  site: Pick<SiteRow, 'id'> & Partial<Pick<SiteRow, 'url'>>,
  { onProgress = () => {}, signal = new AbortController().signal, ...options }: SyncOptions = {},
): Promise<SyncReport> =>
  readAndEmbed(
    { searchIndex: parts.searchIndex, readSite: (read, more) => readSources(parts, read, { ...options, ...more }) },
    { id: site.id, url: site.url ?? null },
    { onProgress, signal },
  )

/**
 * Brings a site's index up to date with its sources, but for the meaning of its sections. Pages are replaced as they are
 * read, a batch in a transaction; the pages of a source that are gone are removed after that source was read to its end. A
 * source that cannot be read removes nothing and keeps none of the others from being read; then this rejects in the end.
 * Stopped at any point, it goes on where it was when it is run again.
 */
export async function readSources(parts: SyncParts, site: SyncedSite, options: SyncOptions = {}): Promise<SyncReport> {
  const { database } = parts.searchIndex
  const { folder: dataFolder = tmpdir(), quotas = usualQuotas } = options
  const { disk = openDisk(dataFolder, quotas.diskReserveBytes) } = options
  await disk.requireRoom()
  const sources = await database
    .selectFrom('sources')
    .selectAll()
    .where('site_id', '=', site.id)
    .orderBy('id')
    .execute()
  const run = new SyncRun(parts, site, await readKnownPages(database, site.id), {
    ...options,
    quotas,
    disk,
  })
  const { organization_id } = await database
    .selectFrom('sites')
    .select('organization_id')
    .where('id', '=', site.id)
    .executeTakeFirstOrThrow()
  const publicOnly = !(await isTrusted(database, organization_id))
  const failures: unknown[] = []
  try {
    for (const row of sources) {
      const context = {
        siteUrl: site.url ?? null,
        folder: sourceFolder(dataFolder, row.id),
        publicOnly,
        quotas,
        disk,
        readOtherBytes: () =>
          readCopiesBytes(database, { dataFolder, organizationId: organization_id, except: row.id }),
        isIndexed: run.isIndexed,
      }
      try {
        const settings = settingsOf(row)
        const { language } = settings
        const isWebsite = row.kind === 'website'
        const source = { id: row.id, name: placeOf(settings), isWebsite, language: language ?? null }
        run.begin(source)
        const items = openSource({ database, reading: run.lane, seal: parts.seal }, row, context).read(run.signal)
        const told =
          language || isWebsite
            ? items
            : tellLanguage(items, {
                reading: run.lane,
                signal: run.signal,
                tell: (common) => run.begin({ ...source, language: common }),
              })
        for await (const item of told) await run.take(item)
        await run.end()
      } catch (error) {
        run.signal.throwIfAborted()
        if (error instanceof StoringError) throw error.cause
        failures.push(error)
      }
    }
    await run.finish(failures.length === 0)
  } finally {
    await run.close()
  }
  if (failures.length > 1) {
    const sentences = failures.map((error) => (error instanceof Error ? error.message : String(error)))
    throw new AggregateError(failures, sentences.join('\n'))
  }
  if (failures.length > 0) throw failures[0]
  return run.report
}

/** The index cannot be written: no matter which source is read. */
class StoringError extends Error {}

/** The source that is being read. */
interface CurrentSource {
  /** What people know it by: its folder, repository, address or file. */
  name: string
  id: string
  isWebsite: boolean
  /** Of the pages that do not say theirs. */
  language: string | null
}

/** A file that a page was made from. */
interface SeenFile {
  readonly file: string
  readonly source: CurrentSource
}

/** A page that is being parsed. */
interface PendingPage {
  path: string
  file: string
  hash: string
  bytes: number
  address: string | undefined
  place: PagePlace | undefined
  source: string
  parsed: Promise<PageAnswer | Error>
}

class SyncRun {
  readonly report = emptySyncReport()
  readonly signal: AbortSignal
  readonly #database: Database
  readonly #site: Pick<SiteRow, 'id' | 'url'>
  readonly #known: Map<string, KnownPage>
  readonly #size: SiteSize
  readonly #disk: Disk
  readonly #onProgress: (report: SyncReport) => void
  readonly lane: ReadingLane
  readonly #parser: PageParser
  readonly #end = new AbortController()
  #source: CurrentSource = { id: '', name: '', isWebsite: false, language: null }
  /** What builds its pages. */
  #generator: string | null = null
  /** True when the source cannot tell all of its pages. */
  #incomplete = false
  /** Its files that say themselves that they are drafts, or hidden. */
  #unpublished: string[] = []
  /** Whether every source could. */
  #isComplete = true
  #moves: PageMove[] = []
  /** The file of each path that this run has seen. */
  readonly #seen = new Map<string, SeenFile>()
  #batch: PendingPage[] = []
  #batchCharacters = 0
  #batchStart = 0
  /** The batch that is being written while the next one is parsed. */
  #writing: Promise<Error | undefined> = Promise.resolve(undefined)

  constructor(
    { searchIndex, reading }: SyncParts,
    site: Pick<SiteRow, 'id' | 'url'>,
    known: Map<string, KnownPage>,
    options: SyncOptions & Required<Pick<SyncOptions, 'quotas' | 'disk'>>,
  ) {
    this.#database = searchIndex.database
    this.lane = reading.openLane()
    this.#site = site
    this.#known = known
    this.#size = new SiteSize(known.values(), options.quotas)
    this.#disk = options.disk
    this.#onProgress = options.onProgress ?? (() => {})
    this.signal = options.signal ? AbortSignal.any([options.signal, this.#end.signal]) : this.#end.signal
    this.#parser = new PageParser(this.lane, this.signal)
  }

  /** What is taken from here on is this source's. */
  begin(source: CurrentSource): void {
    if (source.id !== this.#source.id) {
      this.#generator = null
      this.#unpublished = []
    }
    this.#source = source
    this.#incomplete = false
  }

  async take(item: SourceItem): Promise<void> {
    this.signal.throwIfAborted()
    if (item.kind === 'total') {
      this.report.total = (this.report.total ?? 0) + item.pages
    } else if (item.kind === 'generator') {
      this.#generator = item.name
    } else if (item.kind === 'note') {
      this.#note({ ...item.failure, line: null, column: null, indexed: true })
    } else if (item.kind === 'left-out') {
      this.#note({ ...item.failure, line: null, column: null, indexed: false })
    } else if (item.kind === 'incomplete') {
      this.#incomplete = true
      this.#isComplete = false
      this.#note({ ...item.failure, line: null, column: null, indexed: false })
    } else {
      this.report.read++
      if (item.kind === 'failure') this.#fail(item.failure.path, item.failure.reason)
      else if (item.kind === 'unchanged') this.#keep(item.document)
      else await this.#read(item.document)
    }
    this.#onProgress(this.report)
  }

  /** Whether the index holds just this document. */
  readonly isIndexed = (document: Omit<SourceDocument, 'text'>): boolean => {
    const paths = [pagePath(document.path), withoutExtension(document.path)]
    return paths.some((path) => this.#known.get(path)?.hash === this.#identityOf(document))
  }

  /** Writes what is left of a source, and removes the pages that it had and does not have any more. */
  async end(): Promise<void> {
    await this.#flush()
    if (!this.#incomplete) await this.#remove((page) => page.source === this.#source.id)
    const { name: place } = this.#source
    const [first, ...more] = this.#unpublished
    if (first !== undefined) {
      const reason = `${more.length > 0 ? `${more.length + 1} pages say that they are drafts or hidden, such as` : 'A page says that it is a draft or hidden:'} ${first}.`
      this.#note({ path: place, line: null, column: null, reason, indexed: false })
    }
    const addresses = await readAddresses(this.#database, this.#site, this.#source)
    this.report.sources.push({ place, generator: this.#generator, ...addresses })
    this.#onProgress(this.report)
  }

  /** Removes the pages of sources that are no more, and brings what is made from all pages up to date. */
  async finish(isWhole: boolean): Promise<void> {
    await this.#flush()
    if (isWhole && this.#isComplete) await this.#remove(() => true)
    await tellCrawledEditions(this.#database, this.#site, this.signal)
    await updateLinkTexts(this.#database, this.#site.id)
    this.report.brokenLinks = await readBrokenLinks(this.#database, this.#site.id)
    this.#onProgress(this.report)
    if (this.report.changed + this.report.removed >= leastForStatistics)
      await refreshStatistics(this.#database, searchedTables)
  }

  async #flush(): Promise<void> {
    await this.#write()
    await this.#written()
    this.signal.throwIfAborted()
    const moves = this.#moves.splice(0)
    if (moves.length > 0) await movePages(this.#database, this.#site.id, moves)
  }

  async #remove(isMeant: (page: KnownPage) => boolean): Promise<void> {
    const gone = [...this.#known.values()].filter((page) => isMeant(page) && !this.#seen.has(page.path))
    for (let start = 0; start < gone.length; start += batchPages) {
      const batch = gone.slice(start, start + batchPages)
      await removePages(
        this.#database,
        this.#site.id,
        batch.map((page) => page.number),
      )
      // Another source may have a page at the same path: that is a new one.
      for (const { path } of batch) this.#known.delete(path)
      this.report.removed += batch.length
      this.#onProgress(this.report)
    }
  }

  /**
   * What a page in the index came from; another one when the page is to be read again. Its position in the navigation is
   * none of it: one new page moves all that follow.
   */
  #identityOf({ path, hash, address, place }: Omit<SourceDocument, 'text'>): string {
    const { position: _position, ...standing } = place ?? {}
    const parts = [readerVersion, path, hash, address, this.#source.language, standing]
    return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
  }

  async close(): Promise<void> {
    this.#end.abort()
    await this.#writing
  }

  async #read(document: SourceDocument): Promise<void> {
    const path = this.#pathOf(document.path)
    if (path === undefined) return
    const bytes = Buffer.byteLength(document.text)
    this.#size.add(bytes, this.#known.get(path))
    this.#see(path, document.path)
    const hash = this.#identityOf(document)
    if (this.#isKept({ path, document, hash })) return
    const { text, address, place, includes, references, language: told } = document
    const { anchors, format, showsHidden, hasTemplates, attributes } = place ?? {}
    const site = { anchors, format, showsHidden, hasTemplates, attributes }
    const file = { path: document.path, text, ...site, includes, references }
    const { id: source, language } = this.#source
    const unsaid = { version: place?.version ?? null, language: place?.language ?? told ?? language }
    const parsed = this.#parser.parse({ file, path, ...unsaid })
    if (this.#batch.length === 0) this.#batchStart = performance.now()
    this.#batch.push({ path, file: document.path, hash, bytes, address, place, source, parsed })
    this.#batchCharacters += document.text.length
    const isLate = performance.now() - this.#batchStart >= batchMilliseconds
    if (isLate || this.#batch.length >= batchPages || this.#batchCharacters >= batchCharacters) await this.#write()
  }

  /** Takes a page as it is in the index, which has it as its source says that it still is. */
  #keep(document: Omit<SourceDocument, 'text'>): void {
    const path = this.#pathOf(document.path)
    if (path === undefined) return
    const known = this.#known.get(path)
    this.#size.add(known?.bytes ?? 0, known)
    this.#see(path, document.path)
    if (this.#isKept({ path, document, hash: this.#identityOf(document) })) return
    this.#fail(document.path, `Another page has its path, “${path}”, since it was read last.`)
  }

  #isKept({ path, document, hash }: { path: string; document: Omit<SourceDocument, 'text'>; hash: string }): boolean {
    const known = this.#known.get(path)
    if (known?.hash !== hash) return false
    this.report.unchanged++
    const position = document.place?.position ?? null
    if (known.position !== position || known.source !== this.#source.id) {
      this.#moves.push({ number: known.number, position, source: this.#source.id })
    }
    for (const problem of known.problems) this.#note({ ...problem, path: document.path, indexed: true })
    return true
  }

  /** The path of a file's page. When another file has it (`a.md` and `a/README.md`), the name is not shortened. */
  #pathOf(file: string): string | undefined {
    const path = pagePath(file)
    const other = this.#seen.get(path)
    if (other === undefined) return path
    const whole = withoutExtension(file)
    if (!this.#seen.has(whole)) return whole
    const isHere = other.source.id === this.#source.id
    const places = isHere ? '' : ` This one is of ${this.#source.name}, the other of ${other.source.name}.`
    this.#fail(file, `The file ${other.file} has the same page path, “${path}”, and was read first.${places}`)
    return undefined
  }

  #see(path: string, file: string): void {
    this.#seen.set(path, { file, source: this.#source })
  }

  /** Has the batch written once the one before is. */
  async #write(): Promise<void> {
    await this.#written()
    const batch = this.#batch
    this.#batch = []
    this.#batchCharacters = 0
    this.#writing = this.#replace(batch).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
    )
  }

  async #written(): Promise<void> {
    const error = await this.#writing
    if (error) throw new StoringError(error.message, { cause: error })
  }

  async #replace(batch: readonly PendingPage[]): Promise<void> {
    if (batch.length > 0) await this.#disk.requireRoom()
    const pages: NewPage[] = []
    for (const { parsed: pending, ...page } of batch) {
      const parsed = await pending
      this.signal.throwIfAborted()
      if (parsed instanceof Error) {
        this.#fail(page.file, `The page cannot be parsed: ${parsed.message}`)
      } else if (parsed.page.draft) {
        this.#seen.delete(page.path)
        this.#unpublished.push(page.file)
      } else {
        for (const problem of parsed.page.problems) this.#note({ ...problem, path: page.file, indexed: true })
        pages.push({ ...page, parsed: parsed.page, index: parsed.index })
      }
    }
    if (pages.length > 0) await replacePages(this.#database, this.#site.id, pages)
    this.report.changed += pages.length
    this.#onProgress(this.report)
  }

  /** A page that cannot be read now keeps the place it has in the index. */
  #fail(file: string, reason: string): void {
    this.report.failed++
    const path = pagePath(file)
    if (!this.#seen.has(path)) this.#see(path, file)
    this.#note({ path: file, line: null, column: null, reason, indexed: false })
  }

  #note(problem: SyncProblem): void {
    if (this.report.problems.length < mostProblems) this.report.problems.push(problem)
  }
}
