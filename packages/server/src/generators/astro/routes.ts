import { joinPaths } from '../../pages/links.ts'
import { trySource } from '../read-source.ts'
import { type SourceFile, textsIn } from '../source-tree.ts'
import type { Tree } from '../tree.ts'

/** A route in code that publishes the entries of a collection: `src/pages/docs/[...slug].astro`. */
export interface CollectionRoute {
  readonly collection: string
  /** The address of the route's folder. */
  readonly folder: string
  /** The property of an entry that its address ends with, as it is. */
  readonly key: string
}

const deepest = 6
const mostFiles = 500

/**
 * The routes that publish one collection by an id of its entries. What code computes isn't known: a route of several
 * collections, an id that is changed, several routes of one collection.
 */
export async function readCollectionRoutes(tree: Tree, pagesFolder: string): Promise<Map<string, CollectionRoute>> {
  const routes: CollectionRoute[] = []
  for (const path of (await listRoutes(tree, pagesFolder)).slice(0, mostFiles)) {
    const route = routeIn(path.slice(pagesFolder.length + 1), (await tree.read(path)) ?? '')
    if (route) routes.push(route)
  }
  const groups = Map.groupBy(routes, ({ collection }) => collection)
  return new Map(
    [...groups].flatMap(([name, [route, ...others]]) => (route && others.length === 0 ? [[name, route]] : [])),
  )
}

/** The files that stand for many addresses: `[...slug].astro`, `[slug].astro`. */
async function listRoutes(tree: Tree, folder: string, depth = 0): Promise<string[]> {
  const routes: string[] = []
  for (const name of depth > deepest ? [] : await tree.list(folder)) {
    const path = joinPaths(folder, name)
    if (name.endsWith('/')) routes.push(...(await listRoutes(tree, path, depth + 1)))
    else if (name.startsWith('[') && name.endsWith('].astro')) routes.push(path)
  }
  return routes
}

function routeIn(path: string, text: string): CollectionRoute | undefined {
  const steps = path.split('/')
  const [name = ''] = steps.splice(-1)
  if (steps.some((step) => step.includes('['))) return undefined
  const parameter = name.slice(name.startsWith('[...') ? '[...'.length : 1, -'].astro'.length)
  const script = trySource('route.ts', scriptOf(text))
  const collections = new Set(textsIn(script?.calls('getCollection') ?? []))
  const [collection] = collections
  const key = script && keyIn(script, parameter)
  if (collection === undefined || collections.size > 1 || key === undefined) return undefined
  return { collection, folder: steps.join('/'), key }
}

/** What stands between the two lines of `---` at the beginning, in TypeScript. */
function scriptOf(text: string): string {
  const start = text.trimStart()
  return start.startsWith('---') ? (start.slice('---'.length).split('\n---', 1)[0] ?? '') : ''
}

/** `id` of `params: { slug: entry.id }`, if all paths of the route are made like that. */
function keyIn(script: SourceFile, parameter: string): string | undefined {
  const keys = script.properties('params').map((params) => {
    const [only, ...others] = params.kind === 'record' ? params.entries : []
    if (only?.key.value !== parameter || others.length > 0) return undefined
    const { start, end } = only.value
    const [entry = '', key, ...more] = script.text.slice(start, end).split('.')
    return more.length === 0 && key !== undefined && [entry, key].every(isName) ? key : undefined
  })
  const [key, ...others] = new Set(keys)
  return others.length === 0 ? key : undefined
}

const isName = (text: string): boolean => /^\w+$/.test(text)
