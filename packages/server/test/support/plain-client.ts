import { connect, type Socket } from 'node:net'

/** A response as it stood on the wire. */
export interface PlainResponse {
  readonly status: number
  readonly contentType: string
  readonly text: string
}

const lengthOf = /\r\ncontent-length: (\d+)/i
const typeOf = /\r\ncontent-type: ([^\r]+)/i

const readChunked = (bytes: Buffer, start: number): { text: string; end: number } | undefined => {
  const parts: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    at = lineEnd + 2 + size + 2
    if (bytes.length < at) return undefined
    if (size === 0) return { text: Buffer.concat(parts).toString(), end: at }
    parts.push(bytes.subarray(lineEnd + 2, at - 2))
  }
}

/** The first whole response in the bytes that were received; `undefined` as long as there is none. */
export const readResponse = (bytes: Buffer): { response: PlainResponse; end: number } | undefined => {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const start = headEnd + 4
  const about = { status: Number(head.slice(9, 12)), contentType: typeOf.exec(head)?.[1] ?? '' }
  if (/\r\ntransfer-encoding: chunked/i.test(head)) {
    const chunked = readChunked(bytes, start)
    return chunked && { response: { ...about, text: chunked.text }, end: chunked.end }
  }
  const end = start + Number(lengthOf.exec(head)?.[1] ?? 0)
  if (bytes.length < end) return undefined
  return { response: { ...about, text: bytes.toString('utf8', start, end) }, end }
}

/** Sends bytes as they are, and gives everything that comes back until the server closes. */
export const sendRaw = (url: string, bytes: string | Buffer): Promise<string> =>
  new Promise((resolve) => {
    let text = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(text))
  })

/** One connection that is kept open: requests go out as the bytes they are, one after the other. */
export const openConnection = (url: string) => {
  let socket: Socket | undefined
  const open = (): Socket => {
    const opened = connect(Number(new URL(url).port), '127.0.0.1')
    opened.setNoDelay(true)
    opened.on('error', () => {})
    return opened
  }
  const send = (request: Buffer): Promise<PlainResponse | undefined> =>
    new Promise((resolve) => {
      const used = socket && !socket.destroyed && socket.writable ? socket : open()
      socket = used
      let bytes: Buffer = Buffer.alloc(0)
      const end = (response: PlainResponse | undefined) => {
        used.off('data', read)
        used.off('close', lost)
        resolve(response)
      }
      const lost = () => {
        socket = undefined
        end(undefined)
      }
      const read = (chunk: Buffer) => {
        bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
        const found = readResponse(bytes)
        if (!found) return
        // A body that was refused is not read to its end: what follows would be taken for the rest of it.
        if (/\r\nconnection: close/i.test(bytes.toString('latin1', 0, bytes.indexOf('\r\n\r\n')))) {
          used.destroy()
          socket = undefined
        }
        end(found.response)
      }
      used.on('data', read)
      used.on('close', lost)
      used.write(request)
    })
  return { send, close: () => socket?.destroy() }
}
