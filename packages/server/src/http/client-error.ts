import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Problem, ProblemCode } from '@sidenote/contract'

interface Answer {
  status: string
  code: ProblemCode
  message: string
}

const answers: Readonly<Record<string, Answer>> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'too_large',
    message: 'The headers are larger than 16 kB.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'invalid_request',
    message: 'The request did not arrive in time.',
  },
}

const notHttp: Answer = { status: '400 Bad Request', code: 'invalid_request', message: 'This is not an HTTP request.' }

/** Answers what never becomes a request, such as a broken request line, in the form of every other error. */
export const answerClientErrors = (server: Server): void => {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, code, message } = answers[error.code ?? ''] ?? notHttp
    const body = JSON.stringify({ message, code, requestId: randomUUID() } satisfies Problem)
    const head = `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}`
    socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`)
  })
}
