import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isInside } from '../is-inside.ts'
import { isPageFile } from '../pages/links.ts'
import { reasonOf } from './reason-of.ts'
import type { SourceFailure } from './source.ts'

const skipped = new Set(['node_modules', '_static'])
/** Source code, as Sphinx puts it beside what it builds. */
const sourceCode = /(?:^|\/)_modules\/.*\.html$/
/** What a web server shows in place of a page that is not there, in each language: generators build it beside the pages. */
const notFoundPage = /^(?:[a-z]{2}(?:-[a-z]+)?\/)?(?:404|_not-found)(?:\/index)?\.html?$/i
const deepest = 64
/** What documentation is written in as well. */
const otherPages =
  /\.(?:org|textile|wiki|mediawiki|creole|pod|tex|typ|docx?|odt|rtf|pdf|epub|dita|ditamap|dj|djot|mkd|mkdn|mdwn|mdown|texi|texinfo|man|fodt|pages)$/i
const mostOthers = 10_000

/** The files of a folder that may be pages, and the folders that are too deep to be looked into. */
export interface FolderListing {
  readonly files: readonly string[]
  readonly failures: readonly SourceFailure[]
  /** Files that look like pages, of kinds that aren't read. */
  readonly others: readonly string[]
}

/**
 * Lists the pages below a folder, in the order of their names. Dot folders, `node_modules`, what Sphinx builds beside its
 * pages and what servers show for missing ones are left out; a symbolic link is followed only to a file or folder that is itself below the root.
 *
 * @param root its real path
 */
export async function listFolder(root: string, signal: AbortSignal): Promise<FolderListing> {
  const listing: Listing = { root, files: [], failures: [], others: [], signal, visited: new Set([root]) }
  await enter(listing, '', 0)
  return listing
}

const isSkipped = (name: string): boolean => name.startsWith('.') || skipped.has(name)

const isPage = (path: string): boolean => isPageFile(path) && !sourceCode.test(path) && !notFoundPage.test(path)

/** Whether a file that is there, by its path below the root, is among those that are listed. */
export const isListed = (path: string): boolean => isPage(path) && !path.split('/').some(isSkipped)

interface Listing {
  root: string
  files: string[]
  failures: SourceFailure[]
  others: string[]
  signal: AbortSignal
  /** Real paths of the folders that were entered, so that a link to a folder above ends. */
  visited: Set<string>
}

async function enter(listing: Listing, path: string, depth: number): Promise<void> {
  listing.signal.throwIfAborted()
  const entries = await readFolder(listing, path)
  for (const entry of entries.sort(inOrder)) {
    if (isSkipped(entry.name)) continue
    const below = path === '' ? entry.name : `${path}/${entry.name}`
    const kind = entry.isSymbolicLink() ? await linkedKind(listing, below) : kindOf(entry)
    if (kind === 'folder') {
      if (depth < deepest) await enter(listing, below, depth + 1)
      else listing.failures.push({ path: below, reason: `Folders more than ${deepest} deep are not read.` })
    } else if (kind === 'file' && isPage(below)) {
      listing.files.push(below)
    } else if (kind === 'file' && otherPages.test(entry.name) && listing.others.length < mostOthers) {
      listing.others.push(below)
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
