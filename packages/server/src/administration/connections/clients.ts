import type { ClientMetadata } from '@sidenote/contract'
import { z } from 'zod'
import type { Seal } from '../../database/seal.ts'
import { AppError, invalidValue, messageOf } from '../../errors.ts'
import { parseJson } from '../../parse-json.ts'
import { createFetcher } from '../../sources/website/fetcher.ts'
import { visibleText } from '../../visible-text.ts'
import { isRedirectAddress } from './redirect-address.ts'

/** A program that reads for people. */
export interface Client {
  readonly id: string
  /** As it calls itself. */
  readonly name: string
  /** Whose document says so; null for a client that only says it of itself. */
  readonly host: string | null
  /** Where browsers may be sent back to. */
  readonly redirects: readonly string[]
}

/** Finds out who a client is. @throws AppError `invalid_client` */
export type ReadClient = (id: string) => Promise<Client>

const fetchDocument = createFetcher({ seconds: 5, cure: 'The document of a client has to be public.' })
const mostBytes = 16_384
const cacheMilliseconds = 300_000
const mostCached = 200
const longestName = 100
/** All redirect addresses together: they stand in the id. */
const mostCharacters = 1_000

const purpose = 'MCP client'
const registered = 'registered.'

const refuse = (message: string, cause?: unknown): AppError => new AppError('invalid_client', message, { cause })

const documentSchema = z.object({
  client_id: z.string(),
  client_name: z.string().trim().min(1).optional(),
  redirect_uris: z.array(z.string().max(2_000)).min(1).max(100),
  client_secret: z.never().optional(),
  token_endpoint_auth_method: z
    .string()
    .refine((method) => !method.startsWith('client_secret'))
    .optional(),
})

/** An address in the one way to write it: with a path, without a user, dots or a fragment. */
const documentAddressOf = (id: string): URL | undefined => {
  const url = URL.parse(id)
  if (url?.protocol !== 'https:' || url.href !== id) return undefined
  return url.pathname === '/' || url.hash !== '' || url.username || url.password ? undefined : url
}

const readDocument = async (url: URL): Promise<Client> => {
  const id = url.href
  const request = { url, mostBytes, headers: { accept: 'application/json' }, follow: () => false }
  const { status, body } = await fetchDocument({ ...request, signal: new AbortController().signal }).catch(
    (error: unknown) => {
      throw refuse(`The document of the client cannot be read. ${messageOf(error)}`, error)
    },
  )
  if (status !== 200) throw refuse(`The document of the client, ${id}, answers ${status}, but must answer 200.`)
  const document = documentSchema.safeParse(parseJson(body.toString('utf8')))
  if (!document.success) throw refuse(`The document of the client, ${id}, is no metadata of a client without a secret.`)
  const { client_id, client_name, redirect_uris } = document.data
  if (client_id !== id) throw refuse(`The document at ${id} is of another client: its client_id is "${client_id}".`)
  const name = visibleText(client_name ?? url.host).slice(0, longestName)
  return { id, name, host: url.host, redirects: redirect_uris }
}

const sealedSchema = z.object({ name: z.string(), redirects: z.array(z.string()) })

/** @throws Error when nobody was given this id here */
const openClient = (seal: Seal, id: string): Client => {
  const sealed = sealedSchema.parse(JSON.parse(seal.open(purpose, id.slice(registered.length))))
  return { id, ...sealed, host: null }
}

/**
 * Creates the reader of clients: of the document that stands at their id (Client ID Metadata Documents), or of the id that
 * `registerClient` gave them. A document is read again after five minutes.
 */
export const createClientReader = (seal: Seal): ReadClient => {
  const cached = new Map<string, { readonly client: Promise<Client>; readonly until: number }>()
  const readCached = (url: URL): Promise<Client> => {
    const known = cached.get(url.href)
    if (known && known.until > performance.now()) return known.client
    cached.delete(url.href)
    for (const oldest of cached.keys()) if (cached.size >= mostCached) cached.delete(oldest)
    const client = readDocument(url)
    cached.set(url.href, { client, until: performance.now() + cacheMilliseconds })
    client.catch(() => cached.delete(url.href))
    return client
  }
  return async (id) => {
    const url = documentAddressOf(id)
    if (url) return readCached(url)
    try {
      if (id.startsWith(registered)) return openClient(seal, id)
    } catch (cause) {
      throw refuse('This client is registered at another server, or its registration is not complete.', cause)
    }
    throw refuse(
      'The client_id must be the https address of a document with a path, or what this server gave the client.',
    )
  }
}

/** Gives an id to a client, which is all that is kept of it. @throws AppError `invalid_request` */
export const registerClient = (
  seal: Seal,
  { client_name = 'A client without a name', redirect_uris }: ClientMetadata,
): Client => {
  const wrong = redirect_uris.find((address) => !isRedirectAddress(address))
  if (wrong !== undefined) {
    const rule = 'must use https, be on the person’s own computer (http://127.0.0.1), or have the scheme of a program'
    throw invalidValue('redirect_uris', `redirect_uris has "${wrong}", but each ${rule}.`)
  }
  if (redirect_uris.join('').length > mostCharacters) {
    throw invalidValue('redirect_uris', `redirect_uris has more than ${mostCharacters} characters together.`)
  }
  const name = visibleText(client_name)
  const id = registered + seal.close(purpose, JSON.stringify({ name, redirects: redirect_uris }))
  return { id, name, host: null, redirects: redirect_uris }
}
