import type { Request, RequestHandler, Response } from 'express'
import { originsOf } from '../../administration/sites/site-record.ts'
import type { KeyRow, SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

const exposed = 'X-Thread-Id, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy'
const methods = 'GET, POST, DELETE'
const usualHeaders = 'authorization, content-type, idempotency-key, user-agent, x-request-id'
const preflightSeconds = 7_200
/** Monitoring scripts of the host page add headers to every request; the server allows and ignores them. */
const headerList = /^[\w-]+(?:\s*,\s*[\w-]+){0,49}$/

/** Whether a listed origin is this one: `https://*.preview.example.com` is each that has one more label. */
const isMeant = (listed: string, origin: string): boolean => {
  const [scheme = '', host] = listed.split('*.')
  if (host === undefined) return listed === origin
  const label = origin.slice(scheme.length, -(host.length + 1))
  return origin === `${scheme}${label}.${host}` && /^[a-z\d-]+$/.test(label)
}

const isAllowedOrigin = (row: Pick<SiteRow, 'origins_json'>, origin: string): boolean => {
  const origins = originsOf(row)
  return origins.length === 0 || origins.some((listed) => isMeant(listed, origin))
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

/**
 * Sets the CORS headers of every response, errors included, and answers preflight requests. A preflight has no key, so it is
 * answered alike for every site, whether there is one or not: only the request itself, which has a key, learns that its origin
 * isn't allowed, and its page may read why. No cookies, so no credentials.
 */
export const allowOrigins: RequestHandler = (request, response, next) => {
  response.vary('Origin')
  const origin = request.get('origin')
  if (!origin) return next()
  response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': exposed })
  if (request.method !== 'OPTIONS' || !request.get('access-control-request-method')) return next()
  answerPreflight(request, response)
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
