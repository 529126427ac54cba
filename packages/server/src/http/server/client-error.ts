import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { endWithAnswer, late, type RawAnswer } from './raw-answer.ts'
import type { SlowRequests } from './slow-requests.ts'

const answers: Readonly<Record<string, RawAnswer>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: 'The headers are larger than 16 kB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: late,
}

const notHttp: RawAnswer = {
  status: '400 Bad Request',
  code: 'invalid_request',
  message: 'This is not an HTTP request.',
}
const noHost: RawAnswer = {
  ...notHttp,
  message: 'The request has no Host header, several of them, or one that is not the name of a host.',
}
const unknownExpectation: RawAnswer = {
  status: '417 Expectation Failed',
  code: 'invalid_request',
  message: 'The server does not support what the Expect header asks for.',
}

/** A name or an address, with or without a port, and nothing else: addresses of this server are made of it. */
const isHost = (text: string): boolean => {
  const url = URL.parse(`http://${text}`)
  return url !== null && text !== '' && url.href === `http://${url.host}/`
}

/** Refuses a request without one host. Of none, Node would too, but without a sentence. */
export const requireHost =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const [host, ...others] = request.headersDistinct.host ?? []
    const isNamed = host === undefined ? request.httpVersion === '1.0' : isHost(host) && others.length === 0
    if (isNamed) listener(request, response)
    else endWithAnswer(request.socket, noHost)
  }

/** Answers what never becomes a request, such as a broken request line, in the form of every other error. */
export const answerClientErrors = (server: Server, slowRequests: SlowRequests): void => {
  /** The response that each connection waits for: Node reports the error with the socket alone. */
  const open = new Map<Duplex, ServerResponse>()
  server.on('request', ({ socket }, response) => {
    open.set(socket, response)
    response.once('close', () => {
      if (open.get(socket) === response) open.delete(socket)
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && slowRequests.isExpected(socket)) return
    // In the middle of an answer, the client would read a second head as part of it.
    const response = open.get(socket)
    const isInAnswer = response?.headersSent && !response.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || isInAnswer) {
      socket.destroy()
      return
    }
    endWithAnswer(socket, answers[error.code ?? ''] ?? notHttp)
  })
  server.on('checkExpectation', (request) => endWithAnswer(request.socket, unknownExpectation))
}
