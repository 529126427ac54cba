import { sql } from 'kysely'
import type { Database } from '../database/database.ts'
import { bucketSize, pageNumber, placeOf } from '../search/index/buckets.ts'

/** So many new pages get a bucket of their own, which is written much faster than one that has pages already. */
const leastForBucket = (bucketSize * 3) / 4

/**
 * Numbers for new pages of a site: the lowest that no page has, so that buckets stay full; for many pages at once those
 * of the first bucket that has none. At most `bucketSize` at a time.
 */
export async function freeNumbers(database: Database, siteId: string, count: number): Promise<number[]> {
  if (count <= 0) return []
  const bucket = sql<number>`number >> 8`
  const rows = await database
    .selectFrom('pages')
    .select((select) => [bucket.as('bucket'), select.fn.countAll<number>().as('pages')])
    .where('site_id', '=', siteId)
    .groupBy(bucket)
    .execute()
  const pagesIn = new Map(rows.map((row) => [row.bucket, row.pages]))
  const free: number[] = []
  const needsEmpty = count >= leastForBucket
  for (let at = 0; free.length < count; at++) {
    const pages = pagesIn.get(at) ?? 0
    if (pages === bucketSize || (needsEmpty && pages > 0)) continue
    const taken = pages > 0 ? await takenPlaces(database, siteId, at) : new Set()
    for (let place = 0; place < bucketSize && free.length < count; place++) {
      if (!taken.has(place)) free.push(pageNumber(at, place))
    }
  }
  return free
}

const takenPlaces = async (database: Database, siteId: string, bucket: number): Promise<ReadonlySet<number>> => {
  const rows = await database
    .selectFrom('pages')
    .select('number')
    .where('site_id', '=', siteId)
    .where('number', '>=', pageNumber(bucket, 0))
    .where('number', '<', pageNumber(bucket + 1, 0))
    .execute()
  return new Set(rows.map(({ number }) => placeOf(number)))
}
