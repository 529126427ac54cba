import type { Counts, Topic } from '@sidenote/contract'
import type { SiteRow } from '../../database/tables.ts'
import { beginningOf } from '../../pages/plain-text.ts'
import { oneLine } from '../../pages/text-lines.ts'

/** A week of a site. */
export interface Digest {
  /** Its Monday. */
  readonly from: string
  /** The Monday after it. */
  readonly to: string
  readonly total: Counts
  /** The week before it. */
  readonly before: Counts
  readonly topics: readonly Pick<Topic, 'question' | 'count' | 'readers' | 'pages'>[]
  /** Questions that were resolved in it. */
  readonly resolved: number
}

const longestQuestion = 200
const days = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const counts = new Intl.NumberFormat('en')

const times = (count: number): string => (count === 1 ? 'once' : `${counts.format(count)} times`)

const shareOf = (part: number, whole: number): string => (whole === 0 ? '' : ` (${Math.round((100 * part) / whole)} %)`)

/** A question is one line, whatever its reader typed. */
const lineOf = (question: string): string => {
  const line = oneLine(question)
  return line.length > longestQuestion ? `${beginningOf(line, longestQuestion)}…` : line
}

const writeTopics = ({ topics }: Digest): string[] => {
  if (topics.length === 0) return []
  const lines = topics.map(({ question, count }) => `- ${lineOf(question)} (${times(count)})`)
  return [['What the documentation did not answer well:', ...lines].join('\n')]
}

/** Writes a digest for people. */
export const writeDigestMail = (site: Pick<SiteRow, 'name'>, digest: Digest) => {
  const { from, to, total, before, resolved } = digest
  const last = new Date(Date.parse(to) - 86_400_000)
  const week = `${days.format(new Date(from))} to ${days.format(last)}`
  const { questions } = total
  const answered = total.answered + total.weak
  const figures = [
    `Questions: ${counts.format(questions)}, ${counts.format(before.questions)} the week before`,
    `Answered: ${counts.format(answered)}${shareOf(answered, questions)}`,
    `Unanswered: ${counts.format(total.unanswered)}${shareOf(total.unanswered, questions)}`,
    `Votes: ${counts.format(total.helpful)} helpful, ${counts.format(total.unhelpful)} not`,
    ...(total.failed > 0 ? [`Failed: ${counts.format(total.failed)}`] : []),
    ...(resolved > 0 ? [`Gaps resolved: ${counts.format(resolved)}`] : []),
  ]
  return {
    subject: `${site.name}: the week of ${week}`,
    text: [`${site.name}, ${week}`, figures.join('\n'), ...writeTopics(digest)].join('\n\n'),
    page: `/gaps?from=${from}&to=${last.toISOString().slice(0, 10)}`,
  }
}
