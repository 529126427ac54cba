import type { Database } from '../database/database.ts'
import type { PageProblem } from '../pages/page.ts'
import { touchBuckets } from '../search/embeddings/embedded-sections.ts'

/** What a sync needs to know of a page in the index. */
export interface KnownPage {
  number: number
  path: string
  file: string
  hash: string
  problems: PageProblem[]
  position: number | null
  source: string | null
  /** Of its file; 0 when it was read by an earlier version. */
  bytes: number
}

/** Where a page stands now that has not changed otherwise. */
export type PageMove = Pick<KnownPage, 'number' | 'position' | 'source'>

/** What the index has of a site, by path. */
export async function readKnownPages(database: Database, siteId: string): Promise<Map<string, KnownPage>> {
  const rows = await database
    .selectFrom('pages')
    .select(['number', 'path', 'file', 'hash', 'problems_json', 'position', 'source_id as source', 'bytes'])
    .where('site_id', '=', siteId)
    .execute()
  return new Map(rows.map(({ problems_json, ...row }) => [row.path, { ...row, problems: JSON.parse(problems_json) }]))
}

/** Notes where pages stand whose texts are what they were; lists of pages have another order then. */
export async function movePages(database: Database, siteId: string, moves: readonly PageMove[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    for (const { number, position, source } of moves) {
      await transaction
        .updateTable('pages')
        .set({ position, source_id: source })
        .where('site_id', '=', siteId)
        .where('number', '=', number)
        .execute()
    }
    await touchBuckets(
      transaction,
      siteId,
      moves.map(({ number }) => number),
    )
  })
}
