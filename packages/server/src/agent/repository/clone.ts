import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DiskFullError } from '../../disk.ts'
import { isSiteFile } from '../../generators/site-files.ts'
import type { GitBounds, GitPlace } from '../../git/git-environment.ts'
import { diskBytesOf, mostTreeBytes, parseTree, refuseTree, sizeOf, type TreeEntry, treeWords } from '../../git/tree.ts'
import { usualQuotas } from '../../quotas.ts'
import { HostError } from '../hosts/host.ts'
import { isTemplate } from '../publish/pull-request-template.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { createPlace } from './create-place.ts'
import { findNewerBase } from './find-newer-base.ts'
import { type GitNetwork, runGit } from './git.ts'
import { displayAddress, type GitAddress, parseGitAddress } from './git-address.ts'
import { describeDefaultBranch, openNetwork, type RemoteCall, readRemoteHeads, requireBranchName } from './remote.ts'

/** A repository with the right commit in its tree. */
export interface Clone {
  readonly place: GitPlace
  readonly address: GitAddress
  /** Commit that the job's changes are compared with. */
  readonly baseCommit: string
  /** Tip of the job's branch; null when the branch doesn't exist. */
  readonly branchCommit: string | null
  /** Paths of symbolic links and submodules. */
  readonly links: ReadonlySet<string>
}

/** A clone whose tree is still empty. */
interface EmptyClone extends Clone {
  readonly network: GitNetwork
  /** Every file of the commit. */
  readonly entries: readonly TreeEntry[]
}

/**
 * Fetches one commit each of the base and of the job's branch, and writes the documentation's files into the tree, unless they
 * are too large. What failed leaves nothing behind.
 *
 * @throws HostError
 */
export const cloneRepository = async (request: CheckoutRequest): Promise<Clone> => {
  try {
    const { network, entries, ...clone } = await beginClone(request)
    const { place } = clone
    const { signal } = request
    const written = sparseEntries(request.docsFolder, entries)
    await writeFile(join(place.gitFolder, 'info', 'sparse-checkout'), sparsePatterns(request.docsFolder, written))
    const commit = clone.branchCommit ?? clone.baseCommit
    const call = { place, network, signal }
    await fetchContents(call, commit, written)
    await requireSmall(request, call, written)
    await runGit({ ...call, arguments: ['read-tree', '-m', '-u', commit], seconds: 600 })
    return clone
  } catch (error) {
    await rm(request.folder, { recursive: true, force: true, maxRetries: 3 })
    throw error
  }
}

/** Clones without writing a file: finds whatever may be wrong with a repository. @throws HostError */
export const beginClone = async (request: CheckoutRequest): Promise<EmptyClone> => {
  const { folder, signal } = request
  const address = parseGitAddress(request.repository, { local: request.local ?? false })
  for (const name of [request.ref, request.branch]) requireBranchName(name)
  const place = await createPlace({ folder, bounds: await boundsOf(request), signal }, address)
  const network = await openNetwork(request, address, signal)
  const call = { place, network, signal }
  const { baseCommit, branchCommit } = await chooseCommits(request, call)
  const startCommit = branchCommit ?? baseCommit
  await fetchCommits(call, [baseCommit, startCommit])
  await runGit({ arguments: ['update-ref', 'refs/sidenote/base', baseCommit], place, signal })
  await runGit({ arguments: ['update-ref', 'refs/sidenote/start', startCommit], place, signal })
  const entries = await readTree(request, place, startCommit)
  const links = new Set(entries.filter(({ mode }) => linkModes.includes(mode)).map(({ path }) => path))
  if (!branchCommit) requireFolder(request, entries, links)
  return { place, address, baseCommit, branchCommit, links, network, entries }
}

/** What git may take; of the disk no more than it has. @throws HostError `unreachable` when that is nothing */
const boundsOf = async ({ disk, quotas = usualQuotas }: CheckoutRequest): Promise<GitBounds> => {
  await requireRoom({ disk })
  const room = (await disk?.room()) ?? Number.POSITIVE_INFINITY
  return { memory: quotas.gitBytes, file: Math.min(quotas.repositoryBytes, room) }
}

/** Somebody may make room meanwhile, so another try may help. */
const requireRoom = async ({ disk }: Pick<CheckoutRequest, 'disk'>, bytes?: number): Promise<void> => {
  await disk?.requireRoom(bytes).catch((cause: unknown) => {
    throw cause instanceof DiskFullError ? new HostError('unreachable', cause.message, { cause }) : cause
  })
}

/** @throws HostError `missing` when there is no commit to start from */
const chooseCommits = async (
  request: CheckoutRequest,
  call: RemoteCall,
): Promise<Pick<Clone, 'baseCommit' | 'branchCommit'>> => {
  const { network, place } = call
  const { bounds } = place
  const heads = await readRemoteHeads(call, [request.ref, request.branch])
  const refTip = heads.get(request.ref)
  const branchTip = heads.get(request.branch) ?? null
  const baseCommit = (await findNewerBase(request, { bounds, network, refTip, branchTip })) ?? request.base ?? refTip
  if (baseCommit !== undefined) return { baseCommit, branchCommit: branchTip }
  const hint = await describeDefaultBranch(call)
  throw new HostError('missing', `${displayAddress(network.address)} has no branch ${request.ref}. ${hint}`)
}

