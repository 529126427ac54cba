import { withoutCredentials } from '../../git/git-credentials.ts'
import { HostError } from '../hosts/host.ts'
import { readRemoteHeads, requireBranchName } from './clone.ts'
import { type GitCall, gitError, runGit, writeAddress } from './git.ts'

/** Pushes one commit to one branch, if that still stands at `expected`; null: does not exist. */
export async function pushCommit(
  call: Pick<GitCall, 'place' | 'signal'> & Required<Pick<GitCall, 'network'>>,
  { commit, branch, expected }: { commit: string; branch: string; expected: string | null },
): Promise<'pushed' | 'stale'> {
  requireBranchName(branch)
  if (!/^[0-9a-f]{40,64}$/.test(commit)) throw new HostError('refused', `“${commit}” is not a commit.`)
  const ref = `refs/heads/${branch}`
  const full: GitCall = {
    ...call,
    arguments: [
      ...['push', '--porcelain', '--no-verify', '--no-signed', '--recurse-submodules=no'],
      ...[`--force-with-lease=${ref}:${expected ?? ''}`, 'origin', '--', `${commit}:${ref}`],
    ],
    exitCodes: [0, 1],
    seconds: 300,
  }
  const { stdout, stderr, exitCode } = await runGit(full)
  const line = stdout.split('\n').find((text) => text.includes(`:${ref}\t`))
  if (!line) throw gitError(full, { stderr: stderr || stdout, exitCode })
  if (!line.startsWith('!')) return 'pushed'
  const reason = line.split('\t')[2] ?? ''
  if (/stale info|fetch first|non-fast-forward/.test(reason)) return 'stale'
  const isNotWritten = /cannot lock ref|failed to update ref|incorrect old value/.test(reason)
  // Somebody else may have been faster between the host's answer and its write. Else the branch itself cannot be written.
  if (isNotWritten && (await readHead(call, branch)) !== expected) return 'stale'
  const said = stderr
    .split('\n')
    .filter((text) => text.startsWith('remote:'))
    .map((text) => text.slice('remote:'.length).trim())
  const words = withoutCredentials([reason, ...said].filter(Boolean).join(' '), call.network.credentials)
  throw new HostError(
    'refused',
    `${writeAddress(call.network.address)} did not take the push to ${branch}: ${words.slice(0, 600)}`,
  )
}

/** Asks the host whether a branch may be pushed, and pushes none. @throws HostError */
export async function tryPush(
  call: Pick<GitCall, 'place' | 'signal'> & Required<Pick<GitCall, 'network'>>,
  { commit, branch }: { commit: string; branch: string },
): Promise<void> {
  requireBranchName(branch)
  const options = ['--dry-run', '--no-verify', '--no-signed', '--recurse-submodules=no']
  await runGit({ ...call, arguments: ['push', ...options, 'origin', '--', `${commit}:refs/heads/${branch}`] })
}

const readHead = async (call: Parameters<typeof readRemoteHeads>[0], branch: string): Promise<string | null> =>
  (await readRemoteHeads(call, [branch])).get(branch) ?? null
