import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { queuedFields } from './deliveries.ts'
import { endpoint } from './endpoint.ts'
import { emailSchema } from './sessions.ts'

const mailSchema = z
  .object({
    id: z.string(),
    to: emailSchema,
    subject: z.string(),
    ...queuedFields,
    state: queuedFields.state.describe('`failed`: it was given up after six tries within 13 hours.'),
  })
  .meta({ id: 'Mail' })

/** Lists what people were told of a site by mail. */
export const listMails = endpoint({
  ...administration,
  operationId: 'listMails',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites/{domain}/mails',
  summary: 'List the mails about a site',
  responses: {
    200: {
      description: 'The latest 200 of the last 30 days, the latest first.',
      schema: z.object({ mails: z.array(mailSchema) }),
    },
    404: noSuchSite,
  },
})

/** Sends a mail once more. */
export const resendMail = endpoint({
  ...administration,
  operationId: 'resendMail',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/sites/{domain}/mails/{id}/resend',
  summary: 'Send a mail about a site once more',
  description: 'Within seconds, to the same address, and with as many tries as a new one.',
  responses: {
    202: { description: 'It waits to be sent.', schema: mailSchema },
    404: { description: 'No such site or mail.' },
    409: { description: 'The address gets no mail about the site any more, or the server sends none.' },
  },
})

/** A mail about a site; see `mailSchema`. */
export type Mail = z.infer<typeof mailSchema>
