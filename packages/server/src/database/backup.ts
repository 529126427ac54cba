import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFile } from '../data-folder.ts'
import { messageOf } from '../errors.ts'
import { makeDataFolder } from './data-folder.ts'
import { nameFile, writeToDisk } from './name-file.ts'
import { openDatabase } from './open.ts'
import { DamageError, nameDamage } from './sqlite.ts'
import { hasUnfinishedRestore, removeRestoreDrafts, restorePrefix } from './unfinished.ts'

/** A backup contains these files too: without them, nothing sealed can be read. */
const keyFiles = ['secrets.key', 'admin-key'] as const
const lockMilliseconds = 10_000

const readIfThere = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** @throws DamageError that names `file` */
const checkWhole = (database: DatabaseSync, file: string): void => {
  const result = database.prepare('pragma quick_check').get()?.quick_check
  if (result !== 'ok') throw new DamageError(file, String(result))
}

/** SQLite’s errors about a full disk name no file. */
const isFull = (error: unknown): error is Error => error instanceof Error && /\bfull\b|ENOSPC/.test(error.message)

const openSource = (file: string): DatabaseSync => {
  try {
    const source = new DatabaseSync(file, { timeout: lockMilliseconds })
    source.prepare('select count(*) from sqlite_master').get()
    return source
  } catch (error) {
    const damage = nameDamage(error, file)
    if (damage !== error) throw damage
    throw new Error(
      `Cannot read ${file}: ${messageOf(error)}. SQLite writes beside the file it reads: run this as the server’s user, who can write to that folder.`,
      { cause: error },
    )
  }
}

/** `vacuum into` writes one consistent state while others read and write. The copy is a compact database. */
const copyDatabase = async (dataFolder: string, draft: string): Promise<void> => {
  const source = openSource(sqliteFile(dataFolder))
  try {
    source.prepare('vacuum into ?').run(draft)
  } catch (error) {
    throw nameDamage(error, sqliteFile(dataFolder))
  } finally {
    source.close()
  }
}

const addKeyFiles = async (dataFolder: string, draft: string): Promise<void> => {
  const copy = new DatabaseSync(draft)
  try {
    checkWhole(copy, sqliteFile(dataFolder))
    copy.exec('create table backup_files (name text primary key, content blob not null)')
    for (const name of keyFiles) {
      const content = await readIfThere(join(dataFolder, name))
      if (content) copy.prepare('insert into backup_files values (?, ?)').run(name, content)
    }
  } finally {
    copy.close()
  }
}

/** What a backup that was killed has left: a draft, and the log of its last transaction. */
const removeDraft = async (draft: string): Promise<boolean> => {
  const isThere = existsSync(draft)
  for (const file of [draft, `${draft}-journal`]) await rm(file, { force: true })
  return isThere
}

/** What an earlier run of the same command had left. */
export interface Leftovers {
  /** Whether it was interrupted; what it left is gone. */
  readonly wasInterrupted: boolean
}

/**
 * Writes everything that can’t be created again into one file: the database as it is now, and the keys of the data folder. A
 * server can keep running. Only the file’s owner can read it.
 *
 * @throws Error with a sentence: there is nothing to back up, the file exists, or its folder doesn’t
 */
export const backUp = async (dataFolder: string, file: string): Promise<Leftovers> => {
  if (!existsSync(sqliteFile(dataFolder))) throw new Error(`There is no database in ${dataFolder}.`)
  if (existsSync(file)) throw new Error(`${file} already exists. A backup never overwrites another.`)
  if (!existsSync(dirname(file))) throw new Error(`There is no folder ${dirname(file)} for the backup.`)
  const draft = `${file}.partial`
  const wasInterrupted = await removeDraft(draft)
  await writeFile(draft, '', { mode: 0o600, flag: 'wx' })
  try {
    await copyDatabase(dataFolder, draft)
    await addKeyFiles(dataFolder, draft)
    // Not a rename, which would overwrite a backup written meanwhile.
    await nameFile(draft, file)
    return { wasInterrupted }
  } catch (error) {
    throw isFull(error) ? new Error(`Cannot write ${file}: ${error.message}.`, { cause: error }) : error
  } finally {
    await removeDraft(draft)
  }
}

/** Moves the key files from the backup’s table into the folder. @throws Error that names `file` */
const unpackKeyFiles = async (folder: string, file: string): Promise<void> => {
  const copy = new DatabaseSync(sqliteFile(folder))
  try {
    checkWhole(copy, file)
    const isBackup = copy.prepare(`select 1 from sqlite_master where name = 'backup_files'`).get()
    if (!isBackup) throw new Error(`${file} is not a backup of "sidenote backup".`)
    for (const { name, content } of copy.prepare('select name, content from backup_files').all()) {
      if (!keyFiles.some((keyFile) => keyFile === name) || !(content instanceof Uint8Array)) continue
      await writeFile(join(folder, String(name)), content, { mode: 0o600, flag: 'wx' })
    }
    copy.exec('drop table backup_files')
  } finally {
    copy.close()
  }
}

/** Even a leftover log counts: SQLite would apply it to the restored database. */
const databaseFiles = ['sidenote.db', 'sidenote.db-wal', 'sidenote.db-shm'] as const

const refuseUsed = (dataFolder: string, names: readonly string[]): void => {
  for (const name of names) {
    if (!existsSync(join(dataFolder, name))) continue
    throw new Error(
      `${join(dataFolder, name)} already exists. Restore into an empty folder, or move the old one away first with everything in it.`,
    )
  }
}

/** An interrupted restore has left the keys of its backup. Others are somebody’s. */
const refuseOtherKeys = async (draft: string, dataFolder: string): Promise<void> => {
  for (const name of keyFiles) {
    const [own, other] = [await readIfThere(join(draft, name)), await readIfThere(join(dataFolder, name))]
    if (other && !own?.equals(other)) refuseUsed(dataFolder, [name])
  }
}

/**
 * Restores a backup into a data folder without a database, and updates its schema. The database gets its name last, so a
 * failure leaves no half-restored one.
 *
 * @throws Error with a sentence: the folder is in use, or the file isn’t a whole backup of this version or an older one
 */
export const restoreBackup = async (file: string, dataFolder: string): Promise<Leftovers> => {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const wasInterrupted = hasUnfinishedRestore(dataFolder)
  refuseUsed(dataFolder, wasInterrupted ? databaseFiles : [...databaseFiles, ...keyFiles])
  makeDataFolder(dataFolder)
  await removeRestoreDrafts(dataFolder)
  const draft = await mkdtemp(join(dataFolder, restorePrefix))
  try {
    await copyFile(file, sqliteFile(draft))
    // The copy has the mode of the original, which may be readable by everybody or writable by nobody.
    await chmod(sqliteFile(draft), 0o600)
    await unpackKeyFiles(draft, file).catch((error: unknown) => {
      const isForeign = error instanceof Error && error.message.includes('file is not a database')
      throw isForeign
        ? new Error(`${file} is not a backup: it is not a SQLite database.`, { cause: error })
        : nameDamage(error, file)
    })
    await refuseOtherKeys(draft, dataFolder)
    await (await openDatabase({ dataFolder: draft })).destroy()
    for (const name of [...keyFiles, 'sidenote.db']) {
      if (!existsSync(join(draft, name))) continue
      await writeToDisk(join(draft, name))
      await rename(join(draft, name), join(dataFolder, name))
    }
    await writeToDisk(dataFolder)
    return { wasInterrupted }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
