import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { updateOne } from '../../database/checked-writes.ts'
import type { Database } from '../../database/database.ts'
import type { Tables } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

const keptMilliseconds = 24 * 3_600_000

/** A request that its client may send again. */
export interface RepeatableRequest {
  /** What the key is unique in: the operation and the project or job. */
  readonly scope: string
  /** The `Idempotency-Key` header; without it nothing is remembered. */
  readonly key: string | undefined
  readonly body: unknown
}

const checkKey = (key: string): void => {
  if (key !== '' && key.length <= 255) return
  throw new AppError('invalid_request', 'The Idempotency-Key header must have 1 to 255 characters.')
}

const hashOf = (body: unknown): string => createHash('sha256').update(JSON.stringify(body)).digest('hex')

const oldestKept = (): string => new Date(Date.now() - keptMilliseconds).toISOString()

const refuseOtherBody = (key: string, one: string, other: string): void => {
  if (one !== other) throw new AppError('conflict', `The Idempotency-Key "${key}" was used with another body before.`)
}

/**
 * Whether `doOnce` would give the answer that it gave before.
 *
 * @throws AppError as `doOnce` does
 */
export const isRepeated = async (database: Database, { scope, key, body }: RepeatableRequest): Promise<boolean> => {
  if (key === undefined) return false
  checkKey(key)
  const first = await database
    .selectFrom('idempotency_keys')
    .select('body_hash')
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('created_at', '>=', oldestKept())
    .executeTakeFirst()
  if (first) refuseOtherBody(key, first.body_hash, hashOf(body))
  return first !== undefined
}

/**
 * Does `work` in a transaction, once: the same request again within 24 hours is answered as it was the first time, also
 * when the two come at the same moment.
 *
 * @throws AppError `conflict` when the key was used with another body; `invalid_request` when it is no key.
 */
export const doOnce = async <Answer>(
  database: Database,
  request: RepeatableRequest,
  work: (transaction: Transaction<Tables>) => Promise<Answer>,
  read: (stored: unknown) => Answer,
): Promise<Answer> => {
  const { scope, key, body } = request
  if (key === undefined) return database.transaction().execute(work)
  checkKey(key)
  const bodyHash = hashOf(body)
  return database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('idempotency_keys').where('created_at', '<', oldestKept()).execute()
    const row = { scope, key, body_hash: bodyHash, answer_json: '', created_at: new Date().toISOString() }
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('idempotency_keys')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    const mine = transaction
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('scope', '=', scope)
      .where('key', '=', key)
    if (!numInsertedOrUpdatedRows) {
      const first = await mine.executeTakeFirstOrThrow()
      refuseOtherBody(key, first.body_hash, bodyHash)
      return read(JSON.parse(first.answer_json))
    }
    const answer = await work(transaction)
    await updateOne(
      transaction
        .updateTable('idempotency_keys')
        .set({ answer_json: JSON.stringify(answer) })
        .where('scope', '=', scope)
        .where('key', '=', key),
    )
    return answer
  })
}

/** Forgets the answers that were kept about a project and its jobs; they would outlive it by a day or more. */
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
