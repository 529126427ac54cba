import { existsSync } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, join, relative as relativePath, sep } from 'node:path'
import { isInside } from '../is-inside.ts'
import { folderOf, joinPaths, pathBelow, readPagePath } from '../pages/links.ts'
import { readAntora } from './antora.ts'
import { readConfigured } from './configured.ts'
import { readDocsify } from './docsify.ts'
import { docusaurusContents, versionsFile } from './docusaurus-content.ts'
import { type Category, docusaurusPlaces, readCategory } from './docusaurus-places.ts'
import { localeFolders, localeSuffixes, versionFolders } from './edition-folders.ts'
import { isFolderMeta, readFolderMetas } from './folder-meta.ts'
import type { Navigation, NavigationRequest, NavigationScope, PagePlace } from './navigation.ts'
import { readFacts } from './page-facts.ts'
import { type NamedPlace, readPlaces } from './places.ts'
import { plainPublisher, readAsciiDocParts, readSphinx, type SphinxFolder } from './plain-publisher.ts'
import { type Publisher, type PublisherFiles, publisherOf } from './published.ts'
import { foldersAbove, readAbove } from './read-above.ts'
import { openSite, type ReadText, type Site } from './site.ts'
import { isSiteFile } from './site-files.ts'
import { readOrNothing, textsIn } from './source-tree.ts'
import { findSummary, readSummary } from './summary.ts'

const largestBytes = 1024 * 1024
const mostFolders = 200
const mostMetas = 5_000

/**
 * Reads the navigation and the route rules of a folder of pages. Configurations are read as data and never run; what is
 * computed in them is not known.
 *
 * @param note is called with each file before it is read
 */
export async function readNavigation(
  request: NavigationRequest,
  note: (file: string) => void = () => {},
): Promise<Navigation> {
  const project = request.project ?? projectOf(request.folder)
  const folder = relativePath(project, request.folder).split(sep).join('/')
  const inProject = (file: string) => (folder === '' ? file : `${folder}/${file}`)
  const files = request.files.map(inProject)
  const skipped = new Set(request.skipped)
  const read = async (path: string) => {
    if (skipped.has(path)) return undefined
    note(path)
    return readText(project, path)
  }
  const { found, broken } = await readGenerator({ project, folder, files, read })
  const positions = new Map([...(found?.places.keys() ?? [])].map((file, position) => [file, position]))
  const locales = localeFolders(request.files)
  const suffixes = localeSuffixes(request.files)
  const versions = versionFolders(request.files)
  const sitePath = request.siteUrl === null ? '' : readPagePath(request.siteUrl)
  const placeOf = (file: string): PagePlace => {
    const path = inProject(file)
    const published = found?.publisher.publish(path)
    const named = found?.places.get(path)
    const scope: NavigationScope = named?.scope ?? {}
    return {
      ...(published && {
        address: belowSite(sitePath, published.address),
        ...(published.start && {
          route: {
            ...{ root: belowSite(sitePath, published.root), ending: published.ending },
            ...{ file: published.relative, start: published.start },
          },
        }),
      }),
      trail: named?.trail ?? [],
      position: positions.get(path) ?? null,
      version: scope.version ?? published?.version ?? versions(file) ?? null,
      language:
        scope.language ??
        suffixes(file)?.language ??
        published?.language ??
        locales.get(file.split('/')[0] ?? '') ??
        null,
      anchors: published && found ? found.publisher.anchors : 'github',
      ...(found?.publisher.format && { format: found.publisher.format }),
      ...(found?.publisher.showsHidden && { showsHidden: true as const }),
      ...(found?.publisher.attributesOf && { attributes: found.publisher.attributesOf(path) }),
    }
  }
  const sphinxFolders = (found?.sphinx ?? []).map((each) => (folder === '' ? each : (pathBelow(folder, each) ?? '')))
  const sphinx = [...new Set(sphinxFolders)]
  const includeFolders = (found?.publisher.includeFolders ?? []).map((each) => join(project, each))
  const leftOut = new Set(request.files.filter((file) => found?.publisher.isLeftOut?.(inProject(file))))
  const pages = request.files.filter((file) => !leftOut.has(file))
  const places = new Map(pages.map((file) => [file, placeOf(file)]))
  return { places, leftOut, broken, sphinx, includeFolders }
}

