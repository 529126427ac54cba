import type { Database } from '../database/database.ts'
import { type IndexLengths, readIndexLengths } from './index-lengths.ts'
import { analysisOf } from './languages.ts'

/** The lengths of a site's fields, with the revisions of the buckets they were read from. */
interface SiteLengths {
  lengths: IndexLengths
  revisions: ReadonlyMap<number, number>
  /** By which the words of its pages are read, as `analysisOf` says. */
  analyses: ReadonlySet<string>
}

/** How many sections the memory holds; each takes about 30 bytes. */
const mostSections = 1_000_000
/** By database, then by site; the one that was used last stands last. */
const memory = new WeakMap<Database, Map<string, SiteLengths>>()

/**
 * Reads the lengths of a site's fields. They are kept, as every query needs all of them: only the buckets' revisions are
 * read again to see whether they still hold, so a change by any process shows with the next query.
 */
export async function readSiteLengths(database: Database, siteId: string): Promise<SiteLengths> {
  const sites = memory.get(database) ?? new Map<string, SiteLengths>()
  memory.set(database, sites)
  const select = database.selectFrom('buckets').where('site_id', '=', siteId)
  const current = await select.select(['bucket', 'revision']).execute()
  const known = sites.get(siteId)
  if (known && known.revisions.size === current.length) {
    const isSame = current.every(({ bucket, revision }) => known.revisions.get(bucket) === revision)
    if (isSame) {
      sites.delete(siteId)
      sites.set(siteId, known)
      return known
    }
  }
  const buckets = await select.select(['bucket', 'revision', 'lengths']).execute()
  const languages = await database
    .selectFrom('pages')
    .select('language')
    .distinct()
    .where('site_id', '=', siteId)
    .execute()
  const read: SiteLengths = {
    analyses: new Set(languages.map(({ language }) => analysisOf(language))),
    lengths: readIndexLengths(buckets),
    revisions: new Map(buckets.map(({ bucket, revision }) => [bucket, revision])),
  }
  sites.delete(siteId)
  sites.set(siteId, read)
  forget(sites)
  return read
}

/** Lets go of what was not used for longest, until the rest fits. */
function forget(sites: Map<string, SiteLengths>): void {
  let sections = 0
  for (const { lengths } of sites.values()) sections += lengths.sectionCount
  for (const [siteId, { lengths }] of sites) {
    if (sections <= mostSections || sites.size === 1) return
    sites.delete(siteId)
    sections -= lengths.sectionCount
  }
}
