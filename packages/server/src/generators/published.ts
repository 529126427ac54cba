import { posix } from 'node:path'
import { slug as slugOf } from 'github-slugger'
import type { AnchorStyle } from '../pages/anchors.ts'
import { folderOf, joinPaths, pathBelow, type SlugStart, trimSlashes, withoutExtension } from '../pages/links.ts'
import type { MarkdownFormat } from '../pages/markdown/markdown-format.ts'
import { publishDocusaurus } from './docusaurus-publisher.ts'
import { suffixOf } from './edition-folders.ts'
import { ignoreMatcherOf, matcherOf } from './globs.ts'
import { hiddenPages } from './mintlify.ts'
import type { PageFacts } from './page-facts.ts'
import type { Site } from './site.ts'
import { flagAt, type SourceNode, textAt, textsIn, valueAt } from './source-tree.ts'

/** Where a generator publishes a file. Paths are below the site's host, without a slash at the beginning. */
export interface Published {
  readonly address: string
  /** The folder that addresses in front matter are below, and what they end with. */
  readonly root: string
  readonly ending: string
  /** What such an address counts from; undefined when the generator knows none. */
  readonly start?: SlugStart
  /** The file below the folder whose files become pages. */
  readonly relative: string
  readonly version: string | null
  readonly language: string | null
}

/** Knows where files, given by their paths in the repository, are published; undefined for what is no page. */
export interface Publisher {
  readonly anchors: AnchorStyle
  /** How Markdown is read; by what stands in it when that is not known. */
  readonly format?: MarkdownFormat
  /** Whether search finds pages that are hidden otherwise. */
  readonly showsHidden?: boolean
  /** Whether a file becomes no page: a part of others, or one that the configuration leaves out. */
  isLeftOut?(file: string): boolean
  publish(file: string): Published | undefined
  /** Folders in which files are looked for that pages show. */
  readonly includeFolders?: readonly string[]
  /** Of AsciiDoc, and what reStructuredText writes between two `|`, which the configuration sets for a page. */
  attributesOf?(file: string): Readonly<Record<string, string>>
}

/** What a publisher knows beside the configuration. */
export interface PublisherFiles {
  /** The pages, and what may be parts of them. */
  readonly files: readonly string[]
  /** What pages say themselves, by their files. */
  readonly facts: ReadonlyMap<string, PageFacts>
  /** The versions of each instance of Docusaurus, newest first. */
  readonly versions: ReadonlyMap<string, readonly string[]>
  /** Lines of `.mintignore`. */
  readonly ignored: readonly string[]
}

/** The route rules of a site's generator, by its configuration. */
export function publisherOf(site: Site, files: PublisherFiles): Publisher | undefined {
  switch (site.generator) {
    case 'vitepress':
      return vitepress(site)
    case 'docusaurus':
      return publishDocusaurus(site, files)
    case 'starlight':
      return starlight(site)
    case 'mintlify':
      return mintlify(site, files)
    case 'mkdocs':
      return mkdocs(site, files)
    case undefined:
      return undefined
  }
}

const isIndex = (file: string): boolean => /^(?:index|readme)$/i.test(withoutExtension(posix.basename(file)))

/** Whether a file below the pages’ folder is one that `isNamed` names. */
const leftOutBelow =
  (folder: string, isNamed: (relative: string) => boolean) =>
  (file: string): boolean => {
    const relative = pathBelow(folder, file)
    return relative !== undefined && isNamed(relative)
  }

/** A directory's address: its path and a slash, nothing for the root. */
const directory = (path: string): string => (path === '' || path === '.' ? '' : `${path}/`)

const looksLikeLanguage = (name: string): boolean => /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(name)

/** The language of each folder of a `locales` record; what is at the root stands under the empty name. */
export function localesOf(locales: SourceNode | undefined): Map<string, string> {
  if (locales?.kind !== 'record') return new Map()
  return new Map(
    locales.entries.flatMap(({ key: { value: name }, value }) => {
      const language = textAt(value, 'lang') ?? (looksLikeLanguage(name) ? name : undefined)
      return language === undefined ? [] : [[name === 'root' ? '' : trimSlashes(name), language]]
    }),
  )
}

