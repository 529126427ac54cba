import { constants, copyFile, link, open } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The errors of file systems without hard links: FAT, and some network file systems. */
const withoutLinks: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/** Makes sure that a file or folder is on the disk before anything builds on it. */
export const writeToDisk = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}

/**
 * Gives a finished draft its name, unless that is taken, and waits until the disk has it. Atomic, so that one of several
 * processes wins; without hard links the draft is copied, which takes a moment.
 *
 * @throws Error with the code `EEXIST` when the name is taken
 */
export const nameFile = async (draft: string, file: string): Promise<void> => {
  await writeToDisk(draft)
  await link(draft, file).catch(async (error: NodeJS.ErrnoException) => {
    if (!withoutLinks.has(error.code)) throw error
    await copyFile(draft, file, constants.COPYFILE_EXCL)
    await writeToDisk(file)
  })
  await writeToDisk(dirname(file))
}
