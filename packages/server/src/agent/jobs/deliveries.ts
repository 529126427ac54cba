import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { databaseNow } from '../../database/clock.ts'
import { type Database, engineOf } from '../../database/database.ts'
import { claim, settle } from '../../database/queue.ts'
import type { SealedStore } from '../../database/seal.ts'
import type { WebhookDeliveryRow } from '../../database/tables.ts'
import { postDelivery } from './post-delivery.ts'

const defaultRestMilliseconds = 1_000
/** Deliveries of one process at the same time, each to another project. */
const maximumConcurrency = 8
/** After the first try: 10 s, 40 s, 3 min, 11 min, 43 min, 3 h, 11 h. Then the delivery is given up. */
const retryMilliseconds = [0, 1, 2, 3, 4, 5, 6].map((power) => 10_000 * 4 ** power)

interface DeliveryDependencies extends SealedStore {
  readonly log: Logger
}

/** Deliveries in the background of a process. */
export interface RunningDeliveries {
  readonly stop: () => Promise<void>
}

/**
 * Delivers what is due until it is stopped. Several processes may do so at once. A receiver that doesn't answer only
 * delays the deliveries of its own project.
 *
 * @param rest milliseconds between two looks at the database
 */
export const startDeliveries = (
  dependencies: DeliveryDependencies,
  rest = defaultRestMilliseconds,
): RunningDeliveries => {
  const { database, log } = dependencies
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const onFailure = (error: unknown) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'could not deliver a webhook')
  }
  const start = (delivery: WebhookDeliveryRow) => {
    const end = deliver(dependencies, delivery, stopping.signal).catch(onFailure)
    running.set(
      delivery.project_id,
      end.finally(() => running.delete(delivery.project_id)),
    )
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      const hasRoom = running.size < maximumConcurrency
      const delivery = hasRoom ? await takeDelivery(database, [...running.keys()]).catch(onFailure) : undefined
      if (delivery) {
        start(delivery)
        continue
      }
      const pause = wait(rest, undefined, { signal: stopping.signal }).catch(() => undefined)
      await Promise.race([pause, ...running.values()])
    }
    await Promise.all(running.values())
  }
  const end = run()
  return {
    stop: async () => {
      stopping.abort()
      await end
    },
  }
}

const deliver = async (
  { database, seal, log }: DeliveryDependencies,
  delivery: WebhookDeliveryRow,
  signal: AbortSignal,
): Promise<void> => {
  const project = await database
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', delivery.project_id)
    .executeTakeFirst()
  const error = project ? await postDelivery({ database, seal }, { project, delivery }, signal) : null
  // This process didn't wait for the answer; in a minute, the delivery is tried again.
  if (error !== null && signal.aborted) return
  const pause = retryMilliseconds[delivery.attempts - 1]
  // Owners see it for a month.
  await database
    .updateTable('webhook_deliveries')
    .set(settle(database, error, pause))
    .where('id', '=', delivery.id)
    .execute()
  if (error === null) return
  const outcome = pause === undefined ? 'gave up a webhook' : 'a webhook failed'
  log.warn({ delivery: delivery.id, attempts: delivery.attempts, error }, outcome)
}

/** Takes the delivery that has been due longest, except to the busy projects. */
const takeDelivery = async (
  database: Database,
  busyProjects: readonly string[],
): Promise<WebhookDeliveryRow | undefined> => {
  if (!(await dueDelivery(database, busyProjects).select('id').executeTakeFirst())) return undefined
  return database.transaction().execute(async (transaction) => {
    const due = await dueDelivery(transaction, busyProjects)
      .selectAll()
      .$if(engineOf(transaction) === 'postgres', (select) => select.forUpdate().skipLocked())
      .executeTakeFirst()
    if (!due) return undefined
    return transaction
      .updateTable('webhook_deliveries')
      .set(claim(transaction, due))
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirst()
  })
}

const dueDelivery = (database: Database, busyProjects: readonly string[]) =>
  database
    .selectFrom('webhook_deliveries')
    .where('next_at', '<=', databaseNow(database))
    .$if(busyProjects.length > 0, (select) => select.where('project_id', 'not in', busyProjects))
    .orderBy('next_at')
    .limit(1)
