import { randomUUID } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Problem, ProblemCode } from '@sidenote/contract'

/** Time to read a refusal in, in milliseconds. A connection that is cut at once can lose it. */
const farewellMilliseconds = 1_000

/** An error that is written to a socket without Node’s help, because there is no request to answer. */
export interface RawAnswer {
  /** Of the status line: number and words. */
  readonly status: string
  readonly code: ProblemCode
  readonly message: string
}

/** The answer to a request that takes too long to arrive. */
export const late: RawAnswer = {
  status: '408 Request Timeout',
  code: 'invalid_request',
  message: 'The request did not arrive in time.',
}

/** An HTTP response as text, in the form of every other error. */
const writeRawAnswer = ({ status, code, message }: RawAnswer): string => {
  const requestId = randomUUID()
  const issues = code === 'invalid_request' ? [{ path: '', message }] : undefined
  const body = JSON.stringify({ message, code, requestId, ...(issues && { issues }) } satisfies Problem)
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

/** Answers on a socket and closes it, whether the client closes its side or keeps sending. */
export const endWithAnswer = (socket: Duplex, answer: RawAnswer): void => {
  socket.end(writeRawAnswer(answer))
  const timer = setTimeout(() => socket.destroy(), farewellMilliseconds).unref()
  socket.once('close', () => clearTimeout(timer))
}
