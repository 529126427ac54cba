import type { TestFigures } from '@sidenote/contract'

/** A question of a list, and what is expected of its answer. */
export interface ListedQuestion {
  readonly question: string
  /** Paths of the pages that answer it; empty if the documentation doesn’t, undefined if nobody has said. */
  readonly expected: readonly string[] | undefined
  readonly tags: readonly string[]
}

/** What came of a question. */
export interface Outcome {
  /** Paths of the pages of the sources, the first source first. */
  readonly pages: readonly string[]
  readonly answered: boolean
  readonly milliseconds: number
  /** Why there is no answer, if it failed; then it counts as not answered. */
  readonly error: string | null
}

/** The names of the shares, in the order of the table. */
export const shares = ['recall', 'first', 'answered', 'refused'] as const
export type Share = (typeof shares)[number]

/** A question with what came of it. */
export type Result = ListedQuestion & Outcome

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

const measureTag = (tag: string, results: readonly Result[]): TestFigures => {
  const absent = results.filter(({ expected }) => expected?.length === 0)
  const present = results.filter(({ expected }) => expected?.length !== 0)
  const known = present.flatMap(({ expected, pages }) => (expected ? [{ expected, pages }] : []))
  const isIn = (page: string | undefined, pages: readonly string[]) => page !== undefined && pages.includes(page)
  return {
    tag,
    questions: results.length,
    recall: mean(
      known.map(({ expected, pages }) => expected.filter((page) => isIn(page, pages)).length / expected.length),
    ),
    first: mean(known.map(({ expected, pages }) => (isIn(pages[0], expected) ? 1 : 0))),
    answered: mean(present.map(({ answered }) => (answered ? 1 : 0))),
    refused: mean(absent.map(({ answered, error }) => (answered || error !== null ? 0 : 1))),
  }
}

/** Measures all questions, and those of each tag. */
export const measure = (results: readonly Result[]): TestFigures[] => {
  const tags = [...new Set(results.flatMap((result) => result.tags))].sort()
  return [
    measureTag('all', results),
    ...tags.map((tag) =>
      measureTag(
        tag,
        results.filter((result) => result.tags.includes(tag)),
      ),
    ),
  ]
}

/** Refused though the documentation answers it, answered though it doesn’t, without any of its pages, or failed. */
export const isMissed = ({ expected, pages, answered, error }: Result): boolean => {
  if (error !== null) return true
  if (expected?.length === 0) return answered
  return !answered || (expected !== undefined && !expected.some((page) => pages.includes(page)))
}
