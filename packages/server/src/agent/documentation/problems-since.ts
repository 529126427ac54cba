import type { ValidationProblem } from './problem.ts'

/**
 * The problems of `now` that `base` did not have. A problem that only moved to another line is not new; one that the
 * same page has once more is.
 */
export function problemsSince(
  base: readonly ValidationProblem[],
  now: readonly ValidationProblem[],
): ValidationProblem[] {
  const counts = new Map<string, number>()
  for (const problem of base) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1)
  return now.filter((problem) => {
    const left = counts.get(keyOf(problem)) ?? 0
    counts.set(keyOf(problem), left - 1)
    return left <= 0
  })
}

const keyOf = ({ path, rule, message }: ValidationProblem): string => `${path}\0${rule}\0${message}`
