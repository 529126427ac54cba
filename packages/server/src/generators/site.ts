import { posix } from 'node:path'
import { isBelow, trimSlashes, within } from '../pages/links.ts'
import { contentAt, docusaurusContents } from './docusaurus-content.ts'
import { isSiteFile } from './site-files.ts'
import { readSource, SourceError, type SourceFile, type SourceNode, textAt, valueAt } from './source-tree.ts'

export type Generator = 'vitepress' | 'docusaurus' | 'starlight' | 'mintlify' | 'mkdocs'

/** How a documentation's files become pages and addresses. */
export interface Site {
  /** Undefined when none is recognized: then pages are what their files are called. */
  readonly generator: Generator | undefined
  /** The file by which the generator was recognized. */
  readonly configuration: SourceFile | undefined
  /** Folder whose files become pages, relative to the repository; empty for all of it. */
  readonly pagesFolder: string
  /** What stands before a page's path in its address: `docs` for Docusaurus. */
  readonly routePrefix: string
  /** Address of the whole site below its host, without slashes at the ends. */
  readonly base: string
  /** Folders whose files are served as they are. */
  readonly staticFolders: readonly string[]
  /** The files that hold the navigation, read. */
  readonly navigationFiles: readonly SourceFile[]
  /** Addresses that lead elsewhere, and beginnings of addresses that are made without a file. */
  readonly redirects: readonly string[]
  readonly generated: readonly string[]
  /** Whether an absolute address that no page has may still exist: pages that are not documentation. */
  readonly isPartOfMore: boolean
  /** Whether no other website is configured among the files. */
  readonly isAlone: boolean
  /** Files that cannot be parsed. */
  readonly broken: readonly { path: string; error: SourceError }[]
}

export type ReadText = (path: string) => Promise<string | undefined>

/** Recognizes the generator by its configuration, which is read and never run. */
export async function openSite(docsFolder: string, files: readonly string[], read: ReadText): Promise<Site> {
  const broken: { path: string; error: SourceError }[] = []
  const open = async (path: string): Promise<SourceFile | undefined> => {
    const text = await read(path)
    if (text === undefined) return undefined
    try {
      return readSource(path, text)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      broken.push({ path, error })
      return undefined
    }
  }
  const known = files.filter((file) => isSiteFile(file, docsFolder))
  const found = known
    .flatMap((path) => {
      const generator = generatorOf(path)
      return generator ? [{ path, generator }] : []
    })
    .sort((one, other) => distance(docsFolder, one.path) - distance(docsFolder, other.path))
  for (const { path, generator } of found) {
    const file = await open(path)
    if (!file) continue
    const site = await readers[generator]({ path, file, known, open, docsFolder })
    if (!isRelated(site.pagesFolder, docsFolder)) continue
    const isAlone = new Set(found.map(({ path }) => siteFolder(path))).size === 1
    return { ...plainSite(docsFolder), generator, configuration: file, ...site, isAlone, broken }
  }
  return { ...plainSite(docsFolder), broken }
}

const plainSite = (docsFolder: string): Omit<Site, 'broken'> => ({
  generator: undefined,
  configuration: undefined,
  pagesFolder: docsFolder,
  routePrefix: '',
  base: '',
  staticFolders: [],
  navigationFiles: [],
  redirects: [],
  generated: [],
  isPartOfMore: true,
  isAlone: true,
})

function generatorOf(path: string): Generator | undefined {
  const name = posix.basename(path)
  if (/(?:^|\/)\.vitepress\/config(?:\.|\/index\.)[cm]?[jt]s$/.test(path)) return 'vitepress'
  if (name === 'docs.json' || name === 'mint.json') return 'mintlify'
  if (/^mkdocs\.ya?ml$/.test(name)) return 'mkdocs'
  if (name.startsWith('docusaurus.config.')) return 'docusaurus'
  if (name.startsWith('astro.config.')) return 'starlight'
  return undefined
}

const siteFolder = (path: string): string => posix.dirname(path).replace(/\/?\.vitepress(?:\/.*)?$/, '')

