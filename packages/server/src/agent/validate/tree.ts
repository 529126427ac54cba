import { createHash } from 'node:crypto'
import { posix } from 'node:path'
import { messageOf } from '../../errors.ts'
import { openSite } from '../../generators/open-site.ts'
import type { Site } from '../../generators/site.ts'
import { isBelow, pathBelow } from '../../pages/links.ts'
import { isPage } from '../documentation/is-page.ts'
import { locate, readPlace } from '../repository/confined-files.ts'
import { PathError } from '../repository/path.ts'
import { type PackedFacts, packFacts, unpackFacts, unreadableFacts } from './pack-facts.ts'
import { readPageCode } from './page-code.ts'
import { type PageFacts, readPageFacts } from './page-facts.ts'
import { createRoutes, type Routes } from './routes.ts'

/** A documentation in a tree on the disk. Paths are below the tree. */
export interface TreeRequest {
  readonly tree: string
  /** Folder of the documentation; empty for the whole repository. */
  readonly docsFolder: string
  /** Every file of the repository, also those that are not in the tree, sorted. */
  readonly files: readonly string[]
  /** Files that are seen with another text than the tree's; null: as if they were not there. */
  readonly replaced: ReadonlyMap<string, string | null>
  /** Configurations that are taken not to be there: reading them took too long. */
  readonly skipped: readonly string[]
}

/** The same with what its pages say, by their files. */
export interface FactsRequest extends TreeRequest {
  readonly facts: ReadonlyMap<string, PackedFacts>
  /** The pages that take too long or too much memory, each with a sentence that says so. */
  readonly unread: ReadonlyMap<string, string>
}

/** Some pages of a tree. Of one that has the hash it had, the facts are known. */
export interface PagesRequest extends Pick<TreeRequest, 'tree' | 'replaced'> {
  readonly pages: readonly { readonly path: string; readonly hash: string | undefined }[]
}

/** A page as it is now. */
export interface TreePage {
  readonly hash: string
  /** Undefined when the hash is as it was. */
  readonly facts: PackedFacts | undefined
}

/** A documentation: how it is published, and what its pages say. */
export interface Documentation {
  readonly site: Site
  readonly routes: Routes
  readonly facts: ReadonlyMap<string, PageFacts>
}

const longestPage = 2_000_000

/** The files that are pages of the documentation. */
export async function listPages(request: TreeRequest, note: (file: string) => void): Promise<string[]> {
  const { docsFolder, files } = request
  const { pagesFolder } = await readSite(request, note)
  return files.filter((path) => isPage(path) && isContent(path, docsFolder, pagesFolder))
}

/** Reads some pages; undefined for what is not there, or is not text. */
export const readPages = async ({ tree, replaced, pages }: PagesRequest): Promise<(TreePage | undefined)[]> =>
  Promise.all(
    pages.map(async ({ path, hash: before }) => {
      const text = await readText({ tree, replaced }, path)
      if (text === undefined) return undefined
      const hash = createHash('sha256').update(text).digest('base64')
      return { hash, facts: hash === before ? undefined : packFacts(readFacts(path, text)) }
    }),
  )

/** Pages whose code is listed. */
export interface CodeRequest extends Pick<TreeRequest, 'tree' | 'replaced'> {
  readonly paths: readonly string[]
  /** Whether files that end in `.md` may be read as MDX. */
  readonly mayBeMdx: boolean
}

/** Lists the keys of the code of some pages. None for a page whose code can't be read: then nothing may be taken from it. */
export const readCode = async ({ tree, replaced, paths, mayBeMdx }: CodeRequest): Promise<string[][]> =>
  Promise.all(
    paths.map(async (path) => {
      const text = await readText({ tree, replaced }, path)
      return text === undefined ? [] : codeKeys(path, text, mayBeMdx)
    }),
  )

const codeKeys = (path: string, text: string, mayBeMdx: boolean): string[] => {
  try {
    return [...new Set(readPageCode(path, text, mayBeMdx).map(({ key }) => key))]
  } catch {
    return []
  }
}

const readFacts = (path: string, text: string): PageFacts => {
  try {
    return readPageFacts(path, text)
  } catch (error) {
    return unreadableFacts(messageOf(error))
  }
}

/** Reads the configuration, and makes of it and what the pages say the documentation. */
export async function readDocumentation(request: FactsRequest, note: (file: string) => void): Promise<Documentation> {
  const site = await readSite(request, note)
  const facts = new Map([...request.facts].map(([path, packed]) => [path, unpackFacts(packed)]))
  for (const [path, reason] of request.unread) facts.set(path, unreadableFacts(reason))
  return { site, routes: createRoutes(site, request.files, facts), facts }
}

/** Recognizes the site of a tree. */
export async function readSite(request: TreeRequest, note: (file: string) => void): Promise<Site> {
  const { docsFolder, files } = request
  const skipped = new Set(request.skipped)
  const site = await openSite(docsFolder, files, async (path) => {
    if (skipped.has(path)) return undefined
    note(path)
    return readText(request, path)
  })
  return withDynamicPages(site, files)
}

/** Undefined for a file that is not in the tree, or is not text. */
async function readText({ tree, replaced }: Pick<TreeRequest, 'tree' | 'replaced'>, path: string) {
  const other = replaced.get(path)
  if (other !== undefined) return other ?? undefined
  try {
    const place = await locate(tree, path, new Set())
    return place.kind === 'file' ? await readPlace(place, longestPage) : undefined
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

/** Pages of the site, and of the documentation's folder where that is larger; not what packages bring along. */
const isContent = (path: string, docsFolder: string, pagesFolder: string): boolean =>
  (isBelow(docsFolder, path) || isBelow(pagesFolder, path)) && !path.split('/').slice(0, -1).some(isForeign)

const isForeign = (folder: string): boolean => folder === 'node_modules' || (folder.startsWith('.') && folder !== '.')

/** A page called `[name].md` stands for any number of addresses in its folder. */
function withDynamicPages(site: Site, files: readonly string[]): Site {
  const folders = files.flatMap((file) => {
    const relative = isPage(file) && file.includes('[') ? pathBelow(site.pagesFolder, file) : undefined
    return relative === undefined ? [] : [posix.dirname(`${relative.slice(0, relative.indexOf('['))}x`)]
  })
  return folders.length > 0 ? { ...site, generated: [...site.generated, ...folders] } : site
}
