import { readFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { isAlive } from '../administration/syncs/runner.ts'
import { parseJson } from '../parse-json.ts'

/** A process that ended itself sooner than this is part of a loop. */
const shortMilliseconds = 600_000
/** So many ends in a row may be chance. */
const freeCrashes = 2
const firstWaitMilliseconds = 30_000
const longestWaitMilliseconds = 600_000

const recordSchema = z.object({
  host: z.string(),
  pid: z.int(),
  startedAt: z.iso.datetime(),
  crashes: z.int(),
  isRunning: z.boolean(),
})

/** How the processes before this one have ended. */
export interface StartRecord {
  /** How many in a row ended without a signal to stop, soon after they had started. */
  readonly crashes: number
  /** How long work in the background is to wait, in milliseconds: it may be what ends the process. */
  readonly waitMilliseconds: number
  /** Notes that this process was told to stop. */
  readonly close: () => Promise<void>
}

/** In a row: nothing for two, then 30 seconds, and twice as long each time, up to ten minutes. */
export const waitAfter = (crashes: number): number =>
  crashes <= freeCrashes
    ? 0
    : Math.min(longestWaitMilliseconds, firstWaitMilliseconds * 2 ** (crashes - freeCrashes - 1))

/**
 * Reads how the process before this one ended, and notes that this one runs. What another machine has noted in the same folder,
 * or another process that is alive, says nothing about this one.
 *
 * @param port where the server listens: each server on a machine has a note of its own
 */
export const openStartRecord = async (
  { dataFolder, port }: { dataFolder: string; port: number },
  now = Date.now(),
): Promise<StartRecord> => {
  const file = join(dataFolder, `start-${port}.json`)
  const last = await readFile(file, 'utf8').then(
    (text) => recordSchema.safeParse(parseJson(text)).data,
    () => undefined,
  )
  const host = hostname()
  const isOurs = last?.host === host && (last.pid === process.pid || !isAlive(last.pid))
  const hasCrashed = isOurs && last.isRunning && now - Date.parse(last.startedAt) < shortMilliseconds
  const crashes = hasCrashed ? last.crashes + 1 : 0
  const write = (isRunning: boolean) => {
    const record = { host, pid: process.pid, startedAt: new Date(now).toISOString(), crashes, isRunning }
    // Without a note, a crash is not noticed; a server that doesn't start for it would be worse.
    return writeFile(file, JSON.stringify(record), { mode: 0o600 }).catch(() => {})
  }
  await write(true)
  return { crashes, waitMilliseconds: waitAfter(crashes), close: () => write(false) }
}
