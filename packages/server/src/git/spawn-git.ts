import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { platform } from 'node:process'
import { usualQuotas, writeMegabytes } from '../quotas.ts'
import { type GitBounds, type GitPlace, gitEnvironment } from './git-environment.ts'

/** One call of git. */
export interface GitRun {
  readonly place: GitPlace
  /** The one protocol that it may use. */
  readonly protocol: 'https' | 'http' | 'file' | 'none'
  /** Settings of this call alone, such as a credential. */
  readonly settings?: readonly (readonly [string, string])[]
  readonly environment?: Readonly<Record<string, string>> | undefined
  /** Text for standard input. */
  readonly input?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly seconds: number
  /** Output beyond this ends the call. */
  readonly keepBytes: number
}

/** The bound that has ended a call of git. */
export interface GitOverrun {
  readonly bound: 'time' | 'output' | 'disk' | 'memory'
  /** Begins with “It”, and has the figure. */
  readonly sentence: string
}

/** How a call of git has ended. */
export interface GitOutcome {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  readonly overrun: GitOverrun | undefined
  /** It was ended, because it had more to say than was to be kept. */
  readonly isFull: boolean
}

const usualBounds: GitBounds = { memory: usualQuotas.gitBytes, file: usualQuotas.repositoryBytes }
const mostErrorBytes = 1_000_000
const notStarted = 127

/**
 * A shell sets the bounds before it becomes git. A signal that ends a process at the largest file would not say why: without it,
 * the write fails. What a system has no bound for is left out.
 */
const boundedGit = [
  `trap '' ${constants.signals.SIGXFSZ}`,
  'ulimit -c 0 2>/dev/null',
  'ulimit -f "$1" 2>/dev/null',
  'ulimit -v "$2" 2>/dev/null',
  'shift 2',
  'exec git "$@"',
].join('; ')
/** The units of `ulimit`, in bytes. */
const fileUnit = 512
const memoryUnit = 1_024

const commandOf = (words: readonly string[], { memory, file }: GitBounds): [program: string, words: string[]] => {
  if (platform === 'win32') return ['git', [...words]]
  const units = [Math.ceil(file / fileUnit), Math.ceil(memory / memoryUnit)].map(String)
  return ['/bin/sh', ['-c', boundedGit, 'git', ...units, ...words]]
}

/**
 * Runs git once, with nothing of this process’s environment, and ends it together with all that it has started: after its
 * time, and when it takes more memory or disk than its place allows or has more to say than is kept.
 *
 * @throws the reason of the signal; Error when git cannot be started
 */
export function spawnGit(words: readonly string[], run: GitRun): Promise<GitOutcome> {
  const { place, protocol, settings, environment, input = '', signal, seconds, keepBytes } = run
  const { bounds = usualBounds } = place
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const [program, parameters] = commandOf(words, bounds)
    const child = spawn(program, parameters, {
      cwd: place.tree,
      env: { ...gitEnvironment(place, protocol, settings), ...environment },
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
    let overrun: GitOverrun | undefined
    const timer = setTimeout(() => {
      overrun = { bound: 'time', sentence: `It took more than ${seconds} s.` }
      kill()
    }, seconds * 1_000)
    signal?.addEventListener('abort', kill, { once: true })
    let isFull = false
    const out = keep(child.stdout, keepBytes, () => {
      isFull = true
      kill()
    })
    const errors = keep(child.stderr, mostErrorBytes, () => {
      overrun ??= { bound: 'output', sentence: `It wrote more than ${writeMegabytes(mostErrorBytes)} of messages.` }
      kill()
    })
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
    }
    const fail = (reason: string) => reject(new Error(`git cannot be started: ${reason} It must be installed.`))
    child.on('error', (error) => {
      end()
      fail(`${error.message}.`)
    })
    child.on('close', (code) => {
      end()
      if (signal?.aborted) return reject(signal.reason)
      const stderr = errors()
      const exitCode = isFull ? 0 : (code ?? 128)
      if (exitCode === notStarted) return fail(stderr.trim())
      overrun ??= exitCode === 0 ? undefined : boundOf(stderr, bounds)
      resolve({ stdout: out(), stderr, exitCode, overrun, isFull })
    })
  })
}

/** Keeps what a stream says, up to so many bytes. @param onFull called once, when there is more */
const keep = (stream: NodeJS.ReadableStream, most: number, onFull: () => void): (() => string) => {
  const chunks: Buffer[] = []
  let length = 0
  stream.on('data', (chunk: Buffer) => {
    if (length > most) return
    length += chunk.length
    chunks.push(chunk)
    if (length > most) onFull()
  })
  return () => Buffer.concat(chunks).subarray(0, most).toString('utf8')
}

/** The bound that git says it has met. */
const boundOf = (stderr: string, { memory, file }: GitBounds): GitOverrun | undefined => {
  const text = stderr.toLowerCase()
  const says = (...phrases: readonly string[]) => phrases.some((phrase) => text.includes(phrase))
  if (says('file too large')) {
    const most = `${writeMegabytes(file)}, the most that may be fetched (SIDENOTE_REPOSITORY_MEGABYTES, or what the disk has left)`
    return { bound: 'disk', sentence: `It is larger than ${most}.` }
  }
  if (says('out of memory', 'cannot allocate memory', 'malloc failed', 'mmap failed', 'unable to create thread')) {
    const most = `${writeMegabytes(memory)} of memory, the most that git may take (SIDENOTE_GIT_MEGABYTES)`
    return { bound: 'memory', sentence: `It needs more than ${most}.` }
  }
  return undefined
}
