import { randomUUID } from 'node:crypto'
import type { WebhookEvent } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { eventsOf } from '../../database/webhook-events.ts'

/** What the owners of a site are told. */
interface Notice {
  readonly event: Exclude<WebhookEvent, 'job'>
  /** Such as `site.sync.failed`. */
  readonly type: string
  /** Beside the site. */
  readonly body: object
}

/** The projects of a site whose webhook is called for an event. */
export const findReceivers = async (
  database: Database,
  siteId: string,
  event: WebhookEvent,
): Promise<{ readonly id: string }[]> => {
  const projects = await database
    .selectFrom('projects')
    .select(['id', 'webhook_events_json'])
    .where('site_id', '=', siteId)
    .where('webhook_url', 'is not', null)
    .execute()
  return projects.filter((project) => eventsOf(project).includes(event))
}

/** Queues a delivery to every webhook of the site’s projects that is called for the event. */
export const notify = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  { event, type, body }: Notice,
): Promise<void> => {
  for (const project of await findReceivers(database, site.id, event)) {
    const id = `delivery_${randomUUID()}`
    const createdAt = new Date().toISOString()
    const message = { id, type, createdAt, projectId: project.id, site: site.domain, ...body }
    await database
      .insertInto('webhook_deliveries')
      .values({
        id,
        project_id: project.id,
        body: JSON.stringify(message),
        attempts: 0,
        next_at: 0,
        error: null,
        created_at: createdAt,
        finished_at: null,
      })
      .execute()
  }
}
