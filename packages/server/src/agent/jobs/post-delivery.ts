import type { SealedStore } from '../../database/seal.ts'
import type { ProjectRow, WebhookDeliveryRow } from '../../database/tables.ts'
import { messageOf } from '../../errors.ts'
import { postWebhook } from '../../post-webhook.ts'
import { isTrusted } from '../../sources/trust.ts'

/** A delivery that is due, and the project that it belongs to. */
interface DueDelivery {
  readonly project: ProjectRow
  readonly delivery: WebhookDeliveryRow
}

/** Posts a delivery. Gives null when it was accepted or the project has no webhook any more, else why it failed. */
export const postDelivery = async (
  { database, seal }: SealedStore,
  { project, delivery: { id, body } }: DueDelivery,
  signal: AbortSignal,
): Promise<string | null> => {
  if (project.webhook_url === null || project.webhook_secret_sealed === null) return null
  let secret: string
  try {
    secret = seal.open(project.id, project.webhook_secret_sealed)
  } catch (error) {
    return messageOf(error)
  }
  const publicOnly = !(await isTrusted(database, project.organization_id))
  return postWebhook({ url: project.webhook_url, secret, id, body, publicOnly, signal })
}
