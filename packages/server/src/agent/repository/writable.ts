import { posix } from 'node:path'
import { matcherOf } from '../../generators/globs.ts'
import { folderFileNames, isSiteFile } from '../../generators/site-files.ts'
import { isBelow } from '../../pages/links.ts'
import { fold, unreadable } from './path.ts'

/** Where the agent may write, and what the repository has. */
export interface WritableRules {
  /** Only pages below this folder may be written; empty for the whole repository. */
  readonly docsFolder: string
  /** Every file of the repository; among them is the site's navigation. @default none */
  readonly files?: readonly string[]
  /** Paths and globs of further files, which an administrator of the project lists. @default none */
  readonly listed?: readonly string[]
}

/**
 * What makes a file one that the agent may change: it is a page; it orders a folder of pages, as data; it configures the site,
 * and then only its navigation may change; it is a picture, and then it may only be deleted; or the project lists it.
 */
export type WritableKind = 'page' | 'folder' | 'configuration' | 'picture' | 'listed'

/** What a change does to a file. */
export type FileAction = 'write' | 'remove' | 'move'

/** The files that the agent may write. What is not allowed by name is refused. */
export interface WritableFiles {
  /** Undefined for a file that may not be changed. `path` as `checkPath` gives it. */
  kindOf(path: string): WritableKind | undefined
  /**
   * A sentence for the model and for people that says why a file may not be changed so, and who can change that; undefined: it
   * may.
   */
  reasonAgainst(path: string, action: FileAction): string | undefined
  /** Why a new file may not have its name, although one of its kind may be written; undefined: it may. */
  reasonAgainstNew(path: string): string | undefined
}

/** Markups that documentation is written in, and that a build takes for text. HTML is none: generators run templates of it. */
const pageExtensions: ReadonlySet<string> = new Set(['.md', '.mdx', '.markdown', '.rst', '.adoc', '.asciidoc'])
const pictureExtensions: ReadonlySet<string> = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp', '.avif', '.svg'])
const shownExtensions = [...pageExtensions].join(', ')

/** Names in capitals that documentation uses. Others are commonly read by tools and by other agents, as instructions. */
const capitalNames: ReadonlySet<string> = new Set(
  (
    'README INDEX SUMMARY OVERVIEW INTRODUCTION INSTALL INSTALLATION SETUP USAGE GUIDE GUIDES TUTORIAL REFERENCE API CLI ' +
    'SDK FAQ GLOSSARY CHANGELOG CHANGES HISTORY NEWS RELEASES UPGRADE UPGRADING MIGRATION MIGRATING ROADMAP SUPPORT ' +
    'SECURITY CONTRIBUTING ARCHITECTURE CONFIGURATION DEPLOYMENT DEVELOPMENT TESTING TROUBLESHOOTING EXAMPLES COPYING'
  ).split(' '),
)

/**
 * First words of files in Markdown that agents take for instructions wherever they are. They look for capitals, but a disk may
 * ignore case.
 */
const agentNames: ReadonlySet<string> = new Set(
  'claude agents agent gemini qwen warp crush skill copilot-instructions'.split(' '),
)

/** Opens the list of what may be written. */
export const openWritableFiles = ({ docsFolder, files = [], listed = [] }: WritableRules): WritableFiles => {
  const exact = new Set(listed)
  const matchesListed = matcherOf(listed)
  const configurations = new Set(files.filter((file) => isSiteFile(file, docsFolder)))
  const folderNames = folderFileNames(files)
  const folded = new Map(files.map((file) => [fold(file), file]))
  const place = docsFolder === '' ? 'in the repository' : `below ${docsFolder}`
  const hint = 'An administrator can list it as writable in the project.'

  const kindOf = (path: string): WritableKind | undefined => {
    if (isForbidden(path)) return undefined
    if (exact.has(path)) return 'listed'
    if (unreadable(path)) return undefined
    if (matchesListed(path)) return 'listed'
    if (configurations.has(path)) return 'configuration'
    if (!isBelow(docsFolder, path) || path.split('/').some(isForeign)) return undefined
    if (folderNames.has(posix.basename(path))) return 'folder'
    if (pictureExtensions.has(extensionOf(path))) return 'picture'
    return isPageFile(path) && problemOfName(path) === undefined ? 'page' : undefined
  }
  return {
    kindOf,
    reasonAgainst: (path, action) => {
      const kind = kindOf(path)
      if (kind === 'picture' && action !== 'remove')
        return `“${path}” is a picture, which the agent only deletes. ${hint}`
      if (kind === 'configuration' && action !== 'write') {
        return `“${path}” configures the site: the agent changes its navigation, and does not remove or move it.`
      }
      if (kind !== undefined) return undefined
      if (isForbidden(path)) return `“${path}” is part of the agent's own instructions, which it may not change.`
      const hidden = unreadable(path)
      if (hidden) return hidden
      const isOutside = !isBelow(docsFolder, path)
      if (isOutside) return `“${path}” is outside of the documentation folder ${docsFolder}. ${hint}`
      const problem = isPageFile(path) ? problemOfName(path) : undefined
      if (problem) return `“${path}” ${problem} ${hint}`
      return `“${path}” is not among the files that the agent writes: pages ${place} (${shownExtensions}) and the site's navigation. ${hint}`
    },
    reasonAgainstNew: (path) => {
      if (path.normalize('NFC') !== path)
        return `“${path}” is not written in composed characters (NFC), as new files must be.`
      const other = folded.get(fold(path))
      if (other === undefined || other === path) return undefined
      return `“${path}” would be the same file as “${other}” on some disks. Choose another name.`
    },
  }
}

const extensionOf = (path: string): string => posix.extname(path).toLowerCase()

const isPageFile = (path: string): boolean => pageExtensions.has(extensionOf(path))

/** What says to this agent how to work stays with people, whatever is listed. */
const isForbidden = (path: string): boolean => path.split('/').some((part) => fold(part) === '.sidenote')

/** Folders of what packages bring along, and hidden ones, although a site's configuration may be in them. */
const isForeign = (part: string): boolean => fold(part) === 'node_modules' || fold(part).startsWith('.')

/** Why a page may not have its name; the end of a sentence. */
const problemOfName = (path: string): string | undefined => {
  const [first = ''] = posix.basename(path).split('.')
  if (extensionOf(path) === '.md' && agentNames.has(fold(first)))
    return 'is named like a file that other agents take for instructions.'
  const isCapital = /\p{Lu}/u.test(first) && !/\p{Ll}/u.test(first)
  if (!isCapital || capitalNames.has(first)) return undefined
  return 'has a name in capitals, which tools and other agents may take for instructions. Choose one in small letters.'
}
