import { readFile, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import type { GitPlace } from '../../git/git-environment.ts'
import { type GitResult, runGit } from '../repository/git.ts'
import { parseGitAddress } from '../repository/git-address.ts'
import { HostError } from './host.ts'

/**
 * A pull request of a repository on this machine, as it was opened: a blob of the repository itself, which
 * `refs/sidenote/pulls/7` points to. What became of it follows from its branches.
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

/** The stored part of a local pull request. */
export type PullRecord = z.infer<typeof recordSchema>

const folder = 'refs/sidenote/pulls'

/** Opens a repository on this machine. @throws HostError `missing` when there is none */
export const openLocalPlace = async (repository: string): Promise<GitPlace> => {
  parseGitAddress(repository, { local: true })
  const gitFolder = await findGitFolder(repository)
  const objects = await stat(join(gitFolder, 'objects')).catch(() => undefined)
  if (!objects?.isDirectory()) throw new HostError('missing', `${repository} is not a git repository.`)
  return { gitFolder, tree: repository }
}

/** In a linked work tree or a submodule, `.git` is a file with the folder's path. */
const findGitFolder = async (repository: string): Promise<string> => {
  const dotGit = join(repository, '.git')
  const stats = await stat(dotGit).catch(() => undefined)
  if (!stats) return repository
  if (stats.isDirectory()) return dotGit
  const [line = ''] = (await readFile(dotGit, 'utf8').catch(() => '')).split('\n')
  const mark = 'gitdir: '
  if (!line.startsWith(mark)) return repository
  const gitFolder = resolve(repository, line.slice(mark.length).trim())
  const commonFolder = await readFile(join(gitFolder, 'commondir'), 'utf8').catch(() => '')
  return resolve(gitFolder, commonFolder.trim())
}

/** The command line of one call of git, and the exit codes that count as success. */
interface LocalCall {
  readonly list: readonly string[]
  /** @default [0] */
  readonly exitCodes?: readonly number[]
  readonly input?: string
}

/** Runs git in a repository on this machine. @throws HostError */
export const runLocal = (place: GitPlace, { list, exitCodes = [0], input = '' }: LocalCall): Promise<GitResult> =>
  runGit({ arguments: list, place, exitCodes, input })

/** The numbers of all pull requests, the newest first. */
export const readNumbers = async (place: GitPlace): Promise<number[]> => {
  const { stdout } = await runLocal(place, { list: ['for-each-ref', '--format=%(refname)', folder] })
  const numbers = stdout.split('\n').map((name) => Number(name.slice(folder.length + 1)))
  return numbers.filter((number) => number > 0).sort((one, other) => other - one)
}

/** Reads a pull request; `blob` is the id of the record. */
export const readRecord = async (
  place: GitPlace,
  number: number,
): Promise<{ record: PullRecord; blob: string } | undefined> => {
  if (!Number.isSafeInteger(number)) return undefined
  const ref = ['rev-parse', '--verify', '--quiet', `${folder}/${number}`]
  const { stdout, exitCode } = await runLocal(place, { list: ref, exitCodes: [0, 1] })
  if (exitCode !== 0) return undefined
  const blob = stdout.trim()
  const text = await runLocal(place, { list: ['cat-file', 'blob', blob] })
  return { record: recordSchema.parse(JSON.parse(text.stdout)), blob }
}

/** Adds a pull request under the next free number. */
export const addRecord = async (place: GitPlace, record: PullRecord): Promise<number> => {
  // Somebody who takes a number first makes us take the one after it.
  for (let number = ((await readNumbers(place))[0] ?? 0) + 1; ; number++) {
    if (await writeRecord(place, { number, record, before: null })) return number
  }
}

interface RecordChange {
  readonly number: number
  readonly record: PullRecord
  /** Blob that the change replaces; null: there is no such pull request yet. */
  readonly before: string | null
}

/** Stores a pull request. @returns false when it is no longer what it was `before` */
export const writeRecord = async (place: GitPlace, { number, record, before }: RecordChange): Promise<boolean> => {
  const hash = ['hash-object', '-w', '--stdin', '--no-filters']
  const blob = (await runLocal(place, { list: hash, input: JSON.stringify(record) })).stdout.trim()
  const update = ['update-ref', `${folder}/${number}`, blob, before ?? '0'.repeat(blob.length)]
  const { exitCode } = await runLocal(place, { list: update, exitCodes: [0, 128] })
  if (exitCode === 0) return true
  if (await readRecord(place, number)) return false
  throw new HostError('failed', `${place.gitFolder} is not writable.`)
}