export const languageIn = (locales: ReadonlyMap<string, string>, relative: string): string | null =>
  locales.get(relative.split('/')[0] ?? '') ?? locales.get('') ?? null

function vitepress(site: Site): Publisher {
  const file = site.configuration
  const ending = file && flagAt(file, file.root, 'cleanUrls') ? '' : '.html'
  const locales = localesOf(valueAt(file?.root, 'locales'))
  const language = textAt(file?.root, 'lang')
  if (language !== undefined && !locales.has('')) locales.set('', language)
  const rewrites = rewritesOf(valueAt(file?.root, 'rewrites'))
  const isExcluded = matcherOf(textsIn(valueAt(file?.root, 'srcExclude')))
  return {
    anchors: 'vitepress',
    format: 'detect',
    // `[name].md` becomes pages that its code names.
    isLeftOut: leftOutBelow(site.pagesFolder, (relative) => isExcluded(relative) || /\[\w+\]/.test(relative)),
    publish: (path) => {
      const written = pathBelow(site.pagesFolder, path)
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
      let unnamed = 0
      return to.replace(/:(\w+)(?:\(\.\*\)|\*)?|\(\.\*\)/g, (whole, name?: string) => {
        if (name !== undefined) return values.get(name) ?? whole
        return values.get(names.filter((each) => /^\d+$/.test(each))[unnamed++] ?? '') ?? whole
      })
    }
    return path
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
    anchors: file && flagAt(file, file.root, 'markdown', 'smartypants') === false ? 'github' : 'astro',
    format: 'detect',
    isLeftOut: leftOutBelow(site.pagesFolder, (relative) => relative.split('/').some((step) => step.startsWith('_'))),
    publish: (path) => {
      const relative = pathBelow(site.pagesFolder, path)
      if (relative === undefined) return undefined
      // As Astro makes the names of its entries.
      const page = withoutExtension(relative)
        .split('/')
        .map((step) => slugOf(step))
        .join('/')
        .replace(/(?:^|\/)index$/, '')
      const address = joinPaths(site.base, page)
      const language = languageIn(locales, relative)
      const place = { root: site.base, ending, start: 'root' as const, relative, version: null, language }
      // The root is a folder however pages are named.
      if (page === '') return { address: isNever || address === '' ? address : `${address}/`, ...place }
      return { address: `${address}${ending}`, ...place }
    },
  }
}

/** By gitignore’s rules; `snippets` are parts of pages. */
const leftOutOfMintlify =
  'node_modules build dist coverage tmp temp /snippets README.md LICENSE.md CHANGELOG.md CONTRIBUTING.md'.split(' ')

function mintlify(site: Site, { ignored }: PublisherFiles): Publisher {
  const { pagesFolder, configuration, navigationFiles } = site
  const showsHidden = textAt(configuration?.root, 'seo', 'indexing') === 'all'
  const isIgnored = ignoreMatcherOf([...leftOutOfMintlify, ...ignored])
  const hidden = showsHidden ? new Set<string>() : hiddenPages(navigationFiles)
  return {
    anchors: 'github',
    format: 'detect',
    showsHidden,
    isLeftOut: leftOutBelow(pagesFolder, (relative) => isIgnored(relative) || hidden.has(withoutExtension(relative))),
    publish: (path) => {
      const relative = pathBelow(pagesFolder, path)
      if (relative === undefined) return undefined
      const place = { root: '', ending: '', relative, version: null, language: null }
      return { address: withoutExtension(relative).replace(/(?:^|\/)index$/i, ''), ...place }
    },
  }
}

/** What is left out anyway, and the lines of `exclude_docs` and `draft_docs`. */
const leftOutOfMkdocs = (file: Site['configuration']): string[] => [
  '/templates/',
  ...['exclude_docs', 'draft_docs'].flatMap((key) => textAt(file?.root, key)?.split('\n') ?? []),
]

interface Translations {
  readonly isSuffixed: boolean
  readonly languages: ReadonlySet<string>
  readonly usual: string | undefined
}

