import type { GitPlace } from '../git-environment.ts'
import type { SearchHit, SearchQuery } from './checkout.ts'
import { runGit } from './git.ts'
import { unreadable } from './path.ts'

const longestLine = 300

/**
 * Lines of the tree that hold a text or match an expression, without regard to case. Binary files, links and what may
 * not be read are left out.
 */
export async function searchTree(
  place: GitPlace,
  query: SearchQuery,
  foreign: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<{ hits: SearchHit[]; more: boolean }> {
  const { stdout, exitCode } = await runGit({
    arguments: [
      ...['grep', '-I', '-n', '-z', '-i', '--untracked', '--no-exclude-standard', '--no-color', '--full-name'],
      ...[query.regex ? '--extended-regexp' : '--fixed-strings', '-e', query.query, '--'],
      ...(query.glob ? [pathspec(query.glob)] : []),
    ],
    place,
    signal,
    // 1: nothing found. 128: the expression is not valid.
    exitCodes: [0, 1, 128],
    keepBytes: 2_000_000,
    seconds: 15,
  })
  if (exitCode === 128) throw new Error(`“${query.query}” is not a valid extended regular expression.`)
  const hits: SearchHit[] = []
  for (const found of stdout.split('\n')) {
    const [path, line, text] = found.split('\0')
    if (!path || !line || text === undefined || foreign.has(path) || unreadable(path)) continue
    if (hits.length === query.limit) return { hits, more: true }
    hits.push({ path, line: Number(line), text: text.slice(0, longestLine) })
  }
  return { hits, more: false }
}

/** A glob stays one; anything else is a file or a folder. */
const pathspec = (glob: string): string => `:(${/[*?[]/.test(glob) ? 'glob' : 'literal'},top)${glob}`
