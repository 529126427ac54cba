import { posix } from 'node:path'
import type { AnchorStyle } from '../anchors.ts'
import { folderOf, pagePath, trimSlashes, withoutExtension } from '../links.ts'
import { docusaurusDocs, type Site } from './site.ts'
import { flagAt, type SourceNode, textAt, valueAt } from './source-tree.ts'

/** Where a generator publishes a file. Paths are below the site's host, without a slash at the beginning. */
export interface Published {
  readonly address: string
  /** The folder that addresses in front matter count from, and what they end with. */
  readonly root: string
  readonly ending: string
  /** The file below the folder whose files become pages. */
  readonly relative: string
  readonly version: string | null
  readonly language: string | null
}

/** Knows where files, given by their paths in the repository, are published; undefined for what is no page. */
export interface Publisher {
  readonly anchors: AnchorStyle
  /** Whether front matter may say where a page is. */
  readonly hasSlugs: boolean
  publish(file: string): Published | undefined
}

/** The route rules of a site's generator, by its configuration. `versions`: those of Docusaurus, newest first. */
export function publisherOf(site: Site, versions: readonly string[] = []): Publisher | undefined {
  switch (site.generator) {
    case 'vitepress':
      return vitepress(site)
    case 'docusaurus':
      return docusaurus(site, versions)
    case 'starlight':
      return starlight(site)
    case 'mintlify':
      return mintlify(site)
    case 'mkdocs':
      return mkdocs(site)
    case undefined:
      return undefined
  }
}

const join = (...parts: readonly string[]): string => parts.map(trimSlashes).filter(Boolean).join('/')

/** The path of a file below a folder. */
const below = (folder: string, file: string): string | undefined =>
  folder === '' ? file : file.startsWith(`${folder}/`) ? file.slice(folder.length + 1) : undefined

const isIndex = (file: string, names = /^(?:index|readme)$/i): boolean =>
  names.test(withoutExtension(posix.basename(file)))

/** A directory's address: its path and a slash, nothing for the root. */
const directory = (path: string): string => (path === '' || path === '.' ? '' : `${path}/`)

const looksLikeLanguage = (name: string): boolean => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(name)

/** The language of each folder of a `locales` record; what is at the root stands under the empty name. */
function localesOf(locales: SourceNode | undefined): Map<string, string> {
  if (locales?.kind !== 'record') return new Map()
  return new Map(
    locales.entries.flatMap(({ key: { value: name }, value }) => {
      const language = textAt(value, 'lang') ?? (looksLikeLanguage(name) ? name : undefined)
      return language === undefined ? [] : [[name === 'root' ? '' : trimSlashes(name), language]]
    }),
  )
}

const languageIn = (locales: ReadonlyMap<string, string>, relative: string): string | null =>
  locales.get(relative.split('/')[0] ?? '') ?? locales.get('') ?? null

function vitepress(site: Site): Publisher {
  const file = site.configuration
  const ending = file && flagAt(file, file.root, 'cleanUrls') ? '' : '.html'
  const locales = localesOf(valueAt(file?.root, 'locales'))
  const language = textAt(file?.root, 'lang')
  if (language !== undefined && !locales.has('')) locales.set('', language)
  const rewrites = rewritesOf(valueAt(file?.root, 'rewrites'))
  return {
    anchors: 'vitepress',
    hasSlugs: false,
    publish: (path) => {
      const written = below(site.pagesFolder, path)
      if (written === undefined) return undefined
      const relative = rewrites(written)
      const page = /(?:^|\/)index\.md$/.test(relative)
        ? directory(posix.dirname(relative))
        : `${withoutExtension(relative)}${ending}`
      const place = { root: site.base, ending, relative, version: null, language: languageIn(locales, relative) }
      return { address: site.base ? `${site.base}/${page}` : page, ...place }
    },
  }
}

const mostRules = 100
const mostWildcards = 3

/** `{ 'packages/:name/(.*)': ':name/…' }`, as far as names and one wildcard go; what a function rewrites is not known. */
function rewritesOf(node: SourceNode | undefined): (path: string) => string {
  const rules = (node?.kind === 'record' ? node.entries.slice(0, mostRules) : []).flatMap(({ key, value }) => {
    if (value.kind !== 'string') return []
    const names: string[] = []
    const pattern = key.value.replace(/[.+^${}[\]\\|]|:(\w+)(?:\(\.\*\)|\*)?|\(\.\*\)|\*/g, (found, name?: string) => {
      if (name === undefined && !found.includes('*')) return `\\${found}`
      names.push(name ?? String(names.length))
      return found.includes('*') ? '(.*)' : '([^/]+)'
    })
    return names.length > mostWildcards ? [] : [{ pattern: new RegExp(`^${pattern}$`), names, to: value.value }]
  })
  return (path) => {
    for (const { pattern, names, to } of rules) {
      const found = pattern.exec(path)
      if (!found) continue
      const values = new Map(names.map((name, at) => [name, found[at + 1] ?? '']))
      return to.replace(/:(\w+)\*?/g, (whole, name: string) => values.get(name) ?? whole)
    }
    return path
  }
}

