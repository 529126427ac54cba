import { z } from 'zod'
import { administration } from './administration.ts'
import { endpoint } from './endpoint.ts'

/** How far something is that is sent until it is taken. */
export const queuedFields = {
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  error: z.string().nullable().describe('Why the last try failed.'),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable().describe('When it was delivered or given up.'),
}

/** A message to the webhook of a project. */
export const deliverySchema = z
  .object({
    id: z.string().describe('As in the header `Sidenote-Delivery`.'),
    type: z.string().describe('Such as `agent.job.completed`.'),
    jobId: z.string().nullable().describe('Null for what is about the site.'),
    ...queuedFields,
    state: queuedFields.state.describe('`failed`: it was given up after eight tries within 15 hours.'),
  })
  .meta({ id: 'Delivery' })

/** The deliveries of a project. */
export const deliveriesSchema = z.object({ deliveries: z.array(deliverySchema) })

/** Lists what was sent to the webhook of a project. */
export const listDeliveries = endpoint({
  ...administration,
  operationId: 'listDeliveries',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/projects/{projectId}/deliveries',
  summary: 'List the deliveries of a project’s webhook',
  responses: {
    200: { description: 'The latest 200 of the last 30 days, the latest first.', schema: deliveriesSchema },
    404: { description: 'No such project.' },
  },
})

/** Sends a delivery once more. */
export const resendDelivery = endpoint({
  ...administration,
  operationId: 'resendDelivery',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/projects/{projectId}/deliveries/{id}/resend',
  summary: 'Send a delivery once more',
  description: 'With the same id and body, within a second, and with as many tries as a new one.',
  responses: {
    202: { description: 'It waits to be sent.', schema: deliverySchema },
    404: { description: 'No such project or delivery.' },
    409: { description: 'The project has no webhook any more.' },
  },
})

/** A message to the webhook of a project; see `deliverySchema`. */
export type Delivery = z.infer<typeof deliverySchema>
