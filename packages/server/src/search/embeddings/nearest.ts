import type { NearestOptions, NearSection } from './near-section.ts'
import { isForPgvector, nearestByPgvector, type Pgvector } from './pgvector.ts'
import { type BucketVectors, leastWithSigns, readVectors, type VectorStore } from './site-vectors.ts'
import { collectVectors, cosine, differences, packVector, signsOf, unitOf } from './vectors.ts'

/**
 * The sections whose vectors have the greatest cosine with the question’s. All of them are looked at: where there are many
 * by the signs of their dimensions first, then those that differ least from the question exactly. `bench/vectors.ts`
 * measures how long that takes and what it misses. Of a large site pgvector finds them, where it is there.
 */
export async function nearestSections(
  store: VectorStore & { readonly pgvector: Pgvector },
  siteId: string,
  query: readonly number[],
  options: NearestOptions,
): Promise<NearSection[]> {
  if (isForPgvector(store.pgvector, options.revisions.size)) {
    return nearestByPgvector(store.database, siteId, query, options)
  }
  const { buckets, middle } = await readVectors(store, siteId, { ...options, size: query.length })
  const unit = unitOf(query)
  const near: NearSection[] = []
  for (const [{ pages, ordinals, vectors }, at] of promising(buckets, { query, middle, options })) {
    const found = cosine(unit, vectors, at)
    if (found > 0) near.push({ page: pages[at] ?? 0, ordinal: ordinals[at] ?? 0, cosine: found })
  }
  return near.sort((one, other) => other.cosine - one.cosine).slice(0, options.limit)
}

/** So many are looked at exactly, and this share of all: the more there are, the more differ by as much. */
const leastExact = leastWithSigns
const exactShare = 1 / 32

interface Choice {
  readonly query: readonly number[]
  readonly middle: Float64Array | undefined
  readonly options: NearestOptions
}

/** The sections that differ from the question in the fewest dimensions; all when there are not many. */
function promising(
  buckets: readonly BucketVectors[],
  { query, middle, options: { allowed, limit } }: Choice,
): [BucketVectors, number][] {
  const signs = middle && signsOf(collectVectors([packVector(query)], query.length), middle)
  const candidates = buckets.map((bucket) => ({
    bucket,
    places: [...bucket.vectors.norms.keys()].filter(
      (at) => (bucket.vectors.norms[at] ?? 0) > 0 && (!allowed || allowed.has(bucket.pages[at] ?? -1)),
    ),
    counts: signs && bucket.signs && differences(signs, bucket.signs),
  }))
  const sectionsAt = new Uint32Array(query.length + 1)
  let all = 0
  for (const { places, counts } of candidates) {
    all += places.length
    for (const at of places) sectionsAt[counts?.[at] ?? 0] = (sectionsAt[counts?.[at] ?? 0] ?? 0) + 1
  }
  const wanted = Math.min(all, Math.max(limit, leastExact + all * exactShare))
  let most = 0
  for (let sections = sectionsAt[0] ?? 0; sections < wanted; ) sections += sectionsAt[++most] ?? 0
  return candidates.flatMap(({ bucket, places, counts }) =>
    places.filter((at) => (counts?.[at] ?? 0) <= most).map((at): [BucketVectors, number] => [bucket, at]),
  )
}
