import { copyFile, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitPlace } from '../../git/git-environment.ts'
import { type GitCall, runGit } from './git.ts'

/** A file that differs between two states of a repository. */
export interface ChangedFile {
  readonly path: string
  readonly status: 'added' | 'modified' | 'deleted'
}

/** The tree compared with a commit, through an index of its own: looking changes nothing. */
export interface Changes {
  /** The files in which the tree differs from a commit. */
  since(commit: string): Promise<ChangedFile[]>
  /** The same as a patch. */
  diff(commit: string): Promise<string>
  /** Every file of the tree, sorted. */
  files(): Promise<string[]>
  /** Commits the tree; gives the id of the commit. */
  commit(details: CommitDetails & { readonly parent: string }): Promise<string>
}

/** What a commit says beside its tree. */
export interface CommitDetails {
  readonly message: string
  /** Of author and committer. */
  readonly date: Date
  readonly author: { readonly name: string; readonly email: string }
}

/** Compares and commits the tree of a place. Each call looks at the tree anew. */
export const openChanges = (place: GitPlace, signal?: AbortSignal): Changes => {
  const call = { place, signal, environment: { GIT_INDEX_FILE: join(place.gitFolder, 'index.turn') } }
  const run = async (...list: string[]): Promise<string> => {
    await refreshIndex(call)
    return (await runGit({ ...call, arguments: list })).stdout
  }
  return {
    since: async (commit) =>
      parseRawDiff(await run('diff-index', '--cached', '--raw', '-z', '--no-renames', commit, '--')),
    diff: (commit) =>
      run('diff-index', '--cached', ...patchOptions, '--src-prefix=a/', '--dst-prefix=b/', commit, '--'),
    files: async () => (await run('ls-files', '-z', '--cached')).split('\0').filter(Boolean),
    commit: async (details) => commitTree({ place, signal }, (await run('write-tree')).trim(), details),
  }
}

/** A patch for people and for the scan: whole, without colours, whatever the repository configures. */
export const patchOptions = ['--patch', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames']

type IndexCall = Pick<GitCall, 'place' | 'signal'> & { readonly environment: { readonly GIT_INDEX_FILE: string } }

/** Brings the second index in line with the tree. */
const refreshIndex = async (call: IndexCall): Promise<void> => {
  await copyIndex(join(call.place.gitFolder, 'index'), call.environment.GIT_INDEX_FILE)
  // Nothing is excluded: what the agent wrote counts, whatever a .gitignore says.
  const list = ['ls-files', '-z', '--modified', '--deleted', '--others']
  const { stdout } = await runGit({ ...call, arguments: list })
  const paths = new Set(stdout.split('\0').filter(Boolean))
  const folders = new Set([...paths].flatMap(foldersAbove))
  // A file that a folder replaced goes by itself, with the first file of the folder.
  const input = [...paths].filter((path) => !folders.has(path)).map((path) => `${path}\0`)
  if (input.length === 0) return
  const update = ['update-index', '-z', '--add', '--remove', '--replace', '--stdin']
  await runGit({ ...call, arguments: update, input: input.join('') })
}

/** With its time: git reads those files anew that may have changed in the second in which it wrote the index. */
const copyIndex = async (index: string, copy: string): Promise<void> => {
  const { atime, mtime } = await stat(index)
  await copyFile(index, copy)
  await utimes(copy, atime, mtime)
}

const commitTree = async (
  call: Pick<GitCall, 'place' | 'signal'>,
  tree: string,
  { parent, message, date, author }: CommitDetails & { readonly parent: string },
): Promise<string> => {
  const time = `${Math.floor(date.getTime() / 1_000)} +0000`
  const { stdout } = await runGit({
    ...call,
    arguments: ['commit-tree', '--no-gpg-sign', '-p', parent, '-F', '-', tree],
    input: message,
    environment: {
      GIT_AUTHOR_NAME: author.name,
      GIT_AUTHOR_EMAIL: author.email,
      GIT_AUTHOR_DATE: time,
      GIT_COMMITTER_NAME: author.name,
      GIT_COMMITTER_EMAIL: author.email,
      GIT_COMMITTER_DATE: time,
    },
  })
  return stdout.trim()
}

/** `docs/guide/a.md`: `docs` and `docs/guide`. */
const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))

const statuses: Readonly<Record<string, ChangedFile['status']>> = { A: 'added', D: 'deleted' }

/** Parses `git diff --raw -z`: a colon, modes, ids and a letter; then the path. */
export const parseRawDiff = (raw: string): ChangedFile[] => {
  const fields = raw.split('\0')
  const files: ChangedFile[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    files.push({ path: fields[at + 1] ?? '', status: statuses[fields[at]?.at(-1) ?? ''] ?? 'modified' })
  }
  return files
}
