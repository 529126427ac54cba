import { messageOf } from '../../errors.ts'
import { isBranchName } from '../../git/branch-name.ts'
import { pinToPublic } from '../../sources/website/fetcher.ts'
import { HostError } from '../hosts/host.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { type GitCall, type GitNetwork, runGit } from './git.ts'
import type { GitAddress } from './git-address.ts'

/** A call of git that may talk to its remote. */
export type RemoteCall = Pick<GitCall, 'place' | 'signal'> & { readonly network: GitNetwork }

/** Reads fresh credentials, and allows one call to use the network. @throws HostError */
export const openNetwork = async (
  request: Pick<CheckoutRequest, 'credentials' | 'publicOnly'>,
  address: GitAddress,
  signal?: AbortSignal,
): Promise<GitNetwork> => ({
  address,
  pins: request.publicOnly ? [await pin(address)] : [],
  credentials: address.protocol === 'file' ? undefined : await request.credentials(signal),
})

const pin = ({ url }: GitAddress) =>
  pinToPublic(new URL(url)).catch((cause: unknown) => {
    throw new HostError('refused', messageOf(cause), { cause })
  })

const heads = 'refs/heads/'

/** Reads which commits branches point to. Branches that don't exist are left out. */
export const readRemoteHeads = async (
  call: RemoteCall,
  branches: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const refs = branches.map((branch) => `${heads}${branch}`)
  const { stdout } = await runGit({ ...call, arguments: ['ls-remote', '--quiet', 'origin', ...refs] })
  const commits = new Map<string, string>()
  for (const line of stdout.split('\n')) {
    const [commit, ref] = line.split('\t')
    if (commit && ref?.startsWith(heads)) commits.set(ref.slice(heads.length), commit)
  }
  return commits
}

/** A sentence about the default branch, for a project that names a branch that doesn't exist. */
export const describeDefaultBranch = async (call: RemoteCall): Promise<string> => {
  const { stdout } = await runGit({ ...call, arguments: ['ls-remote', '--quiet', '--symref', 'origin', 'HEAD'] })
  const name = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(stdout)?.[1]
  return name === undefined ? 'It has no commits yet, or no default branch.' : `Its default branch is ${name}.`
}

/** @throws HostError `refused` */
export const requireBranchName = (name: string): void => {
  if (!isBranchName(name)) throw new HostError('refused', `“${name.slice(0, 200)}” is not a valid branch name.`)
}
