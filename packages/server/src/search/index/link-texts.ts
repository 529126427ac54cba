import { createHash } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { insertRows } from '../../database/insert-rows.ts'
import { readTerms } from '../words/words.ts'
import { bucketOf, placeOf } from './buckets.ts'
import { ByteWriter } from './bytes.ts'
import { linkingSections, writeLinkingSections } from './linked-pages.ts'
import { type LinkedPage, readLinkedPages } from './read-links.ts'
import { writeSectionLinks } from './section-links.ts'

/** How far the length of the field matters (`b`), and what counts as its usual length, in terms. */
const norm = 0.8
const usualLength = 12
/** Goes up when rows are written in another form. */
const form = 7

const table = {
  name: 'link_texts',
  columns: { site_id: 'text', term: 'text', bucket: 'integer', entries: 'bytea' },
} as const

/**
 * Brings the texts of the links to each page and section up to date, once a sync has read all pages. A row of `link_texts`
 * says for one term which of its bucket's pages are linked by it: place and relative frequency in hundredths, in the order
 * of the pages. Other rows say which sections link to them, and which of their sections are linked by a term.
 *
 * @returns how many buckets of pages have changed
 */
export async function updateLinkTexts(database: Database, siteId: string): Promise<number> {
  const pages = await readLinkedPages(database, siteId)
  const rows = await database.selectFrom('link_buckets').selectAll().where('site_id', '=', siteId).execute()
  const digests = new Map(rows.map(({ bucket, digest }) => [bucket, digest]))
  const byBucket = Map.groupBy(pages, ({ page }) => bucketOf(page))
  let changed = 0
  for (const bucket of new Set([...byBucket.keys(), ...digests.keys()])) {
    const ofBucket = (byBucket.get(bucket) ?? []).sort((one, other) => one.page - other.page)
    const digest = digestOf(ofBucket)
    if (digests.get(bucket) === digest) continue
    await replaceBucket(database, { site_id: siteId, bucket }, { pages: ofBucket, digest })
    changed++
  }
  return changed
}

const digestOf = (pages: readonly LinkedPage[]): string =>
  createHash('sha256')
    .update(JSON.stringify([form, pages]))
    .digest('hex')

async function replaceBucket(
  database: Database,
  key: { site_id: string; bucket: number },
  { pages, digest }: { pages: readonly LinkedPage[]; digest: string },
): Promise<void> {
  const rows = [...packBucket(pages)].map(([term, entries]) => ({ ...key, term, entries }))
  await database.transaction().execute(async (transaction) => {
    for (const name of ['link_texts', 'link_buckets'] as const) {
      await transaction.deleteFrom(name).where('site_id', '=', key.site_id).where('bucket', '=', key.bucket).execute()
    }
    if (pages.length === 0) return
    await transaction
      .insertInto('link_buckets')
      .values({ ...key, digest })
      .execute()
    await insertRows(transaction, table, rows)
  })
}

/** By term what the rows of a bucket hold. */
function packBucket(pages: readonly LinkedPage[]): Map<string, Uint8Array> {
  const withSources = pages
    .map(({ page, sources }) => ({ page, sections: sources }))
    .filter(({ sections }) => sections.length > 0)
  const rows = new Map([...packTexts(pages), ...writeSectionLinks(pages)])
  return withSources.length > 0 ? rows.set(linkingSections, writeLinkingSections(withSources)) : rows
}

function packTexts(pages: readonly LinkedPage[]): Map<string, Uint8Array> {
  const writers = new Map<string, ByteWriter>()
  for (const { page, texts, analysis } of pages) {
    const terms = texts.flatMap((text) => readTerms(text, analysis))
    const counts = new Map<string, number>()
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
    for (const [term, count] of counts) {
      const writer = writers.get(term) ?? new ByteWriter()
      writers.set(term, writer)
      writer.number(placeOf(page))
      writer.number(Math.round((100 * count) / (1 - norm + (norm * terms.length) / usualLength)))
    }
  }
  return new Map([...writers].map(([term, writer]) => [term, writer.finish()]))
}
