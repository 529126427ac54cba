import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runNode } from './children.ts'

const manualFolder = join(import.meta.dirname, '..')
const vitepress = join(manualFolder, 'node_modules', 'vitepress', 'bin', 'vitepress.js')
const inputs = ['pages', 'public', '.vitepress/config.ts', '.vitepress/theme', 'package.json', '../../pnpm-lock.yaml']

/** The manual's pages, which VitePress builds and Sidenote indexes. */
export const pagesFolder = join(manualFolder, 'pages')

/** The attributes of the script tag on the manual's pages. */
export interface Widget {
  readonly url: string
  readonly key: string
}

/** Whether `folder` has a build of the manual as it is now. */
export const isBuilt = async (folder: string, widget: Widget): Promise<boolean> =>
  (await readFile(markIn(folder), 'utf8').catch(() => '')) === (await fingerprintOf(widget))

/** Builds the manual with the widget into `folder`. @throws Error with VitePress's output. */
export const buildManual = async (folder: string, widget: Widget): Promise<void> => {
  const fingerprint = await fingerprintOf(widget)
  await runNode([vitepress, 'build', manualFolder, '--outDir', folder, '--emptyOutDir'], {
    environment: { ...process.env, WIDGET_URL: widget.url, WIDGET_KEY: widget.key },
    folder: manualFolder,
    output: 'pipe',
    errors: 'pipe',
    failure: 'Couldn’t build the manual.',
  })
  await writeFile(markIn(folder), fingerprint)
}

const markIn = (folder: string): string => join(folder, '.built-from')

/** A hash of everything the manual is built from. */
const fingerprintOf = async (widget: Widget): Promise<string> => {
  const hash = createHash('sha256').update(JSON.stringify(widget))
  for (const input of inputs) {
    for (const file of await filesOf(join(manualFolder, input))) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex')
}

const filesOf = async (path: string): Promise<string[]> => {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined)
  if (!entries) return [path]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