/** What `plugins` or `markdown_extensions` of MkDocs, a list or a record, say of one of them. */
function optionsOf(list: SourceNode | undefined, name: string): SourceNode | undefined {
  const items = list?.kind === 'list' ? list.items : []
  return items.map((item) => valueAt(item, name)).find((item) => item !== undefined) ?? valueAt(list, name)
}

/** `base_path` of the extension for snippets, from the folder of the configuration. */
function snippetFolders(file: Site['configuration']): string[] {
  const path = valueAt(optionsOf(valueAt(file?.root, 'markdown_extensions'), 'pymdownx.snippets'), 'base_path')
  const written = path?.kind === 'string' ? [path.value] : textsIn(path)
  return written.map((folder) => posix.join(folderOf(file?.path ?? ''), folder)).filter((folder) => folder !== '.')
}

/** What the plugin `i18n` of MkDocs is told; undefined without it. */
function translationsOf(file: Site['configuration']): Translations | undefined {
  const options = optionsOf(valueAt(file?.root, 'plugins'), 'i18n')
  if (!file || options?.kind !== 'record') return undefined
  const list = valueAt(options, 'languages')
  const languages = list?.kind === 'list' ? list.items : []
  const locales = languages.flatMap((item) => textAt(item, 'locale') ?? [])
  const usual = languages.find((item) => flagAt(file, item, 'default') === true)
  return {
    isSuffixed: textAt(options, 'docs_structure') !== 'folder',
    ...{ languages: new Set(locales), usual: textAt(usual, 'locale') },
  }
}

/** The file that is published in a language, as if there were no other. */
function translated(
  relative: string,
  known: Translations | undefined,
): { plain: string; language: string | undefined } {
  const [first = '', ...below] = relative.split('/')
  const suffix = known?.isSuffixed ? suffixOf(relative) : undefined
  const found = suffix ?? (below.length > 0 ? { language: first, plain: below.join('/') } : undefined)
  const isTranslation =
    known && found && known.languages.has(found.language) && known.isSuffixed === (suffix !== undefined)
  return isTranslation ? found : { plain: relative, language: known?.usual }
}

function mkdocs(site: Site, { files }: PublisherFiles): Publisher {
  const known = new Set(files)
  const file = site.configuration
  const url = textAt(file?.root, 'site_url')
  const base = url && URL.canParse(url) ? joinPaths(new URL(url).pathname) : ''
  const isFlat = file && flagAt(file, file.root, 'use_directory_urls') === false
  const language = textAt(file?.root, 'theme', 'language') ?? null
  const lines = file?.text.split('\n') ?? []
  const isPymdown = lines.some((line) => line.includes('slugify:') && line.includes('pymdownx'))
  const slugs = isPymdown ? 'pymdown' : 'python'
  const translations = translationsOf(file)
  const isIgnored = leftOutBelow(site.pagesFolder, ignoreMatcherOf(leftOutOfMkdocs(file)))
  return {
    format: 'md',
    // Of a folder’s two index pages it takes the one that is called so.
    isLeftOut: (path) =>
      isIgnored(path) || (posix.basename(path) === 'README.md' && known.has(joinPaths(folderOf(path), 'index.md'))),
    includeFolders: snippetFolders(file),
    anchors: `${slugs}${lines.some((line) => /\bpymdownx\.emoji\b/.test(line)) ? '-emoji' : ''}` as const,
    publish: (path) => {
      const relative = pathBelow(site.pagesFolder, path)
      if (relative === undefined) return undefined
      const found = translated(relative, translations)
      const abroad = found.language === translations?.usual ? '' : (found.language ?? '')
      const file = joinPaths(abroad, found.plain)
      const folder = folderOf(file)
      const page = isFlat
        ? isIndex(file)
          ? joinPaths(folder, 'index.html')
          : `${withoutExtension(file)}.html`
        : directory(isIndex(file) ? folder : withoutExtension(file))
      const place = { root: base, ending: isFlat ? '.html' : '/', relative, version: null }
      return { address: base ? `${base}/${page}` : page, ...place, language: found.language ?? language }
    },
  }
}
