import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'

/** The encodings that a body can be prepared in, best first. */
export const packings = ['br', 'gzip'] as const

/** A body that never changes, in memory in every encoding that it is sent in: sending it costs no work and no copy. */
export interface PreparedBody {
  readonly plain: Buffer
  readonly packed: Readonly<Partial<Record<(typeof packings)[number], Buffer>>>
  readonly etag: string
}

/** Computes the ETag of a body: weak, because it is the same for all encodings. */
export const prepareBody = ({ plain, packed }: Omit<PreparedBody, 'etag'>): PreparedBody => ({
  plain,
  packed,
  etag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`,
})

/** Sends a body in the best encoding that the client accepts; 304 if it has the body already. */
export const sendPrepared = (request: Request, response: Response, { plain, packed, etag }: PreparedBody): void => {
  response.vary('Accept-Encoding').set('ETag', etag)
  const accepted = request.acceptsEncodings()
  const packing = packings.find((name) => packed[name] && accepted.includes(name))
  if (packing) response.set('Content-Encoding', packing)
  response.send((packing && packed[packing]) ?? plain)
}
