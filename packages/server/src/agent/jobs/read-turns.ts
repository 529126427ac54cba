import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { JobTurnRow } from '../../database/tables.ts'

const filesSchema = z.record(z.string(), z.string().nullable())

/** The files that a turn changed so far, against its `start_commit`: the text now, null when removed. */
export const filesOf = ({ files_json }: Pick<JobTurnRow, 'files_json'>): Map<string, string | null> =>
  new Map(Object.entries(filesSchema.parse(JSON.parse(files_json))))

/** One turn with the messages that it answers, in order. */
export interface TurnWithPrompts {
  readonly turn: JobTurnRow
  readonly prompts: readonly string[]
}

/** Reads all turns of a job, oldest first. */
export const readTurns = async (database: Database, jobId: string): Promise<TurnWithPrompts[]> => {
  const turns = await database
    .selectFrom('job_turns')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('number')
    .execute()
  const messages = await database
    .selectFrom('job_messages')
    .select(['turn', 'prompt'])
    .where('job_id', '=', jobId)
    .orderBy('number')
    .execute()
  const byTurn = Map.groupBy(messages, ({ turn }) => turn)
  return turns.map((turn) => ({
    turn,
    prompts: (byTurn.get(turn.number) ?? []).map(({ prompt }) => prompt),
  }))
}
