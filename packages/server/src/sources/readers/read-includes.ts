import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname, extname, join, sep } from 'node:path'
import { isInside } from '../../is-inside.ts'
import { isAsciiDoc } from '../../pages/links.ts'
import { findAsciiDocIncludes } from '../../pages/readers/asciidoc/includes.ts'
import { findIncludes } from '../../pages/readers/include-lines.ts'
import {
  constantsMark,
  cutInclude,
  type Include,
  type IncludeReference,
  type Includes,
} from '../../pages/readers/includes.ts'
import { findSphinxIncludes } from '../../pages/readers/restructured-text/sphinx-includes.ts'
import { decodeText } from './decode-text.ts'

/** The largest file that a page may show, in bytes. */
const largestBytes = 256 * 1024
/** What all files that a page shows may be together, those that they show themselves counted in. */
const most = { bytes: 1024 * 1024, files: 300 }
/** How many files may include each other in a row. */
const deepest = 8

/** Where a page stands; all are real paths. */
interface IncludePlace {
  page: string
  /** The folder whose pages are indexed. */
  pages: string
  /** Beyond it nothing is read. */
  root: string
  /** Whether a file of the pages’ folder, by its path below that, becomes a page by itself. */
  isPage: (path: string) => boolean
  /** What its site sets for pages of AsciiDoc, which paths may name. */
  attributes?: Readonly<Record<string, string>>
  /** Where its site keeps what its pages show. One that is not below `root` opens what is in it alone. */
  folders?: readonly string[]
}

/**
 * Reads the files that a page shows as its own. They are looked for beside the page and in each folder above it, up to
 * `root`, and in the folders of the site; what leads out of those, by its name or by a link, and hidden files are not read.
 */
export const readIncludes = (text: string, place: IncludePlace): Promise<Includes> =>
  readWithin(text, place, { left: { ...most }, files: [place.page] })

/** What a page may still include, and the files that include each other on the way to a text. */
interface IncludeWay {
  readonly left: { bytes: number; files: number }
  readonly files: readonly string[]
}

async function readWithin(text: string, place: IncludePlace, { left, files }: IncludeWay): Promise<Includes> {
  const includes = new Map<string, Include>()
  for (const reference of findReferences(text, place, files[0] ?? place.page)) {
    const file = await findFile(reference, place)
    const isLoop = file !== undefined && (files.includes(file) || files.length > deepest)
    const found: Include | undefined = isLoop
      ? {
          reason: `The included file ${reference.path} includes itself, or stands more than ${deepest} files deep.`,
          path: reference.path,
        }
      : await readInclude(reference, file, place)
    if (!found) continue
    if (file !== undefined && 'text' in found) {
      left.bytes -= found.text.length
      left.files -= 1
    }
    if (left.bytes < 0 || left.files < 0) {
      includes.set(reference.key, {
        reason: `The page includes more than 1 MB, or more than ${most.files} files.`,
        path: reference.path,
      })
      break
    }
    if (file !== undefined && 'text' in found) {
      const inner = await readWithin(found.text, { ...place, page: file }, { left, files: [...files, file] })
      if (inner.size > 0) found.includes = inner
    }
    includes.set(reference.key, found)
  }
  return includes
}

/** What a file includes, in the way of the page that shows it. Of code, Markdown takes nothing but snippets. */
function findReferences(text: string, { page: file, attributes }: IncludePlace, page: string): IncludeReference[] {
  if (isAsciiDoc(page)) return findAsciiDocIncludes(text, attributes)
  if (/\.rst$/i.test(page)) return findSphinxIncludes(text)
  if (file !== page && !isMarkup.test(file)) return findIncludes(text, true)
  return [...findIncludes(text), ...findSphinxIncludes(text)]
}

const isMarkup = /\.(?:mdx?|markdown|mdoc|qmd|rmd|a(?:scii)?doc|rst)$/i

async function readInclude(
  reference: IncludeReference,
  file: string | undefined,
  place: IncludePlace,
): Promise<Include | undefined> {
  if (file === undefined && reference.isOptional) return undefined
  if (file === undefined && isAddress(reference.path))
    return {
      reason: `What ${reference.path} says is not shown: pages include nothing but files.`,
      path: reference.path,
    }
  if (file === undefined) {
    const { path } = reference
    return { reason: `There is no file ${path} in the source’s folder to include.`, path, missing: path }
  }
  const isPage = isMarkup.test(file)
  // It is found by itself, but for the constants in it.
  const below = file.startsWith(place.pages + sep)
    ? file
        .slice(place.pages.length + 1)
        .split(sep)
        .join('/')
    : undefined
  const isConstants = reference.key.startsWith(constantsMark)
  if (isPage && !isConstants && below !== undefined && place.isPage(below)) return { text: '', language: '', isPage }
  const { size } = await stat(file)
  if (size > largestBytes)
    return {
      reason: `The included file ${reference.path} has ${size} bytes; more than ${largestBytes} are not read.`,
      path: reference.path,
    }
  const whole = decodeText(await readFile(file))
  const text = reference.cut ? reference.cut(whole) : cutInclude(whole, reference)
  if (text === undefined) {
    const reason = `The included file ${reference.path} has no region “${reference.region}”.`
    return { reason, path: reference.path, written: reference.key }
  }
  return { text, language: extname(file).slice(1), isPage }
}

const isAddress = (path: string): boolean => /^(?:https?|ftp):\/\//.test(path)

async function findFile(
  { path: written, folder: inside }: IncludeReference,
  { page, root, folders = [] }: IncludePlace,
): Promise<string | undefined> {
  if (isAddress(written)) return undefined
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