/** A path from the host on as one from the site’s address on. */
const belowSite = (sitePath: string, path: string): string =>
  sitePath === '' || (path !== sitePath && !path.startsWith(`${sitePath}/`))
    ? path
    : path.slice(sitePath.length).replace(/^\//, '')

interface Generator {
  readonly publisher: Publisher
  readonly places: ReadonlyMap<string, NamedPlace>
  /** Folders that Sphinx builds. */
  readonly sphinx?: readonly string[]
}

interface ReadGenerator extends Pick<Navigation, 'broken'> {
  readonly found: Generator | undefined
}

interface Documentation {
  readonly project: string
  readonly folder: string
  readonly files: readonly string[]
  readonly read: ReadText
}

async function readGenerator({ project, folder, files, read }: Documentation): Promise<ReadGenerator> {
  const site = await openSite(folder, await listConfigurations(project, folder), read)
  const broken = site.broken.map(({ path, error }) => ({
    path,
    reason: `The configuration cannot be parsed, and tells nothing about pages: line ${error.line}: ${error.message}`,
  }))
  const known = await readKnown(site, files, read)
  const rules = publisherOf(site, known)
  if (rules) {
    const publisher = site.isAlone ? ofSite(rules, files) : rules
    const pages = files.filter((file) => !publisher.isLeftOut?.(file))
    const request = { site, files: pages, publisher, facts: known.facts }
    const isDocusaurus = site.generator === 'docusaurus'
    const open = async (path: string) => {
      const text = await read(path)
      return text === undefined ? undefined : readOrNothing(path, text)
    }
    const categories = isDocusaurus ? await readCategories(pages, read) : new Map()
    const places = isDocusaurus
      ? await docusaurusPlaces({ ...request, versions: known.versions, categories, open })
      : readPlaces(request)
    return { found: { publisher, places }, broken }
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
  const byMetas = readFolderMetas(files, metas, {
    loader: await readLoader(folder, read),
    next: await readAbove(folder, nextConfigurations, read),
  })
  if (byMetas) return { found: byMetas, broken }
  const antora = await readAntora(folder, files, read)
  if (antora && files.some((file) => !antora.publisher.isLeftOut?.(file))) return { found: antora, broken }
  const configured = await readConfigured(folder, files, read)
  if (configured) return { found: configured, broken }
  const sphinx = await readSphinxFolders(files, folder, read)
  const hosting = await readAbove(folder, hostings, read, (text) => /^[ \t]*builder:[ \t]*["']?dirhtml\b/m.test(text))
  const parts = await readAsciiDocParts(files, read)
  const publisher = plainPublisher({ root: folder, sphinx, hasFolders: hosting !== undefined, parts })
  const plain = { publisher, places: new Map() }
  const byList = (await readDocsify(files, read)) ?? (await readList(files, plain.publisher, read))
  return { found: { ...(byList ?? plain), sphinx: sphinx.map((each) => each.folder) }, broken }
}

/** Leaves out what stands beside a website’s pages and has no address there, such as the README of its repository. */
function ofSite(rules: Publisher, files: readonly string[]): Publisher {
  if (!files.some((file) => rules.publish(file))) return rules
  return { ...rules, isLeftOut: (file) => !rules.publish(file) || (rules.isLeftOut?.(file) ?? false) }
}

/** A list of the pages in Markdown, with what is configured in its folder or above. */
async function readList(files: readonly string[], around: Publisher, read: ReadText) {
  const path = findSummary(files)
  const text = path === undefined ? undefined : await read(path)
  if (path === undefined || text === undefined) return undefined
  const find = async (...names: string[]) => {
    const folders = foldersAbove(folderOf(path)).slice(0, 3)
    for (const folder of folders) {
      for (const name of names) {
        const found = await read(joinPaths(folder, name))
        if (found !== undefined) return found
      }
    }
    return undefined
  }
  const gitbook = await find('.gitbook.yaml')
  const settings = { book: await find('book.toml'), gitbook, honkit: await find('book.json', 'book.js') }
  return readSummary({ path, text }, { files, settings, around })
}

/** The folders in which Sphinx is configured, among those of the pages and above. */
async function readSphinxFolders(files: readonly string[], folder: string, read: ReadText): Promise<SphinxFolder[]> {
  const found: SphinxFolder[] = []
  const sources = files.filter((file) => /\.(?:rst|md)$/i.test(file))
  const candidates = new Set([...withAncestors(new Set(sources.map(folderOf)), folder), ...foldersAbove(folder)])
  for (const each of sources.length > 0 ? [...candidates].slice(0, mostMetas) : []) {
    const path = join(each, 'conf.py')
    const text = await read(path)
    const sphinx = text === undefined ? undefined : readSphinx(path, text)
    if (sphinx) found.push(sphinx)
  }
  return found
}

/** What the generator knows beside its configuration. */
async function readKnown(site: Site, files: readonly string[], read: ReadText): Promise<PublisherFiles> {
  const { generator, configuration, pagesFolder } = site
  const isTold = generator === 'docusaurus' || generator === 'starlight'
  const facts = await readFacts(isTold ? files : [], read)
  const versions = new Map<string, string[]>()
  if (configuration && generator === 'docusaurus') {
    for (const content of docusaurusContents(configuration)) {
      if (content.kind !== 'docs') continue
      versions.set(content.id, await readVersions(versionsFile(dirname(configuration.path), content), read))
    }
  }
  const ignored = generator === 'mintlify' ? await read(join(pagesFolder, '.mintignore')) : undefined
  return { files, facts, versions, ignored: ignored?.split('\n') ?? [] }
}

/** What Docusaurus is told about the folders of pages and those above. */
async function readCategories(files: readonly string[], read: ReadText): Promise<Map<string, Category>> {
  const categories = new Map<string, Category>()
  for (const folder of withAncestors(new Set(files.map(folderOf)), '')) {
    for (const name of ['_category_.json', '_category_.yml', '_category_.yaml']) {
      const path = join(folder, name)
      const text = categories.has(folder) ? undefined : await read(path)
      const file = text === undefined ? undefined : readOrNothing(path, text)
      if (file) categories.set(folder, readCategory(file))
    }
  }
  return categories
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

/** `lib/source.ts`, in which Fumadocs is told where its pages are, below what it imports from beside itself. */
async function readLoader(folder: string, read: ReadText) {
  const found = await readAbove(folder, loaders, read, (text) => text.includes('loader('))
  if (!found || !/from ['"]\.\/shared['"]/.test(found.text)) return found
  const shared = await read(join(folderOf(found.path), 'shared.ts'))
  return { path: found.path, text: [shared ?? '', found.text].join('\n') }
}

/** Where Read the Docs is told how Sphinx writes. */
const hostings = ['yaml', 'yml'].flatMap((ending) => [`.readthedocs.${ending}`, `readthedocs.${ending}`])
const loaders = 'lib/source.ts src/lib/source.ts app/lib/source.ts app/source.ts lib/source.tsx'.split(' ')
const nextConfigurations = ['mjs', 'js', 'ts', 'cjs'].map((ending) => `next.config.${ending}`)

async function readVersions(path: string, read: ReadText): Promise<string[]> {
  const text = await read(path)
  return text === undefined ? [] : textsIn(readOrNothing(path, text)?.root)
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

/** The text of a file of the project; nothing when it is missing, too large, or a link that leads out. */
async function readText(project: string, path: string): Promise<string | undefined> {
  try {
    const target = await realpath(join(project, path))
    if (!isInside(project, target)) return undefined
    const status = await stat(target)
    return status.isFile() && status.size <= largestBytes ? await readFile(target, 'utf8') : undefined
  } catch {
    return undefined
  }
}
