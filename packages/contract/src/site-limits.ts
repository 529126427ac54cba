import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'

const windowSchema = z
  .object({
    requests: z.int().min(1).max(1_000_000),
    seconds: z.int().min(1).max(86_400),
  })
  .meta({ id: 'Window' })

/** A site's own limits for questions, on top of the limits of the organization and the address. */
export const siteLimitsSchema = z
  .object({
    perReader: windowSchema
      .nullable()
      .describe('Questions of one `fp`. `anonymous` readers are counted by their address.'),
    perAddress: windowSchema.nullable().describe('Questions from one client address.'),
    proofOfWork: z.boolean().describe('Whether each question needs a proof of work in `X-Sidenote-Proof`.'),
  })
  .meta({ id: 'SiteLimits' })

const siteLimitsChangeSchema = siteLimitsSchema.partial()

const siteLimits = {
  ...administration,
  path: '/admin/v1/sites/{domain}/limits',
  responses: {
    200: { description: 'The limits.', schema: siteLimitsSchema },
    404: noSuchSite,
  },
} as const

/** Fetches a site's own limits. */
export const getSiteLimits = endpoint({
  ...siteLimits,
  operationId: 'getSiteLimits',
  role: 'viewer',
  method: 'get',
  summary: 'See a site’s own limits',
})

/** Changes a site's own limits. Fields that are left out keep their value. */
export const updateSiteLimits = endpoint({
  ...siteLimits,
  operationId: 'updateSiteLimits',
  role: 'editor',
  method: 'patch',
  summary: 'Change a site’s own limits',
  description: 'They apply to questions, in addition to the limits of the organization and the address.',
  body: siteLimitsChangeSchema,
})

/** At most `requests` questions in any rolling window of `seconds`. */
export type Window = z.infer<typeof windowSchema>
/** A site's own limits; see `siteLimitsSchema`. */
export type SiteLimits = z.infer<typeof siteLimitsSchema>
/** Body of `updateSiteLimits`. `null` lifts a limit, an absent field stays. */
export type SiteLimitsChange = z.infer<typeof siteLimitsChangeSchema>
