import { createHash } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { type Embedder, embedderOf } from './embedder.ts'
import { touchBuckets } from './nearest.ts'
import { packVector } from './vectors.ts'

/** Texts that are sent at once, and how much of a long one. */
const batchSize = 64
const longestText = 6_000

/**
 * Embeds the sections of a site that have no vector of the store's model yet, a batch at a time; returns how many texts
 * were sent. A text that stands in several sections, or stood in one before, is not sent again. Stopped or failed at any
 * point, it goes on where it was. A model that fails is noted and keeps nothing else from being found.
 */
export async function embedSections(database: Database, siteId: string, signal: AbortSignal): Promise<number> {
  const embedder = embedderOf(database)
  if (!embedder) return 0
  let sent = 0
  try {
    for (;;) {
      signal.throwIfAborted()
      const rows = await selectMissing(database, siteId, embedder.name)
      if (rows.length === 0) break
      sent += await embedBatch(database, siteId, { embedder, rows, signal })
    }
    await deleteUnused(database, siteId, embedder.name)
  } catch (error) {
    signal.throwIfAborted()
    embedder.noteFailure(error)
  }
  return sent
}

type MissingRow = Awaited<ReturnType<typeof selectMissing>>[number]

const selectMissing = (database: Database, siteId: string, model: string) =>
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

async function embedBatch(
  database: Database,
  siteId: string,
  { embedder, rows, signal }: { embedder: Embedder; rows: readonly MissingRow[]; signal: AbortSignal },
): Promise<number> {
  const model = embedder.name
  const hashed = rows.map((row) => {
    const text = textOf(row)
    return { row, text, hash: createHash('sha256').update(text).digest('base64url') }
  })
  const texts = new Map(hashed.map(({ hash, text }) => [hash, text]))
  const stored = database.selectFrom('embeddings').select('hash').where('site_id', '=', siteId)
  const known = await stored
    .where('model', '=', model)
    .where('hash', 'in', [...texts.keys()])
    .execute()
  for (const { hash } of known) texts.delete(hash)
  const vectors = texts.size > 0 ? await embedder.embedTexts([...texts.values()], signal) : []
  const values = [...texts.keys()].map((hash, at) => ({
    site_id: siteId,
    model,
    hash,
    vector: packVector(vectors[at] ?? []),
  }))
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
      .values(hashed.map(({ row, hash }) => ({ site_id: siteId, page: row.page, ordinal: row.ordinal, hash })))
      .onConflict((conflict) =>
        conflict
          .columns(['site_id', 'page', 'ordinal'])
          .doUpdateSet((update) => ({ hash: update.ref('excluded.hash') })),
      )
      .execute()
    await touchBuckets(
      transaction,
      siteId,
      rows.map((row) => row.page),
    )
  })
  return texts.size
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
