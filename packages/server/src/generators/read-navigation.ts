import { join, relative, sep } from 'node:path'
import { localeFolders, localeSuffixes, versionFolders } from '../pages/edition-folders.ts'
import { folderOf, isBelow, joinPaths, pathBelow, readPagePath } from '../pages/links.ts'
import type { Publication, Route } from './generator.ts'
import { generators } from './generators.ts'
import type { Navigation, NavigationRequest, PagePlace } from './navigation.ts'
import { openPlain } from './plain.ts'
import { listSiteFiles, projectFiles, projectOf } from './project-files.ts'
import { isOnlySite, siteCandidates } from './site-candidates.ts'
import { type BrokenFile, Tree } from './tree.ts'

/**
 * Reads the navigation and the route rules of a folder of pages. Configurations are read as data and never run; what's
 * computed in them isn't known.
 *
 * @param note is called with each file before it is read
 */
export async function readNavigation(
  request: NavigationRequest,
  note: (file: string) => void = () => {},
): Promise<Navigation> {
  const project = request.project ?? projectOf(request.folder)
  const isAlone = request.project === undefined
  const tree = await openTree({ ...request, project, isAlone }, note)
  const inProject = (file: string) => joinPaths(tree.folder, file)
  const { generator, publication, configuration } = await openPublication(tree)
  const isPage = (file: string) => isPublished(publication, inProject(file))
  const pages = request.files.filter(isPage)
  const placeOf = placeMaker(publication, { inProject, pages, request })
  const { includeFolders = [] } = publication
  const isReadable = (each: string) => !isAlone || isOfSite(each, { configuration, pages: tree.folder })
  const foldersBeyond = await withFiles(
    tree,
    includeFolders.filter((each) => !isReadable(each)),
  )
  return {
    generator,
    places: new Map(pages.map((file) => [file, placeOf(file)])),
    leftOut: new Set(request.files.filter((file) => !isPage(file))),
    broken: [...tree.broken.map(brokenNote), ...foldersBeyond.map(beyondNote)],
    sphinx: sphinxFolders(publication, tree.folder),
    includeFolders: includeFolders.filter(isReadable).map((each) => join(project, each)),
  }
}

/**
 * Whether a folder for parts of pages is read when the folder of the pages is a source by itself: one in there is, and one
 * beside it below a configuration that stands above the pages, and so is not of those who write them.
 */
function isOfSite(
  folder: string,
  { configuration, pages }: { readonly configuration: string | null; readonly pages: string },
): boolean {
  if (isBelow(pages, folder)) return true
  if (configuration === null || isBelow(pages, configuration)) return false
  const site = folderOf(configuration)
  return folder !== site && isBelow(site, folder) && !isBelow(folder, pages)
}

async function withFiles(tree: Tree, folders: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(folders.map((each) => tree.list(each)))
  return folders.filter((_, at) => (lists[at] ?? []).length > 0)
}

const beyondNote = (folder: string): { path: string; reason: string } => ({
  path: folder,
  reason:
    'The configuration names this folder for parts of pages. Nothing is read from it, as it is neither in the source’s folder nor ' +
    'beside it below a configuration above both: give the folder of the configuration as the source’s.',
})

type OpenRequest = NavigationRequest & { readonly project: string; readonly isAlone?: boolean }

/** The project that a folder of pages is in. */
export async function openTree(
  { project, folder, files, skipped, isAlone }: OpenRequest,
  note: (file: string) => void,
): Promise<Tree> {
  const below = relative(project, folder).split(sep).join('/')
  return new Tree({
    isAlone,
    project: projectFiles(project, { skipped: new Set(skipped), note }),
    folder: below,
    pages: files.map((file) => joinPaths(below, file)),
    siteFiles: await listSiteFiles(project, below),
  })
}

/** Whether a file becomes a page. */
const isPublished = (publication: Publication, file: string): boolean =>
  !publication.isLeftOut?.(file) && (publication.keepsOthers === true || publication.route(file) !== undefined)

interface OpenPublication {
  readonly generator: string | null
  readonly publication: Publication
  /** The path of the file that configures it. */
  readonly configuration: string | null
}

