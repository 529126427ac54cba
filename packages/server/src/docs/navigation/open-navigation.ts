import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative as relativePath, sep } from 'node:path'
import type { AnchorStyle } from '../anchors.ts'
import { folderOf, readPagePath } from '../links.ts'
import { isFolderMeta, readFolderMetas } from './folder-meta.ts'
import { localeFolders } from './locale-folders.ts'
import type { NavigationScope } from './navigation.ts'
import { type NamedPlace, readPlaces } from './places.ts'
import { type Publisher, publisherOf } from './published.ts'
import { openSite, type ReadText, type Site } from './site.ts'
import { isSiteFile } from './site-files.ts'
import { readOrNothing, textAt } from './source-tree.ts'

/** Where a page stands, as the files of its documentation generator say. */
export interface PagePlace {
  /** Where readers find it, from the site’s address on; undefined when no generator is known. */
  readonly address?: string
  /**
   * What an address in front matter is put behind, and what it ends with; `file` is what it is relative to. Undefined when
   * the generator knows no such addresses.
   */
  readonly route?: { readonly root: string; readonly ending: string; readonly file: string }
  /** Labels of the navigation’s groups that it is in. */
  readonly trail: readonly string[]
  /** Its place in the navigation; null when that does not name it. */
  readonly position: number | null
  readonly version: string | null
  readonly language: string | null
  readonly anchors: AnchorStyle
}

export interface Navigation {
  placeOf: (file: string) => PagePlace
  /** Configurations that cannot be parsed. */
  broken: { path: string; reason: string }[]
}

export interface NavigationRequest {
  /** Real path of the folder that the pages are in. */
  readonly folder: string
  /** The pages, below it. */
  readonly files: readonly string[]
  /** Beyond this folder nothing is read. @default the folder of the git repository, or up to three folders above */
  readonly project?: string | undefined
  readonly siteUrl: string | null
}

const largestBytes = 1024 * 1024
const mostFolders = 200
const mostMetas = 5_000

/**
 * Reads the navigation and the route rules of a folder of pages. Configurations are read as data and never run; what is
 * computed in them is not known.
 */
export async function openNavigation(request: NavigationRequest): Promise<Navigation> {
  const project = request.project ?? projectOf(request.folder)
  const folder = relativePath(project, request.folder).split(sep).join('/')
  const inProject = (file: string) => (folder === '' ? file : `${folder}/${file}`)
  const files = request.files.map(inProject)
  const { found, broken } = await readGenerator({ project, folder, files })
  const positions = new Map([...(found?.places.keys() ?? [])].map((file, position) => [file, position]))
  const locales = localeFolders(request.files)
  const sitePath = request.siteUrl === null ? '' : readPagePath(request.siteUrl)
  const placeOf = (file: string): PagePlace => {
    const path = inProject(file)
    const published = found?.publisher.publish(path)
    const named = found?.places.get(path)
    const scope: NavigationScope = named?.scope ?? {}
    return {
      ...(published && {
        address: belowSite(sitePath, published.address),
        ...(found?.publisher.hasSlugs && {
          route: { root: belowSite(sitePath, published.root), ending: published.ending, file: published.relative },
        }),
      }),
      trail: named?.trail ?? [],
      position: positions.get(path) ?? null,
      version: scope.version ?? published?.version ?? null,
      language: scope.language ?? published?.language ?? locales.get(file.split('/')[0] ?? '') ?? null,
      anchors: published && found ? found.publisher.anchors : 'github',
    }
  }
  return { placeOf, broken }
}

