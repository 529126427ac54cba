import { messageOf } from '../../errors.ts'
import { type GitCredentials, signIn, withoutCredentials } from '../../git/git-credentials.ts'
import type { GitPlace } from '../../git/git-environment.ts'
import { type GitOutcome, type GitOverrun, spawnGit } from '../../git/spawn-git.ts'
import { HostError, type HostFailure } from '../hosts/host.ts'
import { displayAddress, type GitAddress } from './git-address.ts'

/** One call of git in one place. */
export interface GitCall {
  readonly arguments: readonly string[]
  readonly place: GitPlace
  /** Text for standard input. */
  readonly input?: string
  readonly environment?: Readonly<Record<string, string>>
  /** The one host that this call may talk to. Without it, no protocol is allowed. */
  readonly network?: GitNetwork
  readonly signal?: AbortSignal | undefined
  /** Exit codes that count as success. @default [0] */
  readonly exitCodes?: readonly number[]
  /** Bytes after which the call is ended; the output so far is the result. @default 64 MiB, beyond which it fails */
  readonly keepBytes?: number
  /** @default 60 */
  readonly seconds?: number
  /** Git settings of this call alone. */
  readonly settings?: readonly (readonly [string, string])[]
}

/** Permission to talk to one host. */
export interface GitNetwork {
  readonly address: GitAddress
  readonly credentials: GitCredentials | undefined
  /** Git settings that fix the IP addresses of the host; empty: any. */
  readonly pins: readonly (readonly [string, string])[]
}

/** What a call of git printed, and its exit code. */
export type GitResult = Pick<GitOutcome, 'stdout' | 'stderr' | 'exitCode'>

const defaultBytes = 64 * 1024 * 1024

/**
 * Runs git once, with nothing of this process's environment.
 *
 * @throws HostError
 */
export const runGit = async (call: GitCall): Promise<GitResult> => {
  const { network, signal, keepBytes, seconds = 60, settings = [] } = call
  const outcome = await spawnGit(call.arguments, {
    place: call.place,
    environment: call.environment,
    input: call.input,
    signal,
    seconds,
    protocol: network?.address.protocol ?? 'none',
    settings: [
      ...settings,
      ...(network?.pins ?? []),
      ...(network?.credentials ? [signIn(network.address.url, network.credentials)] : []),
    ],
    keepBytes: keepBytes ?? defaultBytes,
  }).catch((error: unknown) => {
    signal?.throwIfAborted()
    throw new HostError('failed', messageOf(error))
  })
  const { overrun, isFull, ...result } = outcome
  if (overrun !== undefined) throw overrunError(call, overrun)
  if (isFull && keepBytes === undefined) throw new HostError('failed', `${describeCall(call)} printed over 64 MiB.`)
  if ((call.exitCodes ?? [0]).includes(result.exitCode)) return result
  throw gitError(call, result)
}

/** A host that is slow today may be faster later; what is too large stays so. */
const overrunError = (call: GitCall, { bound, sentence }: GitOverrun): HostError =>
  new HostError(bound === 'time' ? 'unreachable' : 'refused', `${describeCall(call)} was ended. ${sentence}`)

const describeCall = (call: GitCall): string =>
  call.network ? `git ${call.arguments[0]} with ${displayAddress(call.network.address)}` : `git ${call.arguments[0]}`

interface Symptom {
  readonly failure: HostFailure
  /** Continues a sentence that begins with the repository's address. */
  readonly meaning: string
  /** Lower-case phrases of stderr; of a list inside the list, all must occur. */
  readonly phrases: readonly (string | readonly string[])[]
  /** Whether an HTTP status that git reports belongs here. */
  readonly hasStatus?: (status: number) => boolean
}

const notARepository = 'does not appear to be a git repository'

/** The first match wins. */
const symptoms: readonly Symptom[] = [
  {
    failure: 'unauthorized',
    meaning: 'refuses the token',
    phrases: ['authentication failed', 'could not read username', 'could not read password'],
    hasStatus: (status) => status === 401,
  },
  {
    failure: 'forbidden',
    meaning: 'does not let this token do that',
    phrases: [['permission ', 'denied'], 'access denied'],
    hasStatus: (status) => status === 403,
  },
  {
    failure: 'refused',
    meaning: 'answers with a redirect',
    phrases: ['unable to update url base from redirection'],
    hasStatus: (status) => status >= 300 && status < 310,
  },
  {
    failure: 'missing',
    meaning: 'has no such repository for this token',
    phrases: [['repository ', 'not found'], 'does not exist', notARepository],
    hasStatus: (status) => status === 404,
  },
  {
    failure: 'missing',
    meaning: 'has no such commit or branch',
    phrases: ['not our ref', "couldn't find remote ref", 'no such remote ref'],
  },
  {
    failure: 'unreachable',
    meaning: 'cannot be reached',
    phrases: [
      'could not resolve host',
      'failed to connect',
      'connection refused',
      'connection reset',
      'connection timed out',
      "couldn't connect",
      'timed out',
      'early eof',
      'unexpected disconnect',
      'rpc failed',
      'hung up',
      'empty reply',
    ],
    hasStatus: (status) => status >= 500 || status === 429,
  },
]

/** What stderr of a call to a host means; undefined when it says nothing that we know. */
const diagnose = (stderr: string): Symptom | undefined => {
  const text = stderr.toLowerCase()
  const status = Number(/error: (\d{3})/.exec(text)?.[1] ?? 0)
  return symptoms.find(
    ({ phrases, hasStatus }) =>
      hasStatus?.(status) || phrases.some((phrase) => [phrase].flat().every((part) => text.includes(part))),
  )
}

/** The error for a call that failed; its sentence holds no credential. */
export const gitError = (call: GitCall, result: Pick<GitResult, 'stderr' | 'exitCode'>): HostError => {
  const { network } = call
  const output = withoutCredentials(result.stderr, network?.credentials).trim().slice(-600)
  if (network?.address.protocol === 'file' && result.stderr.includes(notARepository)) {
    return new HostError('missing', `${displayAddress(network.address)} is not a git repository.`)
  }
  const symptom = network && diagnose(result.stderr)
  if (symptom) {
    const sentence = `${displayAddress(network.address)} ${symptom.meaning}. Git says: ${output}`
    return new HostError(symptom.failure, sentence)
  }
  return new HostError('failed', `${describeCall(call)} failed with exit code ${result.exitCode}. Git says: ${output}`)
}
