import type { RequestHandler, Response } from 'express'
import { type DestinationStream, type Logger, pino } from 'pino'
import { escapeSteering } from '../terminal-text.ts'

const secretShape = /svc_[\w-]{12,}/g

/** Hides whatever looks like a key; one that is sent in the wrong place would be logged with it. */
export const hideKeys = (text: string): string => text.replace(secretShape, 'svc_***')

/** Who asks to forget a reader must not find the reader’s name in the log afterwards. */
const hideReader = (path: string): string => path.replace(/(\/readers\/).*/, '$1***')

const word = /^[\w.-]{1,64}$/

/** Where an error came from, without its message, which stands before the first line of it. */
const framesOf = ({ stack = '' }: Error): string => /^ {4}at [\s\S]*/m.exec(stack)?.[0] ?? ''

const codeOf = (error: object): string | undefined => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code !== undefined && word.test(code) ? code : undefined
}

/** What a provider calls the fault, as most of them send it: a word such as `model_not_found`. */
const faultOf = (error: object): string | undefined => {
  const sent = 'data' in error && typeof error.data === 'object' && error.data ? error.data : {}
  const fault = 'error' in sent && typeof sent.error === 'object' && sent.error ? sent.error : {}
  const type = 'type' in fault && typeof fault.type === 'string' && word.test(fault.type) ? fault.type : undefined
  return codeOf(fault) ?? type
}

/** The sentences of providers repeat questions, and sometimes keys: status and codes have to do. */
const describeModelError = (error: Error, depth: number): unknown => {
  const under = 'lastError' in error ? error.lastError : error.cause
  return {
    type: error.name,
    status: 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined,
    code: codeOf(error),
    fault: faultOf(error),
    stack: depth === 0 ? framesOf(error) : undefined,
    cause: under instanceof Error && depth < 5 ? describeModelError(under, depth + 1) : undefined,
  }
}

/**
 * What the log keeps of an error. Named fields only: errors of model providers carry the whole prompt in theirs.
 */
const describeError = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return { message: hideKeys(String(error)) }
  if (error.name.startsWith('AI_')) return describeModelError(error, depth)
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

/** One readable line for a person at a terminal, of one line of JSON. */
export const writeLine = (json: string): string => {
  const { time, level, msg, err, ...rest }: Record<string, unknown> = JSON.parse(json)
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const { method, path, status, ms, requestId, ...others } = rest
  const isRequest = msg === 'request'
  const said = isRequest ? `${method} ${path} ${status} ${ms} ms` : msg
  const words = Object.entries(isRequest ? others : rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const failure = err ? `\n  ${JSON.stringify(err)}` : ''
  return escapeSteering(`${[clock, levelNames[Number(level)] ?? level, said, ...words].join(' ')}${failure}\n`)
}

const terminal: DestinationStream = { write: (json) => process.stdout.write(writeLine(json)) }

/** What is held back of a log that cannot be written, in bytes; what comes beyond that is lost. */
const heldBytes = 1_000_000

/** A disk that has no room for the log may well have what readers ask for. */
const openOutput = (): DestinationStream => {
  const output = pino.destination({ dest: 1, sync: true, maxLength: heldBytes })
  output.on('error', () => undefined)
  return output
}

/** A log that is a file ends at a terminal, too, and what failed may be said in the words of strangers. */
const escaped = (output: DestinationStream): DestinationStream => ({
  write: (json) => output.write(escapeSteering(json)),
})

/** The log of the whole server: JSON lines on stdout, readable lines when that is a terminal. */
export const createLog = (level: string, destination?: DestinationStream): Logger => {
  const options = { level, base: null, serializers: { err: (error: unknown) => describeError(error) } }
  return pino(options, process.stdout.isTTY && !destination ? terminal : escaped(destination ?? openOutput()))
}

/** A 503 is to be asked again; where that has a cause, the cause is an error of its own. */
const levelOf = (response: Response, path: string): 'debug' | 'info' | 'warn' | 'error' => {
  if (response.statusCode >= 500) return response.statusCode === 503 ? 'warn' : 'error'
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
