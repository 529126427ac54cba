import { join } from 'node:path'
import { openNavigation } from '../../src/generators/open-navigation.ts'
import { pageFile } from '../../src/pages/links.ts'
import { writeFiles } from './write-files.ts'

/** The addresses of the files that become pages, and where they stand. */
export async function openBuiltSite(root: string, files: Record<string, string>, folder = '') {
  await writeFiles(root, files)
  const start = folder === '' ? '' : `${folder}/`
  const found = Object.keys(files)
    .filter((file) => pageFile.test(file) && file.startsWith(start))
    .map((file) => file.slice(start.length))
  const request = { folder: join(root, folder), files: found, project: root, siteUrl: null }
  const { placeOf, isLeftOut } = await openNavigation(request)
  const pages = found.filter((file) => !isLeftOut(file))
  return {
    placeOf,
    addresses: Object.fromEntries(pages.map((page) => [page, placeOf(page).address])),
    order: [...pages]
      .filter((page) => placeOf(page).position !== null)
      .sort((one, other) => (placeOf(one).position ?? 0) - (placeOf(other).position ?? 0)),
  }
}

/** A page with front matter of these lines. */
export const matter = (...lines: string[]): string => ['---', ...lines, '---', '# Page'].join('\n')
