import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'

/** A new webhook with its secret. The secret is in no other answer. */
export const createdWebhookSchema = z
  .object({
    path: z.string().describe('Path on this server to send the webhook to.'),
    secret: z.string().describe('Signs the webhook. Shown only this once.'),
  })
  .meta({ id: 'CreatedWebhook' })

/** Creates a site's webhook; the earlier one stops working. */
export const createWebhook = endpoint({
  ...administration,
  operationId: 'createWebhook',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/sites/{domain}/webhook',
  summary: 'Create a signed webhook that syncs a site',
  description: 'Replaces the site’s earlier webhook.',
  responses: { 201: { description: 'The webhook.', schema: createdWebhookSchema }, 404: noSuchSite },
})

/** Removes a site's webhook; fine if there is none. */
export const deleteWebhook = endpoint({
  ...administration,
  operationId: 'deleteWebhook',
  role: 'editor',
  method: 'delete',
  path: '/admin/v1/sites/{domain}/webhook',
  summary: 'Remove a site’s webhook',
  responses: { 204: { description: 'The site has no webhook now.' }, 404: noSuchSite },
})

/** Where code hosts deliver a webhook. There is no key: the signature is what counts. */
export const receiveWebhook = endpoint({
  ...administration,
  key: null,
  operationId: 'receiveWebhook',
  method: 'post',
  path: '/webhooks/v1/{id}',
  summary: 'Sync a site when its repository changes',
  description:
    'Needs no key. Either the header `X-Hub-Signature-256` (GitHub, Gitea, Forgejo) or `X-Hub-Signature` (Bitbucket) is `sha256=` followed by the hexadecimal HMAC-SHA256 of the body, keyed with the webhook’s secret, or `X-Gitlab-Token` is the secret itself. The body can be anything up to 1 MB.',
  responses: {
    202: { description: 'A sync was started, or is already running.' },
    401: { description: 'The signature is missing or wrong, or there is no such webhook.' },
    409: { description: 'The server ended during the last sync: an administrator has to start the next one.' },
  },
})
