import { createHmac } from 'node:crypto'
import type { SealedStore } from '../../database/seal.ts'
import type { ProjectRow, WebhookDeliveryRow } from '../../database/tables.ts'
import { messageOf } from '../../errors.ts'
import { isTrusted } from '../../sources/trust.ts'
import { fetchFor, reasonOf } from '../hosts/call-api.ts'

const timeoutMilliseconds = 10_000

/** What a receiver computes to know that a delivery is ours: HMAC-SHA256 over `time.body`, the time in seconds. */
export const signDelivery = (secret: string, seconds: number, body: string): string =>
  `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`

/** A delivery that is due, and the project that it belongs to. */
interface DueDelivery {
  readonly project: ProjectRow
  readonly delivery: WebhookDeliveryRow
}

/** Posts a delivery. Gives null when it was accepted or the project has no webhook any more, else why it failed. */
export const postDelivery = async (
  { database, seal }: SealedStore,
  { project, delivery }: DueDelivery,
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
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMilliseconds)]),
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
