import { constants, copyFile, link } from 'node:fs/promises'

/** The errors of file systems without hard links: FAT, and some network file systems. */
const withoutLinks: ReadonlySet<string | undefined> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

/**
 * Gives a finished draft its name, unless that is taken. Atomic, so that one of several processes wins; without hard links the
 * draft is copied, which takes a moment.
 *
 * @throws Error with the code `EEXIST` when the name is taken
 */
export const nameFile = (draft: string, file: string): Promise<void> =>
  link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (!withoutLinks.has(error.code)) throw error
    return copyFile(draft, file, constants.COPYFILE_EXCL)
  })
