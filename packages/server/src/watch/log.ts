import { type DestinationStream, type Logger, pino } from 'pino'
import { escapeSteering } from '../terminal-text.ts'

const secretShape = /svc_[\w-]{12,}/g

/** Hides whatever looks like a key: one sent in the wrong place would otherwise end up in the log. */
export const hideKeys = (text: string): string => text.replace(secretShape, 'svc_***')

const word = /^[\w.-]{1,64}$/
const deepestCause = 5

/** The frames of an error’s stack, without the message above them. */
const framesOf = ({ message, stack = '' }: Error): string =>
  stack
    .slice(Math.max(0, stack.indexOf(message)) + message.length)
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n')

const codeOf = (error: object): string | undefined => {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return code !== undefined && word.test(code) ? code : undefined
}

/** The provider’s own name for the failure, in the shape most of them send: a word such as `model_not_found`. */
const faultOf = (error: object): string | undefined => {
  const data = 'data' in error && typeof error.data === 'object' && error.data ? error.data : {}
  const fault = 'error' in data && typeof data.error === 'object' && data.error ? data.error : {}
  const type = 'type' in fault && typeof fault.type === 'string' && word.test(fault.type) ? fault.type : undefined
  return codeOf(fault) ?? type
}

/** Status and codes only: providers repeat questions, and sometimes keys, in their messages. */
const describeModelError = (error: Error, depth: number): unknown => {
  const cause = 'lastError' in error ? error.lastError : error.cause
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined
  return {
    type: error.name,
    status,
    code: codeOf(error),
    fault: faultOf(error),
    // Where a provider’s answer was read says nothing about it, and each question that it refuses would repeat it.
    stack: depth === 0 && status === undefined ? framesOf(error) : undefined,
    cause: cause instanceof Error && depth < deepestCause ? describeModelError(cause, depth + 1) : undefined,
  }
}

/** What the log keeps of an error: these fields only, because errors of model providers carry the whole prompt. */
const describeError = (error: unknown, depth = 0): unknown => {
  if (!(error instanceof Error)) return { message: hideKeys(String(error)) }
  if (error.name.startsWith('AI_')) return describeModelError(error, depth)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  return {
    type: error.name,
    message: hideKeys(error.message),
    code,
    stack: depth === 0 ? hideKeys(error.stack ?? '') : undefined,
    cause: error.cause !== undefined && depth < deepestCause ? describeError(error.cause, depth + 1) : undefined,
  }
}

const levelNames: Readonly<Record<number, string>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error' }

/** Turns one JSON line of the log into a readable line for a terminal. */
export const writeLine = (json: string): string => {
  const { time, level, msg, err, ...rest }: Record<string, unknown> = JSON.parse(json)
  const clock = new Date(Number(time)).toTimeString().slice(0, 8)
  const { method, path, status, ms, requestId, ...others } = rest
  const isRequest = msg === 'request'
  const message = isRequest ? `${method} ${path} ${status} ${ms} ms` : msg
  const words = Object.entries(isRequest ? others : rest).map(([name, value]) => `${name}=${JSON.stringify(value)}`)
  const failure = err ? `\n  ${JSON.stringify(err)}` : ''
  return escapeSteering(`${[clock, levelNames[Number(level)] ?? level, message, ...words].join(' ')}${failure}\n`)
}

const terminal: DestinationStream = { write: (json) => process.stdout.write(writeLine(json)) }

/** How many bytes of log wait when it cannot be written; the rest is lost. */
const bufferedBytes = 1_000_000

/** Stdout. A full disk behind it doesn’t stop the server: readers can still be answered. */
const openOutput = (): DestinationStream => {
  const output = pino.destination({ dest: 1, sync: true, maxLength: bufferedBytes })
  output.on('error', () => undefined)
  return output
}

/** Escapes control sequences: log files are read in terminals too, and errors may quote strangers. */
const escapeOutput = (output: DestinationStream): DestinationStream => ({
  write: (json) => output.write(escapeSteering(json)),
})

/** The log of the whole server: JSON lines on stdout, readable lines when that is a terminal. */
export const createLog = (level: string, destination?: DestinationStream): Logger => {
  const options = { level, base: null, serializers: { err: (error: unknown) => describeError(error) } }
  return pino(options, process.stdout.isTTY && !destination ? terminal : escapeOutput(destination ?? openOutput()))
}
