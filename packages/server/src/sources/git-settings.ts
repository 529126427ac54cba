import { isAbsolute, normalize } from 'node:path'
import type { gitSourceRequestSchema } from '@sidenote/contract'
import type { z } from 'zod'
import { isBranchName } from '../git/branch-name.ts'
import { isSafeForSecrets } from '../git/git-credentials.ts'

export type GitSettings = Omit<z.infer<typeof gitSourceRequestSchema>, 'kind'>

/** @throws Error a sentence when these cannot be the settings of a repository. */
export function checkGitSettings({ repository, branch, folder, token }: GitSettings): void {
  protocolOf(repository)
  insideOf(folder ?? '.')
  if (branch !== undefined && !isBranchName(branch)) {
    throw new Error(`“${branch}” cannot be the name of a branch.`)
  }
  if (token) checkToken(repository, token)
}

/** Says nothing of the token itself: sentences are shown and logged. */
function checkToken(repository: string, token: string): void {
  if (isAbsolute(repository)) throw new Error(`A token says nothing about ${repository}, which is on this machine.`)
  if (!isSafeForSecrets(new URL(repository))) {
    throw new Error(`${new URL(repository).origin} is not encrypted: a token may only be sent by https.`)
  }
  if (!/^[!-~]+$/.test(token)) throw new Error(`The token of ${repository} has spaces, line breaks or unusual letters.`)
}

/** How the repository is reached. @throws Error when its address is none. */
export function protocolOf(repository: string): 'https' | 'http' | 'file' {
  if (isAbsolute(repository) && !repository.includes('\0')) return 'file'
  const url = URL.canParse(repository) ? new URL(repository) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Error(`A repository is given by its https address or by an absolute path, not by “${repository}”.`)
  }
  if (url.username || url.password) throw new Error(`The address of ${url.host} must not hold a user or a password.`)
  return url.protocol === 'https:' ? 'https' : 'http'
}

/** @throws Error when the folder is outside of the repository, or its git folder. */
export function insideOf(below: string): string {
  const inside = normalize(below.replaceAll('\\', '/')).replace(/^\/+/, '')
  if (inside.split('/').some((part) => part === '..' || part.toLowerCase() === '.git') || inside.includes('\0')) {
    throw new Error(`The folder “${below}” is not inside of the repository.`)
  }
  return inside
}
