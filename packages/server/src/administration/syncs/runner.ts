import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'

/** The name of this process on the rows of the work it is doing: host, process id and a part that no other process has. */
export const thisRunner = [hostname(), process.pid, randomUUID()].join('/')

const silenceMilliseconds = 20_000
/** Three heartbeats. */
const unchangedMilliseconds = 3_000

/** Whether a process of this machine runs. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Work that a process said it was doing. */
interface Work {
  readonly id: string
  readonly runner: string
  readonly heartbeat_at: string
}

/** Work that looks abandoned by the clock, with the heartbeat it had and the time of this process when that was first seen. */
const suspected = new Map<string, { readonly heartbeatAt: string; readonly since: number }>()

/** Clocks leap, and those of two machines differ: only a heartbeat that stays what it was is silence. */
const isSilent = ({ id, heartbeat_at: heartbeatAt }: Work): boolean => {
  const looksSilent = Math.abs(Date.now() - Date.parse(heartbeatAt)) > silenceMilliseconds
  const before = suspected.get(id)
  if (looksSilent && before?.heartbeatAt === heartbeatAt)
    return performance.now() - before.since > unchangedMilliseconds
  if (looksSilent) suspected.set(id, { heartbeatAt, since: performance.now() })
  else suspected.delete(id)
  return false
}

/**
 * True when the process that did some work is no more: on this machine by its process id, on another by its silence, which
 * takes a second look 3 s later. A process id that is ours with another random part belonged to a process before us, as in a
 * container.
 */
export const isGone = (work: Work): boolean => {
  const { runner } = work
  if (runner === thisRunner) return false
  const [host, pid] = runner.split('/')
  const hasEnded = host === hostname() && (Number(pid) === process.pid || !isAlive(Number(pid)))
  return hasEnded || isSilent(work)
}
