import { type Database, engineOf } from '../../database/database.ts'
import { insertRows } from '../../database/insert-rows.ts'
import type { BucketRow } from '../../database/tables.ts'
import { bucketOf, type Entry, placeOf, readEntries, replaceEntries, writeEntries } from './buckets.ts'
import { type ChangedPostings, type IndexChange, mergePostings } from './merge-postings.ts'

/** What some changed pages make of one bucket of the index. */
interface BucketChange extends ChangedPostings {
  /** The revision that it was made for; undefined for a bucket that is new. */
  readonly former: number | undefined
  readonly row: BucketRow
}

/** What changes of pages make of a site’s index: prepared before the transaction that writes it, which stays short. */
export interface PreparedIndex {
  readonly siteId: string
  readonly buckets: readonly BucketChange[]
}

const columns = {
  postings: {
    site_id: 'text',
    term: 'text',
    bucket: 'integer',
    sections: 'integer',
    entries: 'bytea',
  },
  buckets: {
    site_id: 'text',
    bucket: 'integer',
    revision: 'integer',
    lengths: 'bytea',
  },
} as const
const postings = { name: 'postings', columns: columns.postings } as const
const knownPostings = { ...postings, replaces: ['site_id', 'term', 'bucket'] } as const
const buckets = { name: 'buckets', columns: columns.buckets } as const
const knownBuckets = { ...buckets, replaces: ['site_id', 'bucket'] } as const
/** How many terms a statement removes. */
const termsAtOnce = 500

/** Reads the buckets of some changed pages and makes of them what they are to be. Changes nothing. */
export async function prepareIndex(
  database: Database,
  siteId: string,
  changes: readonly IndexChange[],
): Promise<PreparedIndex> {
  const groups = [...Map.groupBy(changes, ({ page }) => bucketOf(page))].sort(([one], [other]) => one - other)
  const rows = await database
    .selectFrom('buckets')
    .select(['bucket', 'revision', 'lengths'])
    .where('site_id', '=', siteId)
    .where(
      'bucket',
      'in',
      groups.map(([bucket]) => bucket),
    )
    .execute()
  const prepared: BucketChange[] = []
  for (const [bucket, group] of groups) {
    const known = rows.find((row) => row.bucket === bucket)
    const readRows = known && ((terms: readonly string[]) => readEntriesOf(database, { siteId, bucket, terms }))
    const revision = (known?.revision ?? 0) + 1
    prepared.push({
      former: known?.revision,
      row: { site_id: siteId, bucket, revision, lengths: mergeLengths(known?.lengths, group) },
      ...(await mergePostings({ siteId, bucket, readRows }, group)),
    })
  }
  return { siteId, buckets: prepared }
}

const readEntriesOf = async (
  database: Database,
  { siteId, bucket, terms }: { siteId: string; bucket: number; terms: readonly string[] },
): Promise<ReadonlyMap<string, Uint8Array>> => {
  const rows = await database
    .selectFrom('postings')
    .select(['term', 'entries'])
    .where('site_id', '=', siteId)
    .where('bucket', '=', bucket)
    .where('term', 'in', terms)
    .execute()
  return new Map(rows.map(({ term, entries }) => [term, entries]))
}

const mergeLengths = (former: Uint8Array | undefined, group: readonly IndexChange[]): Uint8Array => {
  const changed = new Map(
    group.map(({ page, index }): [number, Entry | undefined] => {
      const place = placeOf(page)
      return [place, index && { place, count: index.sections, bytes: index.lengths }]
    }),
  )
  return writeEntries(replaceEntries(former ? readEntries(former) : [], changed))
}

/**
 * Writes a prepared index, in the transaction that writes its pages; false, and nothing is written, where the buckets have
 * changed since they were read: whatever changes a page changes the revision of its bucket.
 */
export async function writeIndex(transaction: Database, { siteId, buckets: changed }: PreparedIndex): Promise<boolean> {
  const numbers = changed.map(({ row }) => row.bucket)
  const current = transaction
    .selectFrom('buckets')
    .select(['bucket', 'revision'])
    .where('site_id', '=', siteId)
    .where('bucket', 'in', numbers)
    .orderBy('bucket')
  // SQLite lets one transaction write at a time.
  const rows = await (engineOf(transaction) === 'postgres' ? current.forUpdate() : current).execute()
  const revisions = new Map(rows.map(({ bucket, revision }) => [bucket, revision]))
  if (changed.some(({ former, row }) => revisions.get(row.bucket) !== former)) return false
  for (const { former, row, rows: written, removedTerms } of changed) {
    await insertRows(transaction, former === undefined ? buckets : knownBuckets, [row])
    await insertRows(transaction, former === undefined ? postings : knownPostings, written)
    for (let start = 0; start < removedTerms.length; start += termsAtOnce) {
      await transaction
        .deleteFrom('postings')
        .where('site_id', '=', siteId)
        .where('bucket', '=', row.bucket)
        .where('term', 'in', removedTerms.slice(start, start + termsAtOnce))
        .execute()
    }
  }
  return true
}