/** What publishes a tree, and how it's called; null if no generator is known. */
export async function openPublication(tree: Tree): Promise<OpenPublication> {
  const candidates = siteCandidates(tree, generators.filter(isBeside))
  for (const { generator, path } of candidates) {
    tree.follow('')
    const text = await tree.read(path)
    tree.follow(path)
    const publication = text === undefined ? undefined : await generator.open(tree, { path, text })
    if (!publication) continue
    // Beside a site there may be the pages of another one, or of none that is known.
    const keepsOthers = !isOnlySite(candidates) || !tree.pages.some(publication.route)
    return { generator: generator.name, publication: { ...publication, keepsOthers }, configuration: path }
  }
  for (const generator of generators) {
    const configuration = isBeside(generator) ? undefined : await tree.find(generator.configurationFiles)
    if (configuration) tree.follow(configuration.path)
    const publication = configuration && (await generator.open(tree, configuration))
    // What publishes none of the pages is the website of another part of the repository.
    if (!publication || !tree.pages.some((file) => isPublished(publication, file))) continue
    return { generator: generator.name, publication, configuration: configuration.path }
  }
  return { generator: null, publication: await openPlain(tree), configuration: null }
}

const isBeside = ({ configurationFiles }: (typeof generators)[number]): boolean => configurationFiles.place === 'beside'

const brokenNote = ({ path, error }: BrokenFile): { path: string; reason: string } => ({
  path,
  reason: `The configuration can't be parsed and is ignored: line ${error.line}: ${error.message}`,
})

/** The folders that Sphinx builds, below the folder of the pages; one above it counts as that folder. */
const sphinxFolders = ({ sphinx = [] }: Publication, folder: string): string[] => [
  ...new Set(sphinx.map((each) => pathBelow(folder, each) ?? '')),
]

interface PlaceRequest {
  readonly inProject: (file: string) => string
  readonly pages: readonly string[]
  readonly request: NavigationRequest
}

/** Says where pages are: by the generator, or else by what files and folders are called. */
function placeMaker(
  publication: Publication,
  { inProject, pages, request }: PlaceRequest,
): (file: string) => PagePlace {
  const { files, siteUrl } = request
  const { anchors, format, showsHidden, hasTemplates, navigation } = publication
  const sitePath = siteUrl === null ? '' : readPagePath(siteUrl)
  const positions = positionsOf(publication, pages.map(inProject))
  const editions = { locales: localeFolders(files), suffixes: localeSuffixes(files), versions: versionFolders(files) }
  return (file) => {
    const path = inProject(file)
    const route = publication.route(path)
    const entry = navigation?.get(path)
    const folderLanguage = editions.locales.get(file.split('/')[0] ?? '') ?? null
    return {
      ...(route && addressPart(route, sitePath)),
      trail: entry?.trail ?? [],
      position: positions.get(path) ?? null,
      version: entry?.scope?.version ?? route?.version ?? editions.versions(file) ?? null,
      language: entry?.scope?.language ?? editions.suffixes(file)?.language ?? route?.language ?? folderLanguage,
      anchors: route ? anchors : 'github',
      ...(format && { format }),
      ...(showsHidden && { showsHidden: true as const }),
      ...(hasTemplates && { hasTemplates: true as const }),
      ...(publication.attributesOf && { attributes: publication.attributesOf(path) }),
    }
  }
}

/** The places of the pages in the navigation, counted from 0. */
function positionsOf({ navigation }: Publication, files: readonly string[]): Map<string, number> {
  const pages = new Set(files)
  const order = [...(navigation?.keys() ?? [])].filter((file) => pages.has(file))
  return new Map(order.map((file, position) => [file, position]))
}

/** A route below the site's address instead of the host's. */
function addressPart({ address, path, slugs }: Route, sitePath: string): Pick<PagePlace, 'address' | 'route'> {
  return {
    ...(address !== undefined && { address: belowSite(sitePath, address) }),
    ...(slugs && {
      route: { root: belowSite(sitePath, slugs.root), ending: slugs.ending, file: path, start: slugs.start },
    }),
  }
}

function belowSite(sitePath: string, path: string): string {
  if (sitePath === '' || path === sitePath) return sitePath === '' ? path : ''
  return pathBelow(sitePath, path) ?? path
}
