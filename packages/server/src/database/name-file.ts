import { constants, copyFile, link } from 'node:fs/promises'

/** What file systems without hard links say: FAT, and some that are reached over a network. */
const withoutLinks: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Gives a finished draft its name, unless that is taken: for one of several processes, at once and whole. Where there are no
 * hard links it is copied, which takes a moment.
 *
 * @throws Error with the code `EEXIST` when the name is taken
 */
export const nameFile = (draft: string, file: string): Promise<void> =>
  link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (!withoutLinks.has(error.code)) throw error
    return copyFile(draft, file, constants.COPYFILE_EXCL)
  })
