import { messageOf } from '../../errors.ts'
import { type GitCredentials, isSafeForSecrets, signIn, withoutCredentials } from '../../git/git-credentials.ts'
import type { GitPlace } from '../../git/git-environment.ts'
import { type GitOutcome, spawnGit } from '../../git/spawn-git.ts'
import { HostError, type HostFailure } from '../hosts/host.ts'

export interface GitCall {
  readonly arguments: readonly string[]
  readonly place: GitPlace
  /** Text for standard input. */
  readonly input?: string
  readonly environment?: Readonly<Record<string, string>>
  /** The one host that this call may talk to; none: no protocol is allowed. */
  readonly network?: GitNetwork
  readonly signal?: AbortSignal | undefined
  /** Exit codes that are an answer. @default [0] */
  readonly exitCodes?: readonly number[]
  /** Output beyond this ends the call; what came so far is the answer. @default 64 MiB, beyond which it fails */
  readonly keepBytes?: number
  /** @default 60 */
  readonly seconds?: number
}

export interface GitNetwork {
  readonly address: GitAddress
  readonly credentials: GitCredentials | undefined
  /** The addresses that it may connect to. */
  readonly pinned: readonly (readonly [string, string])[]
}

/** An address that git may be sent to. */
export interface GitAddress {
  readonly url: string
  readonly protocol: 'https' | 'http' | 'file'
}

export type GitResult = Pick<GitOutcome, 'stdout' | 'stderr' | 'exitCode'>

/**
 * The address of a repository, checked: `https`, `http` to this machine only, and with `local` an absolute path.
 * @throws HostError `refused`
 */
export function gitAddress(repository: string, options: { local?: boolean } = {}): GitAddress {
  if (options.local) {
    if (!repository.startsWith('/') || repository.includes('\0')) {
      throw new HostError('refused', `A local repository is an absolute path on this machine, not “${repository}”.`)
    }
    return { url: `file://${repository}`, protocol: 'file' }
  }
  const url = URL.canParse(repository) ? new URL(repository) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new HostError('refused', `A repository is given by its https address, not by “${repository}”.`)
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new HostError('refused', `The address of ${url.origin}${url.pathname} must hold neither a user nor a query.`)
  }
  if (!isSafeForSecrets(url)) {
    throw new HostError('refused', `${url.origin} is not encrypted: a token may only be sent by https.`)
  }
  return { url: url.href, protocol: url.protocol === 'https:' ? 'https' : 'http' }
}

/** An address as people write it. */
export const writeAddress = ({ url, protocol }: GitAddress): string =>
  protocol === 'file' ? url.slice('file://'.length) : url

const mostBytes = 64 * 1024 * 1024

/**
 * Runs git once, with nothing of this process's environment.
 * @throws HostError
 */
export async function runGit(call: GitCall): Promise<GitResult> {
  const { place, network, environment, input, signal, keepBytes, seconds = 60 } = call
  const outcome = await spawnGit(call.arguments, {
    ...{ place, environment, input, signal, seconds },
    protocol: network?.address.protocol ?? 'none',
    settings: [
      ...(network?.pinned ?? []),
      ...(network?.credentials ? [signIn(network.address.url, network.credentials)] : []),
    ],
    keepBytes: keepBytes ?? mostBytes,
  }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw new HostError('failed', messageOf(error))
  })
  const { isLate, isFull, ...result } = outcome
  if (isLate) throw new HostError('unreachable', `${nameOf(call)} did not end within ${seconds} s.`)
  if (isFull && keepBytes === undefined) throw new HostError('failed', `${nameOf(call)} gave more than 64 MiB.`)
  if ((call.exitCodes ?? [0]).includes(result.exitCode)) return result
  throw gitError(call, result)
}

const nameOf = (call: GitCall): string =>
  call.network ? `git ${call.arguments[0]} with ${writeAddress(call.network.address)}` : `git ${call.arguments[0]}`

/** What stderr says, told apart. First match wins. */
const failures: readonly (readonly [RegExp, HostFailure, string])[] = [
  [/Authentication failed|could not read (?:Username|Password)|error: 401/i, 'unauthorized', 'refuses the token'],
  [/error: 403|permission .*denied|access denied/i, 'forbidden', 'does not let this token do that'],
  [/unable to update url base from redirection|error: 30\d/i, 'refused', 'answers with a redirect'],
  [
    /repository .*not found|error: 404|does not (?:exist|appear to be a git repository)/i,
    'missing',
    'has no such repository for this token',
  ],
  [/not our ref|couldn't find remote ref|no such remote ref/i, 'missing', 'has no such commit or branch'],
  [
    /could not resolve host|failed to connect|connection (?:refused|reset|timed out)|couldn't connect|timed out|early EOF|unexpected disconnect|RPC failed|hung up|error: 5\d\d|error: 429|Empty reply/i,
    'unreachable',
    'cannot be reached',
  ],
]

/** The sentence for a call that failed, without any credential. */
export function gitError(call: GitCall, result: Pick<GitResult, 'stderr' | 'exitCode'>): HostError {
  const said = withoutCredentials(result.stderr, call.network?.credentials).trim().slice(-600)
  const where = call.network ? writeAddress(call.network.address) : `git ${call.arguments[0]}`
  if (call.network?.address.protocol === 'file' && /does not appear to be a git repository/.test(result.stderr)) {
    return new HostError('missing', `${where} is not a git repository.`)
  }
  for (const [pattern, failure, words] of call.network ? failures : []) {
    if (pattern.test(result.stderr)) return new HostError(failure, `${where} ${words}. Git says: ${said}`)
  }
  return new HostError('failed', `${nameOf(call)} failed with exit code ${result.exitCode}. Git says: ${said}`)
}
