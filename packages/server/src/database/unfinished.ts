import { existsSync, readdirSync, statSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Database } from './database.ts'

/** A restore works in a folder with this prefix until the database has its name. */
export const restorePrefix = 'restore-'
const moveFile = 'move-unfinished'

/** A data folder that is a file is refused in its own sentence when the store is opened. */
const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

const hasDatabase = (dataFolder: string): boolean => existsSync(join(dataFolder, 'sidenote.db'))

const draftsOf = (dataFolder: string): string[] =>
  isFolder(dataFolder)
    ? readdirSync(dataFolder)
        .filter((name) => name.startsWith(restorePrefix))
        .map((name) => join(dataFolder, name))
    : []

/** Whether a restore into the folder was begun, and was killed before its database was there. */
export const hasUnfinishedRestore = (dataFolder: string): boolean =>
  !hasDatabase(dataFolder) && draftsOf(dataFolder).length > 0

/** Removes what restores into the folder have left. Returns whether there was anything. */
export const removeRestoreDrafts = async (dataFolder: string): Promise<boolean> => {
  const drafts = draftsOf(dataFolder)
  for (const draft of drafts) await rm(draft, { recursive: true, force: true })
  return drafts.length > 0
}

/** @throws Error with a sentence: whoever opened a store in the folder now would begin an empty one */
export const refuseUnfinishedRestore = (dataFolder: string): void => {
  if (!hasUnfinishedRestore(dataFolder)) return
  throw new Error(
    `A restore into ${dataFolder} is running or was interrupted, so the folder has no database yet. Run "sidenote restore" again: it starts over. To begin an empty installation instead, delete the folders there that begin with "${restorePrefix}".`,
  )
}

const moveFileOf = (dataFolder: string): string => join(dataFolder, moveFile)

/** Notes in the data folder that its installation is being moved, before the first row is. */
export const noteMove = async (dataFolder: string): Promise<void> => {
  const handle = await open(moveFileOf(dataFolder), 'w', 0o600)
  await handle.sync().finally(() => handle.close())
}

/** Notes that a move has ended, with all rows or with none. */
export const noteMoveEnd = (dataFolder: string): Promise<void> => rm(moveFileOf(dataFolder), { force: true })

const readInstallation = (dataFolder: string): unknown => {
  const source = new DatabaseSync(join(dataFolder, 'sidenote.db'), { readOnly: true })
  try {
    return source.prepare('select id from installation').get()?.id
  } finally {
    source.close()
  }
}

interface StartedStore {
  readonly dataFolder: string
  readonly databaseUrl: string | undefined
  readonly database: Database
}

/**
 * Finds out what an interrupted move has left, when a server starts.
 *
 * @returns a sentence for the log; undefined when there is nothing to say
 * @throws Error with a sentence when the database to start with is the one that nothing was moved into
 */
export const describeInterruptedMove = async ({
  dataFolder,
  databaseUrl,
  database,
}: StartedStore): Promise<string | undefined> => {
  if (!existsSync(moveFileOf(dataFolder)) || !hasDatabase(dataFolder)) return undefined
  const stays = `A move of ${dataFolder} to PostgreSQL is running or was interrupted, and nothing was moved.`
  if (!databaseUrl) {
    return `${stays} The installation in this folder is whole. Stop this server and run "sidenote move" again, or delete ${moveFileOf(dataFolder)} to stay here.`
  }
  const { id } = await database.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  if (id === readInstallation(dataFolder)) {
    await noteMoveEnd(dataFolder)
    return `The move of ${dataFolder} to PostgreSQL was interrupted after everything was moved.`
  }
  throw new Error(
    `${stays} Run "sidenote move --from ${dataFolder}" again, start without DATABASE_URL, or delete ${moveFileOf(dataFolder)} to begin an empty installation in PostgreSQL.`,
  )
}
