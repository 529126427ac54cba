import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { parseJson } from '../parse-json.ts'

/** The copy of a repository that a source keeps in its folder, so that only what changes is fetched again. */
export interface GitCopy {
  readonly gitFolder: string
  readonly tree: string
}

const copySchema = z.object({ bytes: z.number() })

/** It is there while the copy is whole, and says how large it is. */
const noteOf = (folder: string): string => join(folder, 'copy.json')

/** How many bytes the copy in a source's folder takes; 0 when there is none, or none that is whole. */
export const readCopyBytes = async (folder: string): Promise<number> => {
  const note = await readFile(noteOf(folder), 'utf8').catch(() => undefined)
  return note === undefined ? 0 : (copySchema.safeParse(parseJson(note)).data?.bytes ?? 0)
}

/** Bytes of what git has fetched: every fetch adds a file. */
const readPackBytes = async (gitFolder: string): Promise<number> => {
  const packs = join(gitFolder, 'objects/pack')
  const names = await readdir(packs).catch(() => [])
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(packs, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Changes the copy in a folder. One that isn't whole, because its process was killed, or that many fetches have made too
 * large, is made anew; what failed leaves nothing behind.
 *
 * @param change makes the copy what it is to be, and returns the bytes of its tree
 */
export const changeCopy = async (
  { folder, mostBytes }: { folder: string; mostBytes: number },
  change: (copy: GitCopy) => Promise<number>,
): Promise<GitCopy> => {
  const copy = { gitFolder: join(folder, 'git'), tree: join(folder, 'tree') }
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
  const isWhole = (await readCopyBytes(folder)) > 0
  if (!isWhole || (await readPackBytes(copy.gitFolder)) > mostBytes) await remove()
  await rm(noteOf(folder), { force: true })
  try {
    const treeBytes = await change(copy)
    const bytes = 1 + treeBytes + (await readPackBytes(copy.gitFolder))
    await writeFile(noteOf(folder), JSON.stringify({ bytes }))
    return copy
  } catch (error) {
    await remove()
    throw error
  }
}

/** Removes the copies that a killed process has left unfinished. */
export const removeBrokenCopies = async (folders: readonly string[]): Promise<void> => {
  for (const folder of folders) {
    if ((await readCopyBytes(folder)) === 0) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}
