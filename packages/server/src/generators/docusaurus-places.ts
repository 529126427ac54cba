import { posix } from 'node:path'
import { folderOf, trimSlashes, withoutExtension } from '../pages/links.ts'
import { readDocusaurus } from './docusaurus.ts'
import { type DocusaurusContent, docusaurusContents, locatorOf, versionedSidebars } from './docusaurus-content.ts'
import { isFolderIndex, splitNumber } from './docusaurus-publisher.ts'
import { eachItem } from './navigation-lists.ts'
import type { PageFacts } from './page-facts.ts'
import type { NamedPlace } from './places.ts'
import type { Publisher } from './published.ts'
import type { Site } from './site.ts'
import { type SourceFile, textAt, valueAt } from './source-tree.ts'

/** What a `_category_` file says of its folder. */
export interface Category {
  readonly label: string | undefined
  readonly position: number | undefined
}

export function readCategory(file: SourceFile): Category {
  const position = valueAt(file.root, 'position')
  const number = position && Number(file.text.slice(position.start, position.end))
  return { label: textAt(file.root, 'label'), position: Number.isFinite(number) ? number : undefined }
}

interface PlacesRequest {
  readonly site: Site
  readonly files: readonly string[]
  readonly publisher: Publisher
  readonly facts: ReadonlyMap<string, PageFacts>
  /** Of each instance, newest first. */
  readonly versions: ReadonlyMap<string, readonly string[]>
  /** By the paths of their folders. */
  readonly categories: ReadonlyMap<string, Category>
  readonly open: (path: string) => Promise<SourceFile | undefined>
}

/** The documents of one version, below their folder. */
interface Edition {
  readonly content: DocusaurusContent
  readonly version: string
  readonly documents: readonly Document[]
}

interface Document {
  readonly file: string
  /** Below the folder of its version, with and without the numbers that order files. */
  readonly relative: string
  readonly id: string
  readonly address: string
}

/** The documents that the sidebars of a site name, by their files and in the order of the sidebars. */
export async function docusaurusPlaces(request: PlacesRequest): Promise<Map<string, NamedPlace>> {
  const places = new Map<string, NamedPlace>()
  const root = folderOf(request.site.configuration?.path ?? '')
  for (const edition of editionsOf(request, root)) {
    const { content, version } = edition
    const candidates = version === 'current' ? content.sidebars : [versionedSidebars(root, content, version)]
    const sidebar = (await Promise.all(candidates.map(request.open))).find((file) => file !== undefined)
    const named = sidebar ? namedBy(sidebar, edition, request) : filled(edition.documents, '', request)
    for (const [file, trail] of named) if (!places.has(file)) places.set(file, { trail, scope: {} })
  }
  return places
}

/** Instances in the order of the configuration, the current documents before those of former versions. */
function editionsOf(request: PlacesRequest, root: string): Edition[] {
  const { site, files, publisher, facts } = request
  const contents = site.configuration ? docusaurusContents(site.configuration) : []
  const locate = locatorOf(root, contents)
  const editions = new Map<string, Edition & { documents: Document[] }>()
  for (const file of files) {
    const located = locate(file)
    const published = publisher.publish(file)
    if (located?.content.kind !== 'docs' || located.locale !== null || !published) continue
    const { content, version, relative } = located
    const key = [contents.indexOf(content), version].join(' ')
    const edition = editions.get(key) ?? { content, version, documents: [] }
    const name = facts.get(file)?.id ?? posix.basename(withoutExtension(published.relative))
    const id = posix.join(folderOf(published.relative), name)
    edition.documents.push({ file, relative, id, address: trimSlashes(published.address) })
    editions.set(key, edition)
  }
  const rank = ({ content, version }: Edition) => {
    const at = request.versions.get(content.id)?.indexOf(version) ?? -1
    return (version === 'current' ? 0 : 1 + at) * contents.length + contents.indexOf(content)
  }
  return [...editions.values()].sort((one, other) => rank(one) - rank(other))
}

type NamedFile = readonly [file: string, trail: readonly string[]]

