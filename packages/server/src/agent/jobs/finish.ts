import { checkProblemSchema } from '@sidenote/contract'
import { z } from 'zod'
import type { JobTurnRow } from '../../database/tables.ts'

const finishSchema = z.object({
  title: z.string(),
  /** What was changed, in Markdown. */
  summary: z.string(),
  /** The reason, in Markdown. */
  why: z.string(),
  /** Problems that remain and that the base commit didn't have: the pull request becomes a draft. */
  problems: z.array(checkProblemSchema.readonly()).readonly(),
})

/** What the model says at the end of a turn. */
export type Finish = Readonly<z.infer<typeof finishSchema>>

/** The stored finish of a turn; undefined while the model works. */
export const finishOf = ({ finish_json }: Pick<JobTurnRow, 'finish_json'>): Finish | undefined =>
  finish_json === null ? undefined : finishSchema.parse(JSON.parse(finish_json))
