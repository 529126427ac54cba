import type { Connection } from '@sidenote/contract'
import { includesRole } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../people/caller.ts'

/** A person’s own connections; those of the organization for an owner and for a key. */
const selectConnections = (database: Database, caller: Caller) =>
  database
    .selectFrom('connections')
    .innerJoin('people', 'people.id', 'connections.person_id')
    .innerJoin('sites', 'sites.id', 'connections.site_id')
    .where('people.organization_id', '=', caller.organization_id)
    .$if(caller.kind === 'session' && !includesRole(caller.role, 'owner'), (query) =>
      query.where('people.id', '=', caller.kind === 'session' ? caller.person.id : ''),
    )

/** The connections that a caller may see and end, newest first. */
export const listConnections = async (database: Database, caller: Caller): Promise<Connection[]> => {
  const rows = await selectConnections(database, caller)
    .selectAll('connections')
    .select(['people.name as person_name', 'sites.domain'])
    .where('connections.expires_at', '>', new Date().toISOString())
    .orderBy('connections.created_at', 'desc')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    client: row.client_name,
    clientHost: row.client_host,
    site: row.domain,
    person: { id: row.person_id, name: row.person_name },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
  }))
}

/** Ends a connection: its tokens are refused by the next request in every process. @throws AppError `not_found` */
export const deleteConnection = async (database: Database, caller: Caller, id: string): Promise<void> => {
  const row = await selectConnections(database, caller)
    .select('connections.id')
    .where('connections.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no connection "${id}".`)
  await database.deleteFrom('connections').where('id', '=', id).execute()
}

/** Deletes connections that nobody has used for too long, and tokens that have expired. */
export const deleteExpiredConnections = async (database: Database, now: Date): Promise<void> => {
  const expired = now.toISOString()
  await database.deleteFrom('connections').where('expires_at', '<=', expired).execute()
  await database.deleteFrom('connection_tokens').where('expires_at', '<=', expired).execute()
}
