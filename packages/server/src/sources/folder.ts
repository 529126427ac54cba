import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { open, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf } from '../errors.ts'
import { readNavigation } from '../generators/read-navigation.ts'
import { isInside } from '../is-inside.ts'
import { pageFile } from '../pages/links.ts'
import { SphinxPlaces } from '../pages/restructured-text/sphinx-places.ts'
import type { SphinxReferences } from '../pages/restructured-text/sphinx-references.ts'
import { decodeText } from './decode-text.ts'
import { readIncludes } from './read-includes.ts'
import type { Source, SourceDocument, SourceFailure, SourceItem } from './source.ts'
import { readHtmlHead } from './website/page-head.ts'

const skipped = new Set(['node_modules', '_static'])
/** Source code, as Sphinx puts it beside what it builds. */
const sourceCode = /(?:^|\/)_modules\/.*\.html$/
const deepest = 64
/** In which a page says that it sends its readers on. */
const headLength = 16_000

/** The largest page that is read. A page of prose has some 20 kB; what is larger is made by a machine. */
const largestBytes = 4 * 1024 * 1024

export interface FolderOptions {
  /** The folder that it belongs to: what configures its generator, and files that pages show, are looked for in there. */
  project?: string | undefined
  /** Address of the site. */
  siteUrl?: string | null | undefined
  /** What errors call it, such as `The repository https://host/docs`. @default `The folder` and its path */
  name?: string
}

/**
 * The pages below a folder (Markdown, MDX, HTML, AsciiDoc, reStructuredText), in the order of their names. Dot folders,
 * `node_modules` and what Sphinx builds beside its pages are left out; a symbolic link is followed only to a file or folder
 * that is itself below the root.
 */
export function folderSource(folder: string, options: FolderOptions = {}): Source {
  const { name = `The folder ${folder}` } = options
  return {
    async *read(signal): AsyncIterable<SourceItem> {
      const root = await openRoot(folder, name)
      const found: string[] = []
      const failures: SourceFailure[] = []
      await listFolder({ root, found, failures, signal, visited: new Set([root]) }, '', 0)
      // A folder that suddenly has none is being built, or not mounted; its pages are not removed for it.
      if (found.length === 0) throw new Error(`${name} has no pages: no file of a kind that is read.`)
      const { siteUrl = null } = options
      const project = options.project && (await realpath(options.project))
      const { places, leftOut, broken, sphinx, includeFolders } = await readNavigation({
        folder: root,
        files: found,
        project,
        siteUrl,
      })
      const pages = found.filter((path) => !leftOut.has(path))
      yield { kind: 'total', pages: pages.length + failures.length }
      for (const failure of failures) yield { kind: 'failure', failure }
      for (const note of broken) yield { kind: 'note', failure: note }
      const known = new Set(pages)
      const isPage = (path: string) => known.has(path)
      const names = sphinx.length > 0 ? await readSphinxPlaces(root, { pages, roots: sphinx, signal }) : undefined
      for (const path of pages) {
        signal.throwIfAborted()
        const item = await readDocument({ root, around: project ?? root, isPage, names, includeFolders }, path)
        if (item.kind === 'document' && isNoPage(item.document)) {
          // It was counted as a page before it was read.
          yield { kind: 'total', pages: -1 }
          continue
        }
        const place = places.get(path)
        yield item.kind === 'document' && place ? { ...item, document: { ...item.document, place } } : item
      }
    },
  }
}

/**
 * Whether an HTML file is there only to send its readers on at once, shows all pages once more to be printed, or holds what
 * a search in the browser has found.
 */
function isNoPage({ path, text }: SourceDocument): boolean {
  if (!/\.html?$/i.test(path)) return false
  const start = text.slice(0, headLength)
  const own = new URL(encodeURI(`/${path}`), 'http://folder.invalid')
  const { refresh, noindex } = readHtmlHead(start, own)
  const isPrint = noindex && /(?:^|\/)print\.html$/.test(path)
  return (refresh !== undefined && refresh.href !== own.href) || isPrint || /<body class="SRPage">/.test(start)
}

async function openRoot(folder: string, name: string): Promise<string> {
  const root = await realpath(folder).catch((cause: unknown) => {
    throw new Error(`${name} cannot be read: ${reasonOf(cause)}.`, { cause })
  })
  if (!(await stat(root)).isDirectory()) throw new Error(`${name} cannot be read: it is not a folder.`)
  return root
}

interface Listing {
  root: string
  found: string[]
  failures: SourceFailure[]
  signal: AbortSignal
  /** Real paths of the folders that were entered, so that a link to a folder above ends. */
  visited: Set<string>
}

