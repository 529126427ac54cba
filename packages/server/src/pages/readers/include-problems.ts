import type { PageProblem } from '../page.ts'
import type { Include, Includes } from './includes.ts'

type Failed = Extract<Include, { reason: string }>

/** What is told of the files that a page shows and that cannot be read: those that are not there in one sentence. */
export function includeProblems(includes: Includes = new Map(), source = ''): PageProblem[] {
  const failed = failedOf(includes)
  const [first, ...more] = new Set(failed.flatMap(({ missing }) => missing ?? []))
  const lineOf = (words: string | undefined) => {
    const at = words === undefined ? -1 : source.split('\n').findIndex((line) => line.includes(words))
    return at < 0 ? null : at + 1
  }
  const others = failed
    .filter(({ missing }) => missing === undefined)
    .map(({ reason, path, written }) => ({ line: lineOf(written) ?? lineOf(path), column: null, reason }))
  if (first === undefined) return others
  const reason =
    more.length === 0
      ? `There is no file ${first} in the source’s folder to include.`
      : `There are no files ${[first, ...more].slice(0, mostNamed).join(', ')}${
          more.length >= mostNamed ? ` and ${more.length + 1 - mostNamed} more` : ''
        } in the source’s folder to include.`
  return [{ line: lineOf(first), column: null, reason }, ...others]
}

const mostNamed = 4

const failedOf = (includes: Includes): Failed[] =>
  [...includes.values()].flatMap((include) =>
    'reason' in include ? [include] : failedOf(include.includes ?? new Map()),
  )
