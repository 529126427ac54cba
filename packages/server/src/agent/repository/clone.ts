import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../../errors.ts'
import { isSiteFile } from '../../generators/site-files.ts'
import { isBranchName } from '../../git/branch-name.ts'
import type { GitPlace } from '../../git/git-environment.ts'
import { pinToPublic } from '../../sources/website/fetcher.ts'
import { HostError } from '../hosts/host.ts'
import type { CheckoutRequest } from './checkout.ts'
import { type GitAddress, type GitNetwork, gitAddress, runGit, writeAddress } from './git.ts'

/** A clone with the right commit in its tree. */
export interface Clone {
  readonly place: GitPlace
  readonly address: GitAddress
  readonly baseCommit: string
  readonly branchCommit: string | null
  readonly foreign: ReadonlySet<string>
}

/** Reads credentials afresh and allows one call to use the network. @throws HostError */
export const openNetwork = async (
  request: Pick<CheckoutRequest, 'credentials' | 'publicOnly'>,
  address: GitAddress,
  signal?: AbortSignal,
): Promise<GitNetwork> => ({
  address,
  pinned: request.publicOnly ? [await pin(address)] : [],
  credentials: address.protocol === 'file' ? undefined : await request.credentials(signal),
})

const pin = ({ url }: GitAddress) =>
  pinToPublic(new URL(url)).catch((cause: unknown) => {
    throw new HostError('refused', messageOf(cause), { cause })
  })

/** The largest tree that is taken on. */
const maximumFiles = 200_000

/** Fetches one commit of the base and of the job's branch, and puts the documentation's files into the tree. */
export async function cloneRepository(request: CheckoutRequest): Promise<Clone> {
  const { network, files, ...clone } = await beginClone(request)
  const { signal } = request
  await writeFile(join(clone.place.gitFolder, 'info', 'sparse-checkout'), sparsePatterns(request.docsFolder, files))
  // This fetches the blobs that the tree needs, all at once.
  const start = clone.branchCommit ?? clone.baseCommit
  await runGit({
    arguments: ['read-tree', '-m', '-u', start],
    ...{ place: clone.place, network, signal, seconds: 600 },
  })
  return clone
}

/** A clone before there is anything in its tree, with all that may be wrong with a repository found out. */
export async function beginClone(request: CheckoutRequest): Promise<Clone & { network: GitNetwork; files: string[] }> {
  const address = gitAddress(request.repository, { local: request.local ?? false })
  for (const name of [request.ref, request.branch]) requireBranchName(name)
  const place = await createPlace(request, address)
  const { signal } = request
  const network = await openNetwork(request, address, signal)
  const heads = await readRemoteHeads({ place, network, signal }, [request.ref, request.branch])
  const tip = heads.get(request.ref)
  if (!tip && !request.base) {
    const instead = await describeDefault({ place, network, signal })
    throw new HostError('missing', `${writeAddress(address)} has no branch ${request.ref}. ${instead}`)
  }
  const branchCommit = heads.get(request.branch) ?? null
  const baseCommit =
    (await findNewerBase(request, { address, network, tip, branch: branchCommit })) ?? request.base ?? tip ?? ''
  const start = branchCommit ?? baseCommit
  const filter = address.protocol === 'file' ? [] : ['--filter=blob:none']
  await runGit({
    arguments: [
      ...['fetch', '--quiet', '--depth=1', '--no-tags', '--no-write-fetch-head', ...filter, 'origin', '--'],
      ...new Set([baseCommit, start]),
    ],
    ...{ place, network, signal, seconds: 600 },
  })
  await runGit({ arguments: ['update-ref', 'refs/sidenote/base', baseCommit], place, signal })
  await runGit({ arguments: ['update-ref', 'refs/sidenote/start', start], place, signal })
  const { foreign, files } = await readTree(place, start, signal)
  if (!branchCommit) requireFolder(request, files, foreign)
  return { place, address, baseCommit, branchCommit, foreign, network, files }
}

/** Commits looked back for where a branch leaves the one that it is meant for. */
const historyDepths = [100, 2_000]

interface Tips {
  readonly address: GitAddress
  readonly network: GitNetwork
  readonly tip: string | undefined
  readonly branch: string | null
}

/**
 * People may have merged what is newest into the job's branch, or moved the branch onto it: what came that way is no
 * change of the job. Undefined when that did not happen, or lies too far back.
 */
async function findNewerBase(
  request: CheckoutRequest,
  { address, network, tip, branch }: Tips,
): Promise<string | undefined> {
  const { base, own = [], signal } = request
  if (!base || !branch || !tip || tip === base || branch === base || own.includes(branch)) return undefined
  const place = { gitFolder: join(request.folder, 'history.git'), tree: join(request.folder, 'tree') }
  await runGit({ arguments: ['init', '--quiet', '--template=', '--initial-branch=none'], place, signal })
  try {
    await configure(place, address, signal)
    // Commits alone; a local repository gives all or nothing.
    const filter = address.protocol === 'file' ? [] : ['--filter=tree:0']
    for (const depth of historyDepths) {
      await runGit({
        arguments: [
          ...['fetch', '--quiet', `--depth=${depth}`, '--no-tags', '--no-write-fetch-head', ...filter],
          ...['origin', '--', tip, branch],
        ],
        ...{ place, network, signal, seconds: 300 },
      })
      const { stdout } = await runGit({ arguments: ['merge-base', tip, branch], place, signal, exitCodes: [0, 1] })
      const found = stdout.trim()
      if (found) return found
    }
    return undefined
  } finally {
    await rm(place.gitFolder, { recursive: true, force: true })
  }
}

