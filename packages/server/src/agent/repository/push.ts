import { withoutCredentials } from '../../git/git-credentials.ts'
import { HostError } from '../hosts/host.ts'
import { type GitCall, gitError, runGit } from './git.ts'
import { displayAddress } from './git-address.ts'
import { type RemoteCall, readRemoteHeads, requireBranchName } from './remote.ts'

/** A commit for a branch that still points to `expected`; null: the branch doesn't exist yet. */
export interface Push {
  readonly commit: string
  readonly branch: string
  readonly expected: string | null
}

const pushOptions = ['--no-verify', '--no-signed', '--recurse-submodules=no']

/**
 * Pushes one commit to one branch.
 *
 * @returns `stale` when the branch points elsewhere. A branch that already points to `commit` counts as pushed.
 * @throws HostError
 */
export const pushCommit = async (
  remote: RemoteCall,
  { commit, branch, expected }: Push,
): Promise<'pushed' | 'stale'> => {
  requireBranchName(branch)
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new HostError('refused', `“${commit}” is not a commit.`)
  const ref = `refs/heads/${branch}`
  const lease = `--force-with-lease=${ref}:${expected ?? ''}`
  const call: GitCall = {
    ...remote,
    arguments: ['push', '--porcelain', ...pushOptions, lease, 'origin', '--', `${commit}:${ref}`],
    exitCodes: [0, 1],
    seconds: 300,
  }
  const { stdout, stderr, exitCode } = await runGit(call)
  const line = stdout.split('\n').find((text) => text.includes(`:${ref}\t`))
  if (!line) throw gitError(call, { stderr: stderr || stdout, exitCode })
  if (!line.startsWith('!')) return 'pushed'
  const reason = line.split('\t')[2] ?? ''
  if (staleReasons.some((phrase) => reason.includes(phrase))) return 'stale'
  // Somebody may have been faster between the host's answer and its write. Else the branch itself cannot be written.
  const isUnwritten = unwrittenReasons.some((phrase) => reason.includes(phrase))
  if (isUnwritten && (await readHead(remote, branch)) !== expected) return 'stale'
  const { network } = remote
  const words = withoutCredentials([reason, ...remoteLines(stderr)].filter(Boolean).join(' '), network.credentials)
  throw new HostError(
    'refused',
    `${displayAddress(network.address)} did not accept the push to ${branch}: ${words.slice(0, 600)}`,
  )
}

const staleReasons = ['stale info', 'fetch first', 'non-fast-forward']
const unwrittenReasons = ['cannot lock ref', 'failed to update ref', 'incorrect old value']

/** What the host itself says, in git's output. */
const remoteLines = (stderr: string): string[] => {
  const mark = 'remote:'
  const lines = stderr.split('\n').filter((text) => text.startsWith(mark))
  return lines.map((text) => text.slice(mark.length).trim())
}

/** Asks the host whether a branch may be pushed, and pushes nothing. @throws HostError */
export const tryPush = async (
  remote: RemoteCall,
  { commit, branch }: Pick<Push, 'commit' | 'branch'>,
): Promise<void> => {
  requireBranchName(branch)
  const refspec = `${commit}:refs/heads/${branch}`
  await runGit({ ...remote, arguments: ['push', '--dry-run', ...pushOptions, 'origin', '--', refspec] })
}

const readHead = async (remote: RemoteCall, branch: string): Promise<string | null> =>
  (await readRemoteHeads(remote, [branch])).get(branch) ?? null