function* namedBy(sidebar: SourceFile, { documents }: Edition, request: PlacesRequest): Iterable<NamedFile> {
  const byId = new Map<string, string>()
  const byAddress = new Map<string, string>()
  for (const { file, id, address, relative } of documents) {
    for (const name of [id, withoutExtension(relative)]) if (!byId.has(name)) byId.set(name, file)
    byAddress.set(address, file)
  }
  const { base } = request.site
  const plain = { ...request.site, routePrefix: '' }
  for (const { target, label, within } of eachItem(readDocusaurus(sidebar, plain))) {
    if (!target) continue
    if (target.kind === 'folder') {
      const above = label ? [...within.labels, label.value] : within.labels
      for (const [file, trail] of filled(documents, target.path, request)) yield [file, [...above, ...trail]]
      continue
    }
    const file =
      target.kind === 'page'
        ? byId.get(target.path)
        : (byAddress.get(target.path) ?? byAddress.get([base, target.path].filter(Boolean).join('/')))
    if (file !== undefined) yield [file, within.labels]
  }
}

/** A folder as a sidebar shows it that fills itself. */
interface Entry {
  readonly name: string
  readonly position: number | undefined
  readonly files: readonly NamedFile[]
}

/** The documents below a folder by their positions and names, those that stand for a folder first in it. */
function filled(documents: readonly Document[], folder: string, request: PlacesRequest): readonly NamedFile[] {
  const inside = documents.flatMap((document) => {
    const below = folder === '' ? document.relative : stepsBelow(document, folder)
    return below === undefined ? [] : [{ document, steps: below.split('/') }]
  })
  return sorted(entriesOf(inside, request))
}

/** A sidebar names folders with or without their numbers. */
const stepsBelow = ({ relative }: Document, folder: string): string | undefined => {
  if (relative.startsWith(`${folder}/`)) return relative.slice(folder.length + 1)
  const steps = relative.split('/')
  const depth = folder.split('/').length
  const named = steps.slice(0, depth).map((step) => splitNumber(step).name)
  return steps.length > depth && named.join('/') === folder ? steps.slice(depth).join('/') : undefined
}

interface Inside {
  readonly document: Document
  readonly steps: readonly string[]
}

function entriesOf(inside: readonly Inside[], request: PlacesRequest): Entry[] {
  const groups = Map.groupBy(inside, ({ steps }) => steps[0] ?? '')
  return [...groups].map(([name, group]) => {
    const [only] = group
    if (only && only.steps.length === 1) {
      const { file } = only.document
      const position = request.facts.get(file)?.position ?? splitNumber(name).number
      return { name, position, files: [[file, []]] }
    }
    return folderEntry(name, group, request)
  })
}

function folderEntry(name: string, group: readonly Inside[], request: PlacesRequest): Entry {
  const below = group.map(({ document, steps }) => ({ document, steps: steps.slice(1) }))
  const index = below.find(({ document, steps }) => steps.length === 1 && isFolderIndex(document.relative))
  const facts = index && request.facts.get(index.document.file)
  const [first] = group
  const path = first ? folderAt(first) : ''
  const category = request.categories.get(path)
  const label = category?.label ?? facts?.label ?? facts?.title ?? splitNumber(name).name
  const position = category?.position ?? facts?.position ?? splitNumber(name).number
  const files = sorted(
    entriesOf(
      below.filter((each) => each !== index),
      request,
    ),
  ).map(([file, trail]): NamedFile => [file, [label, ...trail]])
  return { name, position, files: index ? [[index.document.file, []], ...files] : files }
}

/** The folder whose name is the first of the steps. */
const folderAt = ({ document, steps }: Inside): string =>
  document.file
    .split('/')
    .slice(0, 1 - steps.length)
    .join('/')

/** What has no position comes last. */
const sorted = (entries: readonly Entry[]): NamedFile[] =>
  [...entries]
    .sort((one, other) => {
      const [first, second] = [one.position ?? Number.MAX_VALUE, other.position ?? Number.MAX_VALUE]
      return first - second || (one.name < other.name ? -1 : 1)
    })
    .flatMap(({ files }) => files)
