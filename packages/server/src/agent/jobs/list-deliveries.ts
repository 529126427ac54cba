import type { Delivery } from '@sidenote/contract'
import { z } from 'zod'
import type { Database } from '../../database/database.ts'
import { anew, describeQueued } from '../../database/queue.ts'
import type { ProjectRow, WebhookDeliveryRow } from '../../database/tables.ts'
import { AppError } from '../../errors.ts'

const mostDeliveries = 200

const bodySchema = z.object({ type: z.string(), job: z.object({ id: z.string() }).optional() })

const describeDelivery = (row: WebhookDeliveryRow): Delivery => {
  const { type, job } = bodySchema.parse(JSON.parse(row.body))
  return { id: row.id, type, jobId: job?.id ?? null, ...describeQueued(row) }
}

/** What was sent to the webhook of a project, and what is still to be, the latest first. */
export const listDeliveries = async (
  database: Database,
  project: Pick<ProjectRow, 'id'>,
): Promise<{ deliveries: Delivery[] }> => {
  const rows = await database
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('project_id', '=', project.id)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostDeliveries)
    .execute()
  return { deliveries: rows.map(describeDelivery) }
}

/** Has a delivery sent once more. @throws AppError `not_found`, or `conflict` when there is nowhere to send it */
export const resendDelivery = async (
  database: Database,
  project: Pick<ProjectRow, 'id' | 'name' | 'webhook_url'>,
  id: string,
): Promise<Delivery> => {
  const mine = database.selectFrom('webhook_deliveries').where('project_id', '=', project.id).where('id', '=', id)
  if (!(await mine.select('id').executeTakeFirst())) {
    throw new AppError('not_found', `The project "${project.name}" has no delivery "${id}".`)
  }
  if (project.webhook_url === null) throw new AppError('conflict', `The project "${project.name}" has no webhook.`)
  const row = await database
    .updateTable('webhook_deliveries')
    .set(anew)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return describeDelivery(row)
}
