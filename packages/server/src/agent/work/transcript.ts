import { type ModelMessage, modelMessageSchema } from 'ai'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { JobMessageRow, JobTurnRow } from '../../database/tables.ts'
import type { Finish } from '../tools/tools.ts'

const messagesSchema: z.ZodType<ModelMessage[]> = z.array(modelMessageSchema)

const checkProblemSchema = z.object({
  path: z.string(),
  line: z.int(),
  column: z.int(),
  rule: z.enum([
    'page',
    'front-matter',
    'mdx',
    'code-fence',
    'link',
    'anchor',
    'image',
    'navigation',
    'navigation-file',
  ]),
  message: z.string(),
})

const finishSchema = z.object({
  title: z.string(),
  summary: z.string(),
  why: z.string(),
  problems: z.array(checkProblemSchema),
})

const filesSchema = z.record(z.string(), z.string().nullable())

/** What the model said when it was done with the turn. */
export const finishOf = (turn: Pick<JobTurnRow, 'finish_json'>): Finish | undefined =>
  turn.finish_json === null ? undefined : finishSchema.parse(JSON.parse(turn.finish_json))

/** The files that the turn has changed so far, against its `start_commit`. */
export const filesOf = (turn: Pick<JobTurnRow, 'files_json'>): Map<string, string | null> =>
  new Map(Object.entries(filesSchema.parse(JSON.parse(turn.files_json))))

/** One turn with the messages that it took, in order. */
export interface ToldTurn {
  readonly turn: JobTurnRow
  readonly prompts: readonly string[]
}

/** All turns of a job, oldest first. */
export const readTurns = async (database: Database, jobId: string): Promise<ToldTurn[]> => {
  const turns = await database
    .selectFrom('job_turns')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('number')
    .execute()
  const messages = await database
    .selectFrom('job_messages')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('number')
    .execute()
  return turns.map((turn) => ({ turn, prompts: promptsOf(messages, turn.number) }))
}

const promptsOf = (messages: readonly JobMessageRow[], turn: number): string[] =>
  messages.filter((message) => message.turn === turn).map(({ prompt }) => prompt)

/**
 * The conversation that a turn begins with: what was asked and done before, in short, and the message it is about.
 * Messages that came while it ran are in its steps.
 */
export const openingOf = (turns: readonly ToldTurn[], current: number): ModelMessage[] =>
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
  if (turn.status === 'interrupted') return '(I was interrupted before I was done.)'
  return `(I was not done: ${turn.error ?? turn.status})`
}

/** The steps of a turn that were stored, oldest first: the messages that each one added. */
export const readSteps = async (database: Database, jobId: string, turn: number): Promise<ModelMessage[][]> => {
  const rows = await database
    .selectFrom('job_steps')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('turn', '=', turn)
    .orderBy('number')
    .execute()
  return rows.map(({ messages_json }) => messagesSchema.parse(JSON.parse(messages_json)))
}
