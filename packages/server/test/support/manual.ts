import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the product’s own documentation. */
export const manualFolder = fileURLToPath(new URL('../../../../apps/docs/pages', import.meta.url))

/** Its pages, by file, in order. */
export const readManual = async (): Promise<Record<string, string>> => {
  const files = (await readdir(manualFolder, { recursive: true })).filter((name) => name.endsWith('.md')).sort()
  const read = files.map(async (file) => [file, await readFile(join(manualFolder, file), 'utf8')])
  return Object.fromEntries(await Promise.all(read))
}
