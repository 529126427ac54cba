import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { bucketOf, placeOf } from './buckets.ts'
import { ByteWriter } from './bytes.ts'
import { analysisOf } from './languages.ts'
import type { PageLink } from './page-links.ts'
import { readTerms } from './words.ts'

/** How far the length of the field matters (`b`), and what counts as its usual length, in terms. */
const norm = 0.8
const usualLength = 12
const chunkSize = 400
/** Goes up when rows are written in another form. */
const form = 3

/**
 * Brings the texts of the links to each page up to date, once a sync has read all pages; returns how many buckets of pages
 * have changed. A row says for one term which of its bucket's pages are linked by it: place and relative frequency in
 * hundredths, in the order of the pages.
 */
export async function updateLinkTexts(database: Database, siteId: string): Promise<number> {
  const texts = await readLinkTexts(database, siteId)
  const known = await database.selectFrom('link_buckets').selectAll().where('site_id', '=', siteId).execute()
  const digests = new Map(known.map(({ bucket, digest }) => [bucket, digest]))
  const buckets = Map.groupBy(texts, ([page]) => bucketOf(page))
  let changed = 0
  for (const bucket of new Set([...buckets.keys(), ...digests.keys()])) {
    const pages = (buckets.get(bucket) ?? []).sort(([one], [other]) => one - other)
    const digest = createHash('sha256')
      .update(JSON.stringify([form, pages]))
      .digest('hex')
    if (digests.get(bucket) === digest) continue
    await replaceBucket(database, { site_id: siteId, bucket }, pages.length > 0 ? digest : undefined, rowsOf(pages))
    changed++
  }
  return changed
}

/** A page by its number, the texts of the links to it, and how its words are read. */
type LinkedPage = readonly [page: number, texts: string[], analysis: string]

/** The texts of the links to each page, in an order that does not change by itself. */
async function readLinkTexts(database: Database, siteId: string): Promise<LinkedPage[]> {
  const pages = await database
    .selectFrom('pages')
    .select(['number', 'lookup', 'alias', 'language', 'links_json'])
    .where('site_id', '=', siteId)
    .orderBy('number')
    .execute()
  const numbers = new Map<string, number>()
  for (const page of pages) if (page.alias !== null) numbers.set(page.alias, page.number)
  for (const page of pages) numbers.set(page.lookup, page.number)
  const texts = new Map<number, LinkedPage>()
  const languages = new Map(pages.map((page) => [page.number, analysisOf(page.language)]))
  for (const page of pages) {
    const links: PageLink[] = JSON.parse(page.links_json)
    for (const { path, text } of links) {
      const target = numbers.get(path)
      if (target === undefined || target === page.number) continue
      const list = texts.get(target)
      if (list) list[1].push(text)
      else texts.set(target, [target, [text], languages.get(target) ?? 'en'])
    }
  }
  return [...texts.values()]
}

function rowsOf(pages: readonly LinkedPage[]): Map<string, Uint8Array> {
  const writers = new Map<string, ByteWriter>()
  for (const [page, texts, analysis] of pages) {
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

async function replaceBucket(
  database: Database,
  key: { site_id: string; bucket: number },
  digest: string | undefined,
  rows: ReadonlyMap<string, Uint8Array>,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const table of ['link_texts', 'link_buckets'] as const) {
      await transaction.deleteFrom(table).where('site_id', '=', key.site_id).where('bucket', '=', key.bucket).execute()
    }
    if (digest === undefined) return
    await transaction
      .insertInto('link_buckets')
      .values({ ...key, digest })
      .execute()
    const values = [...rows].map(([term, entries]) => ({ ...key, term, entries }))
    for (let start = 0; start < values.length; start += chunkSize) {
      await transaction
        .insertInto('link_texts')
        .values(values.slice(start, start + chunkSize))
        .execute()
    }
  })
}
