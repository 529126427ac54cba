import { rm } from 'node:fs/promises'
import type { GitCredentials } from '../../git/git-credentials.ts'
import { openChanges, readRaw } from './changes.ts'
import { type Clone, cloneRepository, openNetwork, readRemoteHeads } from './clone.ts'
import { applyFiles, readIfAny } from './confined-files.ts'
import { runGit } from './git.ts'
import { pushCommit } from './push.ts'
import { searchTree } from './search-tree.ts'

export interface ChangedFile {
  readonly path: string
  readonly status: 'added' | 'modified' | 'deleted'
}

export interface SearchHit {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** One job's copy of a repository: a git directory that nothing can reach, and beside it a tree of plain files. */
export interface Checkout {
  /** Folder of the files. Holds no `.git`. */
  readonly tree: string
  /** Commit that the job's changes are compared with. */
  readonly baseCommit: string
  /** Tip of the job's branch when it was opened; null when the branch does not exist. */
  readonly branchCommit: string | null
  /** Paths of symbolic links and submodules, which nobody may write: in the tree they are files and empty folders. */
  readonly foreign: ReadonlySet<string>
  /** Every file of the repository as the tree stands now, also those outside the sparse part, sorted. */
  files(): Promise<string[]>
  /** What this turn changed: the tree against `branchCommit ?? baseCommit`. */
  changedFiles(): Promise<ChangedFile[]>
  /** The same as a patch. */
  diff(): Promise<string>
  /** What the pull request shows: the tree against `baseCommit`. */
  changedSinceBase(): Promise<ChangedFile[]>
  /** For files that the branch had changed, or `apply` changed, the text they have at `baseCommit`; null: none. */
  readonly baseTexts: ReadonlyMap<string, string | null>
  /** Lines that match, in the tree as it is now. */
  search(query: SearchQuery): Promise<{ hits: SearchHit[]; more: boolean }>
  /** Writes (or with null removes) files, as a checkpoint had them. Does not follow links. */
  apply(files: ReadonlyMap<string, string | null>): Promise<void>
  /**
   * Commits the tree on top of `branchCommit ?? baseCommit`. The same tree, message, date and author give the same id,
   * on any machine.
   */
  commit(details: { message: string; date: Date; author: { name: string; email: string } }): Promise<string>
  /**
   * Pushes one commit to one branch that still stands at `expected` (null: does not exist yet).
   * @returns `stale` when it stands elsewhere. A branch that already stands at `commit` counts as pushed.
   * @throws HostError `unauthorized`, `forbidden`, `refused` (a protected branch, a hook), `unreachable`
   */
  push(push: { commit: string; branch: string; expected: string | null }): Promise<'pushed' | 'stale'>
  /** What the branch stands at on the host now. */
  remoteHead(branch: string): Promise<{ commit: string; message: string } | undefined>
  /** Removes everything from the disk. */
  close(): Promise<void>
}

export interface SearchQuery {
  readonly query: string
  /** Read `query` as a POSIX extended regular expression. */
  readonly regex?: boolean
  /** Only files below this folder, or that match this glob. */
  readonly glob?: string
  readonly limit: number
}

export interface CheckoutRequest {
  /** Address to clone from; with `local`, an absolute path. */
  readonly repository: string
  /** Allows `repository` to be a path on this machine. */
  readonly local?: boolean
  /** Allows nothing but public hosts. */
  readonly publicOnly?: boolean
  /** Branch that the job's changes are meant for. */
  readonly ref: string
  /** Commit of `ref` that the job began with, when that is known; the tip of `ref` when left out. */
  readonly base?: string
  /** The job's own branch. */
  readonly branch: string
  /** The commits that the job made. A branch that stands at another one may have been brought up to date by people. */
  readonly own?: readonly string[]
  /** Folder of the documentation within the repository; empty for the whole repository. */
  readonly docsFolder: string
  /** Where to put it. Emptied first. */
  readonly folder: string
  /** Asked right before each call that goes over the network. */
  readonly credentials: (signal?: AbortSignal) => Promise<GitCredentials | undefined>
  readonly signal?: AbortSignal
}

/**
 * Clones what the job needs: one commit deep, only the blobs of the documentation and of the files beside it.
 * @throws HostError
 */
export async function openCheckout(request: CheckoutRequest): Promise<Checkout> {
  const clone = await cloneRepository(request)
  const { place, baseCommit, branchCommit, foreign } = clone
  const { signal } = request
  const start = branchCommit ?? baseCommit
  const changes = openChanges(place, signal)
  const baseTexts = branchCommit ? await readBaseTexts(request, clone) : new Map<string, string | null>()
  const network = () => openNetwork(request, clone.address, signal)
  return {
    tree: place.tree,
    baseCommit,
    branchCommit,
    foreign,
    baseTexts,
    files: () => changes.files(),
    changedFiles: () => changes.since(start),
    changedSinceBase: () => changes.since(baseCommit),
    diff: () => changes.diff(start),
    search: (query) => searchTree(place, query, foreign, signal),
    apply: async (files) => {
      for (const path of files.keys()) {
        if (!baseTexts.has(path)) baseTexts.set(path, await readIfAny(place.tree, path, foreign))
      }
      await applyFiles(place.tree, files, foreign)
    },
    commit: (details) => changes.commit({ ...details, parent: start }),
    push: async (push) => pushCommit({ place, network: await network(), signal }, push),
    remoteHead: async (branch) => {
      const call = { place, network: await network(), signal }
      const commit = (await readRemoteHeads(call, [branch])).get(branch)
      if (!commit) return undefined
      await runGit({ ...call, arguments: ['fetch', '--quiet', '--depth=1', '--no-tags', 'origin', '--', commit] })
      // The plain object: commands for people look into .gitmodules and other files of the tree.
      const { stdout } = await runGit({ place, signal, arguments: ['cat-file', 'commit', commit] })
      return { commit, message: stdout.slice(stdout.indexOf('\n\n') + 2).trimEnd() }
    },
    // Another worker may be removing it, too.
    close: () => rm(request.folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** More files than a job may change are not read back: their base is then taken as it stands on the branch. */
const maximumBaseTexts = 500

/** What the branch had changed before, as the base has it. */
async function readBaseTexts(request: CheckoutRequest, clone: Clone): Promise<Map<string, string | null>> {
  const { place, baseCommit, branchCommit } = clone
  const { signal } = request
  const between = [baseCommit, branchCommit ?? baseCommit, '--']
  const raw = await runGit({
    arguments: ['diff-tree', '-r', '--raw', '-z', '--no-renames', ...between],
    ...{ place, signal },
  })
  const changed = readRaw(raw.stdout).slice(0, maximumBaseTexts)
  // A diff fetches all the blobs it compares at once; reading them one by one would ask the host for each.
  const network = await openNetwork(request, clone.address, signal)
  await runGit({ arguments: ['diff-tree', '-r', '--shortstat', ...between], place, network, signal })
  const texts = new Map<string, string | null>()
  for (const { path, status } of changed) {
    if (status === 'added') texts.set(path, null)
    else {
      const { stdout } = await runGit({ arguments: ['cat-file', 'blob', `${baseCommit}:${path}`], place, signal })
      texts.set(path, stdout)
    }
  }
  return texts
}
