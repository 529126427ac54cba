import { mkdir, rm, writeFile } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { type GitCredentials, signIn, withoutCredentials } from '../git/git-credentials.ts'
import { type GitRun, spawnGit } from '../git/spawn-git.ts'
import type { ReadingLane } from '../reading/reading.ts'
import { folderSource } from './folder.ts'
import { checkGitSettings, type GitSettings, insideOf, protocolOf } from './git-settings.ts'
import type { Source, SourceContext, SourceItem } from './source.ts'
import { pinToPublic } from './website/fetcher.ts'

const longestSeconds = 600
/** Of what git says: it is told to be quiet. */
const mostBytes = 64 * 1024

/**
 * The pages of one branch of a git repository. Only its newest commit is fetched, into `folder`; what is there from the
 * last time is not fetched again. Needs `git`.
 */
export function gitSource(
  reading: ReadingLane,
  source: GitSettings,
  { folder, siteUrl, publicOnly }: Pick<SourceContext, 'folder' | 'siteUrl' | 'publicOnly'>,
): Source {
  const { repository, branch, folder: below = '.', user = 'x-access-token', token } = source
  const credentials = token ? { username: user, token } : undefined
  return {
    async *read(signal): AsyncIterable<SourceItem> {
      checkGitSettings(source)
      const protocol = protocolOf(repository)
      const place = { gitFolder: join(folder, 'git'), tree: join(folder, 'tree') }
      await mkdir(join(place.gitFolder, 'info'), { recursive: true })
      await mkdir(place.tree, { recursive: true })
      // One sync runs for a site at a time: a lock was left by one that was killed.
      for (const lock of ['index.lock', 'shallow.lock']) await rm(join(place.gitFolder, lock), { force: true })
      const pinned = publicOnly ? [await pinToPublic(new URL(repository))] : []
      const git = (...words: string[]) => runGit(words, { place, protocol, signal, repository, credentials, pinned })
      await git('init', '--quiet')
      // Attributes of the repository name filters; none of them is to be looked for.
      await writeFile(join(place.gitFolder, 'info/attributes'), '* -text -filter -ident -working-tree-encoding\n')
      const reference = branch === undefined ? 'HEAD' : `refs/heads/${branch}`
      const fetching = git(
        'fetch',
        '--quiet',
        '--depth=1',
        '--no-tags',
        '--force',
        '--',
        remoteOf(repository),
        `${reference}:refs/read`,
      )
      await fetching.catch((error: Error) => {
        if (!error.message.includes("couldn't find remote ref")) throw error
        const missing = branch === undefined ? 'no commit on its default branch' : `no branch “${branch}”`
        throw new Error(`The repository ${repository} has ${missing}.`, { cause: error })
      })
      await git('reset', '--quiet', '--hard', 'refs/read')
      await git('clean', '--quiet', '-ffdx')
      const name = below === '.' ? `The repository ${repository}` : `The folder “${below}” of ${repository}`
      yield* folderSource(reading, join(place.tree, insideOf(below)), { project: place.tree, siteUrl, name }).read(
        signal,
      )
    },
  }
}

const remoteOf = (repository: string): string => (isAbsolute(repository) ? `file://${repository}` : repository)

interface GitCall extends Pick<GitRun, 'place' | 'protocol' | 'signal'> {
  repository: string
  credentials: GitCredentials | undefined
  /** The addresses that it may connect to. */
  pinned: readonly (readonly [string, string])[]
}

async function runGit(words: readonly string[], { repository, credentials, pinned, ...run }: GitCall): Promise<void> {
  const limits = { seconds: longestSeconds, keepBytes: mostBytes }
  const settings = [...pinned, ...(credentials ? [signIn(repository, credentials)] : [])]
  const { exitCode, stderr, isLate, isFull } = await spawnGit(words, { ...run, ...limits, settings })
  if (exitCode === 0 && !isLate && !isFull) return
  const reason = isLate ? `It took more than ${longestSeconds} s.` : reasonOf(stderr, credentials)
  throw new Error(`The repository ${repository} cannot be read. ${reason}`)
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