/** A path from the host on as one from the site’s address on. */
const belowSite = (sitePath: string, path: string): string =>
  sitePath === '' || (path !== sitePath && !path.startsWith(`${sitePath}/`))
    ? path
    : path.slice(sitePath.length).replace(/^\//, '')

interface Generator {
  readonly publisher: Publisher
  readonly places: ReadonlyMap<string, NamedPlace>
}

interface ReadGenerator extends Pick<Navigation, 'broken'> {
  readonly found: Generator | undefined
}

interface Documentation {
  readonly project: string
  readonly folder: string
  readonly files: readonly string[]
}

async function readGenerator({ project, folder, files }: Documentation): Promise<ReadGenerator> {
  const read = (path: string) => readText(project, path)
  const site = await openSite(folder, await listConfigurations(project, folder), read)
  const root = site.configuration ? folderOf(site.configuration.path) : ''
  const versions = site.generator === 'docusaurus' ? await readVersions(join(root, 'versions.json'), read) : []
  const broken = site.broken.map(({ path, error }) => ({
    path,
    reason: `The configuration cannot be parsed, and tells nothing about pages: line ${error.line}: ${error.message}`,
  }))
  const publisher = publisherOf(site, versions)
  if (publisher) {
    const labels = await readLabels(site, files, read)
    return { found: { publisher, places: readPlaces({ site, files, publisher, labels }) }, broken }
  }
  const metas = new Map<string, string>()
  const folders = new Set(files.map(folderOf))
  for (const each of [...withAncestors(folders, folder)].slice(0, mostMetas)) {
    for (const name of (await namesIn(join(project, each))).filter(({ isFolder }) => !isFolder)) {
      const path = each === '' ? name.name : `${each}/${name.name}`
      const text = isFolderMeta(path) ? await read(path) : undefined
      if (text !== undefined) metas.set(path, text)
    }
  }
  const found = metas.size === 0 ? undefined : readFolderMetas(files, metas, await readLoader(folder, read))
  return { found, broken }
}

/** What Docusaurus calls folders that fill themselves. */
async function readLabels(site: Site, files: readonly string[], read: ReadText): Promise<Map<string, string>> {
  const labels = new Map<string, string>()
  if (site.generator !== 'docusaurus') return labels
  for (const folder of withAncestors(new Set(files.map((file) => dirname(file))), site.pagesFolder)) {
    for (const name of ['_category_.json', '_category_.yml', '_category_.yaml']) {
      const text = await read(`${folder}/${name}`)
      const label = text === undefined ? undefined : textAt(readOrNothing(`${folder}/${name}`, text)?.root, 'label')
      if (label !== undefined) labels.set(folder, label)
    }
  }
  return labels
}

/** The folders of the pages and those between them and the root of the pages. */
function withAncestors(folders: ReadonlySet<string>, root: string): Set<string> {
  const all = new Set<string>([root])
  for (const folder of folders) {
    for (let path = folder; path !== root && path !== '' && !all.has(path); path = folderOf(path)) {
      all.add(path)
    }
  }
  return all
}

/** `lib/source.ts`, in which Fumadocs is told where its pages are. */
async function readLoader(folder: string, read: ReadText) {
  for (const above of foldersAbove(folder)) {
    for (const name of ['lib/source.ts', 'src/lib/source.ts', 'app/source.ts', 'lib/source.tsx']) {
      const path = above === '' ? name : `${above}/${name}`
      const text = await read(path)
      if (text?.includes('loader(')) return { path, text }
    }
  }
  return undefined
}

async function readVersions(path: string, read: ReadText): Promise<string[]> {
  const text = await read(path)
  const root = text === undefined ? undefined : readOrNothing(path, text)?.root
  return root?.kind === 'list' ? root.items.flatMap((item) => (item.kind === 'string' ? [item.value] : [])) : []
}

/** The folder of the repository; without one, three folders above. */
function projectOf(folder: string): string {
  let above = folder
  for (let steps = 0; steps < 12; steps++) {
    if (existsSync(join(above, '.git'))) return above
    above = dirname(above)
  }
  return dirname(dirname(dirname(folder)))
}

const foldersAbove = (folder: string): string[] => {
  const steps = folder.split('/').filter(Boolean)
  return Array.from({ length: steps.length + 1 }, (_, cut) => steps.slice(0, steps.length - cut).join('/'))
}

/** Files that configure a generator: in the folders from the pages up, and in those directly below each of them. */
async function listConfigurations(project: string, folder: string): Promise<string[]> {
  const found: string[] = []
  const look = async (path: string, depth: number): Promise<void> => {
    const names = await namesIn(join(project, path))
    let folders = 0
    for (const { name, isFolder } of names) {
      const below = path === '' ? name : `${path}/${name}`
      if (!isFolder && isSiteFile(below, folder)) found.push(below)
      if (isFolder && name === '.vitepress') await look(below, 2)
      else if (
        isFolder &&
        depth > 0 &&
        name !== 'node_modules' &&
        !/^\.(?!vitepress)/.test(name) &&
        ++folders < mostFolders
      )
        await look(below, depth - 1)
    }
  }
  const isRepository = existsSync(join(project, '.git'))
  for (const above of foldersAbove(folder)) await look(above, isRepository || above === folder ? 1 : 0)
  return [...new Set(found)].filter(
    (path) => !/\/(?:cache|dist|theme|components)\//.test(path.replace(/^.*\.vitepress/, '')),
  )
}

async function namesIn(folder: string): Promise<{ name: string; isFolder: boolean }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** Whether one real path is below another. */
export const isBelow = (root: string, target: string): boolean =>
  target.startsWith(root.endsWith(sep) ? root : root + sep)

/** The text of a file of the project; nothing when it is missing, too large, or a link that leads out. */
async function readText(project: string, path: string): Promise<string | undefined> {
  try {
    const target = await realpath(join(project, path))
    if (!isBelow(project, target)) return undefined
    const status = await stat(target)
    return status.isFile() && status.size <= largestBytes ? await readFile(target, 'utf8') : undefined
  } catch {
    return undefined
  }
}
