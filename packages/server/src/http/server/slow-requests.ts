import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { endWithAnswer, late } from './raw-answer.ts'

/** For a question with files, sent from a phone. */
const longestMilliseconds = 30_000

/** The requests that get more time than the server’s own limit. */
export interface SlowRequests {
  /** Gives this request 30 s to arrive. */
  readonly wait: (request: IncomingMessage, response: ServerResponse) => void
  readonly isExpected: (socket: Duplex) => boolean
}

/** Creates the register that routes and the HTTP server share. */
export const createSlowRequests = (): SlowRequests => {
  const sockets = new Set<Duplex>()
  return {
    wait: (request, response) => {
      const { socket } = request
      sockets.add(socket)
      const timer = setTimeout(() => {
        if (!request.complete) endWithAnswer(socket, late)
      }, longestMilliseconds)
      response.once('close', () => {
        clearTimeout(timer)
        sockets.delete(socket)
      })
    },
    isExpected: (socket) => sockets.has(socket),
  }
}
