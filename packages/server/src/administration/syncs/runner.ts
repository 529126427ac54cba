import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** The name of this process on the rows of the work it is doing: host, process id and a part that no other process has. */
export const thisRunner = [hostname(), process.pid, randomUUID()].join('/')

const silenceMilliseconds = 20_000

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * True when the process that did some work is no more: on this machine by its process id, on another by its silence.
 * A process id that is ours with another random part belonged to a process before us, as in a container.
 */
export const isGone = (runner: string, heartbeatAt: string): boolean => {
  if (runner === thisRunner) return false
  const [host, pid] = runner.split('/')
  if (host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)))) return true
  return Date.now() - Date.parse(heartbeatAt) > silenceMilliseconds
}
