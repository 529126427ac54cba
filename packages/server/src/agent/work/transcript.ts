import { type ModelMessage, modelMessageSchema } from 'ai'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { JobTurnRow } from '../../database/tables.ts'
import { finishOf } from '../jobs/finish.ts'
import type { Claim } from '../jobs/lease.ts'
import type { TurnWithPrompts } from '../jobs/read-turns.ts'

const messagesSchema: z.ZodType<ModelMessage[]> = z.array(modelMessageSchema)

/**
 * The conversation that a turn begins with: earlier turns in short, and the message that it answers. Messages that came
 * while it ran are in its steps.
 */
export const openingOf = (turns: readonly TurnWithPrompts[], current: number): ModelMessage[] =>
  turns
    .filter(({ turn }) => turn.number <= current)
    .flatMap(({ turn, prompts }): ModelMessage[] =>
      turn.number === current
        ? [{ role: 'user', content: prompts[0] ?? '' }]
        : [
            { role: 'user', content: prompts.join('\n\n') },
            { role: 'assistant', content: outcomeOf(turn) },
          ],
    )

const outcomeOf = (turn: JobTurnRow): string => {
  const finish = finishOf(turn)
  if (turn.status === 'completed') return finish ? `${finish.title}\n\n${finish.summary}` : 'Done.'
  if (turn.status === 'interrupted') return '(I was interrupted before I finished.)'
  return `(I didn't finish: ${turn.error ?? turn.status})`
}

/** Reads the stored steps of a turn, oldest first: the messages that each one added. */
export const readSteps = async (database: Database, { job, turn }: Claim): Promise<ModelMessage[][]> => {
  const rows = await database
    .selectFrom('job_steps')
    .select('messages_json')
    .where('job_id', '=', job.id)
    .where('turn', '=', turn.number)
    .orderBy('number')
    .execute()
  return rows.map(({ messages_json }) => messagesSchema.parse(JSON.parse(messages_json)))
}
