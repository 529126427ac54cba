import { statfs } from 'node:fs/promises'
import { writeMegabytes } from './quotas.ts'

/** The disk of the data folder, of which a reserve is kept free: the database needs it to go on. */
export interface Disk {
  /** Bytes that may still be written; Infinity where the system doesn't tell. */
  readonly room: () => Promise<number>
  /** @throws DiskFullError when there is no room for so many bytes. @param bytes @default 1 */
  readonly requireRoom: (bytes?: number) => Promise<void>
  /** A sentence while nothing may be fetched. */
  readonly describeShortage: () => Promise<string | undefined>
}

/** There is no room on the disk for what was to be fetched. */
export class DiskFullError extends Error {
  override readonly name = 'DiskFullError'
}

/** Looks after the disk that a folder is on. The folder has to exist by the time somebody asks. */
export const openDisk = (folder: string, reserveBytes: number): Disk => {
  const readFree = async (): Promise<number> => {
    if (reserveBytes === 0) return Number.POSITIVE_INFINITY
    const disk = await statfs(folder).catch(() => undefined)
    return disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY
  }
  const describe = (free: number): string =>
    `The disk of the data folder has ${writeMegabytes(free)} left, and ${writeMegabytes(reserveBytes)} of it are kept free (SIDENOTE_DISK_RESERVE)`
  return {
    room: async () => Math.max(0, (await readFree()) - reserveBytes),
    requireRoom: async (bytes = 1) => {
      const free = await readFree()
      if (free - reserveBytes >= bytes) return
      const reason = bytes === 1 ? 'nothing is fetched' : `there is no room for another ${writeMegabytes(bytes)}`
      throw new DiskFullError(`${describe(free)}: ${reason}.`)
    },
    describeShortage: async () => {
      const free = await readFree()
      return free > reserveBytes ? undefined : `${describe(free)}: no sync and no agent job begins.`
    },
  }
}
