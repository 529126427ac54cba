import { spawn } from 'node:child_process'
import { type GitPlace, gitEnvironment } from './git-environment.ts'

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

/** How a call of git has ended. */
export interface GitOutcome {
  readonly stdout: string
  readonly stderr: string
  readonly exitCode: number
  /** It was ended, because it took too long. */
  readonly isLate: boolean
  /** It was ended, because it had more to say than was to be kept. */
  readonly isFull: boolean
}

/**
 * Runs git once, with nothing of this process’s environment, and ends it together with all that it has started.
 *
 * @throws the reason of the signal; Error when git cannot be started
 */
export function spawnGit(words: readonly string[], run: GitRun): Promise<GitOutcome> {
  const { place, protocol, settings, environment, input = '', signal, seconds, keepBytes } = run
  signal?.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn('git', words, {
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
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      kill()
    }, seconds * 1_000)
    signal?.addEventListener('abort', kill, { once: true })
    const out: Buffer[] = []
    const errors: Buffer[] = []
    let length = 0
    let isFull = false
    child.stdout.on('data', (chunk: Buffer) => {
      if (isFull) return
      length += chunk.length
      out.push(chunk)
      if (length <= keepBytes) return
      isFull = true
      kill()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (errors.length < 100) errors.push(chunk)
    })
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', kill)
    }
    child.on('error', (error) => {
      end()
      reject(new Error(`git cannot be started: ${error.message}. It must be installed.`))
    })
    child.on('close', (exitCode) => {
      end()
      if (signal?.aborted) return reject(signal.reason)
      resolve({
        stdout: Buffer.concat(out).subarray(0, keepBytes).toString('utf8'),
        stderr: Buffer.concat(errors).toString('utf8'),
        exitCode: isFull ? 0 : (exitCode ?? 128),
        isLate,
        isFull,
      })
    })
  })
}
