import { posix } from 'node:path'
import { pagePath, type SlugStart, slugPath, withoutExtension } from '../pages/links.ts'
import type { Site } from './site.ts'

/** Every path by which a page may be named below its site, the usual one first. */
export function addressesOfPage(
  relative: string,
  site: Pick<Site, 'generator' | 'routePrefix'>,
  facts?: { slug: string | null; id: string | null } | undefined,
): string[] {
  const plain = pagePath(relative)
  const unnumbered = pagePath(relative.split('/').map(withoutNumber).join('/'))
  const slug = facts?.slug ? slugPath(unnumbered || relative, facts.slug, starts.get(site.generator)) : undefined
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

/** What addresses in front matter count from; others count from the root when they have a slash. */
const starts = new Map<Site['generator'], SlugStart>([
  ['docusaurus', 'folder'],
  ['starlight', 'root'],
])

/** `02-first-steps` is published as `first-steps` by Docusaurus and others. */
const withoutNumber = (part: string): string => part.replace(/^\d+[-_. ]+(?=\D)/, '')
