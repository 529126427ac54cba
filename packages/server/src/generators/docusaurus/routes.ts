import { folderOf, joinPaths, withoutExtension } from '../../pages/links.ts'
import type { MarkdownFormat } from '../../pages/readers/markdown/markdown-format.ts'
import type { Publication, Route } from '../generator.ts'
import { matcherOf } from '../globs.ts'
import type { PageFacts } from '../page-facts.ts'
import type { Site } from '../site.ts'
import { flagAt, type SourceNode, textAt, textsIn, valueAt } from '../source-tree.ts'
import { type DocusaurusContent, docusaurusContents, type FileLocation, locatorOf } from './content.ts'
import { isFolderIndex, splitNumber } from './numbers.ts'

/** What Docusaurus knows beside its configuration. */
export interface DocusaurusFiles {
  /** The versions of each instance, newest first. */
  readonly versions: ReadonlyMap<string, readonly string[]>
  readonly facts: ReadonlyMap<string, PageFacts>
}

/** `GlobExcludeDefault` of Docusaurus, and what `.test.` files there are for pages. */
const usuallyExcluded = ['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**']

/** The documents, posts and single pages of a site, of all versions and translations. */
export function publish(site: Site, files: DocusaurusFiles): Publication {
  const root = site.configuration?.root
  const contents = site.configuration ? docusaurusContents(site.configuration) : []
  const locate = locatorOf(folderOf(site.configuration?.path ?? ''), contents)
  const isExcluded = new Map(contents.map((content) => [content, exclusionOf(content)]))
  const router = new Router({ root, base: site.base, ...files })
  return {
    anchors: 'docusaurus',
    format: formatOf(textAt(root, 'markdown', 'format')),
    isLeftOut: (file) => {
      const location = locate(file)
      if (!location) return false
      const { content, version, path } = location
      const hasCurrent = flagAt(content.options, 'includeCurrentVersion') !== false
      return (version === 'current' && !hasCurrent) || (isExcluded.get(content)?.(path) ?? false)
    },
    route: (file) => {
      const location = locate(file)
      return location && router.route(file, location)
    },
  }
}

function exclusionOf({ options }: DocusaurusContent): (path: string) => boolean {
  const patterns = valueAt(options, 'exclude')
  return matcherOf(patterns?.kind === 'list' ? textsIn(patterns.items) : usuallyExcluded)
}

const formatOf = (format: string | undefined): MarkdownFormat =>
  format === 'md' || format === 'detect' ? format : 'mdx'

interface RouterSettings extends DocusaurusFiles {
  readonly root: SourceNode | undefined
  readonly base: string
}

/** Makes the addresses of files whose location is known. */
class Router {
  readonly #settings: RouterSettings
  readonly #slash: boolean | undefined
  readonly #locale: string | null

  constructor(settings: RouterSettings) {
    this.#settings = settings
    this.#slash = flagAt(settings.root, 'trailingSlash')
    this.#locale = textAt(settings.root, 'i18n', 'defaultLocale') ?? null
  }

  route(file: string, location: FileLocation): Route {
    const { content, path } = location
    if (content.kind === 'docs') return this.#document(file, location)
    if (content.kind === 'blog') return this.#place(location, postPath(path), { path, start: 'root' })
    const page = withoutExtension(path)
    const isIndex = page === 'index' || page.endsWith('/index')
    return this.#place(location, isIndex ? page.slice(0, -'index'.length) : page, { path })
  }

  #document(file: string, location: FileLocation): Route {
    const keepsNumbers = flagAt(location.content.options, 'numberPrefixParser') === false
    const steps = location.path.split('/').map((step) => (keepsNumbers ? step : splitNumber(step).name))
    const path = steps.join('/')
    const name = this.#settings.facts.get(file)?.id ?? withoutExtension(steps.at(-1) ?? '')
    // Numbers count here: `01-index.md` is a page of its own.
    const page = isFolderIndex(location.path) ? `${folderOf(path)}/` : joinPaths(folderOf(path), name)
    return { ...this.#place(location, page, { path, start: 'folder' }), version: this.#labelOf(location) }
  }

  #place(location: FileLocation, page: string, { path, start }: { path: string; start?: 'folder' | 'root' }): Route {
    const root = this.#rootOf(location)
    const ending = this.#slash === true ? '/' : ''
    const joint = joinPaths(root, page)
    const isFolder = page === '' || page.endsWith('/')
    const address = joint === '' ? '' : isFolder && this.#slash !== false ? `${joint}/` : `${joint}${ending}`
    const language = location.locale ?? this.#locale
    return { address, path, language, ...(start && { slugs: { root, ending, start } }) }
  }

  /** The address of an instance, in a version and a language. */
  #rootOf(location: FileLocation): string {
    const { content, locale } = location
    const language = locale !== null && locale !== this.#locale ? locale : ''
    const version = content.kind === 'docs' ? this.#versionPath(location) : ''
    return joinPaths(this.#settings.base, language, content.routePrefix, version)
  }

  #versionPath({ content: { id, options }, version }: FileLocation): string {
    const path = textAt(options, 'versions', version, 'path')
    if (path !== undefined) return path
    const last = textAt(options, 'lastVersion') ?? this.#settings.versions.get(id)?.[0] ?? 'current'
    return version === last ? '' : version === 'current' ? 'next' : version
  }

  #labelOf({ content: { id, options }, version }: FileLocation): string | null {
    if ((this.#settings.versions.get(id) ?? []).length === 0) return null
    return textAt(options, 'versions', version, 'label') ?? (version === 'current' ? 'Next' : version)
  }
}

/** `2024-01-02-hello.md` is at `2024/01/02/hello`. */
function postPath(file: string): string {
  const page = withoutExtension(file)
  const path = page.endsWith('/index') ? page.slice(0, -'/index'.length) : page
  const [, folder = '', date, text = ''] = /^(.*?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*)$/.exec(path) ?? []
  return date === undefined ? path : joinPaths(date.replaceAll('-', '/'), `${folder}${text}`)
}
