import { randomUUID } from 'node:crypto'
import type { MailEvent } from '@sidenote/contract'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { eventsOf } from '../../database/webhook-events.ts'
import { readSiteMail } from './site-mail.ts'

/** What the owners of a site are told. */
interface Notice {
  readonly event: MailEvent
  /** Such as `site.sync.failed`. */
  readonly type: string
  /** What webhooks get beside the site. */
  readonly body: object
  /** The same for people. */
  readonly mail: {
    readonly subject: string
    readonly text: string
    /** The address of the page with more about it, below the site’s own in the dashboard. */
    readonly page: string
  }
}

/** Who is told of an event. */
interface Receivers {
  /** Ids of projects whose webhook is called. */
  readonly projects: readonly string[]
  /** E-mail addresses. */
  readonly addresses: readonly string[]
}

const findReceivers = async (database: Database, siteId: string, event: MailEvent): Promise<Receivers> => {
  const projects = await database
    .selectFrom('projects')
    .select(['id', 'webhook_events_json'])
    .where('site_id', '=', siteId)
    .where('webhook_url', 'is not', null)
    .execute()
  const mail = await readSiteMail(database, siteId)
  return {
    projects: projects.filter((project) => eventsOf(project).includes(event)).map(({ id }) => id),
    addresses: mail?.events.includes(event) ? mail.to : [],
  }
}

/** Whether anybody is told of an event of a site. */
export const hasReceivers = async (database: Database, siteId: string, event: MailEvent): Promise<boolean> => {
  const { projects, addresses } = await findReceivers(database, siteId, event)
  return projects.length + addresses.length > 0
}

/** Queues a delivery to every webhook of the site’s projects that is called for the event, and a mail to each address. */
export const notify = async (
  database: Database,
  site: Pick<SiteRow, 'id' | 'domain'>,
  { event, type, body, mail }: Notice,
): Promise<void> => {
  const { projects, addresses } = await findReceivers(database, site.id, event)
  const created_at = new Date().toISOString()
  const waiting = { attempts: 0, next_at: 0, error: null, created_at, finished_at: null }
  for (const projectId of projects) {
    const id = `delivery_${randomUUID()}`
    const message = { id, type, createdAt: created_at, projectId, site: site.domain, ...body }
    await database
      .insertInto('webhook_deliveries')
      .values({ id, project_id: projectId, body: JSON.stringify(message), ...waiting })
      .execute()
  }
  for (const recipient of new Set(addresses)) {
    const id = `mail_${randomUUID()}`
    const { subject, text, page } = mail
    const row = { id, site_id: site.id, recipient, subject, body: JSON.stringify({ text, page }), ...waiting }
    await database.insertInto('mails').values(row).execute()
  }
}
