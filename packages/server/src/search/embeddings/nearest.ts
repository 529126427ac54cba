import type { NearestQuery, NearSection } from './near-section.ts'
import { isForPgvector, nearestByPgvector, type Pgvector } from './pgvector.ts'
import { type BucketVectors, leastWithSigns, readVectors, type VectorStore } from './site-vectors.ts'
import { collectVectors, cosine, differences, packVector, signsOf, unitOf } from './vectors.ts'

/**
 * The sections whose vectors have the greatest cosine with the question’s, the nearest first. All of them are compared: where
 * there are many by the signs of their dimensions first, then those that differ least from the question exactly.
 * `bench/vectors.ts` measures how long that takes and what it misses. On a large site pgvector compares them, where it is
 * installed.
 */
export async function nearestSections(
  store: VectorStore & { readonly pgvector: Pgvector },
  siteId: string,
  query: NearestQuery,
): Promise<NearSection[]> {
  if (isForPgvector(store.pgvector, query.revisions.size)) return nearestByPgvector(store.database, siteId, query)
  const { buckets, middle } = await readVectors(store, siteId, query)
  const unit = unitOf(query.vector)
  const near = promisingSections(buckets, { query, middle }).flatMap(({ bucket, at }): NearSection | [] => {
    const likeness = cosine(unit, bucket.vectors, at)
    return likeness > 0 ? { page: bucket.pages[at] ?? 0, ordinal: bucket.ordinals[at] ?? 0, cosine: likeness } : []
  })
  return near.sort((one, other) => other.cosine - one.cosine).slice(0, query.limit)
}

/** So many are compared exactly, and this share of all: the more there are, the more differ by as much. */
const leastExact = leastWithSigns
const exactShare = 1 / 32

interface VectorPlace {
  readonly bucket: BucketVectors
  /** Place of the vector in the bucket. */
  readonly at: number
}

/** The sections that differ from the question in the fewest dimensions; all when there are not many. */
function promisingSections(
  buckets: readonly BucketVectors[],
  { query, middle }: { query: NearestQuery; middle: Float64Array | undefined },
): VectorPlace[] {
  const { vector, allowed, limit } = query
  const signs = middle && signsOf(collectVectors([packVector(vector)], vector.length), middle)
  const candidates = buckets.map((bucket) => ({
    bucket,
    places: [...bucket.vectors.norms.keys()].filter(
      (at) => (bucket.vectors.norms[at] ?? 0) > 0 && (!allowed || allowed.has(bucket.pages[at] ?? -1)),
    ),
    counts: signs && bucket.signs && differences(signs, bucket.signs),
  }))
  // By how many signs differ: how many sections do so.
  const sectionsAt = new Uint32Array(vector.length + 1)
  let all = 0
  for (const { places, counts } of candidates) {
    all += places.length
    for (const at of places) sectionsAt[counts?.[at] ?? 0] = (sectionsAt[counts?.[at] ?? 0] ?? 0) + 1
  }
  const wanted = Math.min(all, Math.max(limit, leastExact + all * exactShare))
  let most = 0
  for (let sections = sectionsAt[0] ?? 0; sections < wanted; ) sections += sectionsAt[++most] ?? 0
  return candidates.flatMap(({ bucket, places, counts }) =>
    places.filter((at) => (counts?.[at] ?? 0) <= most).map((at) => ({ bucket, at })),
  )
}
