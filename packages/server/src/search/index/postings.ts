import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { bucketOf, type Entry, placeOf, readEntries, replaceEntries, writeEntries } from './buckets.ts'
import type { PageIndex } from './page-index.ts'

/** How a page's index changes: the terms it had, and what it has now; no index when the page goes. */
export interface IndexChange {
  page: number
  formerTerms: readonly string[]
  index: PageIndex | undefined
}

/** Rows of a statement: it is made and, by SQLite, done in one go, while readers wait. */
const chunkSize = 200

/** Writes the changes of some pages into the rows of their buckets. Runs in the transaction that writes the pages. */
export async function changeIndex(
  transaction: Database,
  siteId: string,
  changes: readonly IndexChange[],
): Promise<void> {
  for (const [bucket, group] of Map.groupBy(changes, (change) => bucketOf(change.page))) {
    await changeLengths(transaction, siteId, bucket, group)
    await changePostings(transaction, siteId, bucket, group)
  }
}

async function changeLengths(transaction: Database, siteId: string, bucket: number, group: readonly IndexChange[]) {
  const before = await transaction
    .selectFrom('buckets')
    .select(['revision', 'lengths'])
    .where('site_id', '=', siteId)
    .where('bucket', '=', bucket)
    .executeTakeFirst()
  const changed = new Map<number, Entry | undefined>()
  for (const { page, index } of group) {
    const place = placeOf(page)
    changed.set(place, index && { place, count: index.sections, bytes: index.lengths })
  }
  const lengths = writeEntries(replaceEntries(before ? readEntries(before.lengths) : [], changed))
  const revision = (before?.revision ?? 0) + 1
  await transaction
    .insertInto('buckets')
    .values({ site_id: siteId, bucket, revision, lengths })
    .onConflict((conflict) => conflict.columns(['site_id', 'bucket']).doUpdateSet({ revision, lengths }))
    .execute()
}

async function changePostings(transaction: Database, siteId: string, bucket: number, group: readonly IndexChange[]) {
  const byTerm = new Map<string, Map<number, Entry | undefined>>()
  const entriesOf = (term: string): Map<number, Entry | undefined> => {
    const known = byTerm.get(term)
    if (known) return known
    const entries = new Map<number, Entry | undefined>()
    byTerm.set(term, entries)
    return entries
  }
  for (const { page, formerTerms, index } of group) {
    const place = placeOf(page)
    for (const term of formerTerms) entriesOf(term).set(place, undefined)
    for (const [term, posting] of index?.postings ?? []) {
      entriesOf(term).set(place, { place, count: posting.sections, bytes: posting.bytes })
    }
    await setImmediate()
  }
  // In one order everywhere, so that rows are written side by side.
  const terms = [...byTerm.keys()].sort()
  for (let start = 0; start < terms.length; start += chunkSize) {
    await changeTerms(transaction, siteId, bucket, terms.slice(start, start + chunkSize), byTerm)
    // SQLite answers at once: without this the transaction would keep everything else waiting.
    await setImmediate()
  }
}

async function changeTerms(
  transaction: Database,
  siteId: string,
  bucket: number,
  terms: readonly string[],
  byTerm: ReadonlyMap<string, ReadonlyMap<number, Entry | undefined>>,
) {
  const rows = await transaction
    .selectFrom('postings')
    .select(['term', 'entries'])
    .where('site_id', '=', siteId)
    .where('bucket', '=', bucket)
    .where('term', 'in', terms)
    .execute()
  const before = new Map(rows.map((row) => [row.term, row.entries]))
  const written: { site_id: string; term: string; bucket: number; sections: number; entries: Uint8Array }[] = []
  const removed: string[] = []
  for (const term of terms) {
    const known = before.get(term)
    const entries = replaceEntries(known ? readEntries(known) : [], byTerm.get(term) ?? new Map())
    const sections = entries.reduce((sum, entry) => sum + entry.count, 0)
    if (entries.length > 0) written.push({ site_id: siteId, term, bucket, sections, entries: writeEntries(entries) })
    else removed.push(term)
  }
  if (written.length > 0) {
    await transaction
      .insertInto('postings')
      .values(written)
      .onConflict((conflict) =>
        conflict.columns(['site_id', 'term', 'bucket']).doUpdateSet({
          sections: sql`excluded.sections`,
          entries: sql`excluded.entries`,
        }),
      )
      .execute()
  }
  if (removed.length > 0) {
    await transaction
      .deleteFrom('postings')
      .where('site_id', '=', siteId)
      .where('bucket', '=', bucket)
      .where('term', 'in', removed)
      .execute()
  }
}
