import { posix } from 'node:path'
import { pagePath, slugPath, withoutExtension } from '../../docs/links.ts'
import type { Site } from '../navigation/site.ts'
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

export const isPage = (file: string): boolean => /\.(?:mdx?|markdown)$/i.test(file)

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
    if (!isPage(file) || !isBelow(file, site.pagesFolder)) continue
    const relative = site.pagesFolder ? file.slice(site.pagesFolder.length + 1) : file
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

const isBelow = (file: string, folder: string): boolean => folder === '' || file.startsWith(`${folder}/`)

function addressesOfPage(relative: string, site: Site, facts: Pick<PageFacts, 'slug' | 'id'> | undefined): string[] {
  const plain = pagePath(relative)
  const unnumbered = pagePath(relative.split('/').map(withoutNumber).join('/'))
  const slug = facts?.slug ? slugPath(unnumbered || relative, facts.slug) : undefined
  const id = facts?.id ? posix.join(posix.dirname(withoutExtension(unnumbered)), facts.id) : undefined
  // A page with its folder's name is the folder's index, for Docusaurus.
  const [name, folder] = unnumbered.split('/').reverse()
  const index = site.generator === 'docusaurus' && name && name === folder ? posix.dirname(unnumbered) : undefined
  const unindexed = [withoutExtension(relative), withoutExtension(relative.split('/').map(withoutNumber).join('/'))]
  const found = [slug, plain, unnumbered, id, index, ...unindexed].filter((path) => path !== undefined)
  const lower = site.generator === 'starlight' ? found.map((path) => path.toLowerCase().replace(/\s+/g, '-')) : []
  const prefixed = [...found, ...lower].map((path) => [site.routePrefix, path].filter(Boolean).join('/'))
  return [...new Set(prefixed)]
}

/** `02-first-steps` is published as `first-steps` by Docusaurus and others. */
const withoutNumber = (part: string): string => part.replace(/^\d+[-_. ]+(?=\D)/, '')

/** Every file by all of its endings: `a/b/c.png`, `b/c.png`, `c.png`. */
function endingsOf(files: readonly string[]): Set<string> {
  const endings = new Set<string>()
  for (const file of files) {
    for (let at = 0; at >= 0; at = file.indexOf('/', at) + 1 || -1) endings.add(file.slice(at))
  }
  return endings
}
