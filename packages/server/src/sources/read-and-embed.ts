import type { SiteRow } from '../database/tables.ts'
import { embedSections } from '../search/embeddings/embed-sections.ts'
import type { SearchIndex } from '../search/search-index.ts'
import { emptySyncReport, type SyncReport } from './sync-report.ts'

/** The site that is read. */
export type SyncedSite = Pick<SiteRow, 'id' | 'url'>

interface ReadOptions {
  /** Told after every page, and every batch of sections that were embedded. */
  readonly onProgress: (report: SyncReport) => void
  readonly signal: AbortSignal
}

/** Reads the sources of a site, as `readSources` does. */
export type ReadSite = (site: SyncedSite, options: ReadOptions) => Promise<SyncReport>

/** What a site is read and embedded with. */
interface EmbeddedStore {
  readonly searchIndex: SearchIndex
  readonly readSite: ReadSite
}

/**
 * Reads the sources of a site, and embeds what has no vector yet, also where one of them could not be read.
 *
 * @throws what `readSources` throws
 */
export async function readAndEmbed(
  { searchIndex, readSite }: EmbeddedStore,
  site: SyncedSite,
  { onProgress, signal }: ReadOptions,
): Promise<SyncReport> {
  let last = emptySyncReport()
  const show = (report: SyncReport): void => {
    last = report
    onProgress(report)
  }
  const [read] = await Promise.allSettled([readSite(site, { onProgress: show, signal })])
  signal.throwIfAborted()
  if (read.status === 'fulfilled') last = read.value
  await embedSections(searchIndex, site.id, {
    signal,
    onProgress: (embeddings) => show({ ...last, embeddings }),
  })
  if (read.status === 'rejected') throw read.reason
  return last
}
