import { mkdir, rm, writeFile } from 'node:fs/promises'
import { isAbsolute, join, normalize } from 'node:path'
import type { gitSourceSchema } from '@sidenote/contract'
import type { z } from 'zod'
import { isBranchName } from '../../branch-name.ts'
import { type GitRun, spawnGit } from '../../spawn-git.ts'
import { folderSource } from './folder.ts'
import type { Source, SourceContext, SourceItem } from './source.ts'

export type GitSettings = Omit<z.infer<typeof gitSourceSchema>, 'kind'>

const longestSeconds = 600
/** Of what git says: it is told to be quiet. */
const mostBytes = 64 * 1024

/**
 * The pages of one branch of a git repository. Only its newest commit is fetched, into `folder`; what is there from the
 * last time is not fetched again. Needs `git`.
 */
export function gitSource(source: GitSettings, { folder, siteUrl }: Pick<SourceContext, 'folder' | 'siteUrl'>): Source {
  const { repository, branch, folder: below = '.' } = source
  return {
    async *read(signal): AsyncIterable<SourceItem> {
      checkGitSettings(source)
      const protocol = protocolOf(repository)
      const place = { gitFolder: join(folder, 'git'), tree: join(folder, 'tree') }
      await mkdir(join(place.gitFolder, 'info'), { recursive: true })
      await mkdir(place.tree, { recursive: true })
      // One sync runs for a site at a time: a lock was left by one that was killed.
      for (const lock of ['index.lock', 'shallow.lock']) await rm(join(place.gitFolder, lock), { force: true })
      const git = (...words: string[]) => runGit(words, { place, protocol, signal, repository })
      await git('init', '--quiet')
      // Attributes of the repository name filters; none of them is to be looked for.
      await writeFile(join(place.gitFolder, 'info/attributes'), '* -text -filter -ident -working-tree-encoding\n')
      const reference = branch === undefined ? 'HEAD' : `refs/heads/${branch}`
      await git(
        'fetch',
        '--quiet',
        '--depth=1',
        '--no-tags',
        '--force',
        '--',
        remoteOf(repository),
        `${reference}:refs/read`,
      )
      await git('reset', '--quiet', '--hard', 'refs/read')
      await git('clean', '--quiet', '-ffdx')
      yield* folderSource(join(place.tree, insideOf(below)), { project: place.tree, siteUrl }).read(signal)
    },
  }
}

/** @throws Error a sentence when these cannot be the settings of a repository. */
export function checkGitSettings({ repository, branch, folder }: GitSettings): void {
  protocolOf(repository)
  insideOf(folder ?? '.')
  if (branch !== undefined && !isBranchName(branch)) {
    throw new Error(`“${branch}” cannot be the name of a branch.`)
  }
}

function protocolOf(repository: string): 'https' | 'http' | 'file' {
  if (isAbsolute(repository) && !repository.includes('\0')) return 'file'
  const url = URL.canParse(repository) ? new URL(repository) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new Error(`A repository is given by its https address or by an absolute path, not by “${repository}”.`)
  }
  if (url.username || url.password) throw new Error(`The address of ${url.host} must not hold a user or a password.`)
  return url.protocol === 'https:' ? 'https' : 'http'
}

const remoteOf = (repository: string): string => (isAbsolute(repository) ? `file://${repository}` : repository)

/** @throws Error when the folder is outside of the repository, or its git folder. */
function insideOf(below: string): string {
  const inside = normalize(below.replaceAll('\\', '/')).replace(/^\/+/, '')
  if (inside.split('/').some((part) => part === '..' || part.toLowerCase() === '.git') || inside.includes('\0')) {
    throw new Error(`The folder “${below}” is not inside of the repository.`)
  }
  return inside
}

interface GitCall extends Pick<GitRun, 'place' | 'protocol' | 'signal'> {
  repository: string
}

async function runGit(words: readonly string[], { repository, ...run }: GitCall): Promise<void> {
  const limits = { seconds: longestSeconds, keepBytes: mostBytes }
  const { exitCode, stderr, isLate, isFull } = await spawnGit(words, { ...run, ...limits })
  if (exitCode === 0 && !isLate && !isFull) return
  const reason = isLate ? `It took more than ${longestSeconds} s.` : stderr.trim().slice(-600)
  throw new Error(`The repository ${repository} cannot be read. ${reason}`)
}
