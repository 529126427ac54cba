import type { RequestHandler, Response } from 'express'
import type { Logger } from 'pino'
import { hideKeys } from '../../watch/log.ts'

/** The path without a reader’s name: a reader who was deleted must not survive in the log. */
const hideReader = (path: string): string => {
  const [place, reader] = path.split('/readers/', 2)
  return reader === undefined ? path : `${place}/readers/***`
}

const quietPaths = ['/healthz', '/readyz', '/widget']

/** A 503 is worth a retry, and its cause is logged separately, as an error. */
const levelOf = (response: Response, path: string): 'debug' | 'info' | 'warn' | 'error' => {
  if (response.statusCode >= 500) return response.statusCode === 503 ? 'warn' : 'error'
  return quietPaths.some((quiet) => path.startsWith(quiet)) ? 'debug' : 'info'
}

/** Logs each request once, when it has ended: method, path, status and time, never a body. */
export const logRequests =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now()
    const { method, path } = request
    response.once('close', () => {
      log[levelOf(response, path)](
        {
          requestId: response.locals.requestId,
          ...(response.locals.traceId && { traceId: response.locals.traceId }),
          method,
          path: hideReader(hideKeys(path)),
          status: response.statusCode,
          ms: Math.round(performance.now() - startedAt),
          ...(!response.writableFinished && { cut: true }),
        },
        'request',
      )
    })
    next()
  }
