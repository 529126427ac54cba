import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, extname, join, sep } from 'node:path'
import { isInside } from '../../is-inside.ts'
import { findAsciiDocIncludes } from '../../pages/readers/asciidoc/includes.ts'
import {
  constantsMark,
  cutInclude,
  findIncludes,
  type Include,
  type IncludeReference,
  type Includes,
} from '../../pages/readers/includes.ts'
import { findSphinxIncludes } from '../../pages/readers/restructured-text/sphinx-includes.ts'
import { decodeText } from './decode-text.ts'

/** The largest file that a page may show, and all of them together, in bytes. */
const largestBytes = 256 * 1024
const mostBytes = 1024 * 1024

/** Where a page stands; all are real paths. */
interface IncludePlace {
  page: string
  /** The folder whose pages are indexed. */
  pages: string
  /** Beyond it nothing is read. */
  root: string
  /** Whether a file of the pages’ folder, by its path below that, becomes a page by itself. */
  isPage: (path: string) => boolean
  /** Where its site keeps what its pages show. One that is not below `root` opens what is in it alone. */
  folders?: readonly string[]
}

/**
 * Reads the files that a page shows as its own. They are looked for beside the page and in each folder above it, up to
 * `root`, and in the folders of the site; what leads out of those, by its name or by a link, and hidden files are not read.
 */
export async function readIncludes(text: string, place: IncludePlace): Promise<Includes> {
  const includes = new Map<string, Include>()
  let left = mostBytes
  for (const reference of findReferences(place.page, text)) {
    const found = await readInclude(reference, place)
    if (!found) continue
    const size = 'text' in found ? found.text.length : 0
    left -= size
    includes.set(reference.key, left < 0 ? { reason: 'The page includes more than 1 MB.' } : found)
  }
  return includes
}

function findReferences(page: string, text: string): IncludeReference[] {
  if (/\.a(?:scii)?doc$/i.test(page)) return findAsciiDocIncludes(text)
  return /\.rst$/i.test(page) ? findSphinxIncludes(text) : [...findIncludes(text), ...findSphinxIncludes(text)]
}

async function readInclude(reference: IncludeReference, place: IncludePlace): Promise<Include | undefined> {
  const file = await findFile(reference, place)
  if (file === undefined && reference.isOptional) return undefined
  if (file === undefined) return { reason: `There is no file ${reference.path} in the source’s folder to include.` }
  const isPage = /\.(?:mdx?|markdown|a(?:scii)?doc|rst)$/i.test(file)
  // It is found by itself, but for the constants in it.
  const below = file.startsWith(place.pages + sep)
    ? file
        .slice(place.pages.length + 1)
        .split(sep)
        .join('/')
    : undefined
  const isConstants = reference.key.startsWith(constantsMark)
  if (isPage && !isConstants && below !== undefined && place.isPage(below)) return undefined
  const { size } = await stat(file)
  if (size > largestBytes)
    return { reason: `The included file ${reference.path} has ${size} bytes; more than ${largestBytes} are not read.` }
  const whole = decodeText(await readFile(file))
  const text = reference.cut ? reference.cut(whole) : cutInclude(whole, reference)
  if (text === undefined) return { reason: `The included file ${reference.path} has no region “${reference.region}”.` }
  return { text, language: extname(file).slice(1), isPage }
}

async function findFile(
  { path: written, folder: inside }: IncludeReference,
  { page, root, folders = [] }: IncludePlace,
): Promise<string | undefined> {
  const path = written.replace(/^(?:@site|@|~)\//, '').replace(/^\/+/, '')
  if (path.includes('\0') || path.split('/').some(isHidden)) return undefined
  const isRelative = /^\.{1,2}\//.test(path)
  for (let folder = dirname(page); folder === root || folder.startsWith(root + sep); folder = dirname(folder)) {
    const found = await fileAt(join(folder, path), root)
    if (found !== undefined || isRelative) return found
    const within = inside === undefined ? undefined : await fileAt(join(folder, inside, path), root)
    if (within !== undefined) return within
  }
  for (const folder of folders) {
    const found = await fileAt(join(folder, path), isInside(root, folder) ? root : folder)
    if (found !== undefined) return found
  }
  return isRelative ? undefined : fileBelow(path, root)
}

/** Folders and files with a dot; GitBook keeps parts of pages in one. */
const isHidden = (step: string): boolean => /^\.[^.]/.test(step) && step !== '.gitbook'

/** A path from above the source’s folder that leads back into it: `docs/_part.mdx` in the folder `docs`. */
async function fileBelow(path: string, root: string): Promise<string | undefined> {
  const steps = path.split('/')
  const above = steps.findIndex((_, at) => root.endsWith(`${sep}${steps.slice(0, at + 1).join(sep)}`))
  return above < 0 ? undefined : fileAt(join(root, ...steps.slice(above + 1)), root)
}

async function fileAt(path: string, root: string): Promise<string | undefined> {
  try {
    const target = await realpath(path)
    const isSeen = isInside(root, target) && !target.slice(root.length).split(sep).some(isHidden)
    return isSeen && (await stat(target)).isFile() ? target : undefined
  } catch {
    return undefined
  }
}
