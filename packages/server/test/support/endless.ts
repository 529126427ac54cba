import type { ServerResponse } from 'node:http'

/** Writes a piece again and again, as fast as it is read, until the other side leaves. Returns how many bytes that were. */
export const writeEndlessly = (response: ServerResponse, piece: string | Buffer): (() => number) => {
  const bytes = Buffer.from(piece)
  let sent = 0
  const more = () => {
    while (!response.destroyed) {
      sent += bytes.length
      if (!response.write(bytes)) break
    }
    if (!response.destroyed) response.once('drain', more)
  }
  more()
  return () => sent
}