/** `02-first-steps` is `first-steps`; dates and versions are no numbers. */
const withoutNumber = (part: string): string =>
  /^\d+[-_.]\d+/.test(part) ? part : part.replace(/^\d+\s*[-_.]+\s*(?=[^-_.\s])/, '')

function docusaurus(site: Site, versions: readonly string[]): Publisher {
  const file = site.configuration
  const root = file ? folderOf(file.path) : ''
  const docs = file && docusaurusDocs(file.root)
  const slash = file && flagAt(file, file.root, 'trailingSlash')
  const keepsNumbers = file && flagAt(file, docs, 'numberPrefixParser') === false
  const defaultLocale = textAt(file?.root, 'i18n', 'defaultLocale') ?? null
  const last = textAt(docs, 'lastVersion') ?? versions[0] ?? 'current'
  const route = (version: string) =>
    textAt(docs, 'versions', version, 'path') ?? (version === last ? '' : version === 'current' ? 'next' : version)
  const label = (version: string) =>
    versions.length === 0
      ? null
      : (textAt(docs, 'versions', version, 'label') ?? (version === 'current' ? 'Next' : version))
  const place = (relative: string, version: string, locale: string | null): Published => {
    const steps = relative.split('/').map((step) => (keepsNumbers ? step : withoutNumber(step)))
    const path = withoutExtension(steps.join('/'))
    const [name, folder] = path.split('/').reverse()
    const isFolder = isIndex(path) || name?.toLowerCase() === folder?.toLowerCase()
    const abroad = locale !== null && locale !== defaultLocale ? locale : ''
    const ground = join(site.base, abroad, site.routePrefix, route(version))
    const page = join(ground, isFolder ? folderOf(path) : path)
    const ending = slash === true ? '/' : ''
    return {
      address: page === '' ? '' : isFolder && slash !== false ? `${page}/` : `${page}${ending}`,
      ...{ root: ground, ending, relative: steps.join('/'), version: label(version), language: locale },
    }
  }
  return {
    anchors: 'github',
    hasSlugs: true,
    publish: (path) => {
      const current = below(site.pagesFolder, path)
      if (current !== undefined) return place(current, 'current', defaultLocale)
      const inRoot = below(root, path)
      const versioned = inRoot && /^versioned_docs\/version-([^/]+)\/(.+)$/.exec(inRoot)
      if (versioned) return place(versioned[2] ?? '', versioned[1] ?? '', defaultLocale)
      const abroad =
        inRoot && /^i18n\/([^/]+)\/docusaurus-plugin-content-docs\/(?:version-([^/]+)|current)\/(.+)$/.exec(inRoot)
      return abroad ? place(abroad[3] ?? '', abroad[2] ?? 'current', abroad[1] ?? null) : undefined
    },
  }
}

/** Astro without Starlight routes pages as its own code says. */
function starlight(site: Site): Publisher | undefined {
  const file = site.configuration
  const [options] = file?.calls('starlight') ?? []
  if (!options) return undefined
  const locales = localesOf(valueAt(options, 'locales'))
  const isNever = textAt(file?.root, 'trailingSlash') === 'never'
  const ending = textAt(file?.root, 'build', 'format') === 'file' ? '.html' : isNever ? '' : '/'
  return {
    anchors: 'github',
    hasSlugs: true,
    publish: (path) => {
      const relative = below(site.pagesFolder, path)
      if (relative === undefined) return undefined
      const page = pagePath(relative)
        .replace(/(?:^|\/)readme$/i, '')
        .toLowerCase()
        .replace(/\s+/g, '-')
      const address = join(site.base, page)
      const place = { root: site.base, ending, relative, version: null, language: languageIn(locales, relative) }
      return { address: address === '' ? '' : `${address}${ending}`, ...place }
    },
  }
}

const mintlify = (site: Site): Publisher => ({
  anchors: 'github',
  hasSlugs: false,
  publish: (path) => {
    const relative = below(site.pagesFolder, path)
    if (relative === undefined) return undefined
    const place = { root: '', ending: '', relative, version: null, language: null }
    return { address: withoutExtension(relative).replace(/(?:^|\/)index$/i, ''), ...place }
  },
})

function mkdocs(site: Site): Publisher {
  const file = site.configuration
  const url = textAt(file?.root, 'site_url')
  const base = url && URL.canParse(url) ? join(new URL(url).pathname) : ''
  const isFlat = file && flagAt(file, file.root, 'use_directory_urls') === false
  const language = textAt(file?.root, 'theme', 'language') ?? null
  const lines = file?.text.split('\n') ?? []
  return {
    anchors: lines.some((line) => line.includes('slugify:') && line.includes('pymdownx')) ? 'pymdown' : 'python',
    hasSlugs: false,
    publish: (path) => {
      const relative = below(site.pagesFolder, path)
      if (relative === undefined) return undefined
      const folder = folderOf(relative)
      const page = isFlat
        ? isIndex(relative)
          ? join(folder, 'index.html')
          : `${withoutExtension(relative)}.html`
        : directory(isIndex(relative) ? folder : withoutExtension(relative))
      const place = { root: base, ending: isFlat ? '.html' : '/', relative, version: null, language }
      return { address: base ? `${base}/${page}` : page, ...place }
    },
  }
}
