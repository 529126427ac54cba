import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { publicLimits } from './limits.ts'

/** Query of `listStarters`. The server parses the address with it. */
export const startersQuerySchema = z.object({
  currentPath: z.string().max(200).optional().describe('Path of the page that the reader is on.'),
})

const questions = z.array(z.string()).max(3)

/** Questions that the documentation can answer, made from its headings. */
export const startersSchema = z
  .object({
    page: questions.describe('About the page: first those whose answers cite it most often.'),
    popular: questions.describe('About the sections that answers cited for most readers in the last 30 days.'),
  })
  .meta({ id: 'Starters' })

/** Lists questions to begin with. */
export const listStarters = endpoint({
  operationId: 'listStarters',
  tag: 'Discovery',
  method: 'get',
  path: '/discovery/v1/questions/{domain}',
  summary: 'List questions to begin with',
  description:
    'For the first view of an assistant. All questions are made from headings of the documentation, none from what readers ' +
    'wrote; what readers asked only decides which come first. Can be ten minutes old.',
  key: 'assistant',
  limits: publicLimits('starters'),
  body: undefined,
  query: startersQuerySchema,
  responses: { 200: { description: 'At most three of each.', schema: startersSchema } },
})

/** Questions to begin with; see `startersSchema`. */
export type Starters = z.infer<typeof startersSchema>
