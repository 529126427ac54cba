import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './listen.ts'

/** Whether this machine has a Redis to start and to kill. */
export const hasRedisServer: boolean = spawnSync('redis-server', ['--version']).status === 0

export interface RedisServer {
  readonly url: string
  /** Sends the process a signal: `SIGSTOP` makes it hang, `SIGCONT` lets it go on. */
  readonly signal: (name: NodeJS.Signals) => void
  readonly kill: () => Promise<void>
  /** Starts it again on the same port, with nothing in its memory. */
  readonly startAgain: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts a Redis of its own that keeps nothing on disk. */
export const startRedisServer = async (): Promise<RedisServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'sidenote-redis-'))
  const port = await freePort()
  const start = async (): Promise<ChildProcess> => {
    const parameters = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
    const started = spawn('redis-server', parameters, { stdio: ['ignore', 'pipe', 'inherit'] })
    for await (const output of started.stdout) if (String(output).includes('Ready to accept connections')) break
    return started
  }
  let child = await start()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    signal: (name) => void child.kill(name),
    kill,
    startAgain: async () => {
      child = await start()
    },
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
