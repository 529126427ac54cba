import { isBelow } from '../pages/links.ts'
import type { NavigationList } from './navigation-lists.ts'
import type { SourceFile } from './source-tree.ts'
import type { BrokenFile, TextFile, Tree } from './tree.ts'

/** Generators whose navigation the agent edits. */
export type SiteGeneratorName = 'vitepress' | 'docusaurus' | 'starlight' | 'mintlify' | 'mkdocs'

/** How a documentation's files become pages and addresses, as far as the agent needs it. */
export interface Site extends SiteParts {
  /** Undefined if none is recognized: then pages are what their files are called. */
  readonly generator: SiteGeneratorName | undefined
  /** The file by which the generator was recognized. */
  readonly configuration: SourceFile | undefined
  /** What a navigation file lists. */
  readonly lists: (file: SourceFile) => NavigationList[]
  readonly broken: readonly BrokenFile[]
}

/** What the configuration of one generator says. Paths are below the repository. */
export interface SiteParts {
  /** Folder whose files become pages; empty for all of the repository. */
  readonly pagesFolder: string
  /** What stands before a page's path in its address: `docs` for Docusaurus. */
  readonly routePrefix: string
  /** Address of the whole site below its host, without slashes at the ends. */
  readonly base: string
  /** Folders whose files are served as they are. */
  readonly staticFolders: readonly string[]
  /** The files that hold the navigation. */
  readonly navigationFiles: readonly SourceFile[]
  /** Addresses that lead elsewhere. */
  readonly redirects: readonly string[]
  /** Beginnings of addresses that are made without a file. */
  readonly generated: readonly string[]
  /** Whether an absolute address that no page has may still exist: pages that aren't documentation. */
  readonly isPartOfMore: boolean
}

/** How a generator's site is read. */
export interface SiteReader {
  read(tree: Tree, configuration: SourceFile): Promise<Partial<SiteParts> & Pick<SiteParts, 'pagesFolder'>>
  /** What a navigation file lists; the outermost lists, in the order of the file. */
  lists(file: SourceFile, site: SiteParts): NavigationList[]
}

/** A site without a generator. */
export const plainSite = (pagesFolder: string): Site => ({
  generator: undefined,
  configuration: undefined,
  pagesFolder,
  routePrefix: '',
  base: '',
  staticFolders: [],
  navigationFiles: [],
  redirects: [],
  generated: [],
  isPartOfMore: true,
  lists: () => [],
  broken: [],
})

/** Reads the site that a file configures. Undefined if it can't be parsed, or if the tree's pages are another site's. */
export async function readSite(
  { name, site }: { readonly name: SiteGeneratorName; readonly site: SiteReader },
  tree: Tree,
  { path }: Pick<TextFile, 'path'>,
): Promise<Site | undefined> {
  const configuration = await tree.source(path)
  if (!configuration) return undefined
  const parts = { ...plainSite(tree.folder), ...(await site.read(tree, configuration)) }
  if (!isRelated(parts.pagesFolder, tree.folder)) return undefined
  return { ...parts, generator: name, configuration, lists: (file) => site.lists(file, parts), broken: tree.broken }
}

/** Whether two folders are the same, or one is in the other. */
export const isRelated = (one: string, other: string): boolean =>
  one === other || isBelow(one, other) || isBelow(other, one)
