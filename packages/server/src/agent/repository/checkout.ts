import { rm } from 'node:fs/promises'
import { findTemplate, longestTemplate } from '../publish/pull-request-template.ts'
import { type ChangedFile, type CommitDetails, openChanges, parseRawDiff } from './changes.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import { type Clone, cloneRepository } from './clone.ts'
import { applyFiles, readTextIfPresent } from './confined-files.ts'
import { type GitCall, runGit } from './git.ts'
import { type Push, pushCommit } from './push.ts'
import { openNetwork, type RemoteCall, readRemoteHeads } from './remote.ts'
import { findTexts, type SearchQuery, type SearchResult, searchTree } from './search-tree.ts'

/** One job's copy of a repository: a git directory that nothing can reach, and beside it a tree of plain files. */
export interface Checkout {
  /** Folder of the files. Holds no `.git`. */
  readonly tree: string
  /** Commit that the job's changes are compared with. */
  readonly baseCommit: string
  /** Tip of the job's branch when it was opened; null when the branch doesn't exist. */
  readonly branchCommit: string | null
  /**
   * Paths of symbolic links and submodules (to git, both are links), which nobody may write: in the tree they are files
   * and empty folders.
   */
  readonly links: ReadonlySet<string>
  /** Every file of the repository as the tree is now, also those outside the sparse part, sorted. */
  files(): Promise<string[]>
  /** What this turn changed: the tree against `branchCommit ?? baseCommit`. */
  changedFiles(): Promise<ChangedFile[]>
  /** The same as a patch. */
  diff(): Promise<string>
  /** What the pull request shows: the tree against `baseCommit`. */
  changedSinceBase(): Promise<ChangedFile[]>
  /** For files that the branch or `apply` changed, their text at `baseCommit`; null: no such file. */
  readonly baseTexts: ReadonlyMap<string, string | null>
  /** Those of some texts that stand as words of their own in files below a folder, as the base commit has them. */
  textsInBase(texts: readonly string[], folder: string): Promise<string[]>
  /** What begins every pull request of the repository; empty when there is no such file, or it is too long. */
  template(): Promise<string>
  /** Searches the tree as it is now. */
  search(query: SearchQuery): Promise<SearchResult>
  /** Writes (or with null removes) files, as a checkpoint had them. Follows no links. */
  apply(files: ReadonlyMap<string, string | null>): Promise<void>
  /**
   * Commits the tree on top of `branchCommit ?? baseCommit`. The same tree, message, date and author give the same id
   * on any machine.
   */
  commit(details: CommitDetails): Promise<string>
  /** Pushes one commit to one branch, as `pushCommit` does. @throws HostError */
  push(push: Push): Promise<'pushed' | 'stale'>
  /** The commit that the branch points to on the host now. */
  remoteHead(branch: string): Promise<{ commit: string; message: string } | undefined>
  /** Removes everything from the disk. */
  close(): Promise<void>
}

/**
 * Clones what the job needs: one commit deep, only the blobs of the documentation and of the files beside it.
 *
 * @throws HostError
 */
export const openCheckout = async (request: CheckoutRequest): Promise<Checkout> => {
  const clone = await cloneRepository(request)
  const { place, baseCommit, branchCommit, links } = clone
  const { signal } = request
  const startCommit = branchCommit ?? baseCommit
  const changes = openChanges(place, signal)
  const baseTexts = branchCommit ? await readBaseTexts(request, clone) : new Map<string, string | null>()
  const openRemote = async (): Promise<RemoteCall> => ({
    place,
    network: await openNetwork(request, clone.address, signal),
    signal,
  })
  return {
    tree: place.tree,
    baseCommit,
    branchCommit,
    links,
    baseTexts,
    files: () => changes.files(),
    changedFiles: () => changes.since(startCommit),
    changedSinceBase: () => changes.since(baseCommit),
    diff: () => changes.diff(startCommit),
    textsInBase: (texts, folder) => findTexts({ place, signal }, { texts, folder, commit: baseCommit }),
    template: async () => readTemplate({ place, signal }, await changes.files()),
    search: (query) => searchTree({ place, links, signal }, query),
    apply: async (files) => {
      for (const path of files.keys()) {
        if (!baseTexts.has(path)) baseTexts.set(path, await readTextIfPresent(place.tree, path, links))
      }
      await applyFiles(place.tree, files, links)
    },
    commit: (details) => changes.commit({ ...details, parent: startCommit }),
    push: async (push) => pushCommit(await openRemote(), push),
    remoteHead: async (branch) => readRemoteCommit(await openRemote(), branch),
    // Another worker may be removing it, too.
    close: () => rm(request.folder, { recursive: true, force: true, maxRetries: 3 }),
  }
}

/** Its name begins with that of git, so it's read out of git and not from the tree. */
const readTemplate = async (call: Pick<GitCall, 'place' | 'signal'>, files: readonly string[]): Promise<string> => {
  const path = findTemplate(files)
  if (path === undefined) return ''
  const { stdout } = await runGit({ ...call, arguments: ['cat-file', 'blob', `refs/sidenote/start:${path}`] })
  return stdout.length > longestTemplate ? '' : stdout
}

const readRemoteCommit = async (
  remote: RemoteCall,
  branch: string,
): Promise<{ commit: string; message: string } | undefined> => {
  const commit = (await readRemoteHeads(remote, [branch])).get(branch)
  if (!commit) return undefined
  await runGit({ ...remote, arguments: ['fetch', '--quiet', '--depth=1', '--no-tags', 'origin', '--', commit] })
  // The plain object: commands for people look into .gitmodules and other files of the tree.
  const { place, signal } = remote
  const { stdout } = await runGit({ place, signal, arguments: ['cat-file', 'commit', commit] })
  return { commit, message: stdout.slice(stdout.indexOf('\n\n') + 2).trimEnd() }
}

/** More files than a job may change are not read back: their base is then taken as it is on the branch. */
const maximumBaseTexts = 500

/** Reads the files that the branch changed before, as the base has them. */
const readBaseTexts = async (request: CheckoutRequest, clone: Clone): Promise<Map<string, string | null>> => {
  const { place, baseCommit, branchCommit } = clone
  const { signal } = request
  const range = [baseCommit, branchCommit ?? baseCommit, '--']
  const diff = ['diff-tree', '-r', '--raw', '-z', '--no-renames', ...range]
  const { stdout: raw } = await runGit({ arguments: diff, place, signal })
  // A diff fetches all the blobs it compares at once; reading them one by one would ask the host for each.
  const network = await openNetwork(request, clone.address, signal)
  await runGit({ arguments: ['diff-tree', '-r', '--shortstat', ...range], place, network, signal })
  const texts = new Map<string, string | null>()
  for (const { path, status } of parseRawDiff(raw).slice(0, maximumBaseTexts)) {
    if (status === 'added') {
      texts.set(path, null)
      continue
    }
    const { stdout } = await runGit({ arguments: ['cat-file', 'blob', `${baseCommit}:${path}`], place, signal })
    texts.set(path, stdout)
  }
  return texts
}
