import { beginningOf } from '../../pages/plain-text.ts'
import { type GitCall, runGit } from './git.ts'
import { unreadable } from './path.ts'
import { findPlaces } from './search-places.ts'

/** A line that contains what was searched for. */
export interface SearchHit {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** The first hits, in the order of files and lines, and whether there are more. */
export interface SearchResult {
  readonly hits: readonly SearchHit[]
  readonly more: boolean
}

/** What to search for. */
export interface SearchQuery {
  /** Texts; a line that contains one of them is a hit. Their case doesn't matter. */
  readonly texts: readonly string[]
  /** Only files below this folder, or that match this glob. */
  readonly glob?: string | undefined
  readonly limit: number
}

type SearchCall = Pick<GitCall, 'place' | 'signal'>

const longestLine = 300
const longestSeconds = 15

/**
 * Searches the tree. Binary files, links and what may not be read are left out. Neither texts nor globs are given to git as
 * patterns: it would give an expression such as `((a{1,255}){1,255}){1,10}` gigabytes of memory, and a glob such as `*a*a*a*b`
 * hours.
 *
 * @throws Error when there is no file where it is to search
 */
export const searchTree = async (
  { place, links, signal }: SearchCall & { links: ReadonlySet<string> },
  { texts, glob, limit }: SearchQuery,
): Promise<SearchResult> => {
  const call = { place, signal }
  const until = performance.now() + longestSeconds * 1_000
  const hits: SearchHit[] = []
  for (const pathspecs of await findPlaces(call, glob)) {
    const seconds = Math.max(1, Math.ceil((until - performance.now()) / 1_000))
    for (const row of (await grep(call, { texts, pathspecs, seconds })).split('\n')) {
      const [path, line, text] = row.split('\0')
      if (!path || !line || text === undefined || links.has(path) || unreadable(path)) continue
      if (hits.length === limit) return { hits, more: true }
      hits.push({ path, line: Number(line), text: beginningOf(text, longestLine) })
    }
  }
  return { hits, more: false }
}

interface Grep {
  readonly texts: readonly string[]
  readonly pathspecs: readonly string[]
  readonly seconds: number
}

/** @returns rows of path, line and text, with NUL between */
const grep = async (call: SearchCall, { texts, pathspecs, seconds }: Grep): Promise<string> => {
  const options = ['-I', '-n', '-z', '-i', '--untracked', '--no-exclude-standard', '--no-color', '--full-name']
  const patterns = texts.flatMap((text) => ['-e', text])
  const { stdout } = await runGit({
    ...call,
    arguments: ['grep', ...options, '--fixed-strings', ...patterns, '--', ...pathspecs],
    // 1: no hit. 128: a pathspec that leads outside of the repository.
    exitCodes: pathspecs.length > 0 ? [0, 1, 128] : [0, 1],
    keepBytes: 2_000_000,
    seconds,
  })
  return stdout
}

/** Texts to look for in the files below a folder of a commit. */
interface TextQuery {
  readonly texts: readonly string[]
  /** Empty for all folders. */
  readonly folder: string
  readonly commit: string
}

const mostTexts = 50

/** Finds those texts that stand somewhere as words of their own: nothing that could belong to an address is around them. */
export const findTexts = async (call: SearchCall, { texts, folder, commit }: TextQuery): Promise<string[]> => {
  const some = texts.slice(0, mostTexts)
  if (some.length === 0) return []
  const patterns = some.flatMap((text) => ['-e', text])
  const pathspecs = folder === '' ? [] : [`:(literal,top)${folder}`]
  const { stdout } = await runGit({
    ...call,
    arguments: ['grep', '-I', '-h', '--no-color', '--fixed-strings', ...patterns, commit, '--', ...pathspecs],
    exitCodes: [0, 1],
    keepBytes: 2_000_000,
    seconds: 15,
  })
  return some.filter((text) => isWord(stdout, text))
}

const isWord = (all: string, text: string): boolean => {
  for (let at = all.indexOf(text); at >= 0; at = all.indexOf(text, at + 1)) {
    const [before, after] = [all.charAt(at - 1), all.charAt(at + text.length)]
    if (!/[\w/:.@%-]/.test(before) && !/[\w/:.@%?#&=+~-]/.test(after)) return true
  }
  return false
}
