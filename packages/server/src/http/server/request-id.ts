import { randomUUID } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import { hideKeys } from '../../watch/log.ts'

const validId = /^[A-Za-z0-9][A-Za-z0-9_.:-]{7,127}$/

/** The id of the request that this response answers. */
export const requestIdOf = (response: Response): string => String(response.locals.requestId)

/** Sets the headers of every response. A request keeps the id that a client or a proxy gave it, or gets a new one. */
export const identifyRequest: RequestHandler = (request, response, next) => {
  const header = request.get('x-request-id')
  // A key sent as an id would be in every line of the log.
  const isUsable = header !== undefined && validId.test(header) && hideKeys(header) === header
  const requestId = isUsable ? header : randomUUID()
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
