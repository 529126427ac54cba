import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isSiteFile } from '../../generators/site-files.ts'
import type { GitPlace } from '../../git/git-environment.ts'
import { HostError } from '../hosts/host.ts'
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
  readonly files: readonly string[]
}

/** The largest repository that is accepted. */
const maximumFiles = 200_000

/** Fetches one commit each of the base and of the job's branch, and writes the documentation's files into the tree. */
export const cloneRepository = async (request: CheckoutRequest): Promise<Clone> => {
  const { network, files, ...clone } = await beginClone(request)
  const { place } = clone
  await writeFile(join(place.gitFolder, 'info', 'sparse-checkout'), sparsePatterns(request.docsFolder, files))
  const commit = clone.branchCommit ?? clone.baseCommit
  // Fetches all blobs that the tree needs, in one go.
  await runGit({
    arguments: ['read-tree', '-m', '-u', commit],
    place,
    network,
    signal: request.signal,
    seconds: 600,
  })
  return clone
}

/** Clones without writing a file: finds whatever may be wrong with a repository. @throws HostError */
export const beginClone = async (request: CheckoutRequest): Promise<EmptyClone> => {
  const { signal } = request
  const address = parseGitAddress(request.repository, { local: request.local ?? false })
  for (const name of [request.ref, request.branch]) requireBranchName(name)
  const place = await createPlace(request.folder, address, signal)
  const network = await openNetwork(request, address, signal)
  const call = { place, network, signal }
  const { baseCommit, branchCommit } = await chooseCommits(request, call)
  const startCommit = branchCommit ?? baseCommit
  await fetchCommits(call, [baseCommit, startCommit])
  await runGit({ arguments: ['update-ref', 'refs/sidenote/base', baseCommit], place, signal })
  await runGit({ arguments: ['update-ref', 'refs/sidenote/start', startCommit], place, signal })
  const { links, files } = await readTree(place, startCommit, signal)
  if (!branchCommit) requireFolder(request, files, links)
  return { place, address, baseCommit, branchCommit, links, network, files }
}

/** @throws HostError `missing` when there is no commit to start from */
const chooseCommits = async (
  request: CheckoutRequest,
  call: RemoteCall,
): Promise<Pick<Clone, 'baseCommit' | 'branchCommit'>> => {
  const { network } = call
  const heads = await readRemoteHeads(call, [request.ref, request.branch])
  const refTip = heads.get(request.ref)
  const branchTip = heads.get(request.branch) ?? null
  const baseCommit = (await findNewerBase(request, { network, refTip, branchTip })) ?? request.base ?? refTip
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
  files: readonly string[],
  links: ReadonlySet<string>,
): void => {
  if (docsFolder === '' || files.some((path) => path.startsWith(`${docsFolder}/`))) return
  const isLink = docsFolder.split('/').some((_, index, parts) => links.has(parts.slice(0, index + 1).join('/')))
  const reason = isLink ? 'it is, or lies in, a symbolic link or a submodule' : `${ref} has no file below it`
  throw new HostError('missing', `${docsFolder} is not a folder of documentation in ${repository}: ${reason}.`)
}

/** File modes of git's trees. */
const linkModes = ['120000', '160000']

const readTree = async (place: GitPlace, commit: string, signal: AbortSignal | undefined) => {
  const { stdout } = await runGit({ arguments: ['ls-tree', '-r', '-z', '--full-tree', commit], place, signal })
  const files: string[] = []
  const links = new Set<string>()
  for (const entry of stdout.split('\0')) {
    const path = entry.slice(entry.indexOf('\t') + 1)
    if (!path) continue
    files.push(path)
    if (linkModes.some((mode) => entry.startsWith(mode))) links.add(path)
  }
  if (files.length > maximumFiles) {
    throw new HostError('refused', `The repository has ${files.length} files; at most ${maximumFiles} are allowed.`)
  }
  return { files, links }
}

/** The documentation, the files at the root, the project's instructions, and what configures a generator. */
const sparsePatterns = (docsFolder: string, files: readonly string[]): string => {
  if (docsFolder === '') return '/*\n'
  const siteFiles = files.filter((file) => file.includes('/') && isSiteFile(file, docsFolder))
  const patterns = ['/*', '!/*/', `/${escapeGlob(docsFolder)}/`, '/.sidenote/']
  return `${[...patterns, ...siteFiles.map((file) => `/${escapeGlob(file)}`)].join('\n')}\n`
}

const escapeGlob = (path: string): string => path.replace(/[\\*?[\]!# ]/g, '\\$&')
