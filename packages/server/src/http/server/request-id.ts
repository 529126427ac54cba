import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import { hideKeys } from '../../watch/log.ts'

const sane = /^[A-Za-z0-9][A-Za-z0-9_.:-]{7,127}$/

/** The id of the request that this response answers. */
export const requestIdOf = (response: Response): string => String(response.locals.requestId)

/** Gives each request an id, or keeps the one that a client or a proxy gave it, and sets what every response carries. */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const given = request.get('x-request-id')
  // A key that was sent as an id would stand in every line of the log.
  const requestId = given && sane.test(given) && hideKeys(given) === given ? given : randomUUID()
  response.locals.requestId = requestId
  response.set({
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  })
  next()
}
