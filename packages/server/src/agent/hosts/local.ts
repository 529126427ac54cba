import type { GitPlace } from '../../git/git-environment.ts'
import { patchOptions } from '../repository/changes.ts'
import { parseGitAddress } from '../repository/git-address.ts'
import { type CodeHost, HostError, type PullRequest, type PullRequestDraft } from './host.ts'
import {
  addRecord,
  openLocalPlace,
  type PullRecord,
  readNumbers,
  readRecord,
  runLocal,
  writeRecord,
} from './local-records.ts'

/** All that the page of a local pull request shows. */
export interface LocalPullRequest extends PullRecord {
  readonly number: number
  readonly state: 'open' | 'closed' | 'merged'
  /** What merging it would change; null when its branch is gone. */
  readonly diff: string | null
  /** For a shell: merges it. */
  readonly mergeCommand: string
}

type Pull = Omit<LocalPullRequest, 'diff' | 'mergeCommand'>

/** A repository on this machine, to try everything without an account. `urlOf` gives the page of a pull request. */
export const openLocal = (repository: string, urlOf: (number: number) => string): CodeHost => {
  parseGitAddress(repository, { local: true })
  const describe = ({ number, draft, body }: Omit<PullRequest, 'url'>): PullRequest => ({
    url: urlOf(number),
    number,
    draft,
    body,
  })
  const findPullRequest: CodeHost['findPullRequest'] = async (head) => {
    const place = await openLocalPlace(repository)
    const pulls = await Promise.all((await readNumbers(place)).map((number) => readPull(place, number)))
    const pull = pulls.find((one) => one?.head === head && one.state === 'open')
    return pull && describe(pull)
  }
  return {
    credentials: async () => undefined,
    findPullRequest,
    createPullRequest: async (request) =>
      (await findPullRequest(request.head)) ??
      describe({ ...request, number: await addPull(await openLocalPlace(repository), request) }),
    describePullRequest: async (number, body) => {
      const place = await openLocalPlace(repository)
      const stored = await readRecord(place, number)
      if (!stored) throw new HostError('missing', `${repository} has no pull request ${number}.`)
      await writeRecord(place, { number, record: { ...stored.record, body }, before: stored.blob })
    },
  }
}

/** @throws HostError `refused` when a branch is missing, or there is nothing to merge */
const addPull = async (place: GitPlace, request: PullRequestDraft): Promise<number> => {
  const commit = await readBranch(place, request.head)
  const base = await readBranch(place, request.base)
  if (!commit || !base) {
    throw new HostError('refused', `${place.tree} has no branch ${commit ? request.base : request.head}.`)
  }
  if (await isAncestor(place, commit, base)) {
    throw new HostError('refused', `${request.head} has no commit that ${request.base} doesn't have.`)
  }
  return addRecord(place, { ...request, commit, createdAt: new Date().toISOString() })
}

/** Reads a local pull request with its diff; undefined when there is none of this number. */
export const readLocalPullRequest = async (
  repository: string,
  number: number,
): Promise<LocalPullRequest | undefined> => {
  const place = await openLocalPlace(repository)
  const pull = await readPull(place, number)
  if (!pull) return undefined
  const mergeCommand = mergeCommandOf(place, pull)
  const [head, base] = [await readBranch(place, pull.head), await readBranch(place, pull.base)]
  if (!head || !base) return { ...pull, mergeCommand, diff: null }
  const fork = await runLocal(place, { list: ['merge-base', base, head], exitCodes: [0, 1] })
  const { stdout } = await runLocal(place, {
    list: ['diff-tree', '-r', ...patchOptions, fork.stdout.trim() || base, head, '--'],
  })
  return { ...pull, mergeCommand, diff: stdout }
}

const shellQuote = (word: string): string => (/^[\w./:@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)

/** A bare repository needs a copy with files: nothing can be merged in it. */
const mergeCommandOf = ({ gitFolder, tree }: GitPlace, { number, head, base }: Pull): string => {
  const repository = shellQuote(tree)
  if (gitFolder !== tree) {
    return `git -C ${repository} switch ${shellQuote(base)} && git -C ${repository} merge ${shellQuote(head)}`
  }
  const copy = `merge-${number}`
  const clone = `git clone --branch ${shellQuote(base)} ${repository} ${copy}`
  return `${clone} && git -C ${copy} merge ${shellQuote(`origin/${head}`)} && git -C ${copy} push`
}

const readPull = async (place: GitPlace, number: number): Promise<Pull | undefined> => {
  const stored = await readRecord(place, number)
  if (!stored) return undefined
  const { record } = stored
  const [head, base] = [await readBranch(place, record.head), await readBranch(place, record.base)]
  const isMerged = base !== undefined && (await isAncestor(place, head ?? record.commit, base))
  return { ...record, number, state: isMerged ? 'merged' : head ? 'open' : 'closed' }
}

/** The commit that a branch points to. */
const readBranch = async (place: GitPlace, name: string): Promise<string | undefined> => {
  const list = ['rev-parse', '--verify', '--quiet', `refs/heads/${name}^{commit}`]
  const { stdout, exitCode } = await runLocal(place, { list, exitCodes: [0, 1] })
  return exitCode === 0 ? stdout.trim() : undefined
}

const isAncestor = async (place: GitPlace, commit: string, of: string): Promise<boolean> => {
  const list = ['merge-base', '--is-ancestor', commit, of]
  return (await runLocal(place, { list, exitCodes: [0, 1, 128] })).exitCode === 0
}