/** Folders between the pages and a configuration; the nearest is the right one. */
const distance = (docsFolder: string, path: string): number => {
  const steps = posix
    .relative(`/${docsFolder}`, `/${posix.dirname(path)}`)
    .split('/')
    .filter((part) => part)
  return steps.length + (path.endsWith('mint.json') ? 0.5 : 0)
}

const isRelated = (one: string, other: string): boolean => one === other || isBelow(one, other) || isBelow(other, one)

interface SiteRequest {
  readonly path: string
  readonly file: SourceFile
  readonly known: readonly string[]
  readonly docsFolder: string
  readonly open: (path: string) => Promise<SourceFile | undefined>
}

type SiteReader = (request: SiteRequest) => Promise<Partial<Site> & Pick<Site, 'pagesFolder'>>

const readers: Record<Generator, SiteReader> = {
  vitepress: async ({ path, file, known, open }) => {
    const root = path.slice(0, path.indexOf('.vitepress/')).replace(/\/$/, '')
    const pagesFolder = within(root, textAt(file.root, 'srcDir') ?? '.')
    const others = known.filter((one) => one !== path && one.startsWith(root ? `${root}/.vitepress/` : '.vitepress/'))
    const more = (await Promise.all(others.map(open))).filter((one) => one !== undefined)
    const rewrites = valueAt(file.root, 'rewrites')
    return {
      pagesFolder,
      base: trimSlashes(textAt(file.root, 'base') ?? ''),
      staticFolders: [within(pagesFolder, textAt(file.root, 'vite', 'publicDir') ?? 'public')],
      navigationFiles: [file, ...more],
      // A rewrite may give any page any address.
      isPartOfMore: rewrites !== undefined,
    }
  },
  mintlify: async ({ path, file, open }) => {
    const pagesFolder = within(posix.dirname(path), '.')
    const redirects = valueAt(file.root, 'redirects')
    const text = file.text
    const references = [...text.matchAll(/"\$ref"\s*:\s*"([^"]+\.json)"/g)].map(([, name]) =>
      within(pagesFolder, name ?? ''),
    )
    const more = await Promise.all(references.map(open))
    return {
      pagesFolder,
      staticFolders: [pagesFolder],
      navigationFiles: [file, ...more.filter((one) => one !== undefined)],
      redirects:
        redirects?.kind === 'list' ? redirects.items.map((item) => textAt(item, 'source') ?? '').filter(Boolean) : [],
      // Pages that are made from an API description have no file.
      generated: /"(?:openapi|asyncapi)"/.test(text) ? [...directoriesOf(file.root), 'api-reference'] : [],
      isPartOfMore: false,
    }
  },
  mkdocs: async ({ path, file }) => {
    const pagesFolder = within(posix.dirname(path), textAt(file.root, 'docs_dir') ?? 'docs')
    return { pagesFolder, staticFolders: [pagesFolder], navigationFiles: [file], isPartOfMore: true }
  },
  starlight: async ({ path, file }) => {
    const root = posix.dirname(path)
    return {
      pagesFolder: within(root, `${textAt(file.root, 'srcDir') ?? 'src'}/content/docs`),
      base: trimSlashes(textAt(file.root, 'base') ?? ''),
      staticFolders: [within(root, textAt(file.root, 'publicDir') ?? 'public')],
      navigationFiles: [file],
      isPartOfMore: true,
    }
  },
  docusaurus: async ({ path, file, docsFolder, open }) => {
    const root = posix.dirname(path)
    const content = contentAt(docusaurusContents(file), docsFolder)
    const sidebars = (await Promise.all((content?.sidebars ?? []).map(open))).filter((one) => one !== undefined)
    return {
      pagesFolder: content?.folder ?? within(root, 'docs'),
      routePrefix: content?.routePrefix ?? 'docs',
      base: trimSlashes(textAt(file.root, 'baseUrl') ?? ''),
      staticFolders: [within(root, 'static')],
      navigationFiles: sidebars.slice(0, 1),
      isPartOfMore: true,
    }
  },
}

function directoriesOf(node: SourceNode): string[] {
  if (node.kind === 'list') return node.items.flatMap(directoriesOf)
  if (node.kind !== 'record') return []
  return node.entries.flatMap(({ key, value }) =>
    key.value === 'directory' && value.kind === 'string' ? [trimSlashes(value.value)] : directoriesOf(value),
  )
}