async function listFolder(listing: Listing, path: string, depth: number): Promise<void> {
  listing.signal.throwIfAborted()
  const entries = await readFolder(listing, path)
  for (const entry of entries.sort(inOrder)) {
    if (entry.name.startsWith('.') || skipped.has(entry.name)) continue
    const below = path === '' ? entry.name : `${path}/${entry.name}`
    const kind = entry.isSymbolicLink() ? await linkedKind(listing, below) : kindOf(entry)
    if (kind === 'folder') {
      if (depth < deepest) await listFolder(listing, below, depth + 1)
      else listing.failures.push({ path: below, reason: `Folders more than ${deepest} deep are not read.` })
    } else if (kind === 'file' && pageFile.test(entry.name) && !sourceCode.test(below)) {
      listing.found.push(below)
    }
  }
}

/**
 * Files before folders, `index` before other names and `README` last: of files that have the same page path the first
 * keeps it.
 */
function inOrder(one: Dirent, other: Dirent): number {
  const rank = ({ name, isDirectory }: { name: string; isDirectory: boolean }) =>
    isDirectory ? 3 : /^_?index\./i.test(name) ? 0 : /^readme\./i.test(name) ? 2 : 1
  const [first, second] = [one, other].map((entry) => rank({ name: entry.name, isDirectory: entry.isDirectory() }))
  return (first ?? 0) - (second ?? 0) || (one.name < other.name ? -1 : 1)
}

async function readFolder(listing: Listing, path: string): Promise<Dirent[]> {
  try {
    return await readdir(join(listing.root, path), { withFileTypes: true })
  } catch (cause) {
    // Without this folder the list is not complete, and the pages below would be taken for removed.
    throw new Error(`The folder ${join(listing.root, path)} cannot be read: ${reasonOf(cause)}.`, { cause })
  }
}

const kindOf = (entry: { isFile: () => boolean; isDirectory: () => boolean }): 'file' | 'folder' | undefined =>
  entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : undefined

/** What a symbolic link leads to; nothing when it leaves the root, is broken or was followed before. */
async function linkedKind(listing: Listing, path: string): Promise<'file' | 'folder' | undefined> {
  try {
    const target = await realpath(join(listing.root, path))
    if (!isInside(listing.root, target)) return undefined
    const kind = kindOf(await stat(target))
    if (kind !== 'folder') return kind
    if (listing.visited.has(target)) return undefined
    listing.visited.add(target)
    return kind
  } catch {
    return undefined
  }
}

/** Real paths of the folder of the pages, and of what pages may show parts of. */
interface Folders {
  root: string
  around: string
  /** Whether a file of the folder becomes a page by itself. */
  isPage: (path: string) => boolean
  /** What Sphinx knows of all pages. */
  names: SphinxPlaces | undefined
  /** Where the site keeps what its pages show. */
  includeFolders: readonly string[]
}

/** What pages can name of each other, which only all of them tell. */
async function readSphinxPlaces(
  root: string,
  { pages, roots, signal }: { pages: readonly string[]; roots: readonly string[]; signal: AbortSignal },
): Promise<SphinxPlaces> {
  const places = new SphinxPlaces(roots)
  for (const path of pages.filter((page) => isSphinxFile.test(page))) {
    signal.throwIfAborted()
    // What cannot be read is told when it is read as a page.
    const bytes = await readFile(join(root, path)).catch(() => undefined)
    if (bytes && bytes.length <= largestBytes) places.add(path, decodeText(bytes))
  }
  return places
}

const isSphinxFile = /\.(?:rst|md)$/i

async function readDocument(folders: Folders, path: string): Promise<SourceItem> {
  try {
    const file = await open(join(folders.root, path), 'r')
    try {
      const { size } = await file.stat()
      if (size > largestBytes) {
        const reason = `The file has ${size} bytes; pages of more than ${largestBytes} are not read.`
        return { kind: 'failure', failure: { path, reason } }
      }
      return { kind: 'document', document: await documentOf(path, await file.readFile(), folders) }
    } finally {
      await file.close()
    }
  } catch (cause) {
    return { kind: 'failure', failure: { path, reason: `The file cannot be read: ${reasonOf(cause)}.` } }
  }
}

async function documentOf(path: string, bytes: Buffer, folders: Folders): Promise<SourceDocument> {
  const { root, around, isPage, names, includeFolders } = folders
  const text = decodeText(bytes)
  const hash = createHash('sha256').update(bytes)
  const includes = /\.(?:mdx?|a(?:scii)?doc|rst)$/i.test(path)
    ? await readIncludes(text, {
        ...{ page: join(root, path), pages: root, root: around, isPage },
        folders: includeFolders,
      })
    : new Map()
  const references: SphinxReferences = isSphinxFile.test(path)
    ? (names?.referencesOf(path, text) ?? new Map())
    : new Map()
  for (const shown of [includes, references]) if (shown.size > 0) hash.update(JSON.stringify([...shown]))
  return {
    ...{ path, text, hash: hash.digest('hex') },
    ...(includes.size > 0 && { includes }),
    ...(references.size > 0 && { references }),
  }
}

function reasonOf(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'ENOENT') return 'it does not exist'
  if (code === 'EACCES' || code === 'EPERM') return 'permission denied'
  if (code === 'ENOTDIR') return 'it is not a folder'
  return messageOf(cause)
}
