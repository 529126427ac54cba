import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

/** How long answers are kept. */
const lifetimeMilliseconds = 24 * 3_600_000

/** A request that its client may repeat. */
export interface RepeatableRequest {
  /** What the key is unique in: the operation and the project or job. */
  readonly scope: string
  /** The `Idempotency-Key` header. Without it nothing is remembered. */
  readonly key: string | undefined
  readonly body: unknown
}

const checkKey = (key: string): void => {
  if (key !== '' && key.length <= 255) return
  throw new AppError('invalid_request', 'The Idempotency-Key header must have 1 to 255 characters.')
}

const hashOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

const oldest = (): string => new Date(Date.now() - lifetimeMilliseconds).toISOString()

const requireSameBody = (key: string, hash: string, otherHash: string): void => {
  if (hash !== otherHash) {
    throw new AppError('conflict', `The Idempotency-Key "${key}" was already used with another body.`)
  }
}

/** Whether `doOnce` would repeat its earlier answer. @throws AppError as `doOnce` */
export const isRepeated = async (database: Database, { scope, key, body }: RepeatableRequest): Promise<boolean> => {
  if (key === undefined) return false
  checkKey(key)
  const row = await database
    .selectFrom('idempotency_keys')
    .select('body_hash')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('created_at', '>=', oldest())
    .executeTakeFirst()
  if (row) requireSameBody(key, row.body_hash, hashOf(body))
  return row !== undefined
}

/** What to do once, and how to parse the stored answer. */
interface Act<Answer> {
  readonly work: (transaction: Transaction<Tables>) => Promise<Answer>
  readonly parse: (stored: unknown) => Answer
}

/**
 * Does the work in a transaction, once: the same request again within 24 hours gets the first answer, also when the two
 * arrive at the same moment.
 *
 * @throws AppError `conflict` when the key was used with another body; `invalid_request` when it is malformed
 */
export const doOnce = async <Answer>(
  database: Database,
  { scope, key, body }: RepeatableRequest,
  { work, parse }: Act<Answer>,
): Promise<Answer> => {
  if (key === undefined) return database.transaction().execute(work)
  checkKey(key)
  const row = { scope, key, body_hash: hashOf(body), answer_json: '', created_at: new Date().toISOString() }
  return database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('idempotency_keys').where('created_at', '<', oldest()).execute()
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (!numInsertedOrUpdatedRows) {
      const first = await transaction
        .selectFrom('idempotency_keys')
        .select(['body_hash', 'answer_json'])
        .where('scope', '=', scope)
        .where('key', '=', key)
        .executeTakeFirstOrThrow()
      requireSameBody(key, first.body_hash, row.body_hash)
      return parse(JSON.parse(first.answer_json))
    }
    const answer = await work(transaction)
    const update = transaction.updateTable('idempotency_keys').set({ answer_json: JSON.stringify(answer) })
    await updateOne(update.where('scope', '=', scope).where('key', '=', key))
    return answer
  })
}

/** Deletes the stored answers about a project and its jobs, which would outlive it by a day. */
export const forgetAnswers = async (database: Database, projectId: string): Promise<void> => {
  await database
    .deleteFrom('idempotency_keys')
    .where((row) =>
      row.or([
        row('scope', '=', `create ${projectId}`),
        row('scope', 'in', (select) =>
          select
            .selectFrom('jobs')
            .where('project_id', '=', projectId)
            .select(sql<string>`'message ' || project_id || ' ' || id`.as('scope')),
        ),
      ]),
    )
    .execute()
}
