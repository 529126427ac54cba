import type { RequestHandler, Response } from 'express'
import { type DestinationStream, type Logger, pino } from 'pino'

const secretShape = /svc_[0-9A-Za-z_]{12,}/g

/** Hides whatever looks like a key; one that is sent in the wrong place would be logged with it. */
export const hideKeys = (text: string): string => text.replace(secretShape, 'svc_***')

/**
 * What the log keeps of an error. Named fields only: errors of model providers carry the whole prompt in theirs.
 */
const describeError = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return { message: hideKeys(String(error)) }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message: hideKeys(error.message),
    code,
    stack: depth === 0 ? hideKeys(error.stack ?? '') : undefined,
    cause: error.cause !== undefined && depth < 5 ? describeError(error.cause, depth + 1) : undefined,
  }
}

const levelNames: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error' }

/** One readable line for a person at a terminal. */
const writeLine = (json: string): string => {
  const { time, level, msg, err, ...rest }: Record<string, unknown> = JSON.parse(json)
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const { method, path, status, ms, requestId, ...others } = rest
  const isRequest = msg === 'request'
  const said = isRequest ? `${method} ${path} ${status} ${ms} ms` : msg
  const words = Object.entries(isRequest ? others : rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const failure = err ? `\n  ${JSON.stringify(err)}` : ''
  return `${[clock, levelNames[Number(level)] ?? level, said, ...words].join(' ')}${failure}\n`
}

const terminal: DestinationStream = { write: (json) => process.stdout.write(writeLine(json)) }

/** The log of the whole server: JSON lines on stdout, readable lines when that is a terminal. */
export const createLog = (level: string, destination?: DestinationStream): Logger => {
  const options = { level, base: null, serializers: { err: (error: unknown) => describeError(error) } }
  return pino(options, destination ?? (process.stdout.isTTY ? terminal : pino.destination({ dest: 1, sync: true })))
}

const levelOf = (response: Response, path: string): 'debug' | 'info' | 'error' => {
  if (response.statusCode >= 500) return 'error'
  return /^\/(?:healthz|readyz|widget)/.test(path) ? 'debug' : 'info'
}

/** Logs each request once, when it has ended: who asked for what, never what was said. */
export const logRequests =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const startedAt = performance.now()
    const { method, path } = request
    response.once('close', () => {
      log[levelOf(response, path)](
        {
          requestId: response.locals.requestId,
          method,
          path: hideKeys(path),
          status: response.statusCode,
          ms: Math.round(performance.now() - startedAt),
          ...(!response.writableFinished && { cut: true }),
        },
        'request',
      )
    })
    next()
  }
