import type { GitPlace } from '../../git/git-environment.ts'
import { beginningOf } from '../../pages/plain-text.ts'
import type { SearchHit, SearchQuery } from './checkout.ts'
import { runGit } from './git.ts'
import { unreadable } from './path.ts'

const longestLine = 300

/**
 * Lines of the tree that hold a text or match an expression, without regard to case. Binary files, links and what may
 * not be read are left out.
 *
 * @throws Error when the expression is not valid, or no file is where it is searched
 */
export async function searchTree(
  place: GitPlace,
  query: SearchQuery,
  foreign: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<{ hits: SearchHit[]; more: boolean }> {
  const within = query.glob ? pathspecs(query.glob) : []
  const { stdout, exitCode } = await runGit({
    arguments: [
      ...['grep', '-I', '-n', '-z', '-i', '--untracked', '--no-exclude-standard', '--no-color', '--full-name'],
      ...[query.regex ? '--extended-regexp' : '--fixed-strings', '-e', query.query, '--'],
      ...within,
    ],
    place,
    signal,
    // 1: nothing found. 128: the expression is not valid.
    exitCodes: [0, 1, 128],
    keepBytes: 2_000_000,
    seconds: 15,
  })
  // Nothing in no files would be taken for nothing in the documentation.
  if (stdout === '' && within.length > 0 && !(await hasFiles(place, within, signal))) {
    throw new Error(
      `No file is at “${query.glob}”, or matches it. Give a folder, a file or a glob such as docs/**/*.md.`,
    )
  }
  if (exitCode === 128) throw new Error(`“${query.query}” is not a valid extended regular expression.`)
  const hits: SearchHit[] = []
  for (const found of stdout.split('\n')) {
    const [path, line, text] = found.split('\0')
    if (!path || !line || text === undefined || foreign.has(path) || unreadable(path)) continue
    if (hits.length === query.limit) return { hits, more: true }
    hits.push({ path, line: Number(line), text: beginningOf(text, longestLine) })
  }
  return { hits, more: false }
}

/** A glob stays one, and without a folder counts in all of them; anything else is a file or a folder. */
const pathspecs = (written: string): string[] => {
  const glob = written.replace(/^(?:\.?\/)+|\/+$/g, '')
  if (glob === '' || glob === '.') return []
  if (!/[*?[]/.test(glob)) return [`:(literal,top)${glob}`]
  return [`:(glob,top)${glob.includes('/') ? glob : `**/${glob}`}`]
}

const hasFiles = async (place: GitPlace, within: readonly string[], signal?: AbortSignal): Promise<boolean> => {
  const { stdout } = await runGit({
    arguments: ['ls-files', '-z', '--cached', '--others', '--', ...within],
    ...{ place, signal, exitCodes: [0, 128], keepBytes: 1_000 },
  })
  return stdout !== ''
}
