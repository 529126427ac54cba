import { isSafeForSecrets } from '../../git/git-credentials.ts'
import { HostError } from '../hosts/host.ts'

/** An address that git may connect to. */
export interface GitAddress {
  readonly url: string
  readonly protocol: 'https' | 'http' | 'file'
}

/**
 * Parses the address of a repository: `https`, `http` to this machine only, and with `local` an absolute path.
 *
 * @throws HostError `refused`
 */
export const parseGitAddress = (repository: string, { local = false } = {}): GitAddress => {
  if (local) {
    if (!repository.startsWith('/') || repository.includes('\0')) {
      throw new HostError('refused', `“${repository}” is not an absolute path, which a local repository needs.`)
    }
    return { url: `file://${repository}`, protocol: 'file' }
  }
  const url = URL.parse(repository)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new HostError('refused', `“${repository}” is not the https address of a repository.`)
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new HostError('refused', `The address of ${url.origin}${url.pathname} must hold neither a user nor a query.`)
  }
  if (!isSafeForSecrets(url)) {
    throw new HostError('refused', `${url.origin} is not encrypted: tokens are only sent over https.`)
  }
  return { url: url.href, protocol: url.protocol === 'https:' ? 'https' : 'http' }
}

/** An address as people write it: a path for a local repository. */
export const displayAddress = ({ url, protocol }: GitAddress): string =>
  protocol === 'file' ? url.slice('file://'.length) : url
