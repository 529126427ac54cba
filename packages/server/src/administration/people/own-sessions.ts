import type { PersonSession } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from './caller.ts'

/** Where a person is signed in; a key is nowhere. */
export const listSessions = async (database: Database, caller: Caller): Promise<PersonSession[]> => {
  if (caller.kind !== 'session') return []
  const rows = await database
    .selectFrom('sessions')
    .selectAll()
    .where('person_id', '=', caller.person.id)
    .where('expires_at', '>', new Date().toISOString())
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    browser: row.browser,
    address: row.address,
    createdAt: row.created_at,
    lastUsedAt: row.updated_at,
    expiresAt: row.expires_at,
    isCurrent: row.id === caller.id,
  }))
}

/** Ends a session of the person who asks. @throws AppError `not_found` for any other */
export const deleteSession = async (database: Database, caller: Caller, id: string): Promise<void> => {
  const personId = caller.kind === 'session' ? caller.person.id : ''
  const { numDeletedRows } = await database
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw new AppError('not_found', `You have no session "${id}".`)
}
