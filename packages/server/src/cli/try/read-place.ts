import { stat } from 'node:fs/promises'
import type { SourceRequest } from '@sidenote/contract'
import { UsageError } from '../command-error.ts'
import { isAddress, readLocation } from '../read-location.ts'

/** What somebody wants to try: a source, with the options of `sites add` that would keep it. */
export interface TriedPlace {
  readonly source: SourceRequest
  readonly options: readonly string[]
}

const isDescription = (path: string): boolean => /\.(?:json|ya?ml)$/i.test(path)

/** `https://github.com/acme/docs`, and every address that ends in `.git`. */
const isRepository = ({ hostname, pathname }: URL): boolean =>
  pathname.endsWith('.git') ||
  (['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org'].includes(hostname) &&
    pathname.split('/').filter(Boolean).length === 2)

/** Whoever types an address of this machine or its network means it. */
const isPrivate = ({ hostname }: URL): boolean =>
  /^(?:localhost|127\.|10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|\[)/.test(hostname) ||
  /\.(?:localhost|local|internal|lan)$/.test(hostname) ||
  !hostname.includes('.')

const readAddress = (address: URL): TriedPlace => {
  const { href, hostname, pathname } = address
  if (isRepository(address)) return { source: { kind: 'git', repository: href }, options: ['--git', href] }
  const hosts = isPrivate(address) ? { allowedHosts: [hostname] } : {}
  const hostOptions = isPrivate(address) ? ['--allow-host', hostname] : []
  return isDescription(pathname)
    ? { source: { kind: 'openapi', url: href, ...hosts }, options: ['--openapi', href, ...hostOptions] }
    : { source: { kind: 'website', url: href, ...hosts }, options: ['--website', href, ...hostOptions] }
}

/**
 * Reads what somebody wants to try: a folder of pages, an OpenAPI document, or the address of a website or a git repository.
 *
 * @throws UsageError when there is nothing of the kind
 */
export const readPlace = async (text: string, absolute: (path: string) => string): Promise<TriedPlace> => {
  const path = readLocation(text, absolute)
  const address = isAddress(path) ? URL.parse(path) : null
  if (address) return readAddress(address)
  const found = await stat(path).catch(() => undefined)
  if (found?.isDirectory()) return { source: { kind: 'folder', folder: path }, options: ['--folder', path] }
  if (found && isDescription(path)) return { source: { kind: 'openapi', file: path }, options: ['--openapi', path] }
  throw new UsageError(
    found
      ? `${path} is a file, but not an OpenAPI document (.json, .yaml). Give the folder that has the pages.`
      : `There is no folder ${path}. Give a folder of pages, or an address that begins with https://.`,
  )
}
