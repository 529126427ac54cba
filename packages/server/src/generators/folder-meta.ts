import { posix } from 'node:path'
import { folderOf, joinPaths, pathBelow, trimSlashes, withoutExtension } from '../pages/links.ts'
import { localeSuffixes, type SuffixedFile } from './edition-folders.ts'
import { type NamedPlace, titleOf } from './places.ts'
import type { Publisher } from './published.ts'
import type { WrittenFile } from './read-above.ts'
import { readOrNothing, type SourceFile, type SourceNode, textAt, valueAt } from './source-tree.ts'

/** A site whose folders each have a file that names and orders what is in them: Nextra’s `_meta`, Fumadocs’ `meta.json`. */
export interface FolderMetaSite {
  readonly publisher: Publisher
  readonly places: ReadonlyMap<string, NamedPlace>
}

const nextraFile = /(?:^|\/)_meta\.(?:global\.)?(?:json|[cm]?[jt]sx?)$/
const fumadocsFile = /(?:^|\/)meta(?:\.[a-z-]{2,10})?\.json$/i

/** Whether a file may be one that orders its folder. */
export const isFolderMeta = (file: string): boolean => nextraFile.test(file) || fumadocsFile.test(file)

/** An entry of a folder’s order; `rest` stands for everything that is not named. */
interface Entry {
  readonly name: string
  readonly label: string | undefined
  /** Of the separator that it comes after. */
  readonly group: string | undefined
  /** Whether what is in the folder is shown without it. */
  readonly isOpened?: boolean
}

interface FolderMeta {
  readonly title: string | undefined
  /** Undefined: in the order of the names. */
  readonly entries: readonly Entry[] | undefined
}

const rest = '...'

/**
 * Reads the folders’ files. `pages` are the page files, `metas` the texts of the files that order folders, by their paths,
 * `loader` is Fumadocs’ `lib/source.ts`, and `next` the configuration of Next.js.
 */
export function readFolderMetas(
  pages: readonly string[],
  metas: ReadonlyMap<string, string>,
  { loader, next }: { loader?: WrittenFile | undefined; next?: WrittenFile | undefined } = {},
): FolderMetaSite | undefined {
  const isNextra = [...metas.keys()].some((path) => nextraFile.test(path))
  const folders = new Map<string, FolderMeta>()
  for (const [path, text] of metas) {
    if (nextraFile.test(path) !== isNextra) continue
    const file = readOrNothing(path, text)
    const meta = file && (isNextra ? nextraMeta(file) : fumadocsMeta(file))
    if (meta) folders.set(folderOf(path), meta)
  }
  const isFumadocs = loader?.text.includes('fumadocs') ?? false
  const known = folders.size > 0 ? [...folders.keys()] : isFumadocs ? pages.map(folderOf) : []
  const [first] = known.sort((one, other) => one.length - other.length)
  if (first === undefined) return undefined
  const contents = isNextra ? /^(.*?(?:^|\/)(?:pages|content|app))(?:\/|$)/ : /^(.*?(?:^|\/)content\/[^/]+)(?:\/|$)/
  const root = contents.exec(first)?.[1] ?? first
  const base = isNextra ? nextraBase(next) : fumadocsBase(root, loader)
  const suffixes = isNextra ? () => undefined : localeSuffixes(pages)
  const above = basePathOf(next)
  const rules = base === undefined ? unknown : publisherOf(root, { above, base }, { suffixOf: suffixes, isNextra })
  // What stands beside the pages, such as the README of the repository, has no address.
  const publisher = pages.some(rules.publish) ? { ...rules, isLeftOut: (file: string) => !rules.publish(file) } : rules
  return { publisher, places: walk(pages, folders, root) }
}

function nextraMeta({ root }: SourceFile): FolderMeta | undefined {
  if (root.kind !== 'record') return undefined
  let group: string | undefined
  const entries = root.entries.flatMap(({ key, value }): Entry[] => {
    const label = value.kind === 'string' ? value.value : textAt(value, 'title')
    if (textAt(value, 'type') === 'separator') {
      group = label
      return []
    }
    const isElsewhere = textAt(value, 'href') !== undefined
    return isElsewhere ? [] : [{ name: key.value === '*' ? rest : key.value, label, group }]
  })
  return { title: undefined, entries: entries.some(({ name }) => name === rest) ? entries : [...entries, restEntry] }
}

const restEntry: Entry = { name: rest, label: undefined, group: undefined }

function fumadocsMeta({ root }: SourceFile): FolderMeta | undefined {
  const [title, pages] = [textAt(root, 'title'), valueAt(root, 'pages')]
  if (title === undefined && pages?.kind !== 'list') return undefined
  return { title, entries: pages?.kind === 'list' ? fumadocsEntries(pages.items) : undefined }
}

