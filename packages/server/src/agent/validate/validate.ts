import { readdir } from 'node:fs/promises'
import { posix } from 'node:path'
import { openSite } from '../../generators/open-site.ts'
import type { Site } from '../../generators/site.ts'
import type { ProjectFiles } from '../../generators/tree.ts'
import { isBelow, pathBelow } from '../../pages/links.ts'
import { locate, readPlace } from '../repository/confined-files.ts'
import { PathError } from '../repository/path.ts'
import { checkNavigation } from './check-navigation.ts'
import { checkReference } from './check-reference.ts'
import type { PageFacts } from './page-facts.ts'
import type { ValidationProblem } from './problem.ts'
import { type PageText, readManyPages } from './read-many-pages.ts'
import { createRoutes, isPage, type Routes } from './routes.ts'

export interface ValidateOptions {
  /** Folder of the documentation within the repository; empty for the whole repository. */
  readonly docsFolder: string
  /** Every file of the repository, also those that are not in the tree. Read from the tree when left out. */
  readonly files?: readonly string[]
  /** Files to be seen with another text than the tree's; null: as if they were not there. */
  readonly replaced?: ReadonlyMap<string, string | null>
  /** Keeps what was read of unchanged files between two validations. */
  readonly cache?: PageCache
}

/** Pages that were read before, with the text they had. One for a job. */
export type PageCache = Map<string, { readonly text: string; readonly facts: PageFacts }>

const longestPage = 2_000_000
const readAtOnce = 32

/** A documentation as it stands in a tree: how it is published, and what its pages say. */
export interface Documentation {
  readonly site: Site
  readonly routes: Routes
  readonly facts: ReadonlyMap<string, PageFacts>
}

/** Reads the configuration and all pages. Never runs or imports code of the repository. */
export async function readDocumentation(tree: string, options: ValidateOptions): Promise<Documentation> {
  const { docsFolder, replaced = new Map<string, string | null>(), cache = new Map() } = options
  const files = withReplaced(options.files ?? (await listTree(tree)), replaced)
  const read = async (path: string): Promise<string | undefined> => {
    const other = replaced.get(path)
    return other === undefined ? readText(tree, path) : (other ?? undefined)
  }
  const site = withDynamicPages(await openSite(docsFolder, files, read), files)
  const paths = files.filter((path) => isPage(path) && isContent(path, docsFolder, site.pagesFolder))
  const facts = await readFacts(await readTexts(paths, read), cache)
  return { site, routes: createRoutes(site, files, facts), facts }
}

/** Checks all pages and the navigation of the documentation in `tree`, in the order of files and lines. */
export async function validate(tree: string, options: ValidateOptions): Promise<ValidationProblem[]> {
  const documentation = await readDocumentation(tree, options)
  const problems: ValidationProblem[] = []
  for (const [path, page] of documentation.facts) {
    if (!isBelow(options.docsFolder, path)) continue
    for (const problem of page.problems) problems.push({ path, ...problem })
    for (const reference of page.references) {
      const problem = checkReference(path, reference, documentation)
      if (problem) problems.push(problem)
    }
  }
  const { site, routes } = documentation
  return [...problems, ...checkNavigation(site, routes)].sort(byPlace)
}

/**
 * The problems of `now` that `base` did not have. A problem that only moved to another line is not new; one that the
 * same page has once more is.
 */
export function problemsSince(
  base: readonly ValidationProblem[],
  now: readonly ValidationProblem[],
): ValidationProblem[] {
  const known = new Map<string, number>()
  for (const problem of base) known.set(keyOf(problem), (known.get(keyOf(problem)) ?? 0) + 1)
  return now.filter((problem) => {
    const left = known.get(keyOf(problem)) ?? 0
    known.set(keyOf(problem), left - 1)
    return left <= 0
  })
}

const keyOf = ({ path, rule, message }: ValidationProblem): string => `${path}\0${rule}\0${message}`

const byPlace = (one: ValidationProblem, other: ValidationProblem): number =>
  one.path < other.path ? -1 : one.path > other.path ? 1 : one.line - other.line || one.column - other.column

/** Pages of the site, and of the documentation's folder where that is larger; not what packages bring along. */
const isContent = (path: string, docsFolder: string, pagesFolder: string): boolean =>
  (isBelow(docsFolder, path) || isBelow(pagesFolder, path)) && !/(?:^|\/)(?:node_modules|\.[^/]+)\//.test(path)

/** A page called `[name].md` stands for any number of addresses in its folder. */
function withDynamicPages(site: Site, files: readonly string[]): Site {
  const folders = files.flatMap((file) => {
    const relative = isPage(file) && file.includes('[') ? pathBelow(site.pagesFolder, file) : undefined
    return relative === undefined ? [] : [posix.dirname(relative.replace(/\[.*$/, 'x'))]
  })
  return folders.length > 0 ? { ...site, generated: [...site.generated, ...folders] } : site
}

function withReplaced(files: readonly string[], replaced: ReadonlyMap<string, string | null>): string[] {
  const all = new Set(files)
  for (const [path, text] of replaced) {
    if (text === null) all.delete(path)
    else all.add(path)
  }
  return [...all].sort()
}

async function readTexts(paths: readonly string[], read: ProjectFiles['read']): Promise<PageText[]> {
  const texts: PageText[] = []
  for (let at = 0; at < paths.length; at += readAtOnce) {
    const some = await Promise.all(
      paths.slice(at, at + readAtOnce).map(async (path) => ({ path, text: await read(path) })),
    )
    for (const { path, text } of some) if (text !== undefined) texts.push({ path, text })
  }
  return texts
}

/** In the order of the pages; only those with a text that the cache does not know are parsed. */
async function readFacts(pages: readonly PageText[], cache: PageCache): Promise<Map<string, PageFacts>> {
  const fresh = await readManyPages(pages.filter(({ path, text }) => cache.get(path)?.text !== text))
  const facts = new Map<string, PageFacts>()
  for (const { path, text } of pages) {
    const found = fresh.get(path) ?? cache.get(path)?.facts
    if (!found) continue
    cache.set(path, { text, facts: found })
    facts.set(path, found)
  }
  return facts
}

/** Undefined for a file that is not in the tree, or is not text. */
async function readText(tree: string, path: string): Promise<string | undefined> {
  try {
    const place = await locate(tree, path, new Set())
    return place.kind === 'file' ? await readPlace(place, longestPage) : undefined
  } catch (error) {
    if (error instanceof PathError) return undefined
    throw error
  }
}

async function listTree(tree: string): Promise<string[]> {
  const entries = await readdir(tree, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => posix.join(posix.relative(tree, entry.parentPath), entry.name))
}
