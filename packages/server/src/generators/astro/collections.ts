import { joinPaths, pathBelow, within } from '../../pages/links.ts'
import { matcherOf } from '../globs.ts'
import { type SourceNode, textAt, textsIn, valueAt } from '../source-tree.ts'
import type { Tree } from '../tree.ts'

/** A collection of content, whose entries are files below a folder. */
export interface AstroCollection {
  readonly name: string
  readonly folder: string
  /** Whether a file of the folder, by its path below that, is an entry. */
  readonly hasEntry: (path: string) => boolean
  /** The property that holds an entry's slug: `id`, and `slug` before Astro 5. Undefined if the site makes its own. */
  readonly key: 'id' | 'slug' | undefined
}

const names = ['content.config', 'content/config'].flatMap((name) =>
  ['ts', 'mts', 'js', 'mjs'].map((ending) => `${name}.${ending}`),
)

interface CollectionRequest {
  /** The folder of the site. */
  readonly root: string
  /** The folder of its sources. */
  readonly source: string
  /** The collections that routes publish. */
  readonly routes: readonly string[]
}

/** The collections that the site configures; without a configuration, those of its routes. */
export async function readCollections(
  tree: Tree,
  { root, source, routes }: CollectionRequest,
): Promise<AstroCollection[]> {
  const [file] = await tree.sources(names.map((name) => joinPaths(source, name)))
  if (!file) return routes.map((name) => contentCollection(name, source))
  const collections = file.constant('collections')
  if (collections?.kind !== 'record') return []
  const globs = new Set(file.calls('glob').map(({ start }) => start))
  return collections.entries.flatMap(({ key, value }) => {
    const loader = valueAt(value, 'loader')
    if (!loader) return [contentCollection(key.value, source)]
    // Other loaders take entries from anywhere.
    return globs.has(loader.start) ? globCollection(key.value, loader, root) : []
  })
}

/** A collection without a loader, as it was before Astro 5: the folder of its name in `src/content`. */
const contentCollection = (name: string, source: string): AstroCollection => ({
  name,
  folder: joinPaths(source, 'content', name),
  hasEntry: (path) => !path.split('/').some((step) => step.startsWith('_')),
  key: 'slug',
})

/** `glob({ pattern: '**\/*.md', base: './src/content/docs' })`. */
function globCollection(name: string, loader: SourceNode, root: string): AstroCollection[] {
  const pattern = valueAt(loader, 'pattern')
  const patterns = pattern?.kind === 'string' ? [pattern.value] : pattern?.kind === 'list' ? textsIn(pattern.items) : []
  const isTaken = matcherOf(patterns.filter((each) => !each.startsWith('!')))
  const isExcluded = matcherOf(patterns.flatMap((each) => (each.startsWith('!') ? [each.slice(1)] : [])))
  const base = textAt(loader, 'base')
  if (base === undefined && valueAt(loader, 'base')) return []
  return [
    {
      name,
      folder: within(root, base ?? '.'),
      hasEntry: (path) => isTaken(path) && !isExcluded(path),
      key: valueAt(loader, 'generateId') ? undefined : 'id',
    },
  ]
}

/** The collection that a file is an entry of; of several, the deepest. */
export const collectionOf = (collections: readonly AstroCollection[], file: string): AstroCollection | undefined =>
  collections
    .filter(({ folder, hasEntry }) => {
      const path = pathBelow(folder, file)
      return path !== undefined && hasEntry(path)
    })
    .sort((one, other) => other.folder.length - one.folder.length)[0]
