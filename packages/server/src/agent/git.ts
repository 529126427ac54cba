import { spawn } from 'node:child_process'
import { type GitPlace, gitEnvironment } from '../git-environment.ts'
import type { Credentials, HostFailure } from './hosts/host.ts'
import { HostError } from './hosts/host.ts'

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
  readonly credentials: Credentials | undefined
}

/** An address that git may be sent to. */
export interface GitAddress {
  readonly url: string
  readonly protocol: 'https' | 'http' | 'file'
}

export interface GitResult {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
}

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
  if (url.protocol === 'http:' && !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname)) {
    throw new HostError('refused', `${url.origin} is not encrypted: a token may only be sent by https.`)
  }
  return { url: url.href, protocol: url.protocol === 'https:' ? 'https' : 'http' }
}

/**
 * Runs git once, with nothing of this process's environment.
 * @throws HostError
 */
export async function runGit(call: GitCall): Promise<GitResult> {
  const result = await spawnGit(call)
  if ((call.exitCodes ?? [0]).includes(result.exitCode)) return result
  throw gitError(call, result)
}

function spawnGit(call: GitCall): Promise<GitResult> {
  call.signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn('git', call.arguments, {
      cwd: call.place.tree,
      env: environmentOf(call),
      // A group of its own, so that the helpers that git starts end with it.
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const kill = () => {
      try {
        if (child.pid) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended by itself.
      }
    }
    const seconds = call.seconds ?? 60
    let late = false
    const timer = setTimeout(() => {
      late = true
      kill()
    }, seconds * 1_000)
    call.signal?.addEventListener('abort', kill, { once: true })
    const keep = call.keepBytes ?? 64 * 1024 * 1024
    const out: Buffer[] = []
    const errors: Buffer[] = []
    let length = 0
    let full = false
    child.stdout.on('data', (chunk: Buffer) => {
      if (full) return
      length += chunk.length
      out.push(chunk)
      if (length <= keep) return
      full = true
      kill()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (errors.length < 100) errors.push(chunk)
    })
    child.stdin.on('error', () => {})
    child.stdin.end(call.input ?? '')
    const end = () => {
      clearTimeout(timer)
      call.signal?.removeEventListener('abort', kill)
    }
    child.on('error', (error) => {
      end()
      reject(new HostError('failed', `git could not be started: ${error.message}. It must be installed.`))
    })
    child.on('close', (exitCode) => {
      end()
      if (call.signal?.aborted) return reject(call.signal.reason)
      if (late) return reject(new HostError('unreachable', `${nameOf(call)} did not end within ${seconds} s.`))
      if (full && call.keepBytes === undefined) {
        return reject(new HostError('failed', `${nameOf(call)} gave more than 64 MiB.`))
      }
      resolve({
        stdout: Buffer.concat(out).subarray(0, keep).toString('utf8'),
        stderr: Buffer.concat(errors).toString('utf8'),
        exitCode: full ? 0 : (exitCode ?? 128),
      })
    })
  })
}

function environmentOf({ place, network, environment }: GitCall): Record<string, string> {
  const settings: [string, string][] = []
  if (network?.credentials) {
    const { username, token } = network.credentials
    const basic = Buffer.from(`${username}:${token}`).toString('base64')
    settings.push([`http.${new URL(network.address.url).origin}/.extraHeader`, `Authorization: Basic ${basic}`])
  }
  return { ...gitEnvironment(place, network?.address.protocol ?? 'none', settings), ...environment }
}

const nameOf = (call: GitCall): string =>
  call.network ? `git ${call.arguments[0]} with ${call.network.address.url}` : `git ${call.arguments[0]}`

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
  const where = call.network?.address.url ?? `git ${call.arguments[0]}`
  for (const [pattern, failure, words] of call.network ? failures : []) {
    if (pattern.test(result.stderr)) return new HostError(failure, `${where} ${words}. Git says: ${said}`)
  }
  return new HostError('failed', `${nameOf(call)} failed with exit code ${result.exitCode}. Git says: ${said}`)
}

/** Blanks a token, also in the forms in which a header or an address holds it. */
export function withoutCredentials(text: string, credentials: Credentials | undefined): string {
  if (!credentials?.token) return text
  const { username, token } = credentials
  const basic = Buffer.from(`${username}:${token}`).toString('base64')
  return [basic, encodeURIComponent(token), token].reduce((clean, secret) => clean.split(secret).join('***'), text)
}
