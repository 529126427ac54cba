import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { UsageError } from './command-error.ts'

/** Whether a text is an address that the server can fetch. */
export const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

/** `github.com/acme/docs`, or `docs.example.com`: what people type when they leave out https. */
const looksLikeHost = (text: string): boolean =>
  /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/i.test(text)

/** The path that an address of a file names. @throws UsageError */
const pathOf = (address: string): string => {
  try {
    return fileURLToPath(address)
  } catch {
    throw new UsageError(`${address} names no file of this machine. Give its path.`)
  }
}

/**
 * Reads an address or a path as people type them: `file:///srv/docs` is a path, and `github.com/acme/docs` an address, unless
 * there is a folder of that name.
 *
 * @returns an address that begins with http, or an absolute path
 * @throws UsageError
 */
export const readLocation = (text: string, absolute: (path: string) => string): string => {
  if (isAddress(text)) return text
  if (/^file:/i.test(text)) return pathOf(text)
  const path = absolute(text)
  return looksLikeHost(text) && !existsSync(path) ? `https://${text}` : path
}

/** The address of something that can only be on the web. */
export const readWebAddress = (text: string): string => (looksLikeHost(text) ? `https://${text}` : text)
