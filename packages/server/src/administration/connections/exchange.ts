import type { Tokens } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { ConnectionTokenRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { ownNameOf } from '../domains/open-pages.ts'
import { siteNameIn } from './resource.ts'
import { answersChallenge, createTokenText, hashToken } from './token-text.ts'

const accessSeconds = 3_600
/** Since the last use. */
const connectionMilliseconds = 30 * 86_400_000

/** What a client exchanges for tokens. */
export interface Exchange {
  readonly clientId: string
  /** The MCP server that the tokens are for, if the client names it again. */
  readonly resource: string | undefined
  /** Where this server is reached. */
  readonly address: string
}

const refuse = (message: string): AppError => new AppError('invalid_grant', message)

const findToken = (database: Database, kind: ConnectionTokenRow['kind'], text: string) =>
  database
    .selectFrom('connection_tokens')
    .innerJoin('connections', 'connections.id', 'connection_tokens.connection_id')
    .innerJoin('sites', 'sites.id', 'connections.site_id')
    .select(['connection_tokens.hash', 'connection_tokens.challenge', 'connection_tokens.redirect_address'])
    .select(['connection_tokens.expires_at', 'connections.id as connection_id', 'connections.client_id'])
    .select(['sites.organization_id', 'sites.domain'])
    .where('connection_tokens.hash', '=', hashToken(text))
    .where('connection_tokens.kind', '=', kind)
    .executeTakeFirst()

type FoundToken = NonNullable<Awaited<ReturnType<typeof findToken>>>

/** @throws AppError `invalid_grant` or `invalid_target` */
const checkToken = (
  token: FoundToken | undefined,
  { clientId, resource, address }: Exchange,
  what: string,
): FoundToken => {
  if (!token || token.client_id !== clientId) throw refuse(`This client has no such ${what}. Connect it again.`)
  if (Date.parse(token.expires_at) <= Date.now()) throw refuse(`The ${what} expired at ${token.expires_at}.`)
  const name = resource === undefined ? token.domain : siteNameIn(resource, address)
  if (name === token.domain || name === ownNameOf(token)) return token
  throw new AppError('invalid_target', `The person has allowed the site "${token.domain}", not "${resource}".`)
}

const insertToken = (
  transaction: Database,
  token: Pick<ConnectionTokenRow, 'connection_id' | 'kind' | 'expires_at'> & { readonly text: string },
) => {
  const { text, ...row } = token
  const unused = { challenge: null, redirect_address: null, used_at: null }
  return transaction
    .insertInto('connection_tokens')
    .values({ ...row, ...unused, hash: hashToken(text) })
    .execute()
}

/**
 * Uses a token up and gives new ones. One of two who send the same token has stolen it: the connection ends.
 *
 * @throws AppError `invalid_grant`
 */
const exchange = async (database: Database, { hash, connection_id }: FoundToken): Promise<Tokens> => {
  const now = Date.now()
  const used_at = new Date(now).toISOString()
  const expires_at = new Date(now + connectionMilliseconds).toISOString()
  const access = createTokenText('access')
  const refresh = createTokenText('refresh')
  const isFirst = await database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('connection_tokens')
      .set({ used_at })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows !== 1n) {
      await transaction.deleteFrom('connections').where('id', '=', connection_id).execute()
      return false
    }
    const accessEnd = new Date(now + accessSeconds * 1_000).toISOString()
    await insertToken(transaction, { connection_id, kind: 'access', text: access, expires_at: accessEnd })
    await insertToken(transaction, { connection_id, kind: 'refresh', text: refresh, expires_at })
    await transaction.updateTable('connections').set({ expires_at }).where('id', '=', connection_id).execute()
    return true
  })
  if (!isFirst) throw refuse('It was exchanged before, so the connection has ended. Connect the client again.')
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: accessSeconds,
    refresh_token: refresh,
    scope: 'read',
  }
}

/** The code that the browser has brought, and the secret whose hash came with the request. */
export interface ExchangedCode {
  readonly code: string
  readonly verifier: string
  readonly redirectAddress: string | undefined
}

/** Exchanges a code for tokens. @throws AppError `invalid_grant` or `invalid_target` */
export const exchangeCode = async (
  database: Database,
  client: Exchange,
  { code, verifier, redirectAddress }: ExchangedCode,
): Promise<Tokens> => {
  const token = checkToken(await findToken(database, 'code', code), client, 'code')
  if (redirectAddress !== undefined && redirectAddress !== token.redirect_address) {
    throw refuse(`The code was sent to another redirect_uri than "${redirectAddress}".`)
  }
  if (token.challenge === null || !answersChallenge(verifier, token.challenge)) {
    throw refuse('The code_verifier is not the one whose hash was the code_challenge.')
  }
  return exchange(database, token)
}

/** Exchanges a refresh token for the next ones. @throws AppError `invalid_grant` or `invalid_target` */
export const exchangeRefreshToken = async (database: Database, client: Exchange, text: string): Promise<Tokens> =>
  exchange(database, checkToken(await findToken(database, 'refresh', text), client, 'refresh token'))

/** Ends the connection of a token, whichever of its tokens it is. Nothing happens for one that nobody knows. */
export const revokeToken = async (
  database: Database,
  { text, clientId }: { readonly text: string; readonly clientId: string | undefined },
): Promise<void> => {
  const ids = database
    .selectFrom('connection_tokens')
    .select('connection_id')
    .where('hash', '=', hashToken(text))
    .where('kind', '!=', 'code')
  await database
    .deleteFrom('connections')
    .where('id', 'in', ids)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .execute()
}
