import type { Counts } from '@sidenote/contract'
import { sql } from 'kysely'
import { countNames, type DailyCounts } from '../../database/add-daily-counts.ts'

/** Counts as rows of the database have them. */
export const describeCounts = (row: DailyCounts): Counts => {
  const { input_tokens, output_tokens, agent_calls, ...counts } = row
  return {
    questions: counts.questions,
    answered: counts.answered,
    weak: counts.weak,
    unanswered: counts.unanswered,
    clarifying: counts.clarifying,
    declined: counts.declined,
    aborted: counts.aborted,
    failed: counts.failed,
    helpful: counts.helpful,
    unhelpful: counts.unhelpful,
    inputTokens: input_tokens,
    outputTokens: output_tokens,
    cost: counts.cost,
    agentCalls: agent_calls,
  }
}

/** The sum of each count, under its name. */
export const sums = countNames.map((name) => sql<number>`sum(${sql.ref(name)})`.as(name))

/** Each count by its name. */
const mapCounts = (sum: (name: keyof Counts) => number): Counts => ({
  questions: sum('questions'),
  answered: sum('answered'),
  weak: sum('weak'),
  unanswered: sum('unanswered'),
  clarifying: sum('clarifying'),
  declined: sum('declined'),
  aborted: sum('aborted'),
  failed: sum('failed'),
  helpful: sum('helpful'),
  unhelpful: sum('unhelpful'),
  inputTokens: sum('inputTokens'),
  outputTokens: sum('outputTokens'),
  cost: sum('cost'),
  agentCalls: sum('agentCalls'),
})

/** Adds up counts. */
export const addCounts = (all: readonly Counts[]): Counts =>
  mapCounts((name) => all.reduce((total, counts) => total + counts[name], 0))

/** What is left of counts without a part of them. */
export const withoutCounts = (whole: Counts, part: Counts): Counts => mapCounts((name) => whole[name] - part[name])

/** The counts of a day on which nothing happened. */
export const noCounts = addCounts([])
