import { existsSync } from 'node:fs'
import { copyFile, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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
 * @throws Error a sentence, when there is nothing to back up or the file exists.
 */
export const backUp = async (dataFolder: string, file: string): Promise<void> => {
  if (!existsSync(sqliteFile(dataFolder))) throw new Error(`There is no database in ${dataFolder}.`)
  if (existsSync(file)) throw new Error(`${file} exists already. A backup is never written over another.`)
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

const unpackKeyFiles = async (draft: string, dataFolder: string): Promise<void> => {
  const copy = new DatabaseSync(draft)
  try {
    checkWhole(copy)
    const isBackup = copy.prepare(`select 1 from sqlite_master where name = 'backup_files'`).get()
    if (!isBackup) throw new Error('The file is not a backup that "sidenote backup" has written.')
    for (const { name, content } of copy.prepare('select name, content from backup_files').all()) {
      if (!keyFiles.some((known) => known === name) || !(content instanceof Uint8Array)) continue
      await writeFile(join(dataFolder, String(name)), content, { mode: 0o600, flag: 'wx' })
    }
    copy.exec('drop table backup_files')
  } finally {
    copy.close()
  }
}

/**
 * Puts a backup into a data folder that has no database yet. Whatever fails, no half of it counts: the database gets its
 * name last.
 *
 * @throws Error a sentence, when the folder is in use or the file is not a whole backup.
 */
export const restoreBackup = async (file: string, dataFolder: string): Promise<void> => {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  for (const name of ['sidenote.db', ...keyFiles]) {
    if (!existsSync(join(dataFolder, name))) continue
    throw new Error(
      `${join(dataFolder, name)} exists already. Restore into an empty folder, or move the old one away first.`,
    )
  }
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const draft = `${sqliteFile(dataFolder)}.partial`
  try {
    await writeFile(draft, '', { mode: 0o600 })
    await copyFile(file, draft)
    await unpackKeyFiles(draft, dataFolder).catch(async (error: unknown) => {
      for (const name of keyFiles) await rm(join(dataFolder, name), { force: true })
      const isForeign = error instanceof Error && error.message.includes('file is not a database')
      throw isForeign ? new Error(`${file} is not a backup: it is no SQLite database.`, { cause: error }) : error
    })
    await writeToDisk(draft)
    await rename(draft, sqliteFile(dataFolder))
    await writeToDisk(dataFolder)
  } finally {
    await rm(draft, { force: true })
  }
}
