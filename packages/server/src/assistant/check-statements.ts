import type { Logger } from 'pino'
import { type Checked, checkAnswer, judgeAnswer, writeRulings } from './grounding/check-answer.ts'
import { lookAgain } from './grounding/second-look.ts'
import type { Models } from './models/models.ts'
import type { AnswerStatus } from './outcome.ts'
import type { Turn } from './recall-turn.ts'
import type { Source } from './sources.ts'
import type { TurnRecord } from './turn-record.ts'

interface CheckDependencies {
  readonly models: Models
  readonly log: Logger
}

/** An answer whose text is complete, and how it turned out. */
interface CompleteAnswer {
  readonly record: TurnRecord
  readonly sources: readonly Source[]
  readonly status: AnswerStatus
}

/**
 * Checks the statements of an answer by rules. What they leave open is looked at again when the model that wrote it has a
 * checker: excerpts have none.
 */
export const checkStatements = async (
  { models, log }: CheckDependencies,
  { conversation, signal, onUsage }: Turn,
  { record, sources, status }: CompleteAnswer,
): Promise<Checked> => {
  if (status === 'clarifying' || status === 'declined') return {}
  const { answer, model } = record
  const { question } = conversation
  const checker = models.find(({ name }) => name === model)?.checker
  if (!checker || status === 'unanswered') return checkAnswer(answer, sources, question)
  const rulings = await judgeAnswer(answer, sources, question)
  return writeRulings(rulings, await lookAgain(checker, rulings, { signal, onUsage, log }))
}
