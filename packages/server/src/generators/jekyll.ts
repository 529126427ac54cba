import { posix } from 'node:path'
import { isRecord } from '../pages/is-record.ts'
import { folderOf, isBelow, joinPaths, pathBelow, trimSlashes, within, withoutExtension } from '../pages/links.ts'
import { ignoreMatcherOf } from './globs.ts'
import type { PageFacts } from './page-facts.ts'
import { parseSettings, textOf } from './parse-settings.ts'
import type { NamedPlace } from './places.ts'
import type { Publisher } from './published.ts'

/** Where Jekyll is configured. */
export const jekyllConfigurations = ['_config.yml', '_config.yaml']

/** Whether such a file is Jekyll’s: Hexo and Jupyter Book have files of this name, too. */
export const isOfJekyll = (text: string): boolean =>
  /^(?:baseurl|permalink|collections|kramdown|markdown|remote_theme|theme|plugins|gems|sass|exclude|include|defaults)[ \t]*:/m.test(
    text,
  ) && !/^(?:source_dir|public_dir|new_post_name|sphinx|execute|launch_buttons)[ \t]*:/m.test(text)

interface Settings {
  readonly root: string
  readonly base: string
  /** `pretty`, or what addresses are made from. */
  readonly permalink: string
  /** What the addresses of collections are made from, by their folders’ paths below the root; null for those that are not published. */
  readonly collections: ReadonlyMap<string, { name: string; template: string | null }>
  readonly defaults: readonly { path: string; type: string; permalink: string }[]
  readonly isExcluded: (path: string) => boolean
  readonly isKramdown: boolean
}

