import { randomUUID } from 'node:crypto'
import {
  type TestFigures,
  type TestResult,
  type TestRun,
  type TestRunResults,
  testFiguresSchema,
  testResultSchema,
  triedSettingsSchema,
} from '@sidenote/contract'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import type { SiteRow, TestRunRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

/** Settings that stand in for those of the site; null for its own. */
export type RunSettings = z.infer<typeof triedSettingsSchema> | null

/** A result as it is stored: what came before is looked up when it is read. */
export type WrittenResult = Omit<TestResult, 'before'>

/** Longer than any answer takes: a run that was silent for so many milliseconds has lost its process. */
const longestSilence = 300_000
const keptRuns = 50
const lost = 'The server ended while it ran.'

const figuresSchema = z.array(testFiguresSchema)
const writtenSchema = testResultSchema.omit({ before: true })

const isLost = ({ status, heartbeat_at }: Pick<TestRunRow, 'status' | 'heartbeat_at'>): boolean =>
  status === 'running' && Date.parse(heartbeat_at) < Date.now() - longestSilence

const describeRun = (row: TestRunRow): TestRun => ({
  id: row.id,
  status: isLost(row) ? 'failed' : row.status,
  questions: row.questions,
  asked: row.asked,
  settings: triedSettingsSchema.nullable().parse(JSON.parse(row.settings_json)),
  figures: figuresSchema.parse(JSON.parse(row.figures_json)),
  tokens: row.tokens,
  cost: row.cost,
  error: isLost(row) ? lost : row.error,
  startedAt: row.started_at,
  finishedAt: isLost(row) ? row.heartbeat_at : row.finished_at,
})

const selectRuns = (database: Database, site: Pick<SiteRow, 'id'>) =>
  database
    .selectFrom('test_runs')
    .selectAll()
    .where('site_id', '=', site.id)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')

/** The runs of a site that are kept, the latest first. */
export const listTestRuns = async (database: Database, site: Pick<SiteRow, 'id'>): Promise<{ runs: TestRun[] }> => {
  const rows = await selectRuns(database, site).limit(keptRuns).execute()
  return { runs: rows.map(describeRun) }
}

/** Begins a run, and forgets the oldest. @throws AppError `conflict` while another one is under way, or without a question */
export const createTestRun = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  { questions, settings }: { questions: number; settings: RunSettings },
): Promise<TestRun> => {
  if (questions === 0) throw new AppError('conflict', `The site "${site.domain}" has no test question.`)
  return database.transaction().execute(async (transaction) => {
    // Who begins at the same time waits here.
    await transaction.updateTable('sites').set({ domain: site.domain }).where('id', '=', site.id).execute()
    const rows = await selectRuns(transaction, site).execute()
    if (rows.some((row) => row.status === 'running' && !isLost(row))) {
      throw new AppError('conflict', `A run of the test questions of "${site.domain}" is under way.`)
    }
    const old = rows.slice(keptRuns - 1).map(({ id }) => id)
    if (old.length > 0) await transaction.deleteFrom('test_runs').where('id', 'in', old).execute()
    const now = new Date().toISOString()
    const row: TestRunRow = {
      id: `run_${randomUUID()}`,
      site_id: site.id,
      status: 'running',
      settings_json: JSON.stringify(settings),
      questions,
      asked: 0,
      figures_json: '[]',
      tokens: 0,
      cost: 0,
      error: null,
      heartbeat_at: now,
      started_at: now,
      finished_at: null,
    }
    await transaction.insertInto('test_runs').values(row).execute()
    return describeRun(row)
  })
}

interface RunResult {
  readonly runId: string
  readonly ordinal: number
  readonly result: WrittenResult
}

/** Stores what became of a question. False when the run has been deleted. */
export const writeResult = (
  database: Database,
  { runId, ordinal, result }: RunResult,
  progress: Pick<TestRunRow, 'asked' | 'tokens' | 'cost'>,
): Promise<boolean> =>
  database.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('test_runs')
      .set({ ...progress, heartbeat_at: new Date().toISOString() })
      .where('id', '=', runId)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) return false
    const row = { run_id: runId, ordinal, result_json: JSON.stringify(result) }
    await transaction.insertInto('test_results').values(row).execute()
    return true
  })

/** Ends a run. */
export const updateRun = async (
  database: Database,
  id: string,
  { status, figures, error }: Pick<TestRun, 'status' | 'error'> & { figures: readonly TestFigures[] },
): Promise<void> => {
  const now = new Date().toISOString()
  await database
    .updateTable('test_runs')
    .set({ status, figures_json: JSON.stringify(figures), error, heartbeat_at: now, finished_at: now })
    .where('id', '=', id)
    .execute()
}

const noSuchRun = (site: Pick<SiteRow, 'domain'>, id: string) =>
  new AppError('not_found', `The site "${site.domain}" has no run "${id}".`)

const readResults = async (database: Database, runId: string): Promise<WrittenResult[]> => {
  const rows = await database
    .selectFrom('test_results')
    .select('result_json')
    .where('run_id', '=', runId)
    .orderBy('ordinal')
    .execute()
  return rows.map(({ result_json }) => writtenSchema.parse(JSON.parse(result_json)))
}

/**
 * Reads a run, and how its questions were answered in another one: in the last complete run before it, unless one is named.
 *
 * @throws AppError `not_found`
 */
export const readTestRun = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  { id, comparedWith }: { readonly id: string; readonly comparedWith?: string | undefined },
): Promise<TestRunResults> => {
  const rows = await selectRuns(database, site).execute()
  const at = rows.findIndex((row) => row.id === id)
  const row = rows[at]
  if (!row) throw noSuchRun(site, id)
  const before =
    comparedWith === undefined
      ? rows.slice(at + 1).find(({ status }) => status === 'completed')
      : rows.find((other) => other.id === comparedWith)
  if (!before && comparedWith !== undefined) throw noSuchRun(site, comparedWith)
  const earlier = new Map(
    (before ? await readResults(database, before.id) : []).map((result) => [result.question, result]),
  )
  const results = await readResults(database, id)
  return {
    run: describeRun(row),
    before: before ? describeRun(before) : null,
    results: results.map((result) => {
      const last = earlier.get(result.question)
      if (!last) return { ...result, before: null }
      const { status, strength, isMissed, answer } = last
      return { ...result, before: { status, strength, isMissed, answer } }
    }),
  }
}

/** Deletes a run; its questions are asked no further. @throws AppError `not_found` */
export const deleteTestRun = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  id: string,
): Promise<void> => {
  const { numDeletedRows } = await database
    .deleteFrom('test_runs')
    .where('site_id', '=', site.id)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) throw noSuchRun(site, id)
}
