import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDataFolder } from '../../database/data-folder.ts'
import { nameFile } from '../../database/name-file.ts'
import { createKeyText } from './key-text.ts'

/** Where the key of the first start is kept; the command line reads it there. */
export const adminKeyFile = (dataFolder: string): string => join(dataFolder, 'admin-key')

/** The key in the data folder; undefined when there is none. */
export const readAdminKey = async (dataFolder: string): Promise<string | undefined> => {
  try {
    return (await readFile(adminKeyFile(dataFolder), 'utf8')).trim() || undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** Puts a key into the file at once and whole, readable by its owner only; when another process was first, its key counts. */
export const saveAdminKey = async (dataFolder: string): Promise<string> => {
  makeDataFolder(dataFolder)
  const text = createKeyText('administrator')
  const draft = `${adminKeyFile(dataFolder)}.${randomUUID()}`
  try {
    await writeFile(draft, `${text}\n`, { mode: 0o600, flag: 'wx' })
    await nameFile(draft, adminKeyFile(dataFolder))
    return text
  } catch (error) {
    const earlier = await readAdminKey(dataFolder)
    if (!earlier) throw error
    return earlier
  } finally {
    await rm(draft, { force: true })
  }
}
