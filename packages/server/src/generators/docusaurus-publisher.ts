import { folderOf, joinPaths, withoutExtension } from '../pages/links.ts'
import type { MarkdownFormat } from '../pages/markdown/markdown-format.ts'
import { docusaurusContents, type LocatedFile, locatorOf } from './docusaurus-content.ts'
import { matcherOf } from './globs.ts'
import type { Published, Publisher, PublisherFiles } from './published.ts'
import type { Site } from './site.ts'
import { flagAt, textAt, textsIn, valueAt } from './source-tree.ts'

/** `02-first-steps` is `first-steps`, the second; dates and versions are no numbers. */
export function splitNumber(part: string): { name: string; number: number | undefined } {
  const [, number, name] = /^\d+[-_.]\d+/.test(part) ? [] : (/^(\d+)\s*[-_.]+\s*([^-_.\s].*)$/.exec(part) ?? [])
  return name === undefined ? { name: part, number: undefined } : { name, number: Number(number) }
}

/** Whether a document stands for its folder. */
export function isFolderIndex(path: string): boolean {
  const [name = '', folder] = withoutExtension(path).toLowerCase().split('/').reverse()
  return name === 'index' || name === 'readme' || name === folder
}

/** `GlobExcludeDefault` of Docusaurus, and what `.test.` files there are for pages. */
const leftOut = ['**/_*.{js,jsx,ts,tsx,md,mdx}', '**/_*/**', '**/*.test.{js,jsx,ts,tsx}', '**/__tests__/**']

/** The documents, posts and single pages of a site, of all versions and translations. */
export function publishDocusaurus(site: Site, { facts, versions }: PublisherFiles): Publisher {
  const file = site.configuration
  const root = folderOf(file?.path ?? '')
  const contents = file ? docusaurusContents(file) : []
  const locate = locatorOf(root, contents)
  const slash = file && flagAt(file, file.root, 'trailingSlash')
  const ending = slash === true ? '/' : ''
  const defaultLocale = textAt(file?.root, 'i18n', 'defaultLocale') ?? null
  const excluded = new Map(
    contents.map((content) => {
      const own = valueAt(content.options, 'exclude')
      return [content, matcherOf(own?.kind === 'list' ? textsIn(own) : leftOut)]
    }),
  )
  const groundOf = ({ content, version, locale }: LocatedFile): string => {
    const abroad = locale !== null && locale !== defaultLocale ? locale : ''
    return joinPaths(
      site.base,
      abroad,
      content.routePrefix,
      content.kind === 'docs' ? versionPath(content, version) : '',
    )
  }
  const versionPath = ({ id, options }: LocatedFile['content'], version: string): string => {
    const last = textAt(options, 'lastVersion') ?? versions.get(id)?.[0] ?? 'current'
    const named = textAt(options, 'versions', version, 'path')
    return named ?? (version === last ? '' : version === 'current' ? 'next' : version)
  }
  const labelOf = ({ content: { id, options }, version }: LocatedFile): string | null =>
    (versions.get(id) ?? []).length === 0
      ? null
      : (textAt(options, 'versions', version, 'label') ?? (version === 'current' ? 'Next' : version))
  const place = (
    located: LocatedFile,
    path: string,
    at: Omit<Published, 'address' | 'root' | 'ending' | 'language'>,
  ) => {
    const ground = groundOf(located)
    const page = joinPaths(ground, path)
    const isFolder = path === '' || path.endsWith('/')
    const address = page === '' ? '' : isFolder && slash !== false ? `${page}/` : `${page}${ending}`
    return { address, root: ground, ending, language: located.locale ?? defaultLocale, ...at }
  }
  const document = (path: string, located: LocatedFile): Published => {
    const keepsNumbers = file && flagAt(file, located.content.options, 'numberPrefixParser') === false
    const steps = located.relative.split('/').map((step) => (keepsNumbers ? step : splitNumber(step).name))
    const relative = steps.join('/')
    const folder = folderOf(relative)
    const name = facts.get(path)?.id ?? withoutExtension(steps.at(-1) ?? '')
    // Numbers count here: `01-index.md` is a page of its own.
    const page = isFolderIndex(located.relative) ? `${folder}/` : joinPaths(folder, name)
    return place(located, page, { start: 'folder', relative, version: labelOf(located) })
  }
  return {
    anchors: 'docusaurus',
    format: formatOf(textAt(file?.root, 'markdown', 'format')),
    isLeftOut: (path) => {
      const located = locate(path)
      if (!located) return false
      const { content, version, relative } = located
      const hasNoCurrent = file && flagAt(file, content.options, 'includeCurrentVersion') === false
      return (version === 'current' && hasNoCurrent) || (excluded.get(content)?.(relative) ?? false)
    },
    publish: (path) => {
      const located = locate(path)
      if (!located) return undefined
      const { content, relative } = located
      if (content.kind === 'docs') return document(path, located)
      if (content.kind === 'blog') return place(located, postPath(relative), { start: 'root', relative, version: null })
      const page = withoutExtension(relative).replace(/(^|\/)index$/, '$1')
      return place(located, page, { relative, version: null })
    },
  }
}

const formatOf = (written: string | undefined): MarkdownFormat =>
  written === 'md' || written === 'detect' ? written : 'mdx'

/** `2024-01-02-hello.md` is at `2024/01/02/hello`. */
function postPath(relative: string): string {
  const path = withoutExtension(relative).replace(/\/index$/, '')
  const [, folder = '', date, text = ''] = /^(.*?)(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?(.*)$/.exec(path) ?? []
  return date === undefined ? path : joinPaths(date.replaceAll('-', '/'), `${folder}${text}`)
}
