import { trimSlashes } from '../../pages/links.ts'
import { gitAddress } from '../repository/git.ts'
import { HostError } from './host.ts'

export interface RepositoryAddress {
  /** Scheme, host and port. */
  readonly origin: string
  readonly hostname: string
  /** `acme/docs`; on GitLab also `group/subgroup/docs`. */
  readonly path: string
  readonly owner: string
  readonly name: string
}

/** Takes apart the address of a repository as a browser or `git clone` knows it. @throws HostError `refused` */
export function readRepositoryAddress(repository: string): RepositoryAddress {
  const url = new URL(gitAddress(repository).url)
  const path = trimSlashes(decodeURIComponent(url.pathname)).replace(/\.git$/, '')
  const slash = path.lastIndexOf('/')
  if (slash < 1 || !/^[\w.~/-]+$/.test(path)) {
    throw new HostError('refused', `“${repository}” does not name a repository as owner/name.`)
  }
  const { origin, hostname } = url
  return { origin, hostname, path, owner: path.slice(0, slash), name: path.slice(slash + 1) }
}
