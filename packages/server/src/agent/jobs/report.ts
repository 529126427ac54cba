import type { AgentJobReport, AgentTurn, AgentUsage } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { JobRow, JobTurnRow } from '../../database/tables.ts'
import { finishOf } from './finish.ts'
import { describeJob } from './job-record.ts'
import { readTurns, type TurnWithPrompts } from './read-turns.ts'

/** Reports what a job did, turn by turn, and what it used. */
export const reportJob = async (database: Database, job: JobRow): Promise<AgentJobReport> => {
  const turns = await readTurns(database, job.id)
  const waiting = await database
    .selectFrom('job_messages')
    .select('prompt')
    .where('job_id', '=', job.id)
    .where('state', '=', 'waiting')
    .orderBy('number')
    .execute()
  return {
    job: describeJob(job),
    branch: job.branch,
    pullRequest:
      job.pull_request_url === null || job.pull_request_number === null
        ? null
        : { url: job.pull_request_url, number: job.pull_request_number },
    waiting: waiting.map(({ prompt }) => prompt),
    turns: turns.map(describeTurn),
    usage: addUp(turns.map(({ turn }) => usageOf(turn))),
  }
}

const describeTurn = ({ turn, prompts }: TurnWithPrompts): AgentTurn => {
  const finish = finishOf(turn)
  return {
    number: turn.number,
    status: turn.status,
    prompts: [...prompts],
    summary: finish?.summary ?? null,
    error: turn.error,
    commit: turn.commit_id,
    attempts: turn.attempts,
    problems: (finish?.problems ?? []).map((problem) => ({ ...problem })),
    usage: usageOf(turn),
    startedAt: turn.started_at,
    finishedAt: turn.finished_at,
  }
}

const usageOf = ({ model_calls, input_tokens, output_tokens, cost }: JobTurnRow): AgentUsage => ({
  modelCalls: model_calls,
  inputTokens: input_tokens,
  outputTokens: output_tokens,
  cost,
})

const addUp = (usages: readonly AgentUsage[]): AgentUsage => ({
  modelCalls: usages.reduce((sum, one) => sum + one.modelCalls, 0),
  inputTokens: usages.reduce((sum, one) => sum + one.inputTokens, 0),
  outputTokens: usages.reduce((sum, one) => sum + one.outputTokens, 0),
  cost: usages.every(({ cost }) => cost === null) ? null : usages.reduce((sum, one) => sum + (one.cost ?? 0), 0),
})
