import { basename } from 'node:path/posix'
import { folderOf, isBelow, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { type AstroCollection, collectionOf, readCollections } from './astro/collections.ts'
import { type CollectionRoute, readCollectionRoutes } from './astro/routes.ts'
import type { Generator, Route } from './generator.ts'
import { scriptNames } from './site-files.ts'
import { textAt } from './source-tree.ts'
import { anchorsOf, endingOf, entryId, folderEndingOf } from './starlight.ts'

/**
 * Astro without Starlight: pages in `src/pages`, and collections of content, whose addresses a route in code makes. Those
 * are known where the route uses the ids of the entries as they are.
 */
export const astro: Generator = {
  name: 'astro',
  configurationFiles: { place: 'beside', names: scriptNames('astro.config') },
  async open(tree, { path }) {
    const root = (await tree.source(path))?.root
    if (!root) return undefined
    const folder = folderOf(path)
    const source = within(folder, textAt(root, 'srcDir') ?? 'src')
    const routes = await readCollectionRoutes(tree, joinPaths(source, 'pages'))
    const site: AstroSite = {
      source,
      routes,
      collections: await readCollections(tree, { root: folder, source, routes: [...routes.keys()] }),
      base: trimSlashes(textAt(root, 'base') ?? ''),
      ending: endingOf(root),
      folderEnding: folderEndingOf(root),
      keepsIndexes: textAt(root, 'build', 'format') === 'preserve',
    }
    const route = (file: string) => routeOf(file, site)
    return tree.pages.some(route) ? { anchors: anchorsOf(root), format: 'detect', route } : undefined
  },
}

interface AstroSite {
  /** The folder of the sources. */
  readonly source: string
  readonly routes: ReadonlyMap<string, CollectionRoute>
  readonly collections: readonly AstroCollection[]
  readonly base: string
  /** What the addresses of pages end with. */
  readonly ending: '.html' | '/' | ''
  /** What the address of the root ends with, and that of an index where the build keeps it in its folder. */
  readonly folderEnding: '/' | ''
  readonly keepsIndexes: boolean
}

function routeOf(file: string, site: AstroSite): Route | undefined {
  const page = pathBelow(joinPaths(site.source, 'pages'), file)
  if (page !== undefined) return pageRoute(page, site)
  const collection = collectionOf(site.collections, file)
  if (collection) return entryRoute(file, collection, site)
  // What a collection doesn't take from its folder is a part; other content may be published by code.
  const isPart = site.collections.some(({ folder }) => isBelow(folder, file))
  return !isPart && isBelow(joinPaths(site.source, 'content'), file) ? { address: undefined, path: file } : undefined
}

/** A file of `src/pages` is where its name says; names that begin with `_` are parts. */
function pageRoute(path: string, site: AstroSite): Route | undefined {
  if (path.split('/').some((step) => step.startsWith('_'))) return undefined
  const name = withoutExtension(path)
  const isIndex = basename(name) === 'index'
  const page = isIndex ? folderOf(name) : name
  const isFolder = page === '' || (isIndex && site.keepsIndexes)
  return { address: addressOf(joinPaths(site.base, page), isFolder ? site.folderEnding : site.ending), path }
}

function entryRoute(file: string, { name, folder, key }: AstroCollection, site: AstroSite): Route {
  const path = pathBelow(folder, file) ?? ''
  const route = site.routes.get(name)
  if (!route || route.key !== key) return { address: undefined, path }
  const root = joinPaths(site.base, route.folder)
  const slugs = { root, ending: site.ending, start: 'root' } as const
  return { address: addressOf(joinPaths(root, entryId(path)), site.ending), path, slugs }
}

const addressOf = (page: string, ending: string): string => page && `${page}${ending}`
