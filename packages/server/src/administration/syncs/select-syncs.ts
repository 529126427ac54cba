import type { SyncsQuery } from '@sidenote/contract'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { SiteRow, SyncRow } from '../../database/tables.ts'
import { readRange } from '../conversations/range.ts'
import { cutPage, placeText, readCursor } from '../cursor.ts'

const usualLimit = 100

const placeSchema = z.tuple([placeText, placeText])

/** A page of the site’s syncs, the latest first. @throws AppError `invalid_request` */
export const selectSyncs = async (
  database: Database,
  site: Pick<SiteRow, 'id'>,
  query: SyncsQuery,
): Promise<{ rows: readonly SyncRow[]; nextCursor: string | null }> => {
  const limit = query.limit ?? usualLimit
  const { from, to } = readRange(query)
  let select = database
    .selectFrom('syncs')
    .selectAll()
    .where('site_id', '=', site.id)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
  if (query.cursor) {
    const [time, id] = readCursor(query.cursor, placeSchema)
    select = select.where((where) =>
      where.or([where('started_at', '<', time), where.and([where('started_at', '=', time), where('id', '<', id)])]),
    )
  }
  const rows = await select
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, nextCursor } = cutPage(rows, limit, ({ started_at, id }) => [started_at, id])
  return { rows: page, nextCursor }
}
