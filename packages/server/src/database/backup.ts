import { existsSync } from 'node:fs'
import { chmod, copyFile, link, mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from './open.ts'
import { sqliteFile } from './sqlite.ts'

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

const checkWhole = (database: DatabaseSync): void => {
  const found = database.prepare('pragma quick_check').get()?.quick_check
  if (found !== 'ok') throw new Error(`The database is damaged: ${found}.`)
}

/** `vacuum into` writes one consistent state while others read and write; the copy is compact, and a database itself. */
const copyDatabase = async (dataFolder: string, draft: string): Promise<void> => {
  const source = new DatabaseSync(sqliteFile(dataFolder), { timeout: lockMilliseconds })
  try {
    source.prepare('vacuum into ?').run(draft)
  } finally {
    source.close()
  }
}

const addKeyFiles = async (dataFolder: string, draft: string): Promise<void> => {
  const copy = new DatabaseSync(draft)
  try {
    checkWhole(copy)
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
    await link(draft, file)
    await writeToDisk(dirname(file))
  } finally {
    await rm(draft, { force: true })
  }
}

const unpackKeyFiles = async (folder: string): Promise<void> => {
  const copy = new DatabaseSync(sqliteFile(folder))
  try {
    checkWhole(copy)
    const isBackup = copy.prepare(`select 1 from sqlite_master where name = 'backup_files'`).get()
    if (!isBackup) throw new Error('The file is not a backup that "sidenote backup" has written.')
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
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const draft = await mkdtemp(join(dataFolder, 'restore-'))
  try {
    await copyFile(file, sqliteFile(draft))
    // A copy has the mode of what was copied, and that may have been stored for everybody to read or nobody to write.
    await chmod(sqliteFile(draft), 0o600)
    await unpackKeyFiles(draft).catch((error: unknown) => {
      const isForeign = error instanceof Error && error.message.includes('file is not a database')
      throw isForeign ? new Error(`${file} is not a backup: it is no SQLite database.`, { cause: error }) : error
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
