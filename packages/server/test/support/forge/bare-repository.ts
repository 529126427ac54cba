import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

const identity = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}

/** A text, or with git's own mode a link (120000), a program (100755) or a submodule's commit (160000). */
export type RepositoryFile = string | { readonly mode: '120000' | '100755' | '160000'; readonly text: string }
export type RepositoryFiles = Readonly<Record<string, RepositoryFile | null>>

/** A real bare repository in a folder, and what a person does to it. */
export interface BareRepository {
  readonly folder: string
  git(...list: string[]): string
  /** Commits files (null removes one) on top of a branch, as somebody else would. @returns the commit */
  commit(files: RepositoryFiles, options?: { branch?: string; message?: string }): string
  head(branch: string): string | undefined
  /** The files of a branch with their text, submodules left out. */
  read(branch: string): Map<string, string>
  /** Installs a hook that decides about pushes, such as `pre-receive`. */
  hook(name: string, script: string): void
}

/** Runs git as a person of this machine would, but without that person's settings. */
export const git = (
  folder: string,
  list: readonly string[],
  { environment = {}, input = '' }: { environment?: Record<string, string>; input?: string } = {},
): string =>
  execFileSync('git', list, {
    cwd: folder,
    encoding: 'utf8',
    input,
    stdio: ['pipe', 'pipe', 'pipe'],
    maxBuffer: 256 * 1024 * 1024,
    env: {
      PATH: process.env.PATH,
      HOME: '/nonexistent',
      LC_ALL: 'C.UTF-8',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...identity,
      ...environment,
    },
  }).trim()

/** Folders have no content. */
type Stored = readonly (readonly [path: string, content: Buffer | undefined])[]

/** Repositories of this process by their first files: most tests begin with the same, and this one starts git ten times. */
const made = new Map<string, Stored>()

/** Makes a bare repository whose branch `main` holds `files`. */
export function createBareRepository(folder: string, files: RepositoryFiles): BareRepository {
  const name = JSON.stringify(files)
  const known = made.get(name)
  mkdirSync(folder, { recursive: true })
  if (known) {
    for (const [path, content] of known) {
      if (content) writeFileSync(join(folder, path), content)
      else mkdirSync(join(folder, path), { recursive: true })
    }
    return openBareRepository(folder)
  }
  git(folder, ['init', '--quiet', '--bare', '--initial-branch=main', '--template='])
  git(folder, ['config', 'http.receivepack', 'true'])
  git(folder, ['config', 'uploadpack.allowFilter', 'true'])
  git(folder, ['config', 'uploadpack.allowAnySHA1InWant', 'true'])
  const repository = openBareRepository(folder)
  repository.commit(files, { message: 'Begin' })
  const stored = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name)
    return [relative(folder, path), entry.isFile() ? readFileSync(path) : undefined] as const
  })
  made.set(name, stored)
  return repository
}

function openBareRepository(folder: string): BareRepository {
  const run = (...list: string[]): string => git(folder, list)
  const head = (branch: string): string | undefined => {
    // Where git has written it; only git knows what it has packed.
    const file = join(folder, 'refs/heads', branch)
    if (existsSync(file)) return readFileSync(file, 'utf8').trim()
    try {
      return run('rev-parse', '--verify', '--quiet', `refs/heads/${branch}`)
    } catch {
      return undefined
    }
  }
  return {
    folder,
    git: run,
    head,
    commit: (files, { branch = 'main', message = 'Change' } = {}) => {
      const environment = { GIT_INDEX_FILE: join(folder, `index-${randomUUID()}`) }
      const parent = head(branch)
      if (parent) git(folder, ['read-tree', parent], { environment })
      // Written as they are: no attribute of the repository has a say in its own history.
      const entries = Object.entries(files).map(([path, file]) => {
        if (file === null) return `0 ${'0'.repeat(40)}\t${path}`
        if (typeof file !== 'string' && file.mode === '160000') return `160000 ${file.text}\t${path}`
        const { mode, text } = typeof file === 'string' ? { mode: '100644', text: file } : file
        return `${mode} ${git(folder, ['hash-object', '-w', '--no-filters', '--stdin'], { input: text })}\t${path}`
      })
      git(folder, ['update-index', '--index-info'], { environment, input: `${entries.join('\n')}\n` })
      const tree = git(folder, ['write-tree'], { environment })
      const commit = git(folder, ['commit-tree', ...(parent ? ['-p', parent] : []), '-m', message, tree])
      run('update-ref', `refs/heads/${branch}`, commit)
      rmSync(environment.GIT_INDEX_FILE, { force: true })
      return commit
    },
    read: (branch) => {
      const entries = git(folder, ['ls-tree', '-r', '-z', branch]).split('\0').filter(Boolean)
      const blobs = entries
        .filter((entry) => entry.includes(' blob '))
        .map((entry) => entry.slice(entry.indexOf('\t') + 1))
      return new Map(blobs.map((path) => [path, git(folder, ['show', `${branch}:${path}`])]))
    },
    hook: (name, script) => writeHook(folder, name, script),
  }
}

function writeHook(folder: string, name: string, script: string): void {
  mkdirSync(join(folder, 'hooks'), { recursive: true })
  writeFileSync(join(folder, 'hooks', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}
