import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem, ProblemCode } from '@sidenote/contract'

interface Answer {
  status: string
  code: ProblemCode
  message: string
}

const late: Answer = {
  status: '408 Request Timeout',
  code: 'invalid_request',
  message: 'The request did not arrive in time.',
}

const answers: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: 'The headers are larger than 16 kB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: late,
}

const notHttp: Answer = { status: '400 Bad Request', code: 'invalid_request', message: 'This is not an HTTP request.' }

const noHost: Answer = { ...notHttp, message: 'The request has no Host header.' }
const unknownExpectation: Answer = {
  status: '417 Expectation Failed',
  code: 'invalid_request',
  message: 'The request expects what this server does not know.',
}

const writeAnswer = ({ status, code, message }: Answer): string => {
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

/** Refuses a request without a host, as Node would too, but without a word. */
export const requireHost =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    if (request.headers.host !== undefined || request.httpVersion === '1.0') listener(request, response)
    else request.socket.end(writeAnswer(noHost))
  }

/** For a question with files, which phones send, too. */
const filesMilliseconds = 30_000
const waitedFor = new WeakSet<Duplex>()

/** Waits longer for a request than the server waits for others. */
export const waitForFiles = (request: IncomingMessage, response: ServerResponse): void => {
  const { socket } = request
  waitedFor.add(socket)
  const timer = setTimeout(() => {
    if (!request.complete) socket.end(writeAnswer(late))
  }, filesMilliseconds)
  response.once('close', () => {
    clearTimeout(timer)
    waitedFor.delete(socket)
  })
}

/** Answers what never becomes a request, such as a broken request line, in the form of every other error. */
export const answerClientErrors = (server: Server): void => {
  const responses = new WeakMap<Duplex, ServerResponse>()
  server.on('request', ({ socket }, response) => responses.set(socket, response))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && waitedFor.has(socket)) return
    // In the middle of an answer a second head would be taken for a part of it.
    const response = responses.get(socket)
    const isInAnswer = response?.headersSent && !response.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || isInAnswer) {
      socket.destroy()
      return
    }
    socket.end(writeAnswer(answers[error.code ?? ''] ?? notHttp))
  })
  server.on('checkExpectation', (request) => request.socket.end(writeAnswer(unknownExpectation)))
}
