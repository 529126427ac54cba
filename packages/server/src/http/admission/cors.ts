import type { Request, RequestHandler, Response } from 'express'
import { originsOf } from '../../administration/sites/site-record.ts'
import type { KeyRow, SiteRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'
import { isOwnPage } from './own-origin.ts'

const exposed = 'X-Thread-Id, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate'
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
  return origin === `${scheme}${label}.${host}` && /^[a-z\d_-]+$/.test(label)
}

const isListed = (row: Pick<SiteRow, 'origins_json'>, origin: string): boolean =>
  originsOf(row).some((listed) => isMeant(listed, origin))

const isAllowedOrigin = (row: Pick<SiteRow, 'origins_json'>, origin: string): boolean =>
  originsOf(row).length === 0 || isListed(row, origin)

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

/** Letters, digits and a port: what can be pasted into a shell. Anybody can send anything as an origin. */
const plainOrigin = /^https?:\/\/[\w.-]+(?::\d+)?$/

const ofApps =
  'Only origins that begin with https:// or http:// can be listed: pages of an app that has a scheme of its own need a site that lists none.'

const refuse = ({ domain }: SiteRow, origin: string, message: string): AppError => {
  const isOfApp = /^(?!https?:)[a-z][\w+.-]*:\/\//.test(origin)
  const add = `If it is yours, add it: sidenote sites update ${domain} --add-origin ${origin}`
  const advice = isOfApp ? ofApps : plainOrigin.test(origin) ? add : undefined
  return new AppError('origin_not_allowed', message, advice === undefined ? {} : { advice })
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
    throw refuse(site, origin, `Pages of ${origin} may not use the keys of the site "${site.domain}".`)
  }
  if (isAllowedOrigin(key, origin)) return
  throw new AppError('origin_not_allowed', `Pages of ${origin} may not use this key of the site "${site.domain}".`)
}

/**
 * Refuses a page that would use a site without a key. Where there is no key to have, a page that the owner doesn’t know must not
 * reach a server that only its reader’s machine can reach, under whatever name: so the site has to list its origin, unless it is
 * a page of this server.
 *
 * @throws AppError `origin_not_allowed`
 */
export const checkKeylessOrigin = (request: Request, site: SiteRow, publicUrl: string | undefined): void => {
  const origin = request.get('origin')
  if (!origin || isListed(site, origin) || isOwnPage(request, origin, publicUrl)) return
  const message = `Pages of ${origin} may not use the site "${site.domain}" without a key, because it doesn’t list their origin.`
  throw refuse(site, origin, message)
}
