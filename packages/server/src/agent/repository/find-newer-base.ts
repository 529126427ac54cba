import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitBounds } from '../../git/git-environment.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { initRepository } from './create-place.ts'
import { type GitNetwork, runGit } from './git.ts'

/** How many commits to look back for the one where a branch leaves the branch that it is meant for. */
const historyDepths = [100, 2_000]

interface Tips {
  readonly bounds: GitBounds | undefined
  readonly network: GitNetwork
  /** The newest commit of `ref`. */
  readonly refTip: string | undefined
  /** The newest commit of the job's branch. */
  readonly branchTip: string | null
}

/**
 * Finds the commit that the job's changes are to be compared with after people merged the newest state into the job's
 * branch, or rebased it: what came that way is not a change of the job. Undefined when that didn't happen, or happened
 * too long ago.
 */
export const findNewerBase = async (
  request: CheckoutRequest,
  { bounds, network, refTip, branchTip }: Tips,
): Promise<string | undefined> => {
  const { base, jobCommits = [], signal } = request
  if (!base || !branchTip || !refTip || refTip === base || branchTip === base) return undefined
  if (jobCommits.includes(branchTip)) return undefined
  const { address } = network
  const place = { gitFolder: join(request.folder, 'history.git'), tree: join(request.folder, 'tree'), bounds }
  try {
    await initRepository(place, address, signal)
    // Commits alone, without their files; a local repository gives all or nothing.
    const filter = address.protocol === 'file' ? [] : ['--filter=tree:0']
    for (const depth of historyDepths) {
      const options = ['--quiet', `--depth=${depth}`, '--no-tags', '--no-write-fetch-head', ...filter]
      const fetch = ['fetch', ...options, 'origin', '--', refTip, branchTip]
      await runGit({ arguments: fetch, place, network, signal, seconds: 300 })
      const { stdout } = await runGit({
        arguments: ['merge-base', refTip, branchTip],
        place,
        signal,
        exitCodes: [0, 1],
      })
      const commit = stdout.trim()
      if (commit) return commit
    }
    return undefined
  } finally {
    await rm(place.gitFolder, { recursive: true, force: true })
  }
}