function fumadocsEntries(items: readonly SourceNode[]): Entry[] {
  let group: string | undefined
  return items.flatMap((item): Entry[] => {
    if (item.kind !== 'string') return []
    const separator = /^---(?:\[[^\]]*\])?(.*?)(?:---)?$/.exec(item.value)
    if (separator) {
      group = separator[1]?.trim() || undefined
      return []
    }
    // Links, what is left out, and the reverse order.
    if (/^(?:\[|!|external:)/.test(item.value)) return []
    const name = item.value === 'z...a' || item.value === '...' ? rest : item.value.replace(/^\.\.\.|^\.\//, '')
    return [{ name, label: undefined, group, isOpened: item.value.startsWith('...') }]
  })
}

/** The address that `nextra({ contentDirBasePath: '/docs' })` gives. */
function nextraBase(next: WrittenFile | undefined): string {
  const file = next && readOrNothing(next.path, next.text)
  const paths = file?.calls('nextra').map((options) => textAt(options, 'contentDirBasePath')) ?? []
  return trimSlashes(paths.find((path) => path !== undefined) ?? '')
}

/** What Next.js puts before all addresses, whatever function its configuration is given to. */
const basePathOf = (next: WrittenFile | undefined): string =>
  trimSlashes(/^(?![ \t]*(?:\/\/|\*)).*\bbasePath[ \t]*:[ \t]*["'`]([^"'`$]+)["'`]/m.exec(next?.text ?? '')?.[1] ?? '')

/** The address that `loader({ baseUrl: '/docs' })` gives; `content/docs` is at `/docs` without one, others are not known. */
function fumadocsBase(root: string, loader: WrittenFile | undefined): string | undefined {
  const file = loader && readOrNothing(loader.path, loader.text)
  const urls = file?.calls('loader').map((options) => textAt(options, 'baseUrl')) ?? []
  const base = urls.find((url) => url !== undefined) ?? /(?:^|\/)content\/([^/]+)$/.exec(root)?.[1]
  return base === undefined ? undefined : trimSlashes(base)
}

const unknown: Publisher = { anchors: 'github', format: 'detect', publish: () => undefined }

interface Ground {
  suffixOf: (file: string) => SuffixedFile | undefined
  isNextra: boolean
}

const publisherOf = (
  root: string,
  { above, base }: Readonly<Record<'above' | 'base', string>>,
  { suffixOf, isNextra }: Ground,
): Publisher => ({
  anchors: isNextra ? 'nextra' : 'github',
  format: 'detect',
  publish: (path) => {
    const relative = pathBelow(root, path)
    if (relative === undefined) return isNextra ? ofAppRouter(path, root, above) : undefined
    const suffix = suffixOf(path)
    const steps = withoutExtension(suffix ? suffix.plain.slice(path.length - relative.length) : relative).split('/')
    // `(group)` orders files and is no part of the address; `page.mdx` is how the app router writes `index.mdx`.
    const named = steps.filter((step) => !/^\(.*\)$/.test(step))
    if (/^(?:index|page)$/.test(named.at(-1) ?? '')) named.pop()
    const language = suffix?.language ?? null
    const address = [above, language, base, ...named].filter(Boolean).join('/')
    return { address, root: joinPaths(above, base), ending: '', relative, version: null, language }
  },
})

/** `app/blog/page.mdx` beside the folder of the pages. */
function ofAppRouter(path: string, root: string, above: string) {
  const [, steps] = /^app\/(?:(.*)\/)?page\.mdx?$/.exec(pathBelow(folderOf(root), path) ?? '') ?? []
  if (steps === undefined) return undefined
  const named = steps.split('/').filter((step) => !/^\(.*\)$/.test(step))
  return { address: joinPaths(above, ...named), root: above, ending: '', relative: path, version: null, language: null }
}

/** Goes through the folders in their order. */
function walk(pages: readonly string[], metas: ReadonlyMap<string, FolderMeta>, root: string): Map<string, NamedPlace> {
  const places = new Map<string, NamedPlace>()
  const children = Map.groupBy(foldersAndFiles(pages, root), ({ folder }) => folder)
  const visit = (folder: string, trail: readonly string[]): void => {
    const meta = metas.get(folder)
    const inside = children.get(folder) ?? []
    const entries = meta?.entries ?? [restEntry]
    const named = new Set(entries.map(({ name }) => name))
    for (const { name, label, group, isOpened } of entries) {
      const found =
        name === rest ? inside.filter((child) => !named.has(child.name)) : inside.filter((child) => child.name === name)
      for (const child of found) {
        const above = group === undefined ? trail : [...trail, group]
        if (child.file !== undefined) {
          if (!places.has(child.file)) places.set(child.file, { trail: above, scope: {} })
        } else {
          const title = isOpened && name !== rest ? '' : (metas.get(child.path)?.title ?? label ?? titleOf(child.name))
          visit(child.path, title === '' ? above : [...above, title])
        }
      }
    }
  }
  visit(root, [])
  return places
}

/**
 * The order that `_meta.json` gives each folder of Rspress: names, and objects with a type, a name and a label.
 */
export function readRspressMetas(pages: readonly string[], metas: ReadonlyMap<string, string>, root: string) {
  const folders = new Map<string, FolderMeta>()
  for (const [path, text] of metas) {
    const file = readOrNothing(path, text)
    if (file?.root.kind === 'list')
      folders.set(folderOf(path), { title: undefined, entries: rspressEntries(file.root.items) })
  }
  return walk(pages, folders, root)
}

function rspressEntries(items: readonly SourceNode[]): Entry[] {
  let group: string | undefined
  return items.flatMap((item): Entry[] => {
    const label = textAt(item, 'label')
    const name = item.kind === 'string' ? item.value : textAt(item, 'name')
    if (textAt(item, 'type') === 'section-header') group = label
    return name === undefined ? [] : [{ name: withoutExtension(name), label, group }]
  })
}

interface Child {
  folder: string
  name: string
  path: string
  file: string | undefined
}

function foldersAndFiles(pages: readonly string[], root: string): Child[] {
  const found = new Map<string, Child>()
  const start = root === '' ? '' : `${root}/`
  for (const file of pages) {
    if (!file.startsWith(start)) continue
    found.set(file, { folder: folderOf(file), name: withoutExtension(posix.basename(file)), path: file, file })
    for (let path = folderOf(file); path !== root && path !== '' && !found.has(path); path = folderOf(path)) {
      found.set(path, { folder: folderOf(path), name: posix.basename(path), path, file: undefined })
    }
  }
  const rank = ({ name }: Child) => (name === 'index' ? 0 : 1)
  return [...found.values()].sort((one, other) => rank(one) - rank(other) || (one.name < other.name ? -1 : 1))
}
