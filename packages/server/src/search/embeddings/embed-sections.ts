import { createHash } from 'node:crypto'
import type { Sync } from '@sidenote/contract'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { type EmbedRun, embedTexts } from './embed-texts.ts'
import { embeddedSections, touchBuckets } from './embedded-sections.ts'
import type { Embedder } from './embedder.ts'
import { copyVectors, type Pgvector } from './pgvector.ts'
import { packVector } from './vectors.ts'

/** Texts that are sent at once, and how much of a long one. */
const batchSize = 64
const longestText = 6_000

/** How many sections of a site there are, and how many of them have a vector of the store’s model. */
export type Embedded = NonNullable<Sync['embeddings']>

/** What vectors are made with, and where they are stored. */
interface EmbeddingStore {
  readonly database: Database
  readonly embedder: Embedder | undefined
  readonly pgvector: Pgvector
}

interface EmbedOptions {
  readonly signal: AbortSignal
  /** Told after every batch. */
  readonly onProgress?: (embedded: Embedded) => void
}

/**
 * Embeds the sections of a site that have no vector of the store’s model yet, a batch at a time; null when the store has
 * no such model. A text that stands in several sections, or stood in one before, is not sent again. Stopped or failed at any
 * point, it goes on where it was. A model that fails is noted and keeps nothing else from being found; a text that it
 * refuses keeps no other from being embedded.
 */
export async function embedSections(
  { database, embedder, pgvector }: EmbeddingStore,
  siteId: string,
  { signal, onProgress = () => {} }: EmbedOptions,
): Promise<Embedded | null> {
  if (!embedder) return null
  const embedded = await embedMissing(database, siteId, { embedder, signal, onProgress })
  if (pgvector.mostBuckets !== undefined) await copyVectors(database, { model: embedder.name, siteId, signal })
  return embedded
}

async function embedMissing(
  database: Database,
  siteId: string,
  { embedder, signal, onProgress }: Required<EmbedOptions> & { embedder: Embedder },
): Promise<Embedded> {
  await deleteOtherSizes(database, siteId, embedder)
  let embedded = await countEmbedded(database, siteId, embedder.name)
  onProgress(embedded)
  const run = { embedder, signal, atOnce: batchSize, refused: 0 }
  let isFirst = true
  for (let after: Place | undefined; ; ) {
    signal.throwIfAborted()
    const rows = await selectMissing(database, siteId, { model: embedder.name, after })
    if (rows.length === 0) break
    const stored = await embedBatch(database, siteId, { run, rows })
    if (stored === undefined) return embedded
    embedded = { ...embedded, embedded: embedded.embedded + stored }
    onProgress(embedded)
    after = rows.at(-1)
    // Now it is known what another model of this name has left: that is to be embedded again.
    if (isFirst && (await deleteOtherSizes(database, siteId, embedder)) > 0) {
      embedded = await countEmbedded(database, siteId, embedder.name)
      after = undefined
    }
    isFirst = false
  }
  await deleteUnused(database, siteId, embedder.name)
  return embedded
}

/** Counts the sections of a site, and those with a vector of the model. */
export async function countEmbedded(database: Database, siteId: string, model: string): Promise<Embedded> {
  const count = database.selectFrom('sections').where('sections.site_id', '=', siteId)
  const { sections } = await count
    .select((select) => select.fn.countAll<number>().as('sections'))
    .executeTakeFirstOrThrow()
  const { embedded } = await embeddedSections(database, siteId, model)
    .select((select) => select.fn.countAll<number>().as('embedded'))
    .executeTakeFirstOrThrow()
  return { sections, embedded }
}

interface Place {
  readonly page: number
  readonly ordinal: number
}

type MissingRow = Awaited<ReturnType<typeof selectMissing>>[number]

