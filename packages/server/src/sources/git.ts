import { mkdir, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type GitCredentials, signIn, withoutCredentials } from '../git/git-credentials.ts'
import type { GitPlace } from '../git/git-environment.ts'
import { type GitRun, spawnGit } from '../git/spawn-git.ts'
import { diskBytesOf, mostTreeBytes, parseTree, refuseTree, sizeOf, treeWords } from '../git/tree.ts'
import { writeMegabytes } from '../quotas.ts'
import type { ReadingLane } from '../reading/reading.ts'
import { folderSource } from './folder.ts'
import { changeCopy } from './git-copy.ts'
import { checkGitSettings, type GitSettings, insideOf, protocolOf } from './git-settings.ts'
import type { CopyContext, Source, SourceContext, SourceItem } from './source.ts'
import { pinToPublic } from './website/fetcher.ts'

const longestSeconds = 600
/** Of what git says: it is told to be quiet. */
const mostBytes = 64 * 1024
/** A repository on this machine is read by a second git, which has none of our settings; it, too, maps packs in small windows. */
const localSide = 'git -c core.packedGitWindowSize=32m upload-pack'

type GitContext = CopyContext & Pick<SourceContext, 'siteUrl' | 'publicOnly'>

/**
 * The pages of one branch of a git repository. Only its newest commit is fetched, into `folder`; what is there from the
 * last time is not fetched again. A commit is counted before its files are written. Needs `git`.
 */
export function gitSource(reading: ReadingLane, source: GitSettings, context: GitContext): Source {
  const { repository, folder: below = '.' } = source
  const { folder, siteUrl, quotas } = context
  return {
    async *read(signal): AsyncIterable<SourceItem> {
      checkGitSettings(source)
      const { tree } = await changeCopy({ folder, mostBytes: quotas.repositoryBytes }, (copy) =>
        updateCopy({ source, context, signal }, copy),
      )
      const name = below === '.' ? `The repository ${repository}` : `The folder “${below}” of ${repository}`
      yield* folderSource(reading, join(tree, insideOf(below)), { project: tree, siteUrl, name }).read(signal)
    },
  }
}

interface GitUpdate {
  readonly source: GitSettings
  readonly context: GitContext
  readonly signal: AbortSignal
}

/** Fetches the newest commit of the branch, and writes its files. @returns their bytes */
async function updateCopy(
  { source, context, signal }: GitUpdate,
  copy: Pick<GitPlace, 'gitFolder' | 'tree'>,
): Promise<number> {
  const { repository, branch, user = 'x-access-token', token } = source
  const { quotas, disk, publicOnly } = context
  const place = {
    ...copy,
    bounds: { memory: quotas.gitBytes, file: Math.min(quotas.repositoryBytes, await disk.room()) },
  }
  await mkdir(join(place.gitFolder, 'info'), { recursive: true })
  await mkdir(place.tree, { recursive: true })
  const protocol = protocolOf(repository)
  const credentials = token ? { username: user, token } : undefined
  const pinned = publicOnly ? [await pinToPublic(new URL(repository))] : []
  const call = { place, protocol, signal, repository, credentials, pinned }
  await runGit(['init', '--quiet'], call)
  // Attributes of the repository name filters; none of them is to be looked for.
  await writeFile(join(place.gitFolder, 'info/attributes'), '* -text -filter -ident -working-tree-encoding\n')
  await fetchBranch(call, branch)
  const list = await runGit(treeWords('refs/read', true), { ...call, keepBytes: mostTreeBytes(quotas) })
  const size = sizeOf(parseTree(list))
  const refusal =
    refuseTree(size, Buffer.byteLength(list) >= mostTreeBytes(quotas), quotas) ??
    (await refuseMore(context, diskBytesOf(size)))
  if (refusal !== undefined) throw new Error(`The repository ${repository} is too large. ${refusal}`)
  await disk.requireRoom(diskBytesOf(size))
  await runGit(['reset', '--quiet', '--hard', 'refs/read'], call)
  await runGit(['clean', '--quiet', '-ffdx'], call)
  return diskBytesOf(size)
}

/** The sentence for a tree that is too large beside the other repositories of the organization. */
async function refuseMore({ quotas, readOtherBytes }: GitContext, bytes: number): Promise<string | undefined> {
  const others = await readOtherBytes()
  if (others + bytes <= quotas.organizationBytes) return undefined
  const most = `${writeMegabytes(quotas.organizationBytes)} (SIDENOTE_ORGANIZATION_MEGABYTES)`
  return `It takes ${writeMegabytes(bytes)}, and the other repositories of its organization ${writeMegabytes(others)}; together they may take ${most}.`
}

async function fetchBranch(call: GitCall, branch: string | undefined): Promise<void> {
  const { repository, protocol } = call
  const reference = branch === undefined ? 'HEAD' : `refs/heads/${branch}`
  const options = ['--quiet', '--depth=1', '--no-tags', '--force']
  if (protocol === 'file') options.push(`--upload-pack=${localSide}`)
  const words = ['fetch', ...options, '--', remoteOf(repository), `${reference}:refs/read`]
  await runGit(words, call).catch((error: Error) => {
    if (!error.message.includes("couldn't find remote ref")) throw error
    const missing = branch === undefined ? 'no commit on its default branch' : `no branch “${branch}”`
    throw new Error(`The repository ${repository} has ${missing}.`, { cause: error })
  })
}

const remoteOf = (repository: string): string => (isAbsolute(repository) ? `file://${repository}` : repository)

interface GitCall extends Pick<GitRun, 'place' | 'protocol' | 'signal'> {
  repository: string
  credentials: GitCredentials | undefined
  /** The addresses that it may connect to. */
  pinned: readonly (readonly [string, string])[]
  /** Bytes of output that are kept of a call that may have more; any other fails then. */
  keepBytes?: number
}

/** @returns what git has said */
async function runGit(words: readonly string[], call: GitCall): Promise<string> {
  const { repository, credentials, pinned, keepBytes, ...run } = call
  const limits = { seconds: longestSeconds, keepBytes: keepBytes ?? mostBytes }
  const settings = [...pinned, ...(credentials ? [signIn(repository, credentials)] : [])]
  const { exitCode, stdout, stderr, overrun, isFull } = await spawnGit(words, { ...run, ...limits, settings })
  if (exitCode === 0 && overrun === undefined && !(isFull && keepBytes === undefined)) return stdout
  throw new Error(`The repository ${repository} cannot be read. ${overrun?.sentence ?? reasonOf(stderr, credentials)}`)
}

/** What git says, which on its own would send an owner looking for a terminal. */
function reasonOf(stderr: string, credentials: GitCredentials | undefined): string {
  if (/could not read (?:Username|Password)|Authentication failed|error: 40[13]/i.test(stderr)) {
    return credentials
      ? 'Its host refuses the token.'
      : 'Its host asks who reads it: give the source a token (--token-variable).'
  }
  const said = withoutCredentials(stderr, credentials).trim().slice(-600)
  // Hosts do not tell a stranger that a repository is there.
  if (!/repository .*not found|error: 404/i.test(stderr)) return said
  return `${said} ${credentials ? 'Is the token meant for it?' : 'If it is private, give the source a token (--token-variable).'}`
}
