import type { Request } from 'express'

/** Names that a machine has for itself, whoever asks. */
const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Where the server is reached, without a slash at its end. Without a public address, whoever asks has just reached it there. */
export const serverAddress = (request: Request, publicUrl: string | undefined): string =>
  publicUrl ?? URL.parse(`${request.protocol}://${request.host}`)?.origin ?? 'http://localhost'

/** The origins of the server’s own pages. Without a public address it is the host that the browser asked for. */
export const isOwnOrigin = (request: Request, origin: string, publicUrl: string | undefined): boolean => {
  if (publicUrl !== undefined) return origin === new URL(publicUrl).origin
  // A proxy that ends HTTPS need not say so.
  return origin === `http://${request.host}` || origin === `https://${request.host}`
}

/**
 * Whether an origin is one of this server for certain. Anybody can have a name that leads to this machine, and a browser then
 * takes their page for one of it: only the public address counts, or a name that the machine has for itself.
 */
export const isOwnPage = (request: Request, origin: string, publicUrl: string | undefined): boolean =>
  isOwnOrigin(request, origin, publicUrl) &&
  (publicUrl !== undefined || loopback.includes(URL.parse(origin)?.hostname ?? ''))
