import { posix } from 'node:path'
import { folderOf } from '../pages/links.ts'
import type { Generator } from './generator.ts'
import type { Tree } from './tree.ts'

/** A file that may configure the site of the pages, and the generator that it's for. */
export interface SiteCandidate<Kind extends Generator> {
  readonly generator: Kind
  readonly path: string
}

/**
 * The files beside the pages that configure one of the generators, the nearest first: of a repository's sites, the nearest
 * one has the pages. In one folder the order of the generators counts.
 */
export function siteCandidates<Kind extends Generator>(
  { siteFiles, folder }: Pick<Tree, 'siteFiles' | 'folder'>,
  generators: readonly Kind[],
): SiteCandidate<Kind>[] {
  const groups = Map.groupBy(siteFiles, siteFolderOf)
  const candidates = [...groups.values()].flatMap((files) =>
    generators.flatMap((generator) =>
      generator.configurationFiles.names.flatMap((name) =>
        files.filter((path) => path === name || path.endsWith(`/${name}`)).map((path) => ({ generator, path })),
      ),
    ),
  )
  return candidates.sort((one, other) => distance(folder, one.path) - distance(folder, other.path))
}

/** Whether no second website is configured among the files. */
export const isOnlySite = (candidates: readonly SiteCandidate<Generator>[]): boolean =>
  new Set(candidates.map(({ path }) => siteFolderOf(path))).size === 1

/** The folder that a file configures the site of. */
function siteFolderOf(path: string): string {
  const steps = folderOf(path).split('/')
  const at = steps.indexOf('.vitepress')
  return steps.slice(0, at < 0 ? undefined : at).join('/')
}

/** How many folders are between the pages and a configuration. */
const distance = (folder: string, path: string): number =>
  posix
    .relative(`/${folder}`, `/${folderOf(path)}`)
    .split('/')
    .filter(Boolean).length
