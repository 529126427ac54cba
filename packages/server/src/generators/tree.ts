import { folderOf, isBelow, joinPaths } from '../pages/links.ts'
import { mayHaveFacts, type PageFacts, readPageFacts } from './page-facts.ts'
import { readSource } from './read-source.ts'
import { readSettings, type Settings } from './settings.ts'
import { SourceError, type SourceFile } from './source-tree.ts'

/** A file of the project with its text. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** How the files that configure a generator are found. */
export interface ConfigurationFiles {
  /**
   * `beside`: in a folder above the pages or beside them, where the nearest file of all generators counts.
   * `above`: in the folder of the pages or above, the nearest first.
   * `within`: in the folders of single pages, the highest first, then above.
   */
  readonly place: 'beside' | 'above' | 'within'
  /** Names, or paths from such a folder, in the order in which they're tried. */
  readonly names: readonly string[]
  /** Whether a file is the generator's: other programs have files of the same name. */
  isMeant?(text: string, name: string): boolean
}

/** A configuration that can't be parsed. */
export interface BrokenFile {
  readonly path: string
  readonly error: SourceError
}

/** How a tree gets at the files of a project. */
export interface ProjectFiles {
  /** The names of the files and the folders in a folder, sorted; those of folders end with a slash. */
  list(folder: string): Promise<readonly string[]>
  /** Undefined for a file that is missing, too large, or outside of the project. */
  read(path: string): Promise<string | undefined>
}

/** What a tree is made of; paths are below the project. */
export interface TreeRequest {
  readonly project: ProjectFiles
  /** The folder that the pages are in. */
  readonly folder: string
  readonly pages: readonly string[]
  /** Files whose names say that they configure a site, above the pages or beside them. */
  readonly siteFiles: readonly string[]
  /** Whether the folder is a source by itself: then no configuration in it names files beyond it. */
  readonly isAlone?: boolean | undefined
}

/** Other programs have files of the same names; so many are read to find the generator's. */
const mostTries = 20
const mostFolders = 5_000

/** A project as its generator sees it: its pages and its configurations, each read once. Paths are below the project. */
export class Tree {
  readonly folder: string
  readonly pages: readonly string[]
  readonly siteFiles: readonly string[]
  /** The configurations that couldn't be parsed so far. */
  readonly broken: BrokenFile[] = []
  readonly #project: ProjectFiles
  readonly #lists = new Map<string, Promise<readonly string[]>>()
  readonly #sources = new Map<string, Promise<SourceFile | undefined>>()
  #facts: Promise<ReadonlyMap<string, PageFacts>> | undefined
  readonly #isAlone: boolean
  /** Beyond this folder, files are only found by their names. */
  #bound = ''

  constructor({ project, folder, pages, siteFiles, isAlone = false }: TreeRequest) {
    this.#isAlone = isAlone
    this.#project = project
    this.folder = folder
    this.pages = pages
    this.siteFiles = siteFiles
  }

  /** Keeps what's read from now on to what the configuration at a path may name. */
  follow(configuration: string): void {
    this.#bound = this.#isAlone && isBelow(this.folder, configuration) ? this.folder : ''
  }

  /** The text of a file; undefined if it is missing, too large, or outside of the project. */
  async read(path: string): Promise<string | undefined> {
    return this.#isOpen(path) ? this.#project.read(path) : undefined
  }

  /** The names of the files and the folders in a folder, sorted; those of folders end with a slash. */
  list(folder: string): Promise<readonly string[]> {
    const list = this.#lists.get(folder) ?? this.#project.list(folder)
    this.#lists.set(folder, list)
    return list
  }

  /** Parses a configuration in JSON, YAML or a script; undefined if it's missing, or broken and noted as that. */
  async source(path: string): Promise<SourceFile | undefined> {
    if (!this.#isOpen(path)) return undefined
    const source = this.#sources.get(path) ?? this.#readSource(path)
    this.#sources.set(path, source)
    return source
  }

  /** The sources of those files that there are, one after the other. */
  async sources(paths: readonly string[]): Promise<SourceFile[]> {
    const sources: SourceFile[] = []
    for (const path of paths) {
      const source = await this.source(path)
      if (source) sources.push(source)
    }
    return sources
  }

  /** Parses settings in YAML, JSON or TOML; undefined if they're missing or can't be parsed. */
  async settings(path: string): Promise<Settings | undefined> {
    const text = await this.read(path)
    return text === undefined ? undefined : readSettings(path, text)
  }

  /** The front matter of all pages that have some, by their files. */
  facts(): Promise<ReadonlyMap<string, PageFacts>> {
    this.#facts ??= this.#readFacts()
    return this.#facts
  }

  /** The first of some configuration files; undefined if there's none. */
  async find(files: ConfigurationFiles): Promise<TextFile | undefined> {
    for await (const file of this.#search(files)) return file
    return undefined
  }

  /** All of them, for generators that have one in several folders. */
  async findAll(files: ConfigurationFiles): Promise<TextFile[]> {
    const matches: TextFile[] = []
    for await (const file of this.#search(files, mostFolders)) matches.push(file)
    return matches
  }

  /** The folders of the pages and those between them and the folder of all pages, the highest first. */
  pageFolders(): string[] {
    const folders = new Set([this.folder])
    for (const page of this.pages) {
      for (let folder = folderOf(page); !folders.has(folder); folder = folderOf(folder)) folders.add(folder)
    }
    const depth = (folder: string) => (folder === '' ? 0 : folder.split('/').length)
    return [...folders].sort((one, other) => depth(one) - depth(other)).slice(0, mostFolders)
  }

  #isOpen(path: string): boolean {
    return isBelow(this.#bound, path)
  }

  async *#search({ place, names, isMeant }: ConfigurationFiles, most = mostTries): AsyncGenerator<TextFile> {
    let tries = 0
    for (const folder of this.#foldersOf(place)) {
      for (const name of names) {
        const path = joinPaths(folder, name)
        const text = (await this.#has(folder, name)) ? await this.#project.read(path) : undefined
        if (text === undefined) continue
        if (!isMeant || isMeant(text, name)) yield { path, text }
        if (++tries === most) return
      }
    }
  }

  /** Whether a folder has a file. Asking for the file would cost more where most folders have none. */
  async #has(folder: string, name: string): Promise<boolean> {
    const slash = name.indexOf('/') + 1
    const names = await this.list(folder)
    if (slash === 0) return names.includes(name)
    return names.includes(name.slice(0, slash)) && this.#has(joinPaths(folder, name.slice(0, slash)), name.slice(slash))
  }

  #foldersOf(place: ConfigurationFiles['place']): string[] {
    const above = foldersAbove(this.folder)
    return place === 'above' ? above : [...this.pageFolders(), ...above.slice(1)]
  }

  async #readSource(path: string): Promise<SourceFile | undefined> {
    const text = await this.read(path)
    if (text === undefined) return undefined
    try {
      return readSource(path, text)
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      this.broken.push({ path, error })
      return undefined
    }
  }

  async #readFacts(): Promise<ReadonlyMap<string, PageFacts>> {
    const facts = new Map<string, PageFacts>()
    for (const page of this.pages.filter(mayHaveFacts)) {
      const fact = readPageFacts((await this.read(page)) ?? '')
      if (fact) facts.set(page, fact)
    }
    return facts
  }
}

/** A folder and those that it is in, the nearest first; the project's own folder is ''. */
export const foldersAbove = (folder: string): string[] => {
  const steps = folder.split('/').filter(Boolean)
  return Array.from({ length: steps.length + 1 }, (_, cut) => steps.slice(0, steps.length - cut).join('/'))
}
