import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { GitPlace } from '../../git/git-environment.ts'
import { gitAddress, runGit } from '../repository/git.ts'
import { type CodeHost, HostError, type PullRequest } from './host.ts'

/**
 * A pull request of a repository on this machine: a blob of the repository itself, named by `refs/sidenote/pulls/7`.
 * What has become of it is read from its branches.
 */
const recordSchema = z.object({
  head: z.string(),
  base: z.string(),
  title: z.string(),
  body: z.string(),
  draft: z.boolean(),
  /** Tip of `head` when it was opened. */
  commit: z.string(),
  createdAt: z.string(),
})

type PullRecord = z.infer<typeof recordSchema>
type Numbered = Pick<PullRecord, 'head' | 'base'> & { readonly number: number }

/** All that a page about a local pull request shows. */
export interface LocalPullRequest extends PullRecord {
  readonly number: number
  readonly state: 'open' | 'closed' | 'merged'
  /** What merging it would change; null when its branch is gone. */
  readonly diff: string | null
  /** For a shell: merges it. */
  readonly mergeCommand: string
}

const folder = 'refs/sidenote/pulls'

const quote = (word: string): string => (/^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** Nothing is merged in a bare repository: it takes a copy with files. */
const mergeCommandOf = (repository: string, isBare: boolean, { number, head, base }: Numbered): string => {
  const place = quote(repository)
  if (!isBare) return `git -C ${place} switch ${quote(base)} && git -C ${place} merge ${quote(head)}`
  const copy = `merge-${number}`
  const merge = `git -C ${copy} merge ${quote(`origin/${head}`)}`
  return `git clone --branch ${quote(base)} ${place} ${copy} && ${merge} && git -C ${copy} push`
}

/** A repository on this machine, so that all can be tried without an account. `urlOf` names a pull request's page. */
export function openLocal(repository: string, urlOf: (number: number) => string): CodeHost {
  gitAddress(repository, { local: true })
  const withUrl = ({ number, draft, body }: Omit<PullRequest, 'url'>): PullRequest => ({
    ...{ url: urlOf(number), number, draft, body },
  })
  const findPullRequest: CodeHost['findPullRequest'] = async (head) => {
    const place = await openPlace(repository)
    const pulls = await Promise.all((await readNumbers(place)).map((number) => readPull(place, number)))
    const found = pulls.find((pull) => pull?.head === head && pull.state === 'open')
    return found && withUrl(found)
  }
  return {
    credentials: async () => undefined,
    findPullRequest,
    createPullRequest: async (request) => {
      const open = await findPullRequest(request.head)
      if (open) return open
      const place = await openPlace(repository)
      const commit = await readBranch(place, request.head)
      const base = await readBranch(place, request.base)
      if (!commit || !base) {
        const missing = commit ? request.base : request.head
        throw new HostError('refused', `${repository} has no branch ${missing}.`)
      }
      if (await isAncestor(place, commit, base)) {
        throw new HostError('refused', `${request.head} has no commit that ${request.base} does not have.`)
      }
      const record = { ...request, commit, createdAt: new Date().toISOString() }
      return withUrl({ ...request, number: await addRecord(place, record) })
    },
    describePullRequest: async (number, body) => {
      const place = await openPlace(repository)
      const found = await readRecord(place, number)
      if (!found) throw new HostError('missing', `${repository} has no pull request ${number}.`)
      await writeRef(place, number, { ...found.record, body }, found.blob)
    },
  }
}

/** A local pull request with its diff; undefined when there is none of this number. */
export async function readLocalPullRequest(repository: string, number: number): Promise<LocalPullRequest | undefined> {
  const place = await openPlace(repository)
  const found = await readPull(place, number)
  if (!found) return undefined
  const pull = { ...found, mergeCommand: mergeCommandOf(repository, place.gitFolder === repository, found) }
  const [head, base] = [await readBranch(place, pull.head), await readBranch(place, pull.base)]
  if (!head || !base) return { ...pull, diff: null }
  const fork = await run(place, ['merge-base', base, head], [0, 1])
  const diff = await run(place, [
    ...['diff-tree', '-r', '--patch', '--no-color', '--no-ext-diff', '--no-textconv', '--find-renames'],
    ...[fork.stdout.trim() || base, head, '--'],
  ])
  return { ...pull, diff: diff.stdout }
}

async function openPlace(repository: string): Promise<GitPlace> {
  gitAddress(repository, { local: true })
  const gitFolder = await findGitFolder(repository)
  const objects = await stat(join(gitFolder, 'objects')).catch(() => undefined)
  if (!objects?.isDirectory()) throw new HostError('missing', `${repository} is not a git repository.`)
  return { gitFolder, tree: repository }
}

/** In a linked work tree or a submodule `.git` is a file that says where the folder is. */
async function findGitFolder(repository: string): Promise<string> {
  const inner = join(repository, '.git')
  const found = await stat(inner).catch(() => undefined)
  if (!found) return repository
  if (found.isDirectory()) return inner
  const named = /^gitdir: (.+)/.exec(await readFile(inner, 'utf8').catch(() => ''))?.[1]
  if (named === undefined) return repository
  const gitFolder = resolve(repository, named)
  const common = await readFile(join(gitFolder, 'commondir'), 'utf8').catch(() => '')
  return resolve(gitFolder, common.trim())
}

const run = (place: GitPlace, list: readonly string[], exitCodes = [0], input = '') =>
  runGit({ arguments: list, place, exitCodes, input })

async function readNumbers(place: GitPlace): Promise<number[]> {
  const { stdout } = await run(place, ['for-each-ref', '--format=%(refname)', folder])
  const numbers = stdout.split('\n').map((name) => Number(name.slice(folder.length + 1)))
  return numbers.filter((number) => number > 0).sort((one, other) => other - one)
}

async function readRecord(place: GitPlace, number: number): Promise<{ record: PullRecord; blob: string } | undefined> {
  if (!Number.isSafeInteger(number)) return undefined
  const { stdout, exitCode } = await run(place, ['rev-parse', '--verify', '--quiet', `${folder}/${number}`], [0, 1])
  if (exitCode !== 0) return undefined
  const blob = stdout.trim()
  const text = await run(place, ['cat-file', 'blob', blob])
  return { record: recordSchema.parse(JSON.parse(text.stdout)), blob }
}

async function readPull(
  place: GitPlace,
  number: number,
): Promise<Omit<LocalPullRequest, 'diff' | 'mergeCommand'> | undefined> {
  const found = await readRecord(place, number)
  if (!found) return undefined
  const { record } = found
  const [head, base] = [await readBranch(place, record.head), await readBranch(place, record.base)]
  const merged = base !== undefined && (await isAncestor(place, head ?? record.commit, base))
  return { ...record, number, state: merged ? 'merged' : head ? 'open' : 'closed' }
}

/** The next free number; somebody who takes it first makes us take the one after. */
async function addRecord(place: GitPlace, record: PullRecord): Promise<number> {
  for (let number = ((await readNumbers(place))[0] ?? 0) + 1; ; number++) {
    if (await writeRef(place, number, record, '')) return number
  }
}

/** @returns false when the pull request no longer stands at `expected`; empty: does not exist. */
async function writeRef(place: GitPlace, number: number, record: PullRecord, expected: string): Promise<boolean> {
  const written = await run(place, ['hash-object', '-w', '--stdin', '--no-filters'], [0], JSON.stringify(record))
  const old = expected || '0'.repeat(written.stdout.trim().length)
  const name = `${folder}/${number}`
  const { exitCode } = await run(place, ['update-ref', name, written.stdout.trim(), old], [0, 128])
  if (exitCode === 0) return true
  if (await readRecord(place, number)) return false
  throw new HostError('failed', `${place.gitFolder} cannot be written.`)
}

async function readBranch(place: GitPlace, name: string): Promise<string | undefined> {
  const list = ['rev-parse', '--verify', '--quiet', `refs/heads/${name}^{commit}`]
  const { stdout, exitCode } = await run(place, list, [0, 1])
  return exitCode === 0 ? stdout.trim() : undefined
}

async function isAncestor(place: GitPlace, commit: string, of: string): Promise<boolean> {
  return (await run(place, ['merge-base', '--is-ancestor', commit, of], [0, 1, 128])).exitCode === 0
}
