import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Logger } from 'pino'
import { databaseNow } from '../../database/clock.ts'
import { type Database, engineOf } from '../../database/database.ts'
import type { Seal, SealedStore } from '../../database/seal.ts'
import type { JobRow, ProjectRow, Tables, WebhookDeliveryRow } from '../../database/tables.ts'
import { messageOf } from '../../errors.ts'
import { isTrusted } from '../../sources/trust.ts'
import { fetchFor, reasonOf } from '../hosts/call-api.ts'
import { describeJob } from './job-record.ts'

const answerMilliseconds = 10_000
const restMilliseconds = 1_000
/** Of one process, each to another project. */
const mostAtOnce = 8
/** After the first try: 10 s, 40 s, 3 min, 11 min, 43 min, 3 h, 11 h. Then it is given up. */
const retryMilliseconds = [0, 1, 2, 3, 4, 5, 6].map((power) => 10_000 * 4 ** power)

/** Notes, within the transaction that changes the job, that the project's webhook is to hear of it. */
export const announce = async (transaction: Transaction<Tables>, job: JobRow): Promise<void> => {
  const project = await transaction
    .selectFrom('projects')
    .select(['id', 'webhook_url'])
    .where('id', '=', job.project_id)
    .executeTakeFirst()
  if (!project?.webhook_url) return
  const id = `delivery_${randomUUID()}`
  const now = new Date().toISOString()
  const body = { id, type: `agent.job.${job.status}`, createdAt: now, projectId: job.project_id, job: describeJob(job) }
  await transaction
    .insertInto('webhook_deliveries')
    .values({
      id,
      project_id: project.id,
      body: JSON.stringify(body),
      attempts: 0,
      next_at: 0,
      error: null,
      created_at: now,
    })
    .execute()
}

/** What a receiver computes to know that a delivery is ours: HMAC-SHA256 over `time.body`, the time in seconds. */
export const signDelivery = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

interface DeliveryDependencies {
  readonly database: Database
  readonly seal: Seal
  readonly log: Logger
}

/**
 * Delivers what is due until it is stopped. Several processes may do so at once. A receiver that does not answer holds up the
 * deliveries of its own project alone.
 *
 * @param rest milliseconds between two looks
 */
export const startDeliveries = (
  dependencies: DeliveryDependencies,
  rest = restMilliseconds,
): { stop: () => Promise<void> } => {
  const { database, log } = dependencies
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const onFailure = (error: unknown) => {
    if (!stopping.signal.aborted) log.warn({ err: error }, 'webhook not delivered')
  }
  const start = (delivery: WebhookDeliveryRow) => {
    const done = deliver(dependencies, delivery, stopping.signal).catch(onFailure)
    running.set(
      delivery.project_id,
      done.finally(() => running.delete(delivery.project_id)),
    )
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      const hasRoom = running.size < mostAtOnce
      const delivery = hasRoom ? await takeDelivery(database, [...running.keys()]).catch(onFailure) : undefined
      if (delivery) start(delivery)
      else {
        const rested = wait(rest, undefined, { signal: stopping.signal }).catch(() => undefined)
        await Promise.race([rested, ...running.values()])
      }
    }
    await Promise.all(running.values())
  }
  const ended = run()
  return {
    stop: async () => {
      stopping.abort()
      await ended
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
  const error = project ? await post({ database, seal }, project, delivery, signal) : null
  if (error === null) return forget(database, delivery)
  // It is this process that did not wait; somebody tries again in a minute.
  if (signal.aborted) return
  const pause = retryMilliseconds[delivery.attempts - 1]
  if (pause === undefined) await forget(database, delivery)
  else {
    const next_at = sql<number>`${databaseNow(database)} + ${pause}`
    await database.updateTable('webhook_deliveries').set({ error, next_at }).where('id', '=', delivery.id).execute()
  }
  const outcome = pause === undefined ? 'webhook given up' : 'webhook refused'
  log.warn({ delivery: delivery.id, attempts: delivery.attempts, error }, outcome)
}

const forget = async (database: Database, { id }: Pick<WebhookDeliveryRow, 'id'>): Promise<void> => {
  await database.deleteFrom('webhook_deliveries').where('id', '=', id).execute()
}

/**
 * What has been due longest, but for the projects that are being delivered to. Nobody else tries it for a minute, and somebody
 * does after that if this process dies.
 */
const takeDelivery = async (
  database: Database,
  projects: readonly string[],
): Promise<WebhookDeliveryRow | undefined> => {
  if (!(await dueDelivery(database, projects).select('id').executeTakeFirst())) return undefined
  return database.transaction().execute(async (transaction) => {
    const now = databaseNow(transaction)
    const due = await dueDelivery(transaction, projects)
      .selectAll()
      .$if(engineOf(transaction) === 'postgres', (select) => select.forUpdate().skipLocked())
      .executeTakeFirst()
    if (!due) return undefined
    return transaction
      .updateTable('webhook_deliveries')
      .set({ attempts: due.attempts + 1, next_at: sql<number>`${now} + 60000` })
      .where('id', '=', due.id)
      .returningAll()
      .executeTakeFirst()
  })
}

const dueDelivery = (database: Database, projects: readonly string[]) =>
  database
    .selectFrom('webhook_deliveries')
    .where('next_at', '<=', databaseNow(database))
    .$if(projects.length > 0, (select) => select.where('project_id', 'not in', projects))
    .orderBy('next_at')
    .limit(1)

/** Null when the receiver took it, or there is none any more; else why it did not. */
const post = async (
  { database, seal }: SealedStore,
  project: ProjectRow,
  delivery: WebhookDeliveryRow,
  signal: AbortSignal,
): Promise<string | null> => {
  if (project.webhook_url === null || project.webhook_secret_sealed === null) return null
  let secret: string
  try {
    secret = seal.open(project.id, project.webhook_secret_sealed)
  } catch (error) {
    return messageOf(error)
  }
  try {
    const publicOnly = !(await isTrusted(database, project.organization_id))
    const response = await fetchFor({ publicOnly })(project.webhook_url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMilliseconds)]),
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Sidenote',
        'sidenote-delivery': delivery.id,
        'sidenote-signature': signDelivery(secret, Math.floor(Date.now() / 1_000), delivery.body),
      },
      body: delivery.body,
    })
    await response.body?.cancel()
    return response.ok ? null : `The receiver answered ${response.status}.`
  } catch (error) {
    return `The receiver did not answer: ${reasonOf(error)}.`
  }
}
