import type { SlugStart } from '../pages/links.ts'
import type { AnchorStyle } from '../pages/readers/anchors.ts'
import type { MarkdownFormat } from '../pages/readers/markdown/markdown-format.ts'
import type { NavigationScope } from './navigation.ts'
import type { SiteGeneratorName, SiteReader } from './site.ts'
import type { ConfigurationFiles, TextFile, Tree } from './tree.ts'

/** A documentation generator: one file, and one line in `generators.ts`. */
export interface Generator {
  readonly name: string
  readonly configurationFiles: ConfigurationFiles
  /**
   * Says what the generator publishes of a tree. Undefined if the configuration can't be read, or belongs to another site or
   * program; then the next file, or the next generator, is tried.
   */
  open(tree: Tree, configuration: TextFile): Promise<Publication | undefined>
  /** How the agent checks the site's links and edits its navigation; only some generators have it. */
  readonly site?: SiteReader
}

/** A generator whose navigation the agent edits. */
export interface SiteGenerator extends Generator {
  readonly name: SiteGeneratorName
  readonly site: SiteReader
}

/** What a generator publishes. Files are given by their paths below the project. */
export interface Publication {
  readonly anchors: AnchorStyle
  /** How Markdown is read; by what's in it if that isn't known. */
  readonly format?: MarkdownFormat
  /** Whether search finds pages that are hidden otherwise. */
  readonly showsHidden?: boolean
  /** Whether its pages are templates, of which readers never see an expression as it is written. */
  readonly hasTemplates?: boolean
  /** Where a file is published; undefined if it's no page of the site, and then it's left out. */
  route(file: string): Route | undefined
  /** Whether the configuration leaves out a file, or makes it a part of others: for files that have a route, or others. */
  isLeftOut?(file: string): boolean
  /** Whether files without a route are pages nevertheless. */
  readonly keepsOthers?: boolean
  /** The pages that the navigation names, by their files and in its order. */
  readonly navigation?: ReadonlyMap<string, NavigationEntry>
  /** AsciiDoc attributes, substitutions of reStructuredText and values of templates that the site sets for a page. */
  attributesOf?(file: string): Readonly<Record<string, string>>
  /** Folders whose files pages may include. */
  readonly includeFolders?: readonly string[]
  /** Folders that Sphinx builds. */
  readonly sphinx?: readonly string[]
}

/** Where a page is published. */
export interface Route {
  /** Its path below the site's host, without a slash at the beginning; undefined if it can't be known. */
  readonly address: string | undefined
  /** The file below the folder whose files become pages, as navigations name it. */
  readonly path: string
  readonly version?: string | null
  readonly language?: string | null
  /** How an address in the page's front matter is read; undefined if the generator knows none. */
  readonly slugs?: Slugs
}

/** What addresses in front matter are put behind, what they end with, and what they count from. */
export interface Slugs {
  readonly root: string
  readonly ending: string
  readonly start: SlugStart
}

/** Where a navigation names a page. */
export interface NavigationEntry {
  /** Labels of the groups that it is in. */
  readonly trail: readonly string[]
  readonly scope?: NavigationScope
}
