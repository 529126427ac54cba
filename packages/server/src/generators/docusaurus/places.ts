import { posix } from 'node:path'
import { folderOf, joinPaths, trimSlashes, withoutExtension } from '../../pages/links.ts'
import type { NavigationEntry, Publication } from '../generator.ts'
import { eachItem } from '../navigation-lists.ts'
import type { Site } from '../site.ts'
import type { SourceFile } from '../source-tree.ts'
import type { Tree } from '../tree.ts'
import { type DocusaurusContent, docusaurusContents, locatorOf, versionedSidebars } from './content.ts'
import { type Document, type FileEntry, type FolderFacts, fill } from './fill.ts'
import { readSidebars } from './sidebars.ts'

/** A site of Docusaurus, and what orders its documents. */
export interface SidebarRequest extends FolderFacts {
  readonly tree: Tree
  readonly site: Site
  readonly publication: Publication
  /** The versions of each instance, newest first. */
  readonly versions: ReadonlyMap<string, readonly string[]>
}

/** The documents of one version. */
interface Edition {
  readonly content: DocusaurusContent
  readonly version: string
  readonly documents: Document[]
}

/** The documents that the sidebars of a site name, by their files and in the order of the sidebars. */
export async function readSidebarPlaces(request: SidebarRequest): Promise<Map<string, NavigationEntry>> {
  const { tree, site } = request
  const places = new Map<string, NavigationEntry>()
  const root = folderOf(site.configuration?.path ?? '')
  for (const edition of editionsOf(request, root)) {
    const { content, version, documents } = edition
    const candidates = version === 'current' ? content.sidebars : [versionedSidebars(root, content, version)]
    const [sidebar] = await tree.sources(candidates)
    const entries = sidebar ? entriesOf(sidebar, documents, request) : fill(documents, '', request)
    for (const [file, trail] of entries) if (!places.has(file)) places.set(file, { trail })
  }
  return places
}

/** Instances in the order of the configuration, the current documents before those of former versions. */
function editionsOf(request: SidebarRequest, root: string): Edition[] {
  const contents = request.site.configuration ? docusaurusContents(request.site.configuration) : []
  const locate = locatorOf(root, contents)
  const editions = new Map<string, Edition>()
  for (const file of request.tree.pages) {
    const location = locate(file)
    if (location?.content.kind !== 'docs' || location.locale !== null) continue
    const document = documentOf(file, location.path, request)
    if (!document) continue
    const { content, version } = location
    const key = [contents.indexOf(content), version].join(' ')
    const edition = editions.get(key) ?? { content, version, documents: [] }
    edition.documents.push(document)
    editions.set(key, edition)
  }
  const rank = ({ content, version }: Edition) => {
    const at = request.versions.get(content.id)?.indexOf(version) ?? -1
    return (version === 'current' ? 0 : 1 + at) * contents.length + contents.indexOf(content)
  }
  return [...editions.values()].sort((one, other) => rank(one) - rank(other))
}

function documentOf(file: string, path: string, { publication, facts }: SidebarRequest): Document | undefined {
  const route = publication.isLeftOut?.(file) ? undefined : publication.route(file)
  if (!route) return undefined
  const name = facts.get(file)?.id ?? posix.basename(withoutExtension(route.path))
  return { file, path, id: joinPaths(folderOf(route.path), name), address: trimSlashes(route.address ?? '') }
}

function* entriesOf(sidebar: SourceFile, documents: readonly Document[], request: SidebarRequest): Iterable<FileEntry> {
  const { byId, byAddress } = namesOf(documents)
  for (const { target, label, within } of eachItem(readSidebars(sidebar, { routePrefix: '' }))) {
    if (!target) continue
    if (target.kind === 'folder') {
      const above = label ? [...within.labels, label.value] : within.labels
      for (const [file, trail] of fill(documents, target.path, request)) yield [file, [...above, ...trail]]
      continue
    }
    const file =
      target.kind === 'page'
        ? byId.get(target.path)
        : (byAddress.get(target.path) ?? byAddress.get(joinPaths(request.site.base, target.path)))
    if (file !== undefined) yield [file, within.labels]
  }
}

/** Documents by what sidebars may call them. */
function namesOf(documents: readonly Document[]) {
  const byId = new Map<string, string>()
  const byAddress = new Map<string, string>()
  for (const { file, id, address, path } of documents) {
    for (const name of [id, withoutExtension(path)]) if (!byId.has(name)) byId.set(name, file)
    byAddress.set(address, file)
  }
  return { byId, byAddress }
}
