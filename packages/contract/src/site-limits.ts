import { z } from 'zod'
import { administration, noSuchSite } from './admin.ts'
import { endpoint } from './endpoint.ts'

/** At most so many questions in any rolling window of so many seconds. */
export const windowSchema = z
  .object({
    requests: z.int().min(1).max(1_000_000),
    seconds: z.int().min(1).max(86_400),
  })
  .meta({ id: 'Window' })

/** What a site asks of its readers on top of the limits that hold everywhere. */
export const siteLimitsSchema = z
  .object({
    perReader: windowSchema
      .nullable()
      .describe('Questions of one `fp`; readers who are `anonymous` are told apart by their address.'),
    perAddress: windowSchema.nullable().describe('Questions of one client address.'),
    proofOfWork: z.boolean().describe('Whether each question has to come with a proof of work, as `X-Sidenote-Proof`.'),
  })
  .meta({ id: 'SiteLimits' })

/** What is left out stays as it is; `null` lifts a limit. */
export const siteLimitsChangeSchema = siteLimitsSchema.partial()

const siteLimits = {
  ...administration,
  path: '/admin/v1/sites/{domain}/limits',
  responses: {
    200: { description: 'The limits.', schema: siteLimitsSchema },
    404: noSuchSite,
  },
} as const

export const getSiteLimits = endpoint({
  ...siteLimits,
  operationId: 'getSiteLimits',
  method: 'get',
  summary: 'A site’s own limits',
})

export const updateSiteLimits = endpoint({
  ...siteLimits,
  operationId: 'updateSiteLimits',
  method: 'patch',
  summary: 'Change a site’s own limits',
  description: 'They hold for questions to the assistant, beside the limits of the organization and the address.',
  body: siteLimitsChangeSchema,
})

export type Window = z.infer<typeof windowSchema>
export type SiteLimits = z.infer<typeof siteLimitsSchema>
export type SiteLimitsChange = z.infer<typeof siteLimitsChangeSchema>
