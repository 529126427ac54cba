import { type GitCall, runGit } from './git.ts'
import { filterPaths } from './glob.ts'

type SearchCall = Pick<GitCall, 'place' | 'signal'>

/** Of the paths in one call: systems have a bound on arguments. */
const mostPathBytes = 250_000
const mostListBytes = 64 * 1024 * 1024

/**
 * Where to search, for one call of git after the other. A glob without a folder counts in all of them; what isn't a glob is a
 * file or a folder.
 *
 * @throws Error when there is no file: no hit in no file would pass for no hit in the documentation
 */
export const findPlaces = async (call: SearchCall, glob: string | undefined): Promise<string[][]> => {
  const path = (glob ?? '')
    .split('/')
    .filter((part, index) => part !== '' && !(part === '.' && index === 0))
    .join('/')
  if (path === '') return [[]]
  const isGlob = hasWildcard(path)
  const pathspec = isGlob ? folderBefore(path) : [literally(path)]
  const files = await listFiles(call, pathspec)
  const paths = isGlob ? await filterPaths(files, path.includes('/') ? path : `**/${path}`) : files
  if (paths.length === 0) {
    throw new Error(`No file matches “${glob}”. Give a folder, a file or a glob such as docs/**/*.md.`)
  }
  return isGlob ? inCalls(paths.map(literally)) : [pathspec]
}

const hasWildcard = (path: string): boolean => ['*', '?', '['].some((wildcard) => path.includes(wildcard))

const literally = (path: string): string => `:(literal,top)${path}`

/** The folder that all files of a glob are in; none for the whole tree. */
const folderBefore = (glob: string): string[] => {
  const parts = glob.split('/')
  const folder = parts.slice(0, parts.findIndex(hasWildcard)).join('/')
  return folder === '' || folder.includes('\\') ? [] : [literally(folder)]
}

const listFiles = async (call: SearchCall, pathspecs: readonly string[]): Promise<string[]> => {
  const { stdout } = await runGit({
    ...call,
    arguments: ['ls-files', '-z', '--cached', '--others', '--full-name', '--', ...pathspecs],
    // 128: a pathspec that leads outside of the repository.
    exitCodes: [0, 128],
    keepBytes: mostListBytes,
  })
  return stdout.split('\0').filter(Boolean)
}

/** As many to a call as fit into it. */
const inCalls = (pathspecs: readonly string[]): string[][] => {
  const calls: string[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const pathspec of pathspecs) {
    bytes += Buffer.byteLength(pathspec) + 1
    if (bytes > mostPathBytes) {
      calls.push([])
      bytes = Buffer.byteLength(pathspec)
    }
    calls.at(-1)?.push(pathspec)
  }
  return calls
}
