import { posix } from 'node:path'
import { addressesOfPage } from '../../generators/addresses.ts'
import type { Site } from '../../generators/site.ts'
import { pathBelow } from '../../pages/links.ts'
import { isPage } from '../documentation/is-page.ts'
import type { PageFacts } from './page-facts.ts'

/** Which file is published at which address. */
export interface Routes {
  /** The file of a page, by its address from the site's root without outer slashes; undefined: there is none. */
  page(path: string): string | undefined
  /** Every address of a file, the usual one first. */
  addressesOf(file: string): readonly string[]
  /** Whether any page is below an address. */
  hasBelow(path: string): boolean
  has(file: string): boolean
  /** Whether any file of the repository ends like this. */
  endsWith(path: string): boolean
}

export function createRoutes(
  site: Site,
  files: readonly string[],
  facts: ReadonlyMap<string, Pick<PageFacts, 'slug' | 'id'>>,
): Routes {
  const all = new Set(files)
  const pages = new Map<string, string>()
  const addresses = new Map<string, string[]>()
  const folders = new Set<string>()
  for (const file of files) {
    const relative = pathBelow(site.pagesFolder, file)
    if (!isPage(file) || relative === undefined) continue
    const own = addressesOfPage(relative, site, facts.get(file))
    addresses.set(file, own)
    for (const address of own) {
      if (!pages.has(address)) pages.set(address, file)
      for (let folder = posix.dirname(address); folder !== '.'; folder = posix.dirname(folder)) folders.add(folder)
    }
  }
  let endings: Set<string> | undefined
  return {
    page: (path) => pages.get(path) ?? (site.generator === 'starlight' ? pages.get(path.toLowerCase()) : undefined),
    addressesOf: (file) => addresses.get(file) ?? [],
    hasBelow: (path) => path === '' || folders.has(path) || pages.has(path),
    has: (file) => all.has(file),
    endsWith: (path) => {
      endings ??= endingsOf(files)
      return endings.has(path)
    },
  }
}

/** Every file by all of its endings: `a/b/c.png`, `b/c.png`, `c.png`. */
function endingsOf(files: readonly string[]): Set<string> {
  const endings = new Set<string>()
  for (const file of files) {
    for (let at = 0; at >= 0; at = file.indexOf('/', at) + 1 || -1) endings.add(file.slice(at))
  }
  return endings
}
