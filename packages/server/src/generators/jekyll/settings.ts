import { joinPaths, trimSlashes, within } from '../../pages/links.ts'
import { truthOf } from '../../pages/readers/front-matter.ts'
import { ignoreMatcherOf } from '../globs.ts'
import { recordOf, type Settings, textOf, textsOf } from '../settings.ts'

/** The settings of Jekyll that addresses depend on. */
export interface JekyllSettings {
  /** The folder of the sources. */
  readonly root: string
  readonly base: string
  /** `pretty`, or what addresses are made of. */
  readonly permalink: string
  /** By their folders below the root. */
  readonly collections: ReadonlyMap<string, JekyllCollection>
  readonly defaults: readonly PermalinkDefault[]
  readonly isExcluded: (path: string) => boolean
  /** Whether what is dated later is published before. */
  readonly isOfFuture: boolean
  readonly isKramdown: boolean
}

/** A folder of documents that has addresses of its own, such as `_docs`. */
export interface JekyllCollection {
  readonly name: string
  /** What addresses are made of; null if the collection isn't published. */
  readonly template: string | null
}

/** The permalink of pages below a path, of one type or of all if that's empty. */
export interface PermalinkDefault {
  readonly path: string
  readonly type: string
  readonly permalink: string
}

/** Reads what Jekyll's addresses depend on. `folder` is that of the configuration. */
export function readJekyllSettings(folder: string, settings: Settings): JekyllSettings {
  const permalink = textOf(settings.permalink) ?? 'date'
  const excluded = textsOf(settings.exclude).map((path) => `/${path.startsWith('/') ? path.slice(1) : path}`)
  return {
    root: within(folder, textOf(settings.source) ?? ''),
    base: trimSlashes(textOf(settings.baseurl) ?? ''),
    permalink,
    collections: readCollections(settings, permalink),
    defaults: readDefaults(settings.defaults),
    isOfFuture: truthOf(settings.future) === true,
    isExcluded: ignoreMatcherOf([...excluded, '/vendor/']),
    isKramdown: (textOf(settings.markdown) ?? 'kramdown').toLowerCase().includes('kramdown'),
  }
}

function readCollections(settings: Settings, permalink: string): Map<string, JekyllCollection> {
  const above = trimSlashes(textOf(settings.collections_dir) ?? '')
  const collections = new Map<string, JekyllCollection>()
  for (const [name, value] of Object.entries(recordOf(settings.collections))) {
    if (name === 'posts') continue
    const options = recordOf(value)
    const template = textOf(options.permalink) ?? `/:collection/:path${suffixOf(permalink)}`
    collections.set(joinPaths(above, `_${name}`), {
      name,
      template: truthOf(options.output) !== true ? null : template === 'pretty' ? '/:collection/:path/' : template,
    })
  }
  return collections
}

const readDefaults = (setting: unknown): PermalinkDefault[] =>
  (Array.isArray(setting) ? setting : []).flatMap((item: unknown) => {
    const { scope, values } = recordOf(item)
    const permalink = textOf(recordOf(values).permalink)
    if (typeof scope !== 'object' || permalink === undefined) return []
    const { path, type } = recordOf(scope)
    return [{ path: trimSlashes(textOf(path) ?? ''), type: textOf(type) ?? '', permalink }]
  })

/** Permalinks that are called by a name, but for `pretty`; they end in `.html`. */
export const plainStyles: readonly string[] = ['none', 'date', 'ordinal', 'weekdate']

/** What a site's permalink adds to the addresses of what's no post. */
export function suffixOf(permalink: string): '/' | '.html' | '' {
  if (permalink === 'pretty' || permalink.endsWith('/')) return '/'
  return plainStyles.includes(permalink) || permalink.endsWith(':output_ext') ? '.html' : ''
}
