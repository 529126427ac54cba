import type { Database } from '../../database/database.ts'
import type { KeyRow } from '../../database/tables.ts'

/** `last_used_at` is written at most this often for each key, not with every request. */
const lastUsedPrecisionMilliseconds = 60_000

/** Stores when a key was last used, at most once a minute, however many processes use it. */
export const touchKey = async (database: Database, key: Pick<KeyRow, 'id' | 'last_used_at'>): Promise<void> => {
  const now = Date.now()
  const due = new Date(now - lastUsedPrecisionMilliseconds).toISOString()
  // A later time was written by a clock that ran ahead.
  const latest = new Date(now + lastUsedPrecisionMilliseconds).toISOString()
  if (key.last_used_at && key.last_used_at > due && key.last_used_at < latest) return
  await database
    .updateTable('keys')
    .set({ last_used_at: new Date(now).toISOString() })
    .where('id', '=', key.id)
    .where((stored) =>
      stored.or([
        stored('last_used_at', 'is', null),
        stored('last_used_at', '<=', due),
        stored('last_used_at', '>=', latest),
      ]),
    )
    .execute()
}
