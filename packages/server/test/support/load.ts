import { connect, type Socket } from 'node:net'

export interface LoadResult {
  /** How often each status was answered; 0 for a connection that broke. */
  readonly statuses: ReadonlyMap<number, number>
  /** Milliseconds of each answer, in order of arrival. */
  readonly milliseconds: readonly number[]
}

interface Load {
  /** Servers to spread the requests over. */
  readonly urls: readonly string[]
  readonly path: string
  readonly key: string
  readonly body: string
  /** Connections to each server, kept open. */
  readonly connections: number
  /** Requests in all; without it, the load goes on until `until` says so. */
  readonly requests?: number
  readonly until?: () => boolean
  /** Milliseconds that each connection waits between two requests. */
  readonly pause?: number
}

/** So many that none of them uses up its share. */
const addresses = 250

const endOfHead = '\r\n\r\n'

/** The status of an answer that has arrived in full, 0 while it has not. Its length is in its head. */
const readStatus = (received: string): number => {
  const end = received.indexOf(endOfHead)
  if (end < 0) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1]
  if (length === undefined) throw new Error(`The answer does not tell its length: ${received}`)
  return received.length < end + endOfHead.length + Number(length) ? 0 : Number(received.slice(9, 12))
}

/** Sends the request and gives the status of its answer, or 0 when the connection breaks. */
const ask = (socket: Socket, request: string): Promise<number> =>
  new Promise((resolve) => {
    let received = ''
    const end = (status: number) => {
      socket.off('data', read)
      socket.off('close', breakOff)
      resolve(status)
    }
    const breakOff = () => end(0)
    const read = (chunk: string) => {
      received += chunk
      const status = readStatus(received)
      if (status > 0) end(status)
    }
    socket.on('data', read)
    socket.once('close', breakOff)
    socket.write(request)
  })

const openSocket = ({ hostname, port }: URL): Socket =>
  connect({ host: hostname, port: Number(port), noDelay: true })
    .setEncoding('latin1')
    .on('error', () => {})

/**
 * Sends the same request over many kept-open connections, as bytes: any client would cost more than the servers do. They
 * are forwarded for many addresses in turn, which a server with one trusted proxy believes.
 */
export const sendLoad = async (load: Load): Promise<LoadResult> => {
  const { urls, path, key, body, connections, pause = 0 } = load
  const statuses = new Map<number, number>()
  const milliseconds: number[] = []
  const requestFrom = (address: string): string => {
    const head = [
      `POST ${path} HTTP/1.1`,
      'host: localhost',
      `x-forwarded-for: ${address}`,
      `authorization: Bearer ${key}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ]
    return head.join('\r\n') + endOfHead + body
  }
  let sent = 0
  let left = load.requests ?? Number.POSITIVE_INFINITY
  const requests = Array.from({ length: addresses }, (_, index) => requestFrom(`10.0.0.${index}`))
  const drive = async (url: URL): Promise<void> => {
    let socket = openSocket(url)
    while (left > 0 && !load.until?.()) {
      left -= 1
      sent += 1
      const start = performance.now()
      const status = await ask(socket, requests[sent % addresses] ?? '')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      milliseconds.push(performance.now() - start)
      if (status === 0) socket = openSocket(url)
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
    }
    socket.destroy()
  }
  await Promise.all(urls.flatMap((url) => Array.from({ length: connections }, () => drive(new URL(url)))))
  return { statuses, milliseconds }
}

/** The value that this share of all values does not exceed. */
export const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? 0
