import type { PageProblem } from '../page.ts'
import type { Includes } from './includes.ts'

/** What is told of the files that a page shows and that cannot be read. */
export const includeProblems = (includes: Includes = new Map()): PageProblem[] =>
  [...includes.values()].flatMap((include) =>
    'reason' in include ? [{ line: null, column: null, reason: include.reason }] : includeProblems(include.includes),
  )
