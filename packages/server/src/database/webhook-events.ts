import { type WebhookEvent, webhookEventSchema } from '@sidenote/contract'
import { z } from 'zod'
import type { ProjectRow } from './tables.ts'

const eventsSchema = z.array(webhookEventSchema)

/** What the webhook of a project is called for. */
export const eventsOf = ({ webhook_events_json }: Pick<ProjectRow, 'webhook_events_json'>): WebhookEvent[] =>
  eventsSchema.parse(JSON.parse(webhook_events_json))
