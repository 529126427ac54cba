import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GitPlace } from '../../git/git-environment.ts'
import type { ChangedFile } from './checkout.ts'
import { runGit } from './git.ts'

/** The tree against a commit, seen through an index of its own, so that looking changes nothing. */
export interface Changes {
  since(commit: string): Promise<ChangedFile[]>
  diff(commit: string): Promise<string>
  /** Every file, sorted. */
  files(): Promise<string[]>
  /** @returns the id of the commit. */
  commit(details: CommitDetails): Promise<string>
}

export interface CommitDetails {
  readonly parent: string
  readonly message: string
  readonly date: Date
  readonly author: { readonly name: string; readonly email: string }
}

export function openChanges(place: GitPlace, signal?: AbortSignal): Changes {
  const index = join(place.gitFolder, 'index.turn')
  const environment = { GIT_INDEX_FILE: index }
  const run = (...all: string[]) => runGit({ arguments: all, place, signal, environment })

  /** Brings the second index in line with the tree. */
  const refresh = async (): Promise<void> => {
    await copyFile(join(place.gitFolder, 'index'), index)
    // Nothing is excluded: what the agent wrote counts, whatever a .gitignore says.
    const { stdout } = await run('ls-files', '-z', '--modified', '--deleted', '--others')
    const paths = new Set(stdout.split('\0').filter(Boolean))
    const folders = new Set([...paths].flatMap(foldersAbove))
    // A file that a folder has taken the place of goes by itself, with the first file of the folder.
    const input = [...paths].filter((path) => !folders.has(path)).map((path) => `${path}\0`)
    if (input.length === 0) return
    await runGit({
      arguments: ['update-index', '-z', '--add', '--remove', '--replace', '--stdin'],
      ...{ input: input.join(''), place, signal, environment },
    })
  }
  return {
    since: async (commit) => {
      await refresh()
      const { stdout } = await run('diff-index', '--cached', '--raw', '-z', '--no-renames', commit, '--')
      return readRaw(stdout)
    },
    diff: async (commit) => {
      await refresh()
      const { stdout } = await run(
        ...['diff-index', '--cached', '--patch', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames'],
        ...['--src-prefix=a/', '--dst-prefix=b/', commit, '--'],
      )
      return stdout
    },
    files: async () => {
      await refresh()
      const { stdout } = await run('ls-files', '-z', '--cached')
      return stdout.split('\0').filter(Boolean)
    },
    commit: async ({ parent, message, date, author }) => {
      await refresh()
      const tree = (await run('write-tree')).stdout.trim()
      const when = `${Math.floor(date.getTime() / 1_000)} +0000`
      const { stdout } = await runGit({
        arguments: ['commit-tree', '--no-gpg-sign', '-p', parent, '-F', '-', tree],
        ...{ input: message, place, signal },
        environment: {
          ...{ GIT_AUTHOR_NAME: author.name, GIT_AUTHOR_EMAIL: author.email, GIT_AUTHOR_DATE: when },
          ...{ GIT_COMMITTER_NAME: author.name, GIT_COMMITTER_EMAIL: author.email, GIT_COMMITTER_DATE: when },
        },
      })
      return stdout.trim()
    },
  }
}

/** `docs/guide/a.md`: `docs` and `docs/guide`. */
const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'))

/** Reads `git diff --raw -z`: a colon, modes, ids and a letter; then the path. */
export function readRaw(raw: string): ChangedFile[] {
  const fields = raw.split('\0')
  const changed: ChangedFile[] = []
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const letter = fields[at]?.at(-1)
    const path = fields[at + 1] ?? ''
    changed.push({ path, status: letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'modified' })
  }
  return changed
}
