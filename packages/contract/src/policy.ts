import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'

/** What a site keeps of its readers' questions, and whether its pages are readable as text without a key. */
export const policySchema = z
  .object({
    storeQuestions: z
      .boolean()
      .describe(
        'Whether questions, answers and searches are kept and shown to administrators. Otherwise their text is erased after a day; until then follow-ups need it.',
      ),
    retentionDays: z.int().min(1).max(3_650).describe('Days after which everything about a question is deleted.'),
    openPages: z
      .boolean()
      .describe('Whether `llms.txt`, `llms-full.txt` and the Markdown of each page are readable without a key.'),
  })
  .meta({ id: 'Policy' })

const policyChangeSchema = policySchema.partial()

/** Fetches a site's policy. */
export const getPolicy = endpoint({
  ...administration,
  operationId: 'getPolicy',
  method: 'get',
  path: '/admin/v1/sites/{domain}/policy',
  summary: 'See what a site keeps and opens',
  responses: { 200: { description: 'The policy.', schema: policySchema }, 404: noSuchSite },
})

/** Changes a site's policy. Fields that are left out keep their value. */
export const updatePolicy = endpoint({
  ...administration,
  operationId: 'updatePolicy',
  method: 'patch',
  path: '/admin/v1/sites/{domain}/policy',
  summary: 'Change what a site keeps and opens',
  description: 'Changing `storeQuestions` erases the questions asked before the change.',
  body: policyChangeSchema,
  responses: {
    200: { description: 'The policy after the change.', schema: policySchema },
    404: noSuchSite,
    409: { description: 'Another organization serves open pages under this domain.' },
  },
})

/** A site's policy; see `policySchema`. */
export type Policy = z.infer<typeof policySchema>
/** Body of `updatePolicy`. */
export type PolicyChange = z.infer<typeof policyChangeSchema>