/** Fetches commits without history and, where the host can, without the contents of files. */
const fetchCommits = async (call: RemoteCall, commits: readonly string[]): Promise<void> => {
  const filter = call.network.address.protocol === 'file' ? [] : ['--filter=blob:none']
  const options = ['--quiet', '--depth=1', '--no-tags', '--no-write-fetch-head', ...filter]
  await runGit({ ...call, arguments: ['fetch', ...options, 'origin', '--', ...new Set(commits)], seconds: 600 })
}

/** Without the folder the agent would have nothing to read and nothing to change. @throws HostError `missing` */
const requireFolder = (
  { docsFolder, ref, repository }: CheckoutRequest,
  entries: readonly TreeEntry[],
  links: ReadonlySet<string>,
): void => {
  if (docsFolder === '' || entries.some(({ path }) => path.startsWith(`${docsFolder}/`))) return
  const isLink = docsFolder.split('/').some((_, index, parts) => links.has(parts.slice(0, index + 1).join('/')))
  const reason = isLink ? 'it is, or lies in, a symbolic link or a submodule' : `${ref} has no file below it`
  throw new HostError('missing', `${docsFolder} is not a folder of documentation in ${repository}: ${reason}.`)
}

const submoduleMode = '160000'
/** Modes of what git keeps instead of a file. */
const linkModes = ['120000', submoduleMode]

/** Every file of a commit. @throws HostError `refused` when there are too many */
const readTree = async (
  { quotas = usualQuotas, signal }: CheckoutRequest,
  place: GitPlace,
  commit: string,
): Promise<TreeEntry[]> => {
  const list = { arguments: treeWords(commit, false), place, signal, keepBytes: mostTreeBytes(quotas) }
  const { stdout } = await runGit(list)
  const entries = parseTree(stdout)
  refuse(refuseTree(sizeOf(entries), Buffer.byteLength(stdout) >= mostTreeBytes(quotas), quotas))
  return entries
}

const refuse = (sentence: string | undefined): void => {
  if (sentence !== undefined) throw new HostError('refused', `The repository is too large. ${sentence}`)
}

/** The files that are written: the documentation, those at the root, the project's instructions, and what configures a generator. */
const sparseEntries = (docsFolder: string, entries: readonly TreeEntry[]): readonly TreeEntry[] => {
  if (docsFolder === '') return entries
  const isWritten = (path: string) =>
    !path.includes('/') ||
    path.startsWith(`${docsFolder}/`) ||
    path.startsWith('.sidenote/') ||
    isSiteFile(path, docsFolder) ||
    isTemplate(path)
  return entries.filter(({ path }) => isWritten(path))
}

/** The same files, as git takes them. */
const sparsePatterns = (docsFolder: string, written: readonly TreeEntry[]): string => {
  if (docsFolder === '') return '/*\n'
  const siteFiles = written.filter(
    ({ path }) => path.includes('/') && (isSiteFile(path, docsFolder) || isTemplate(path)),
  )
  const patterns = ['/*', '!/*/', `/${escapeGlob(docsFolder)}/`, '/.sidenote/']
  return `${[...patterns, ...siteFiles.map(({ path }) => `/${escapeGlob(path)}`)].join('\n')}\n`
}

const escapeGlob = (path: string): string => path.replace(/[\\*?[\]!# ]/g, '\\$&')

/** Fetches the contents of files that the host has left out, all in one go: git would do so while it writes them. */
const fetchContents = async (call: RemoteCall, commit: string, entries: readonly TreeEntry[]): Promise<void> => {
  if (call.network.address.protocol === 'file') return
  const { place, signal } = call
  const list = ['rev-list', '--objects', '--no-object-names', '--missing=print', '--max-count=1', commit]
  const { stdout } = await runGit({ arguments: list, place, signal })
  const missing = new Set(stdout.split('\n').flatMap((line) => (line.startsWith('?') ? [line.slice(1)] : [])))
  const wanted = new Set(entries.map(({ object }) => object).filter((object) => missing.has(object)))
  if (wanted.size === 0) return
  const options = ['--quiet', '--no-tags', '--no-write-fetch-head', '--filter=blob:none']
  await runGit({
    ...call,
    arguments: ['fetch', ...options, 'origin', '--stdin'],
    input: [...wanted, ''].join('\n'),
    // What the commit has would else be taken for what is here.
    settings: [['fetch.negotiationAlgorithm', 'noop']],
    seconds: 600,
  })
}

/** Counts what is to be written before anything is: many files can share one content. @throws HostError */
const requireSmall = async (
  request: CheckoutRequest,
  { place, signal }: RemoteCall,
  entries: readonly TreeEntry[],
): Promise<void> => {
  const files = entries.filter(({ mode }) => mode !== submoduleMode)
  const objects = [...new Set(files.map(({ object }) => object))]
  const { stdout } = await runGit({
    arguments: ['cat-file', '--batch-check=%(objectsize)'],
    place,
    signal,
    input: [...objects, ''].join('\n'),
  })
  const sizes = new Map(stdout.split('\n').map((size, index) => [objects[index], Number(size) || 0]))
  const size = sizeOf(files.map((entry) => ({ ...entry, bytes: sizes.get(entry.object) })))
  refuse(refuseTree(size, false, request.quotas ?? usualQuotas))
  await requireRoom(request, diskBytesOf(size))
}
