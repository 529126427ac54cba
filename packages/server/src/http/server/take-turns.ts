import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Ends the head of a request, and a chunked body with its trailers: an empty line. */
const emptyLine = '\n\r\n'

/** Notes a request of a connection when its head has been parsed, before it is answered. */
type Begin = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Finds where parsing has to stop, so that nothing of the next request is parsed: Node’s parser takes all requests of a
 * piece at once. It keeps the last bytes, because an empty line can arrive in two pieces.
 */
const createBoundary = () => {
  let bodyLeft = 0
  let last: Buffer = Buffer.alloc(0)
  return {
    /** A head with a length says where its body ends. A chunked body ends with an empty line. */
    begin({ headers }: IncomingMessage) {
      bodyLeft = Number(headers['content-length'] ?? 0)
    },
    /** The length of the part that can be parsed. */
    next(bytes: Buffer): number {
      if (bodyLeft > 0) {
        const length = Math.min(bodyLeft, bytes.length)
        bodyLeft -= length
        last = Buffer.alloc(0)
        return length
      }
      const joined = last.length > 0 ? Buffer.concat([last, bytes]) : bytes
      const at = joined.indexOf(emptyLine)
      const end = at < 0 ? joined.length : at + emptyLine.length
      const length = end - last.length
      last = Buffer.from(joined.subarray(Math.max(0, end - emptyLine.length + 1), end))
      return length
    },
  }
}

/** Puts itself between a connection and Node’s parser. */
const readInTurn = (socket: Socket): Begin => {
  const [parse] = socket.listeners('data')
  const boundary = createBoundary()
  let request: IncomingMessage | undefined
  let response: ServerResponse | undefined
  let isWaiting = false
  const isAnswering = (): boolean => request?.complete === true && response?.closed === false

  const read = (bytes: Buffer) => {
    if (socket.writableEnded) socket.destroy()
    for (let rest = bytes; rest.length > 0; ) {
      // A refusal ends the connection: nothing behind it is parsed.
      if (socket.destroyed || socket.writableEnded) return
      if (isAnswering()) {
        isWaiting = true
        socket.pause()
        socket.unshift(rest)
        return
      }
      const length = boundary.next(rest)
      parse?.call(socket, rest.subarray(0, length))
      rest = rest.subarray(length)
    }
  }
  socket.removeAllListeners('data')
  socket.on('data', read)

  return (nextRequest, nextResponse) => {
    request = nextRequest
    response = nextResponse
    boundary.begin(request)
    response.once('close', () => {
      if (isWaiting) socket.resume()
      isWaiting = false
    })
  }
}

/**
 * One answer in flight on a connection: the next request is parsed when the answer before has left this process. A client
 * that sends requests and doesn’t read costs one answer and what Node has read of its requests, at most 128 kB.
 */
export const takeTurns = (server: Server): void => {
  const connections = new Map<Duplex, Begin>()
  server.on('connection', (socket) => {
    connections.set(socket, readInTurn(socket))
    socket.once('close', () => connections.delete(socket))
  })
  server.prependListener('request', (request, response) => connections.get(request.socket)?.(request, response))
}
