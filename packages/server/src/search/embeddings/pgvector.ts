import { sql } from 'kysely'
import { type Database, engineOf } from '../../database/database.ts'
import type { NearestQuery, NearSection } from './near-section.ts'
import { packVector } from './vectors.ts'

/** The first that goes on looking when a filter leaves too few. */
const leastVersion = 0.8
/** Longer vectors have no index; they are all compared. */
const mostIndexed = 4_000
const rowsAtOnce = 128
const advisoryLock = 5_317_009
const notAllowed = '42501'

interface PgvectorLog {
  warn(fields: object, text: string): void
  info(fields: object, text: string): void
}

/** Sites of more buckets than this, of 256 pages each, are searched by pgvector: smaller ones sooner in the process. */
const mostBucketsInProcess = 4

/** Whether PostgreSQL finds the nearest vectors of a store. */
export interface Pgvector {
  /** Sites of more buckets are searched by it; undefined until it is open. */
  mostBuckets: number | undefined
}

/** Whether pgvector is to find the nearest vectors of a site with so many buckets of pages. */
export const isForPgvector = ({ mostBuckets }: Pgvector, buckets: number): boolean =>
  mostBuckets !== undefined && buckets > mostBuckets

interface PgvectorOptions {
  readonly log: PgvectorLog
  readonly signal: AbortSignal
  /** @default 4, some 1,000 pages */
  readonly mostBuckets?: number
}

/**
 * Has PostgreSQL find the nearest vectors of large sites, where pgvector is installed and its user may use it. Vectors that
 * were stored without it are copied first; until then, and without it, they are compared in the process. Never rejects.
 *
 * @returns whether PostgreSQL does
 */
export async function openPgvector(
  { database, pgvector }: { readonly database: Database; readonly pgvector: Pgvector },
  model: string,
  { log, signal, mostBuckets = mostBucketsInProcess }: PgvectorOptions,
): Promise<boolean> {
  if (engineOf(database) !== 'postgres') return false
  try {
    const { rows } = await sql<{ version: string }>`
      select coalesce(installed_version, default_version) as version from pg_available_extensions where name = 'vector'
    `.execute(database)
    const version = rows[0]?.version
    if (version === undefined) return false
    if (Number.parseFloat(version) < leastVersion) {
      log.info({ version }, 'pgvector is older than 0.8: vectors are compared in the process')
      return false
    }
    await createTable(database)
    await copyVectors(database, { model, signal })
    pgvector.mostBuckets = mostBuckets
    log.info({ version }, 'pgvector finds the nearest vectors of large sites')
    return true
  } catch (error) {
    if (signal.aborted) return false
    const isNotAllowed = error instanceof Error && 'code' in error && error.code === notAllowed
    if (isNotAllowed) log.info({}, 'pgvector is there, but this user may not create the extension "vector"')
    else log.warn({ err: error }, 'pgvector cannot be used: vectors are compared in the process')
    return false
  }
}

/** The table stands beside those of the migrations: it copies `embeddings`, whose rows take theirs along. */
const createTable = (database: Database): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(transaction)
    await sql`create extension if not exists vector`.execute(transaction)
    await sql`create table if not exists embedding_vectors (
      site_id text not null,
      model text not null,
      hash text not null,
      vector halfvec not null,
      primary key (site_id, model, hash),
      foreign key (site_id, model, hash) references embeddings (site_id, model, hash) on delete cascade
    )`.execute(transaction)
    await sql`create index if not exists section_embeddings_hash on section_embeddings (site_id, hash)`.execute(
      transaction,
    )
  })

const literal = (packed: Uint8Array) => `[${new Int8Array(packed.buffer, packed.byteOffset, packed.length).join()}]`

/** Copies the vectors that pgvector doesn’t have yet, some at a time. */
export async function copyVectors(
  database: Database,
  { model, siteId, signal }: { model: string; siteId?: string; signal: AbortSignal },
): Promise<void> {
  // On a full table it would be made in one statement that nothing can stop.
  await makeIndexes(database, model)
  const ofSite = siteId === undefined ? sql`` : sql`and embedding.site_id = ${siteId}`
  for (let copied = rowsAtOnce; copied > 0; ) {
    signal.throwIfAborted()
    copied = await database.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ site_id: string; hash: string; vector: Uint8Array }>`
        select embedding.site_id, embedding.hash, embedding.vector
        from embeddings embedding left join embedding_vectors copy
          on copy.site_id = embedding.site_id and copy.model = embedding.model and copy.hash = embedding.hash
        where embedding.model = ${model} and length(embedding.vector) > 0 and copy.hash is null ${ofSite}
        limit ${sql.lit(rowsAtOnce)} for key share of embedding
      `.execute(transaction)
      if (rows.length === 0) return 0
      const values = rows.map((row) => sql`(${row.site_id}, ${model}, ${row.hash}, ${literal(row.vector)}::halfvec)`)
      await sql`
        insert into embedding_vectors (site_id, model, hash, vector) values ${sql.join(values)} on conflict do nothing
      `.execute(transaction)
      return rows.length
    })
  }
}

/** Makes an index for each size that the vectors of a model have, unless there is one. */
async function makeIndexes(database: Database, model: string): Promise<void> {
  const { rows } = await sql<{ size: number }>`
    select distinct length(vector) as size from embeddings where model = ${model}
  `.execute(database)
  for (const size of rows.map((row) => row.size).filter((size) => size > 0 && size <= mostIndexed)) {
    await database.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(transaction)
      await sql`
        create index if not exists ${sql.id(`embedding_vectors_${size}`)} on embedding_vectors
        using hnsw ((vector::halfvec(${sql.lit(size)})) halfvec_cosine_ops) where vector_dims(vector) = ${sql.lit(size)}
      `.execute(transaction)
    })
  }
}

/** The same as `nearestSections`, by PostgreSQL. */
export async function nearestByPgvector(
  database: Database,
  siteId: string,
  { vector, model, limit, allowed }: NearestQuery,
): Promise<NearSection[]> {
  const size = sql.lit(vector.length)
  const distance = sql`copy.vector::halfvec(${size}) <=> ${literal(packVector(vector))}::halfvec(${size})`
  const onAllowed = allowed ? sql`and section.page = any(${[...allowed]}::integer[])` : sql``
  return database.transaction().execute(async (transaction) => {
    // The index is of all sites: it has to look further when it has met those of others.
    await sql`set local hnsw.iterative_scan = relaxed_order`.execute(transaction)
    await sql`set local hnsw.max_scan_tuples = 200000`.execute(transaction)
    await sql`set local hnsw.ef_search = 200`.execute(transaction)
    const { rows } = await sql<NearSection>`
      select section.page, section.ordinal, 1 - (${distance}) as cosine
      from embedding_vectors copy join section_embeddings section
        on section.site_id = copy.site_id and section.hash = copy.hash
      where copy.site_id = ${siteId} and copy.model = ${model} and vector_dims(copy.vector) = ${size} ${onAllowed}
      order by ${distance} limit ${limit}
    `.execute(transaction)
    return rows.filter(({ cosine }) => cosine > 0).sort((one, other) => other.cosine - one.cosine)
  })
}
