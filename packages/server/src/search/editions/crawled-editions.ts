import type { Database } from '../../database/database.ts'
import { localeFolders, versionFolders } from '../../pages/edition-folders.ts'
import { folderOf, isBelow, placeOfAddress, trimSlashes } from '../../pages/links.ts'
import { bucketOf } from '../index/buckets.ts'
import { analysisOf } from '../words/languages.ts'

interface CrawledPage {
  readonly number: number
  /** The address below the site’s. */
  readonly place: string
  readonly version: string | null
  readonly language: string | null
  readonly said_version: string | null
  readonly said_language: string | null
}

const chunkSize = 400
/** No version stands deeper in an address. */
const mostFolders = 6

/**
 * Gives the pages of websites the version and the language that their addresses tell, by the rule that folders have, where
 * they do not say them. All pages of all crawls decide it, so that it waits for the end of a sync. Only rows that change are
 * written: the words of a page are what they were, as no language is given that reads them otherwise.
 */
export async function tellCrawledEditions(
  database: Database,
  { id, url }: { id: string; url: string | null },
  signal: AbortSignal,
): Promise<void> {
  const pages = await readCrawledPages(database, id, url)
  const fileOf = readFiles(pages)
  const files = pages.map(fileOf)
  const versions = versionFolders(files)
  const locales = localeFolders(files)
  const changes = pages.flatMap((page) => {
    const file = fileOf(page)
    const written = locales.get(file.split('/')[0] ?? '') ?? null
    const language = analysisOf(written) === analysisOf(null) ? written : null
    const edition = {
      version: page.said_version ?? versions(file) ?? null,
      language: page.said_language ?? language,
    }
    const isSame = edition.version === page.version && edition.language === page.language
    return isSame ? [] : [{ number: page.number, edition }]
  })
  for (const alike of Map.groupBy(changes, ({ edition }) => JSON.stringify(edition)).values()) {
    for (let start = 0; start < alike.length; start += chunkSize) {
      signal.throwIfAborted()
      const some = alike.slice(start, start + chunkSize)
      const numbers = some.map(({ number }) => number)
      if (some[0]) await changeEdition(database, id, { numbers, edition: some[0].edition })
    }
  }
}

/** Those of a source that is no more are still there where not all of the crawl that came in its place could be read. */
async function readCrawledPages(database: Database, siteId: string, siteUrl: string | null): Promise<CrawledPage[]> {
  const rows = await database
    .selectFrom('pages')
    .leftJoin('sources', 'sources.id', 'pages.source_id')
    .select(['pages.number', 'pages.path', 'pages.slug', 'pages.version', 'pages.language'])
    .select(['pages.said_version', 'pages.said_language', 'sources.kind'])
    .where('pages.site_id', '=', siteId)
    .where((where) => where.or([where('sources.kind', '=', 'website'), where('sources.kind', 'is', null)]))
    .execute()
  if (rows.every(({ kind }) => kind === null)) return []
  return rows.map(({ path, slug, ...row }) => ({ ...row, place: placeOfAddress(slug ?? path, siteUrl) }))
}

/** The files that the pages would be, below the folder that they share: the page of a folder stands in it. */
function readFiles(pages: readonly CrawledPage[]): (page: CrawledPage) => string {
  let shared = pages[0]?.place ?? ''
  const folders = new Set<string>()
  for (const { place } of pages) {
    while (place !== shared && !isBelow(shared, place)) shared = folderOf(shared)
    const steps = place.split('/', mostFolders + 1)
    for (let length = 1; length < steps.length; length++) folders.add(steps.slice(0, length).join('/'))
  }
  return ({ place }) =>
    trimSlashes(`${place}${place === '' || folders.has(place) ? '/index' : ''}`.slice(shared.length))
}

interface EditionChange {
  readonly numbers: readonly number[]
  readonly edition: Pick<CrawledPage, 'version' | 'language'>
}

/** Searches read the editions anew when a bucket has changed. */
async function changeEdition(database: Database, siteId: string, { numbers, edition }: EditionChange): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('pages')
      .set(edition)
      .where('site_id', '=', siteId)
      .where('number', 'in', numbers)
      .execute()
    await transaction
      .updateTable('buckets')
      .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
      .where('site_id', '=', siteId)
      .where('bucket', 'in', [...new Set(numbers.map(bucketOf))])
      .execute()
  })
}
