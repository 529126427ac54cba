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
/** Monitoring scripts of the host page add headers to every request; the server allows and ignores them. */
const headerList = /^[\w-]+(?:\s*,\s*[\w-]+){0,49}$/

const discoveryPath = /^\/(?:discovery\/v\d+\/(?:page|search|assistant)|mcp|sites)\/([^/]+)/

const domainOf = (request: Request): string | undefined => {
  const step = discoveryPath.exec(request.path)?.[1]
  return step && decodeEscapes(step)
}

/**
 * Whether pages of this origin may read the response. An unknown domain behaves like a site that lists no origins, and
 * administration lets any page read why its key is refused.
 */
const mayRead = async (database: Database, request: Request, origin: string): Promise<boolean> => {
  const domain = domainOf(request)
  if (!domain) return true
  const sites = await database.selectFrom('sites').select('origins_json').where('domain', '=', domain).execute()
  return sites.length === 0 || sites.some((site) => isAllowedOrigin(site, origin))
}

const isAllowedOrigin = (row: Pick<SiteRow, 'origins_json'>, origin: string): boolean => {
  const origins = originsOf(row)
  return origins.length === 0 || origins.includes(origin)
}

const answerPreflight = (request: Request, response: Response): void => {
  const headers = request.get('access-control-request-headers')
  response.set({
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': headers && headerList.test(headers) ? headers : usualHeaders,
    'Access-Control-Max-Age': String(preflightSeconds),
  })
  response.vary('Access-Control-Request-Headers')
  response.status(204).end()
}

/** Sets the CORS headers of every response, errors included, and answers preflight requests. No cookies, so no credentials. */
export const allowOrigins =
  (database: Database): RequestHandler =>
  async (request, response, next) => {
    response.vary('Origin')
    const origin = request.get('origin')
    if (!origin) return next()
    const allowed = await mayRead(database, request, origin).catch((error: unknown) => {
      // The request fails next for the same reason, and the page should be able to read that.
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
 * Refuses a page whose origin the site or the key doesn’t list. Requests without an origin come from servers.
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
