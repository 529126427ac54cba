import { sql } from 'kysely'
import type { Migration } from './migration.ts'

const count = (condition: string): string => `sum(case when ${condition} then 1 else 0 end)`

const weak = `status = 'answered' and strength < 100`
const outcomes = [
  count(`status = 'answered' and (strength is null or strength = 100)`),
  count(weak),
  ...['unanswered', 'clarifying', 'declined', 'aborted', 'failed'].map((status) => count(`status = '${status}'`)),
]

/** Counts the questions of agents beside all questions; those of people are the rest. */
export const agentQuestions: Migration = {
  name: '0040-agent-questions',
  up: async (transaction) => {
    await sql
      .raw(
        `insert into daily_counts (site_id, dimension, value, day, questions, answered, weak, unanswered, clarifying, declined,
          aborted, failed, helpful, unhelpful, input_tokens, output_tokens, cost, agent_calls)
        select turns.site_id, 'reader', 'agent', substr(started_at, 1, 10), count(*), ${outcomes.join()}, 0, 0,
          sum(input_tokens), sum(output_tokens), sum(cost), 0
        from turns join threads on threads.id = turns.thread_id
        where threads.fp = 'mcp'
        group by turns.site_id, substr(started_at, 1, 10)`,
      )
      .execute(transaction)
  },
}
