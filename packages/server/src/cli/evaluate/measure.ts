import type { Outcome } from './ask-question.ts'
import type { ListedQuestion } from './read-questions.ts'

/** The questions of one kind. Shares are from 0 to 1, and null where no question has what they are of. */
export interface Figures {
  /** The tag, or `all`. */
  readonly tag: string
  readonly questions: number
  /** The mean share of a question’s expected pages that are among its sources. */
  readonly recall: number | null
  /** The share of questions whose first source is on an expected page. */
  readonly first: number | null
  /** The share of questions that are answered, of those that the documentation answers. */
  readonly answered: number | null
  /** The share of questions that are refused, of those that the documentation does not answer. */
  readonly refused: number | null
}

/** The names of the shares, in the order of the table. */
export const shares = ['recall', 'first', 'answered', 'refused'] as const
export type Share = (typeof shares)[number]

/** A question with what came of it. */
export type Result = ListedQuestion & Outcome

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

const measureTag = (tag: string, results: readonly Result[]): Figures => {
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
export const measure = (results: readonly Result[]): Figures[] => {
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
