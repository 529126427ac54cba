import { join } from 'node:path'
import type { PagePlace } from '../../src/generators/navigation.ts'
import { readNavigation } from '../../src/generators/read-navigation.ts'
import { isPageFile } from '../../src/pages/links.ts'
import { writeFiles } from './write-files.ts'

/** Finds the place of a page that must have one. */
export const placeIn =
  (places: ReadonlyMap<string, PagePlace>) =>
  (file: string): PagePlace => {
    const place = places.get(file)
    if (!place) throw new Error(`“${file}” is left out, or is not a file of the site.`)
    return place
  }

/** The addresses of the files that become pages, and where they stand. */
export async function openBuiltSite(root: string, files: Record<string, string>, folder = '') {
  await writeFiles(root, files)
  const start = folder === '' ? '' : `${folder}/`
  const found = Object.keys(files)
    .filter((file) => isPageFile(file) && file.startsWith(start))
    .map((file) => file.slice(start.length))
  const request = { folder: join(root, folder), files: found, project: root, siteUrl: null }
  const { places } = await readNavigation(request)
  const pages = [...places.keys()]
  const placeOf = placeIn(places)
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
