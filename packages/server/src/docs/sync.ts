import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sync, SyncProblem } from '@sidenote/contract'
import type { Database } from '../database/database.ts'
import type { SiteRow } from '../database/tables.ts'
import { embedSections } from './embeddings/embed-sections.ts'
import { updateLinkTexts } from './link-texts.ts'
import { pagePath, withoutExtension } from './links.ts'
import type { ParsedPage } from './parse.ts'
import { Parser } from './parser.ts'
import { type KnownPage, type NewPage, readKnownPages, removePages, replacePages } from './replace-pages.ts'
import { openSource } from './sources/index.ts'
import type { SourceDocument, SourceItem } from './sources/source.ts'

/** How far a sync has come. */
export type SyncReport = Pick<Sync, 'total' | 'read' | 'changed' | 'unchanged' | 'removed' | 'failed' | 'problems'>

export interface SyncOptions {
  /** Told after every page; the report is the same object each time. */
  onProgress?: (report: SyncReport) => void
  signal?: AbortSignal
  /** Where sources keep what they fetch. @default a folder for temporary files */
  folder?: string
}

/** Goes up when pages are to be read again because the reader or the index has changed. */
const readerVersion = 1
/** Pages, and characters, that are written in one transaction: large ones are faster, small ones let readers in. */
const batchPages = 64
const batchCharacters = 1_000_000
const mostProblems = 1_000

/**
 * Brings a site's index up to date with its sources. Pages are replaced as they are read, a batch in a transaction; pages
 * that are gone are removed only after every source was read to its end. Rejects, and removes nothing, when a source
 * cannot be read. Stopped at any point, it goes on where it was when it is run again.
 */
export async function syncSite(
  database: Database,
  site: Pick<SiteRow, 'id'> & Partial<Pick<SiteRow, 'url'>>,
  options: SyncOptions = {},
): Promise<SyncReport> {
  const sources = await database
    .selectFrom('sources')
    .select(['id', 'kind', 'settings_json'])
    .where('site_id', '=', site.id)
    .orderBy('id')
    .execute()
  const run = new SyncRun(database, site.id, await readKnownPages(database, site.id), options)
  try {
    for (const source of sources) {
      const context = {
        siteUrl: site.url ?? null,
        folder: join(options.folder ?? tmpdir(), 'sources', source.id),
        isIndexed: run.isIndexed,
      }
      for await (const item of openSource(database, source, context).read(run.signal)) await run.take(item)
    }
    await run.finish()
  } finally {
    await run.close()
  }
  return run.report
}

/** A page that is being parsed. */
interface PendingPage {
  path: string
  file: string
  hash: string
  address: string | undefined
  parsed: Promise<ParsedPage | Error>
}

class SyncRun {
  readonly report: SyncReport = { total: null, read: 0, changed: 0, unchanged: 0, removed: 0, failed: 0, problems: [] }
  readonly signal: AbortSignal
  readonly #database: Database
  readonly #siteId: string
  readonly #known: ReadonlyMap<string, KnownPage>
  readonly #onProgress: (report: SyncReport) => void
  readonly #parser = new Parser()
  /** True when a source could not tell all of its pages. */
  #incomplete = false
  /** The file of each path that this run has seen. */
  readonly #seen = new Map<string, string>()
  #batch: PendingPage[] = []
  #batchCharacters = 0
  /** The batch that is being written while the next one is parsed. */
  #writing: Promise<Error | undefined> = Promise.resolve(undefined)

  constructor(database: Database, siteId: string, known: ReadonlyMap<string, KnownPage>, options: SyncOptions) {
    this.#database = database
    this.#siteId = siteId
    this.#known = known
    this.#onProgress = options.onProgress ?? (() => {})
    this.signal = options.signal ?? new AbortController().signal
  }

