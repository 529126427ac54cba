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
    pagesPath: z
      .string()
      .nullable()
      .describe(
        'Path on this server under which they are readable without a key; null while they aren’t. It is `/sites/` and the domain if the domain is proven or the operator trusts the organization, otherwise `/sites/`, the organization’s id, `~` and the domain.',
      ),
  })
  .meta({ id: 'Policy' })

const policyChangeSchema = policySchema.omit({ pagesPath: true }).partial()

const erasureQuerySchema = z.object({
  storeQuestions: z.enum(['true', 'false']).optional().describe('The policy’s new `storeQuestions`.'),
  retentionDays: z.coerce.number().int().min(1).max(3_650).optional().describe('The policy’s new `retentionDays`.'),
})

/** What a change of the policy would erase or delete for good. */
export const erasureSchema = z
  .object({
    texts: z.int().describe('Questions whose text, with their answers, would be erased at once.'),
    searches: z.int().describe('Searches without results that would be deleted.'),
    questions: z.int().describe('Questions that would be deleted with everything about them, within an hour.'),
  })
  .meta({ id: 'Erasure' })

/** Fetches a site's policy. */
export const getPolicy = endpoint({
  ...administration,
  operationId: 'getPolicy',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites/{domain}/policy',
  summary: 'See what a site keeps and opens',
  responses: { 200: { description: 'The policy.', schema: policySchema }, 404: noSuchSite },
})

/** Counts what a change of the policy would erase, and changes nothing. */
export const getErasure = endpoint({
  ...administration,
  operationId: 'getErasure',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites/{domain}/policy/erasure',
  summary: 'See what a change of the policy would erase',
  query: erasureQuerySchema,
  responses: { 200: { description: 'The counts.', schema: erasureSchema }, 404: noSuchSite },
})

/** Changes a site's policy. Fields that are left out keep their value. */
export const updatePolicy = endpoint({
  ...administration,
  operationId: 'updatePolicy',
  role: 'editor',
  method: 'patch',
  path: '/admin/v1/sites/{domain}/policy',
  summary: 'Change what a site keeps and opens',
  description:
    'Changing `storeQuestions` erases the text of all questions asked before the change, and a shorter `retentionDays` deletes what is older. `getErasure` counts both first.',
  body: policyChangeSchema,
  responses: {
    200: { description: 'The policy after the change.', schema: policySchema },
    404: noSuchSite,
  },
})

/** A site's policy; see `policySchema`. */
export type Policy = z.infer<typeof policySchema>
/** Query of `getErasure`, with numbers already parsed. */
export type ErasureQuery = z.infer<typeof erasureQuerySchema>
/** Answer of `getErasure`; see `erasureSchema`. */
export type Erasure = z.infer<typeof erasureSchema>
/** Body of `updatePolicy`. */
export type PolicyChange = z.infer<typeof policyChangeSchema>