async function createPlace(request: CheckoutRequest, address: GitAddress): Promise<GitPlace> {
  await rm(request.folder, { recursive: true, force: true })
  const place = { gitFolder: join(request.folder, 'repository.git'), tree: join(request.folder, 'tree') }
  await mkdir(place.tree, { recursive: true, mode: 0o700 })
  const { signal } = request
  await runGit({ arguments: ['init', '--quiet', '--template=', '--initial-branch=none'], place, signal })
  await configure(place, address, signal)
  await mkdir(join(place.gitFolder, 'info'), { recursive: true })
  // Stronger than any .gitattributes: files are kept byte for byte, nothing is filtered, nothing hides from a diff.
  await writeFile(
    join(place.gitFolder, 'info', 'attributes'),
    '* -text -eol -ident -filter -working-tree-encoding !diff !merge !whitespace\n',
  )
  return place
}

async function configure(place: GitPlace, address: GitAddress, signal: AbortSignal | undefined): Promise<void> {
  const settings: [string, string][] = [
    ['remote.origin.url', address.url],
    // Stored too, so that no call of a person in this folder commits a link as a plain file.
    ['core.symlinks', 'false'],
    ['core.sparseCheckout', 'true'],
  ]
  // A local repository is read by a second git, which takes over no setting of ours: its owner may be another user, and
  // nothing that its hooks or its configuration name may run.
  const side =
    'git -c safe.directory=* -c core.hooksPath=/dev/null -c core.fsmonitor=false -c core.alternateRefsCommand=true'
  if (address.protocol === 'file') {
    settings.push(['remote.origin.uploadpack', `${side} -c uploadpack.allowAnySHA1InWant=true upload-pack`])
    settings.push(['remote.origin.receivepack', `${side} -c receive.autogc=false receive-pack`])
  }
  for (const [key, value] of settings) await runGit({ arguments: ['config', '--', key, value], place, signal })
}

/** The commits that branches stand at; those that do not exist are left out. */
export async function readRemoteHeads(
  call: { place: GitPlace; network: GitNetwork; signal?: AbortSignal | undefined },
  branches: readonly string[],
): Promise<Map<string, string>> {
  const { stdout } = await runGit({
    arguments: ['ls-remote', '--quiet', 'origin', ...branches.map((branch) => `refs/heads/${branch}`)],
    ...call,
  })
  const heads = new Map<string, string>()
  for (const line of stdout.split('\n')) {
    const [commit, ref] = line.split('\t')
    if (commit && ref?.startsWith('refs/heads/')) heads.set(ref.slice('refs/heads/'.length), commit)
  }
  return heads
}

/** What the project could name instead of a branch that is not there. */
async function describeDefault(call: Parameters<typeof readRemoteHeads>[0]): Promise<string> {
  const { stdout } = await runGit({ arguments: ['ls-remote', '--quiet', '--symref', 'origin', 'HEAD'], ...call })
  const name = /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(stdout)?.[1]
  return name === undefined ? 'It has no commits yet, or no default branch.' : `Its default branch is ${name}.`
}

/** Without it the agent would find nothing to read, and could change nothing. @throws HostError `missing` */
function requireFolder(request: CheckoutRequest, files: readonly string[], foreign: ReadonlySet<string>): void {
  const { docsFolder, ref, repository } = request
  if (docsFolder === '' || files.some((path) => path.startsWith(`${docsFolder}/`))) return
  const link = docsFolder.split('/').some((_, index, parts) => foreign.has(parts.slice(0, index + 1).join('/')))
  const why = link ? 'it is, or lies in, a symbolic link or a submodule' : `${ref} has no file below it`
  throw new HostError('missing', `${docsFolder} is no folder of documentation in ${repository}: ${why}.`)
}

async function readTree(place: GitPlace, commit: string, signal: AbortSignal | undefined) {
  const { stdout } = await runGit({
    arguments: ['ls-tree', '-r', '-z', '--full-tree', commit],
    ...{ place, signal },
  })
  const files: string[] = []
  const foreign = new Set<string>()
  for (const entry of stdout.split('\0')) {
    const path = entry.slice(entry.indexOf('\t') + 1)
    if (!path) continue
    files.push(path)
    if (entry.startsWith('120000') || entry.startsWith('160000')) foreign.add(path)
  }
  if (files.length > maximumFiles) {
    throw new HostError('refused', `The repository has ${files.length} files; at most ${maximumFiles} are taken on.`)
  }
  return { files, foreign }
}

/** The documentation, the files at the root, the project's instructions, and what configures a generator. */
function sparsePatterns(docsFolder: string, files: readonly string[]): string {
  if (docsFolder === '') return '/*\n'
  const site = files.filter((file) => file.includes('/') && isSiteFile(file, docsFolder))
  const patterns = ['/*', '!/*/', `/${escapeGlob(docsFolder)}/`, '/.sidenote/']
  return `${[...patterns, ...site.map((file) => `/${escapeGlob(file)}`)].join('\n')}\n`
}

const escapeGlob = (path: string): string => path.replace(/[\\*?[\]!# ]/g, '\\$&')

/** @throws HostError `refused` */
export function requireBranchName(name: string): void {
  if (!isBranchName(name)) throw new HostError('refused', `“${name.slice(0, 200)}” cannot be the name of a branch.`)
}
