import { readPagePath } from '../pages/links.ts'
import type { SearchOptions } from './search-options.ts'
import type { SectionMatch } from './section-match.ts'

const samePageBoost = 1.15
const sameFolderBoost = 1.05
/** How many matches beyond the limit are looked at, so that the reader's place can bring one up. */
export const placeMargin = 20

/** Sorts matches by their scores, with what the reader's place counts; without those below the threshold. */
export function sortMatches(
  matches: readonly SectionMatch[],
  { currentPath, scoreThreshold }: Pick<SearchOptions, 'currentPath' | 'scoreThreshold'>,
): SectionMatch[] {
  const current = currentPath ? readPagePath(currentPath).toLowerCase() : undefined
  const threshold = scoreThreshold ?? 0
  return matches
    .map((match) => ({ ...match, score: match.score * boostOf(match, current) }))
    .sort((one, other) => other.score - one.score || comparePaths(one.path, other.path))
    .filter((match) => match.score >= threshold)
}

/** So that equal scores don't depend on which page was indexed first. */
const comparePaths = (one: string, other: string): number => Number(one > other) - Number(one < other)

const boostOf = (match: SectionMatch, current: string | undefined): number => {
  if (current === undefined) return 1
  // Readers are at a page's address, which may be another than its file's path.
  const paths = [match.path, readPagePath(match.url)].map((path) => path.toLowerCase())
  if (paths.includes(current)) return samePageBoost
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
  return paths.some((path) => folderOf(path) === folderOf(current)) ? sameFolderBoost : 1
}
