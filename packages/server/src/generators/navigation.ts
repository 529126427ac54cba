import type { SlugStart } from '../pages/links.ts'
import type { AnchorStyle } from '../pages/readers/anchors.ts'
import type { MarkdownFormat } from '../pages/readers/markdown/markdown-format.ts'

/** The version and the language that a part of a navigation is for, where it names them. */
export interface NavigationScope {
  readonly version?: string
  readonly language?: string
}

/** Where a page is, as the files of its documentation generator say. */
export interface PagePlace {
  /** Where readers find it, below the site's address; undefined when no generator is known. */
  readonly address?: string
  /**
   * What an address in front matter is put behind, and what it ends with; `file` is what it is relative to. Undefined when
   * the generator knows no such addresses.
   */
  readonly route?: {
    readonly root: string
    readonly ending: string
    readonly file: string
    readonly start: SlugStart
  }
  /** Labels of the navigation's groups that it is in. */
  readonly trail: readonly string[]
  /** Its place in the navigation; null when that doesn't name it. */
  readonly position: number | null
  readonly version: string | null
  readonly language: string | null
  readonly anchors: AnchorStyle
  /** How Markdown is read; undefined when no generator is known. */
  readonly format?: MarkdownFormat
  /** Whether search finds pages that are hidden otherwise. */
  readonly showsHidden?: true
  /** Whether pages are templates. */
  readonly hasTemplates?: true
  /** AsciiDoc attributes, substitutions of reStructuredText and values of templates that the site sets. */
  readonly attributes?: Readonly<Record<string, string>>
}

/** What the configuration of a folder of pages says about them. Plain data, so that it can be sent between threads. */
export interface Navigation {
  /** What publishes the pages; null if no generator is known. */
  readonly generator: string | null
  /** The place of each page that isn't left out, by its file. */
  readonly places: ReadonlyMap<string, PagePlace>
  /** Files that become no page: parts of others, and those that the configuration leaves out. */
  readonly leftOut: ReadonlySet<string>
  /** Configurations that can't be parsed. */
  readonly broken: readonly { path: string; reason: string }[]
  /** Folders that Sphinx builds, below the folder of the pages. */
  readonly sphinx: readonly string[]
  /** Paths on the disk of folders whose files pages may include. */
  readonly includeFolders: readonly string[]
}

/** Which pages' navigation is read. */
export interface NavigationRequest {
  /** Real path of the folder that the pages are in. */
  readonly folder: string
  /** The pages, by their paths below it. */
  readonly files: readonly string[]
  /** Nothing is read beyond this folder. @default the folder of the git repository, or up to three folders above */
  readonly project?: string | undefined
  readonly siteUrl: string | null
  /** Files, by their paths below the project, that are taken not to be there: reading them took too long. */
  readonly skipped?: readonly string[]
}
