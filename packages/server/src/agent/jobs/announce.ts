import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { JobRow, Tables } from '../../database/tables.ts'
import { eventsOf } from '../../database/webhook-events.ts'
import { describeJob } from './job-record.ts'

/** Queues a delivery to the project's webhook, if it has one, in the transaction that changes the job. */
export const announce = async (transaction: Transaction<Tables>, job: JobRow): Promise<void> => {
  const project = await transaction
    .selectFrom('projects')
    .select(['id', 'webhook_url', 'webhook_events_json'])
    .where('id', '=', job.project_id)
    .executeTakeFirst()
  if (!project?.webhook_url || !eventsOf(project).includes('job')) return
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
      finished_at: null,
    })
    .execute()
}
