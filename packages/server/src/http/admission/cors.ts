import type { Request, RequestHandler, Response } from 'express'
import { originsOf } from '../../administration/sites/site-record.ts'
import type { Database } from '../../database/database.ts'
import type { KeyRow, SiteRow } from '../../database/tables.ts'
import { isStoreUnavailable } from '../../database/unavailable.ts'
import { AppError } from '../../errors.ts'
import { decodeEscapes } from '../../pages/links.ts'

const exposed = 'X-Thread-Id, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy'
const methods = 'GET, POST, DELETE'
const usualHeaders = 'authorization, content-type, idempotency-key, user-agent, x-request-id'
const preflightSeconds = 7_200
/** Monitoring scripts of the host page add headers of their own to every request; they are let in and not read. */
const headerList = /^[\w-]+(?:\s*,\s*[\w-]+){0,49}$/

const discoveryPath = /^\/(?:discovery\/v\d+\/(?:page|search|assistant)|mcp|sites)\/([^/]+)/

const domainOf = (request: Request): string | undefined => {
  const written = discoveryPath.exec(request.path)?.[1]
  return written && decodeEscapes(written)
}

/**
 * Whether pages of this origin may talk to the site of the address. An unknown domain answers like a site that has not
 * listed any; and administration lets any page read why its key is refused.
 */
const mayRead = async (database: Database, request: Request, origin: string): Promise<boolean> => {
  const domain = domainOf(request)
  if (!domain) return true
  const sites = await database.selectFrom('sites').select('origins_json').where('domain', '=', domain).execute()
  return sites.length === 0 || sites.some((site) => isAllowedOrigin(site, origin))
}

const isAllowedOrigin = (listing: Pick<SiteRow, 'origins_json'>, origin: string): boolean => {
  const origins = originsOf(listing)
  return origins.length === 0 || origins.includes(origin)
}

const answerPreflight = (request: Request, response: Response): void => {
  const asked = request.get('access-control-request-headers')
  response.set({
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': asked && headerList.test(asked) ? asked : usualHeaders,
    'Access-Control-Max-Age': String(preflightSeconds),
  })
  response.vary('Access-Control-Request-Headers')
  response.status(204).end()
}

/** Sets the CORS headers of every response, errors too, and answers preflight requests. No cookies, so no credentials. */
export const allowOrigins =
  (database: Database): RequestHandler =>
  async (request, response, next) => {
    response.vary('Origin')
    const origin = request.get('origin')
    if (!origin) return next()
    const allowed = await mayRead(database, request, origin).catch((error: unknown) => {
      // What follows has to ask the database too, and is refused: a page should be told that, and when to come back.
      if (isStoreUnavailable(error)) return true
      throw error
    })
    if (allowed) {
      response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed })
    }
    if (request.method !== 'OPTIONS' || !request.get('access-control-request-method')) return next()
    if (allowed) answerPreflight(request, response)
    else response.status(204).end()
  }

/**
 * Refuses a page that the site, or the key, has not listed. Requests without an origin come from servers.
 *
 * @throws AppError `origin_not_allowed`
 */
export const checkOrigin = (request: Request, site: SiteRow, key: Pick<KeyRow, 'origins_json'>): void => {
  const origin = request.get('origin')
  if (!origin) return
  if (!isAllowedOrigin(site, origin)) {
    throw new AppError('origin_not_allowed', `Pages of ${origin} may not use the keys of the site "${site.domain}".`)
  }
  if (isAllowedOrigin(key, origin)) return
  throw new AppError('origin_not_allowed', `Pages of ${origin} may not use this key of the site "${site.domain}".`)
}
