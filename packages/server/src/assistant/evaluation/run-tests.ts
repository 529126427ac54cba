import { setTimeout as wait } from 'node:timers/promises'
import type { TestQuestion, TestResult, Trial } from '@sidenote/contract'
import type { SiteRow } from '../../database/tables.ts'
import { AppError, messageOf } from '../../errors.ts'
import type { Assistant } from '../answer.ts'
import type { OnUsage } from '../models/model-call.ts'
import { tryQuestion } from '../try-question.ts'
import { isMissed, measure, type Result } from './measure.ts'
import { plainPath } from './plain-path.ts'
import { type RunSettings, updateRun, type WrittenResult, writeResult } from './test-runs.ts'

interface TestsToRun {
  readonly id: string
  readonly site: SiteRow
  readonly questions: readonly TestQuestion[]
  readonly settings: RunSettings
  /** Fires when the server is told to stop. */
  readonly stopping: AbortSignal
  readonly onUsage: OnUsage
  /** Called before each question; what it throws ends the run. */
  readonly admit: () => Promise<void>
}

/** How often a question is asked that no model had room for, and the milliseconds in between. */
const mostTries = 3
const retryPause = 5_000

const resultOf = ({ question, pages, tags }: TestQuestion, trial: Trial): Result => ({
  question,
  expected: pages ?? undefined,
  tags,
  pages: trial.sources.map(({ path }) => plainPath(path)),
  answered: trial.status === 'answered',
  milliseconds: trial.milliseconds,
  error: trial.error,
})

const describeResult = (asked: TestQuestion, trial: Trial): WrittenResult => {
  const result = resultOf(asked, trial)
  return {
    question: asked.question,
    pages: asked.pages,
    tags: asked.tags,
    status: trial.status,
    strength: trial.strength,
    isMissed: isMissed(result),
    answer: trial.answer,
    sources: [...result.pages],
    model: trial.model,
    milliseconds: trial.milliseconds,
    error: trial.error,
  } satisfies Omit<TestResult, 'before'>
}

/** Asks once more when a model failed: a rate limit is no answer. */
const ask = async (assistant: Assistant, question: TestQuestion, run: TestsToRun): Promise<Trial> => {
  for (let tries = 1; ; tries++) {
    await run.admit()
    const trial = await tryQuestion(assistant, {
      site: run.site,
      trial: { question: question.question, currentPath: question.currentPath, settings: run.settings },
      signal: run.stopping,
      onUsage: run.onUsage,
    })
    if (trial.error === null || tries >= mostTries) return trial
    await wait(retryPause, undefined, { signal: run.stopping })
  }
}

const reasonOf = (error: unknown, stopping: AbortSignal): string => {
  if (stopping.aborted) return 'The server was stopped while it ran.'
  return error instanceof AppError ? error.message : `It could not go on: ${messageOf(error)}`
}

/** Asks the questions of a run, one after the other. Ends early when the run was deleted. Never rejects. */
export const runTests = async (assistant: Assistant, run: TestsToRun): Promise<void> => {
  const { database, log } = assistant
  const results: Result[] = []
  const spent = { tokens: 0, cost: 0 }
  try {
    for (const [ordinal, question] of run.questions.entries()) {
      const trial = await ask(assistant, question, run)
      spent.tokens += trial.inputTokens + trial.outputTokens
      spent.cost += trial.cost
      results.push(resultOf(question, trial))
      const result = { runId: run.id, ordinal, result: describeResult(question, trial) }
      if (!(await writeResult(database, result, { asked: results.length, ...spent }))) return
    }
    await updateRun(database, run.id, { status: 'completed', figures: measure(results), error: null })
  } catch (error) {
    log.warn({ err: error, run: run.id, site: run.site.domain }, 'a run of test questions has ended early')
    const failure = { status: 'failed', figures: measure(results), error: reasonOf(error, run.stopping) } as const
    await updateRun(database, run.id, failure).catch((cause: unknown) =>
      log.error({ err: cause, run: run.id }, 'could not store why a run of test questions has ended'),
    )
  }
}
