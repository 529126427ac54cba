import { randomUUID } from 'node:crypto'
import type { ConnectionQuery, ConnectionRequest } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { ownNameOf } from '../domains/open-pages.ts'
import type { Caller } from '../people/caller.ts'
import type { KnownSession } from '../people/read-session.ts'
import { findSite, noSuchSite } from '../sites/find-site.ts'
import type { Client, ReadClient } from './clients.ts'
import { mayRedirect, redirectHostOf } from './redirect-address.ts'
import { siteNameIn } from './resource.ts'
import { createTokenText, hashToken } from './token-text.ts'

const codeMilliseconds = 60_000
const mostConnections = 50

/** What requests are checked with. */
export interface ConnectionParts {
  readonly database: Database
  readonly readClient: ReadClient
  /** Where this server is reached: whose MCP servers may be asked for, and who answers. */
  readonly address: string
}

interface Checked {
  readonly session: KnownSession
  readonly client: Client
  readonly site: SiteRow
}

/** The site of the person’s organization that an address of ours means. @throws AppError `invalid_target` or `not_found` */
const findRequestedSite = async (
  { database, address }: ConnectionParts,
  { organization_id }: KnownSession,
  resource: string,
): Promise<SiteRow> => {
  const name = siteNameIn(resource, address)
  if (name === undefined) {
    throw new AppError('invalid_target', `"${resource}" is not the address of an MCP server at ${address}.`)
  }
  const domain = name.split('~').at(-1) ?? name
  const site = await findSite(database, organization_id, domain)
  if (name !== site.domain && name !== ownNameOf(site)) throw noSuchSite(name)
  return site
}

/** Who is sent where comes first: nobody is sent anywhere before that is right. */
const checkRequest = async (parts: ConnectionParts, caller: Caller, query: ConnectionQuery): Promise<Checked> => {
  if (caller.kind !== 'session') {
    throw new AppError('conflict', 'A connection belongs to a person who has signed in, and a key is none.')
  }
  const client = await parts.readClient(query.client_id)
  if (!mayRedirect(client.redirects, query.redirect_uri)) {
    throw new AppError(
      'invalid_client',
      `${client.name} doesn’t list the address "${query.redirect_uri}" to come back to.`,
    )
  }
  return { session: caller, client, site: await findRequestedSite(parts, caller, query.resource) }
}

/** The client’s address with what it is told. `iss` says who tells it (RFC 9207). */
const writeAnswer = (
  { redirect_uri, state }: ConnectionQuery,
  issuer: string,
  answer: Readonly<Record<string, string>>,
): string => {
  const url = new URL(redirect_uri)
  for (const [name, value] of Object.entries({ ...answer, iss: issuer })) url.searchParams.set(name, value)
  if (state !== undefined) url.searchParams.set('state', state)
  return url.href
}

/**
 * What a person is asked before a client may read a site for them.
 *
 * @throws AppError `conflict` for a key; `invalid_client`, `invalid_target` or `not_found` for what can’t be allowed
 */
export const readConnectionRequest = async (
  parts: ConnectionParts,
  caller: Caller,
  query: ConnectionQuery,
): Promise<ConnectionRequest> => {
  const { client, site } = await checkRequest(parts, caller, query)
  return {
    client: { name: client.name, host: client.host },
    redirectHost: redirectHostOf(query.redirect_uri),
    site: { domain: site.domain, name: site.name },
    cancelAddress: writeAnswer(query, parts.address, { error: 'access_denied' }),
  }
}

/** Makes room for one more: what was used longest ago goes. */
const removeOldConnections = async (transaction: Database, personId: string): Promise<void> => {
  const rows = await transaction
    .selectFrom('connections')
    .select(['id', 'created_at', 'last_used_at'])
    .where('person_id', '=', personId)
    .execute()
  const lastUse = (row: (typeof rows)[number]) => row.last_used_at ?? row.created_at
  const old = rows.toSorted((one, other) => lastUse(other).localeCompare(lastUse(one))).slice(mostConnections - 1)
  if (old.length === 0) return
  await transaction
    .deleteFrom('connections')
    .where(
      'id',
      'in',
      old.map(({ id }) => id),
    )
    .execute()
}

/** Lets a client read a site for a person. @returns where the browser brings the code @throws AppError as `readConnectionRequest` */
export const createConnection = async (
  parts: ConnectionParts,
  caller: Caller,
  query: ConnectionQuery,
): Promise<{ url: string }> => {
  const { session, client, site } = await checkRequest(parts, caller, query)
  const code = createTokenText('code')
  const now = Date.now()
  const created_at = new Date(now).toISOString()
  const expires_at = new Date(now + codeMilliseconds).toISOString()
  const id = `connection_${randomUUID()}`
  await parts.database.transaction().execute(async (transaction) => {
    await removeOldConnections(transaction, session.person.id)
    await transaction
      .insertInto('connections')
      .values({
        id,
        person_id: session.person.id,
        site_id: site.id,
        client_id: client.id,
        client_name: client.name,
        client_host: client.host,
        created_at,
        last_used_at: null,
        expires_at,
      })
      .execute()
    await transaction
      .insertInto('connection_tokens')
      .values({
        hash: hashToken(code),
        connection_id: id,
        kind: 'code',
        challenge: query.code_challenge,
        redirect_address: query.redirect_uri,
        expires_at,
        used_at: null,
      })
      .execute()
  })
  return { url: writeAnswer(query, parts.address, { code }) }
}
