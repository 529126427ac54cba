import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isInside } from '../is-inside.ts'
import { joinPaths } from '../pages/links.ts'
import { isSiteFile } from './site-files.ts'
import { foldersAbove, type ProjectFiles } from './tree.ts'

/** In bytes. */
const largestFile = 1024 * 1024
/** Folders beside the pages in which configurations are looked for. */
const mostFolders = 200

/** The files of a project on the disk. What's too large, or leads out of the project by a link, is as if it weren't there. */
export const projectFiles = (project: string, { skipped, note }: ReadingNotes): ProjectFiles => ({
  list: (folder) => listFolder(join(project, folder)),
  read: async (path) => {
    if (skipped.has(path)) return undefined
    note(path)
    return readText(project, path)
  },
})

/** What keeps a file that takes forever from doing so again. */
export interface ReadingNotes {
  /** Files that are taken not to be there. */
  readonly skipped: ReadonlySet<string>
  /** Is called with each file before it is read. */
  readonly note: (file: string) => void
}

async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)).sort()
}

async function readText(project: string, path: string): Promise<string | undefined> {
  try {
    const target = await realpath(join(project, path))
    if (!isInside(project, target)) return undefined
    const status = await stat(target)
    return status.isFile() && status.size <= largestFile ? await readFile(target, 'utf8') : undefined
  } catch {
    return undefined
  }
}

/** The folder of the repository; three folders above without one. */
export function projectOf(folder: string): string {
  for (let [above, steps] = [folder, 0]; steps < 12; [above, steps] = [dirname(above), steps + 1]) {
    if (existsSync(join(above, '.git'))) return above
  }
  return dirname(dirname(dirname(folder)))
}

/**
 * Files that may configure a site: in the folders from the pages up, and in those directly below each of them. Above the
 * pages, folders beside them are looked at in a repository only.
 */
export async function listSiteFiles(project: string, folder: string): Promise<string[]> {
  const isRepository = existsSync(join(project, '.git'))
  const siteFiles = new Set<string>()
  const look = async (path: string, depth: number): Promise<void> => {
    let folders = 0
    for (const name of await listFolder(join(project, path))) {
      const below = joinPaths(path, name)
      if (name === '.vitepress/') await look(below, 2)
      else if (!name.endsWith('/')) {
        if (isSiteFile(below, folder)) siteFiles.add(below)
      } else if (depth > 0 && mayHaveSite(name) && ++folders < mostFolders) await look(below, depth - 1)
    }
  }
  for (const above of foldersAbove(folder)) await look(above, isRepository || above === folder ? 1 : 0)
  return [...siteFiles].filter((path) => !isBuilt(path))
}

const mayHaveSite = (folder: string): boolean => folder !== 'node_modules/' && !folder.startsWith('.')

/** What VitePress writes into its folder, and the code of a theme. */
function isBuilt(path: string): boolean {
  const steps = path.split('/')
  const inside = steps.slice(steps.indexOf('.vitepress') + 1, -1)
  return ['cache', 'dist', 'theme', 'components'].some((name) => inside.includes(name))
}
