import { trimSlashes } from '../../pages/links.ts'
import { parseGitAddress } from '../repository/git-address.ts'
import { HostError } from './host.ts'

/** The parts of a repository's address. */
export interface RepositoryAddress {
  /** Scheme, host and port. */
  readonly origin: string
  readonly hostname: string
  /** `acme/docs`; on GitLab also `group/subgroup/docs`. */
  readonly path: string
  readonly owner: string
  readonly name: string
}

/** Parses the address of a repository as a browser or `git clone` takes it. @throws HostError `refused` */
export const readRepositoryAddress = (repository: string): RepositoryAddress => {
  const url = new URL(parseGitAddress(repository).url)
  const pathname = trimSlashes(decodeURIComponent(url.pathname))
  const path = pathname.endsWith('.git') ? pathname.slice(0, -'.git'.length) : pathname
  const slash = path.lastIndexOf('/')
  if (slash < 1 || !/^[\w.~/-]+$/.test(path)) {
    throw new HostError('refused', `“${repository}” doesn't name a repository as owner/name.`)
  }
  const { origin, hostname } = url
  return { origin, hostname, path, owner: path.slice(0, slash), name: path.slice(slash + 1) }
}

/** An address without slashes at its end; undefined when there is none. */
export const trimTrailingSlashes = (address: string | null | undefined): string | undefined => {
  let end = address?.length ?? 0
  while (address?.[end - 1] === '/') end--
  return address?.slice(0, end)
}