/** Undefined when the configuration cannot be read. */
export function publishJekyll(
  { path, text }: { path: string; text: string },
  files: readonly string[],
  facts: ReadonlyMap<string, PageFacts>,
): Publisher | undefined {
  const settings = readSettings(folderOf(path), text)
  if (!settings) return undefined
  const { root, base, collections } = settings
  const known = new Set(files.map((file) => file.toLowerCase()))
  const hasIndex = (folder: string) =>
    ['md', 'html', 'markdown'].some((end) => known.has(joinPaths(folder, `index.${end}`).toLowerCase()))
  const collectionOf = (relative: string) => [...collections].find(([folder]) => isBelow(folder, relative))
  const addressOf = (file: string): string | undefined => {
    const relative = pathBelow(root, file)
    if (relative === undefined || settings.isExcluded(relative)) return undefined
    const [folder, collection] = collectionOf(relative) ?? []
    const below = folder === undefined ? relative : (pathBelow(folder, relative) ?? '')
    if (below.split('/').some((step) => step !== '_posts' && /^[_#~]|~$/.test(step))) return undefined
    const fact = facts.get(file)
    const fields = fact?.fields ?? {}
    if (/(?:^|\/)_posts\//.test(below)) return postAddress(below, fields, settings)
    const type = collection?.name ?? 'pages'
    const own = textOf(fields.permalink) ?? defaultOf(settings, relative, type)
    if (collection) {
      const template = own ?? collection.template
      return template === null ? undefined : expand(template, placeholders(below, fields, collection.name))
    }
    const values = placeholders(below, fields, '')
    if (own !== undefined && !/^(?:pretty|none|date|ordinal|weekdate)$/.test(own)) return expand(own, values)
    // As plugins of GitHub’s have it, a README without front matter stands for its folder.
    const isFolder =
      /^index\.\w+$/.test(posix.basename(below)) ||
      (fact === undefined && /^readme\.\w+$/i.test(posix.basename(below)) && !hasIndex(folderOf(file)))
    if (isFolder) return joinPaths(folderOf(below)) === '' ? '' : `${folderOf(below)}/`
    return expand(`:path${suffixOf(own ?? settings.permalink)}`, values)
  }
  return {
    anchors: settings.isKramdown ? 'kramdown' : 'github',
    format: 'md',
    isLeftOut: (file) => addressOf(file) === undefined,
    publish: (file) => {
      const page = addressOf(file)
      if (page === undefined) return undefined
      const address = base === '' ? page : page === '' ? `${base}/` : `${base}/${page}`
      return { address, root: base, ending: '', relative: file, version: null, language: null }
    },
  }
}

/** What a site’s permalinks add to the addresses of what is no post. */
const suffixOf = (permalink: string): string =>
  permalink === 'pretty'
    ? '/'
    : /^(?:none|date|ordinal|weekdate)$/.test(permalink)
      ? '.html'
      : permalink.endsWith('/')
        ? '/'
        : permalink.endsWith(':output_ext')
          ? '.html'
          : ''

const posts: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  ordinal: '/:categories/:year/:y_day/:title.html',
  weekdate: '/:categories/:year/W:week/:short_day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  none: '/:categories/:title.html',
}

/** Undefined for what has no date in its name. */
function postAddress(file: string, fields: PageFacts['fields'], settings: Settings): string | undefined {
  const [, above = '', date = '', name = ''] = /^(.*?)_posts\/(?:.*\/)?(\d{4}-\d\d?-\d\d?)-([^/]+)$/.exec(file) ?? []
  if (date === '') return undefined
  const [year = '', month = '', day = ''] = (/^\d{4}-\d\d?-\d\d?/.exec(textOf(fields.date) ?? '')?.[0] ?? date).split(
    '-',
  )
  const written = [fields.categories, fields.category].flat().flatMap((each) => (textOf(each) ?? '').split(' '))
  const categories = [...above.split('/'), ...written].filter(Boolean).map((each) => each.toLowerCase())
  const title = textOf(fields.slug) ?? withoutExtension(name)
  const permalink = textOf(fields.permalink) ?? settings.permalink
  const two = (part: string) => part.padStart(2, '0')
  return expand(posts[permalink] ?? permalink, {
    ...{ categories: [...new Set(categories)].join('/'), title, slug: title, name: title },
    ...{ year, month: two(month), day: two(day), short_year: year.slice(2), output_ext: '.html' },
    ...{ i_month: String(Number(month)), i_day: String(Number(day)) },
  })
}

const placeholders = (path: string, fields: PageFacts['fields'], collection: string): Record<string, string> => {
  const name = withoutExtension(posix.basename(path))
  const title = textOf(fields.slug) ?? name
  const basename = name
  return { path: withoutExtension(path), name, title, slug: title, basename, collection, output_ext: '.html' }
}

/** An address without a slash at its beginning; a slash at the end stays. */
const expand = (template: string, values: Readonly<Record<string, string>>): string =>
  template
    .replace(/:([a-z_]+)/g, (whole, name: string) => values[name] ?? whole)
    .replace(/\/{2,}/g, '/')
    .replace(/^\//, '')
    .replace(/(?:^|(?<=\/))index(?:\.html)?$/, '')

function defaultOf({ defaults }: Settings, path: string, type: string): string | undefined {
  const meant = defaults.filter((each) => (each.type === '' || each.type === type) && isBelow(each.path, path))
  return meant.sort((one, other) => other.path.length - one.path.length)[0]?.permalink
}

function readSettings(folder: string, text: string): Settings | undefined {
  const written = parseSettings(text)
  if (!written) return undefined
  const permalink = textOf(written.permalink) ?? 'date'
  const above = trimSlashes(textOf(written.collections_dir) ?? '')
  const collections = new Map<string, { name: string; template: string | null }>()
  for (const [name, options] of Object.entries(isRecord(written.collections) ? written.collections : {})) {
    if (name === 'posts') continue
    const own = isRecord(options) ? options : {}
    const template = textOf(own.permalink) ?? `/:collection/:path${suffixOf(permalink)}`
    const named = template === 'pretty' ? '/:collection/:path/' : template
    collections.set(joinPaths(above, `_${name}`), { name, template: own.output === true ? named : null })
  }
  const excluded = listOf(written.exclude).map((each) => `/${each.replace(/^\/+/, '')}`)
  return {
    root: within(folder, textOf(written.source) ?? ''),
    base: trimSlashes(textOf(written.baseurl) ?? ''),
    ...{ permalink, collections, defaults: defaultsOf(written.defaults) },
    isExcluded: ignoreMatcherOf([...excluded, '/vendor/']),
    isKramdown: /kramdown/i.test(textOf(written.markdown) ?? 'kramdown'),
  }
}

const defaultsOf = (written: unknown): Settings['defaults'] =>
  (Array.isArray(written) ? written : []).flatMap((each: unknown) => {
    const { scope, values } = isRecord(each) ? each : {}
    const permalink = isRecord(values) ? textOf(values.permalink) : undefined
    if (!isRecord(scope) || permalink === undefined) return []
    return [{ path: trimSlashes(textOf(scope.path) ?? ''), type: textOf(scope.type) ?? '', permalink }]
  })

const listOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((each) => typeof each === 'string')

/** The pages below their `parent`s, as Just the Docs and others order them. */
export function jekyllPlaces(
  files: readonly string[],
  facts: ReadonlyMap<string, PageFacts>,
): ReadonlyMap<string, NamedPlace> {
  const all = files.flatMap((file) => {
    const fact = facts.get(file)
    const { title = null, fields = {} } = fact ?? {}
    if (fields.parent === undefined && fields.nav_order === undefined) return []
    const trail = [fields.grand_parent, fields.parent].flatMap((each) => textOf(each) ?? [])
    return [{ file, title: title ?? '', trail, key: orderOf(fields.nav_order, title ?? '') }]
  })
  const keyOf = ({ trail, key }: (typeof all)[number]): string => {
    const above = trail.map((name) => all.find((each) => each.title === name && each.trail.length < trail.length))
    return [...above.map((each) => each?.key ?? ''), key].join('\0')
  }
  const ordered = all
    .map((each) => ({ ...each, key: keyOf(each) }))
    .sort((one, other) => (one.key < other.key ? -1 : 1))
  return new Map(ordered.map(({ file, trail }) => [file, { trail, scope: {} }]))
}

const orderOf = (written: unknown, title: string): string =>
  typeof written === 'number' ? `0${written.toFixed(3).padStart(16, '0')}` : `1${textOf(written) ?? title}`
