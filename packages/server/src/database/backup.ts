import { existsSync } from 'node:fs'
import { chmod, copyFile, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../errors.ts'
import { makeDataFolder } from './data-folder.ts'
import { nameFile } from './name-file.ts'
import { openDatabase } from './open.ts'
import { DamageError, nameDamage, sqliteFile } from './sqlite.ts'

/** What a backup holds besides the database: without them nothing that is sealed can be read. */
const keyFiles = ['secrets.key', 'admin-key'] as const
const lockMilliseconds = 10_000

const readIfThere = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

const writeToDisk = async (path: string): Promise<void> => {
  const opened = await open(path, 'r')
  await opened.sync().finally(() => opened.close())
}

/** @param file what is named when it is not whole */
const checkWhole = (database: DatabaseSync, file: string): void => {
  const found = database.prepare('pragma quick_check').get()?.quick_check
  if (found !== 'ok') throw new DamageError(file, String(found))
}

/** SQLite says neither which of two files it means, nor what it wanted of it. */
const isFull = (error: unknown): error is Error => error instanceof Error && /\bfull\b|ENOSPC/.test(error.message)

const openSource = (file: string): DatabaseSync => {
  try {
    const source = new DatabaseSync(file, { timeout: lockMilliseconds })
    source.prepare('select count(*) from sqlite_master').get()
    return source
  } catch (error) {
    const named = nameDamage(error, file)
    if (named !== error) throw named
    throw new Error(
      `${file} cannot be read: ${messageOf(error)}. SQLite writes beside what it reads: do this as the user of the server, in a folder that it may write to.`,
      { cause: error },
    )
  }
}

/** `vacuum into` writes one consistent state while others read and write; the copy is compact, and a database itself. */
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

/**
 * Writes everything that cannot be made again into one file: the database as it is at this moment, and the keys of the
 * data folder. A server may go on working meanwhile. The file is readable by its owner only.
 *
 * @throws Error a sentence, when there is nothing to back up, the file exists or its folder does not.
 */
export const backUp = async (dataFolder: string, file: string): Promise<void> => {
  if (!existsSync(sqliteFile(dataFolder))) throw new Error(`There is no database in ${dataFolder}.`)
  if (existsSync(file)) throw new Error(`${file} exists already. A backup is never written over another.`)
  if (!existsSync(dirname(file))) throw new Error(`There is no folder ${dirname(file)} to write the backup into.`)
  const draft = `${file}.partial`
  await rm(draft, { force: true })
  await writeFile(draft, '', { mode: 0o600, flag: 'wx' })
  try {
    await copyDatabase(dataFolder, draft)
    await addKeyFiles(dataFolder, draft)
    await writeToDisk(draft)
    // Not a rename: that would write over a backup that somebody made meanwhile.
    await nameFile(draft, file)
    await writeToDisk(file)
    await writeToDisk(dirname(file))
  } catch (error) {
    throw isFull(error) ? new Error(`${file} cannot be written: ${error.message}.`, { cause: error }) : error
  } finally {
    await rm(draft, { force: true })
  }
}

/** @param file what is named when it is not whole */
const unpackKeyFiles = async (folder: string, file: string): Promise<void> => {
  const copy = new DatabaseSync(sqliteFile(folder))
  try {
    checkWhole(copy, file)
    const isBackup = copy.prepare(`select 1 from sqlite_master where name = 'backup_files'`).get()
    if (!isBackup) throw new Error(`${file} is not a backup that "sidenote backup" has written.`)
    for (const { name, content } of copy.prepare('select name, content from backup_files').all()) {
      if (!keyFiles.some((known) => known === name) || !(content instanceof Uint8Array)) continue
      await writeFile(join(folder, String(name)), content, { mode: 0o600, flag: 'wx' })
    }
    copy.exec('drop table backup_files')
  } finally {
    copy.close()
  }
}

/** With the log of a database that is gone: SQLite would take it for that of the restored one. */
const refuseUsed = (dataFolder: string): void => {
  for (const name of ['sidenote.db', 'sidenote.db-wal', 'sidenote.db-shm', ...keyFiles]) {
    if (!existsSync(join(dataFolder, name))) continue
    throw new Error(
      `${join(dataFolder, name)} exists already. Restore into an empty folder, or move the old one away first, with all that is in it.`,
    )
  }
}

/**
 * Puts a backup into a data folder that has no database yet, and brings its schema up to date. Whatever fails, no half of it
 * counts: the database gets its name last.
 *
 * @throws Error a sentence, when the folder is in use or the file is not a whole backup of this version or an older one.
 */
export const restoreBackup = async (file: string, dataFolder: string): Promise<void> => {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  refuseUsed(dataFolder)
  makeDataFolder(dataFolder)
  const draft = await mkdtemp(join(dataFolder, 'restore-'))
  try {
    await copyFile(file, sqliteFile(draft))
    // A copy has the mode of what was copied, and that may have been stored for everybody to read or nobody to write.
    await chmod(sqliteFile(draft), 0o600)
    await unpackKeyFiles(draft, file).catch((error: unknown) => {
      const isForeign = error instanceof Error && error.message.includes('file is not a database')
      throw isForeign
        ? new Error(`${file} is not a backup: it is no SQLite database.`, { cause: error })
        : nameDamage(error, file)
    })
    await (await openDatabase({ dataFolder: draft })).destroy()
    for (const name of [...keyFiles, 'sidenote.db']) {
      if (!existsSync(join(draft, name))) continue
      await writeToDisk(join(draft, name))
      await rename(join(draft, name), join(dataFolder, name))
    }
    await writeToDisk(dataFolder)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}
