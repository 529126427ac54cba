import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { isStoreFull } from '../../database/unavailable.ts'
import { AppError } from '../../errors.ts'
import { ownNameOf } from '../domains/open-pages.ts'
import { hashToken } from './token-text.ts'

const lastUsedMilliseconds = 60_000

const ended = () => new AppError('ended_session', 'This connection has ended, or its access token has. Sign in again.')

const touch = async (database: Database, id: string): Promise<void> => {
  const now = Date.now()
  const due = new Date(now - lastUsedMilliseconds).toISOString()
  await database
    .updateTable('connections')
    .set({ last_used_at: new Date(now).toISOString() })
    .where('id', '=', id)
    .where((row) => row.or([row('last_used_at', 'is', null), row('last_used_at', '<=', due)]))
    .execute()
}

/**
 * The site that an access token opens, if it has that name: a token for one site opens no other. It is read from the database with
 * every request, so that the connection of somebody who was removed is refused by the next request in every process.
 *
 * @throws AppError `ended_session`
 */
export const readConnectedSite = async (database: Database, text: string, name: string): Promise<SiteRow> => {
  const row = await database
    .selectFrom('connection_tokens')
    .innerJoin('connections', 'connections.id', 'connection_tokens.connection_id')
    .innerJoin('people', 'people.id', 'connections.person_id')
    .innerJoin('sites', (join) =>
      join.onRef('sites.id', '=', 'connections.site_id').onRef('sites.organization_id', '=', 'people.organization_id'),
    )
    .selectAll('sites')
    .select('connections.id as connection_id')
    .where('connection_tokens.hash', '=', hashToken(text))
    .where('connection_tokens.kind', '=', 'access')
    .where('connection_tokens.expires_at', '>', new Date().toISOString())
    .executeTakeFirst()
  if (!row) throw ended()
  const { connection_id, ...site } = row
  if (name !== site.domain && name !== ownNameOf(site)) throw ended()
  await touch(database, connection_id).catch((error: unknown) => {
    // A full store can still be read.
    if (!isStoreFull(error)) throw error
  })
  return site
}