const selectMissing = (
  database: Database,
  siteId: string,
  { model, after = { page: -1, ordinal: -1 } }: { model: string; after: Place | undefined },
) =>
  database
    .selectFrom('sections')
    .innerJoin('pages', (join) =>
      join.onRef('pages.site_id', '=', 'sections.site_id').onRef('pages.number', '=', 'sections.page'),
    )
    .leftJoin('section_embeddings as known', (join) =>
      join
        .onRef('known.site_id', '=', 'sections.site_id')
        .onRef('known.page', '=', 'sections.page')
        .onRef('known.ordinal', '=', 'sections.ordinal'),
    )
    .leftJoin('embeddings', (join) =>
      join
        .onRef('embeddings.site_id', '=', 'known.site_id')
        .onRef('embeddings.hash', '=', 'known.hash')
        .on('embeddings.model', '=', model),
    )
    .select(['sections.page', 'sections.ordinal', 'title', 'heading', 'breadcrumbs_json', 'content'])
    .where('sections.site_id', '=', siteId)
    .where('sections.page', '>=', after.page)
    .where((where) =>
      where.or([where('sections.page', '>', after.page), where('sections.ordinal', '>', after.ordinal)]),
    )
    .where('embeddings.hash', 'is', null)
    .orderBy('sections.page')
    .orderBy('sections.ordinal')
    .limit(batchSize)
    .execute()

/** A section with the titles above it: alone it may not say what it is about. */
function textOf(row: MissingRow): string {
  const above: string[] = JSON.parse(row.breadcrumbs_json)
  const names = [...new Set([row.title, ...above, row.heading ?? ''])].filter((name) => name !== '')
  return `${names.join(' > ')}\n\n${row.content}`.slice(0, longestText)
}

/** How many of the sections have a vector now; undefined when the model fails. */
async function embedBatch(
  database: Database,
  siteId: string,
  { run, rows }: { run: EmbedRun; rows: readonly MissingRow[] },
): Promise<number | undefined> {
  const { embedder } = run
  const model = embedder.name
  const hashed = rows.map((row) => {
    const text = textOf(row)
    return { row, text, hash: createHash('sha256').update(text).digest('base64url') }
  })
  const stored = database.selectFrom('embeddings').select('hash').where('site_id', '=', siteId)
  const hashes = [...new Set(hashed.map(({ hash }) => hash))]
  const known = new Set(
    (await stored.where('model', '=', model).where('hash', 'in', hashes).execute()).map(({ hash }) => hash),
  )
  const texts = new Map(hashed.filter(({ hash }) => !known.has(hash)).map(({ hash, text }) => [hash, text]))
  const vectors = await embedTexts(run, [...texts.values()]).catch((error: unknown) => {
    run.signal.throwIfAborted()
    embedder.noteUnfinished(error)
    return undefined
  })
  if (!vectors) return undefined
  const values = [...texts.keys()].flatMap((hash, at) => {
    const vector = vectors[at]
    if (!vector) return []
    known.add(hash)
    return [{ site_id: siteId, model, hash, vector: packVector(vector) }]
  })
  const embedded = hashed.filter(({ hash }) => known.has(hash))
  if (embedded.length === 0) return 0
  await database.transaction().execute(async (transaction) => {
    if (values.length > 0) {
      await transaction
        .insertInto('embeddings')
        .values(values)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await transaction
      .insertInto('section_embeddings')
      .values(embedded.map(({ row, hash }) => ({ site_id: siteId, page: row.page, ordinal: row.ordinal, hash })))
      .onConflict((conflict) =>
        conflict
          .columns(['site_id', 'page', 'ordinal'])
          .doUpdateSet((update) => ({ hash: update.ref('excluded.hash') })),
      )
      .execute()
    await touchBuckets(
      transaction,
      siteId,
      embedded.map(({ row }) => row.page),
    )
  })
  return embedded.length
}

/** Vectors of another size than the model gives now: it is another model than it was. Returns how many there were. */
const deleteOtherSizes = async (database: Database, siteId: string, { name, size }: Embedder): Promise<number> => {
  if (size === undefined) return 0
  const { numDeletedRows } = await database
    .deleteFrom('embeddings')
    .where('site_id', '=', siteId)
    .where('model', '=', name)
    .where(sql`length(vector)`, '!=', size)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Vectors of other models, and of texts that no section has any more. */
const deleteUnused = async (database: Database, siteId: string, model: string): Promise<void> => {
  await database
    .deleteFrom('embeddings')
    .where('site_id', '=', siteId)
    .where((where) =>
      where.or([
        where('model', '!=', model),
        where(
          'hash',
          'not in',
          where.selectFrom('section_embeddings').select('section_embeddings.hash').where('site_id', '=', siteId),
        ),
      ]),
    )
    .execute()
}
