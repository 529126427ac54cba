import { posix } from 'node:path'
import { joinPaths, pagePath, type SlugStart, slugPath, withoutExtension } from '../pages/links.ts'
import type { Site } from './site.ts'

/** The address of a page below a base. A page that is empty, or ends with a slash, is a folder. */
export function addressBelow(base: string, page: string): string {
  const address = joinPaths(base, page)
  return address !== '' && (page === '' || page.endsWith('/')) ? `${address}/` : address
}

/** A page's name without `index` at its end, as a folder; an address is made of it. */
export const withoutIndex = (name: string): string =>
  name === 'index' || name.endsWith('/index') ? name.slice(0, -'index'.length) : name

/** Every path by which a page may be named below its site, the usual one first. */
export function addressesOfPage(
  path: string,
  site: Pick<Site, 'generator' | 'routePrefix'>,
  facts?: { slug: string | null; id: string | null } | undefined,
): string[] {
  const numberless = path.split('/').map(withoutNumber).join('/')
  const page = pagePath(numberless)
  const slug = facts?.slug ? slugPath(page || path, facts.slug, slugStartOf(site.generator)) : undefined
  const id = facts?.id ? posix.join(posix.dirname(withoutExtension(page)), facts.id) : undefined
  // A page with its folder's name is the folder's index, for Docusaurus.
  const [name, folder] = page.split('/').reverse()
  const index = site.generator === 'docusaurus' && name && name === folder ? posix.dirname(page) : undefined
  const names = [slug, pagePath(path), page, id, index, withoutExtension(path), withoutExtension(numberless)]
  const addresses = names.filter((each) => each !== undefined)
  const lower = site.generator === 'starlight' ? addresses.map(inSmallLetters) : []
  return [...new Set([...addresses, ...lower].map((each) => [site.routePrefix, each].filter(Boolean).join('/')))]
}

const inSmallLetters = (path: string): string => path.toLowerCase().replace(/\s+/g, '-')

/** What addresses in front matter count from; others count from the root if they have a slash. */
const slugStartOf = (generator: Site['generator']): SlugStart | undefined =>
  generator === 'docusaurus' ? 'folder' : generator === 'starlight' ? 'root' : undefined

/** `02-first-steps` is published as `first-steps` by Docusaurus and others. */
const withoutNumber = (step: string): string => step.replace(/^\d+[-_. ]+(?=\D)/, '')