  async take(item: SourceItem): Promise<void> {
    this.signal.throwIfAborted()
    if (item.kind === 'total') {
      this.report.total = (this.report.total ?? 0) + item.pages
    } else if (item.kind === 'incomplete') {
      this.#incomplete = true
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
    return paths.some((path) => this.#known.get(path)?.hash === identityOf(document))
  }

  /** Writes what is left, and removes the pages that no source has any more. */
  async finish(): Promise<void> {
    await this.#write()
    await this.#written()
    this.signal.throwIfAborted()
    if (this.#incomplete) return
    const gone = [...this.#known.values()].filter((page) => !this.#seen.has(page.path))
    for (let start = 0; start < gone.length; start += batchPages) {
      const numbers = gone.slice(start, start + batchPages).map((page) => page.number)
      await removePages(this.#database, this.#siteId, numbers)
      this.report.removed += numbers.length
      this.#onProgress(this.report)
    }
    await updateLinkTexts(this.#database, this.#siteId)
    await embedSections(this.#database, this.#siteId, this.signal)
  }

  async close(): Promise<void> {
    await this.#parser.close()
    await this.#writing
  }

  async #read(document: SourceDocument): Promise<void> {
    const path = this.#pathOf(document.path)
    if (path === undefined) return
    this.#seen.set(path, document.path)
    const hash = identityOf(document)
    if (this.#isKept(path, document.path, hash)) return
    const parsed = this.#parser.parse(document).catch((error: Error) => error)
    this.#batch.push({ path, file: document.path, hash, address: document.address, parsed })
    this.#batchCharacters += document.text.length
    if (this.#batch.length >= batchPages || this.#batchCharacters >= batchCharacters) await this.#write()
  }

  /** Takes a page as it is in the index, which has it as its source says that it still is. */
  #keep(document: Omit<SourceDocument, 'text'>): void {
    const path = this.#pathOf(document.path)
    if (path === undefined) return
    this.#seen.set(path, document.path)
    if (this.#isKept(path, document.path, identityOf(document))) return
    this.#fail(document.path, `Another page has its path, “${path}”, since it was read last.`)
  }

  #isKept(path: string, file: string, hash: string): boolean {
    const known = this.#known.get(path)
    if (known?.hash !== hash) return false
    this.report.unchanged++
    for (const problem of known.problems) this.#note({ ...problem, path: file, indexed: true })
    return true
  }

  /** The path of a file's page. When another file has it (`a.md` and `a/README.md`), the name is not shortened. */
  #pathOf(file: string): string | undefined {
    const path = pagePath(file)
    const other = this.#seen.get(path)
    if (other === undefined) return path
    const whole = withoutExtension(file)
    if (!this.#seen.has(whole)) return whole
    this.#fail(file, `The file ${other} has the same page path, “${path}”, and was read first.`)
    return undefined
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
    if (error) throw error
  }

  async #replace(batch: readonly PendingPage[]): Promise<void> {
    const pages: NewPage[] = []
    for (const { parsed: pending, ...page } of batch) {
      const parsed = await pending
      this.signal.throwIfAborted()
      if (parsed instanceof Error) {
        this.#fail(page.file, `The page cannot be parsed: ${parsed.message}`)
      } else if (parsed.draft) {
        this.#seen.delete(page.path)
      } else {
        for (const problem of parsed.problems) this.#note({ ...problem, path: page.file, indexed: true })
        pages.push({ ...page, parsed, problems: parsed.problems })
      }
    }
    if (pages.length > 0) await replacePages(this.#database, this.#siteId, pages)
    this.report.changed += pages.length
    this.#onProgress(this.report)
  }

  /** A page that cannot be read now keeps the place it has in the index. */
  #fail(file: string, reason: string): void {
    this.report.failed++
    const path = pagePath(file)
    if (!this.#seen.has(path)) this.#seen.set(path, file)
    this.#note({ path: file, line: null, column: null, reason, indexed: false })
  }

  #note(problem: SyncProblem): void {
    if (this.report.problems.length < mostProblems) this.report.problems.push(problem)
  }
}

/** What a page in the index came from; another one when the page is to be read again. */
const identityOf = ({ path, hash, address }: Omit<SourceDocument, 'text'>): string =>
  createHash('sha256')
    .update([readerVersion, path, hash, ...(address === undefined ? [] : [address])].join('\n'))
    .digest('hex')
