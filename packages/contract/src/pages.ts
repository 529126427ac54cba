import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { publicLimits } from './limits.ts'

const pageRequestSchema = z.object({
  path: z
    .string()
    .max(1_000)
    .describe(
      'Path of the page, as search returns it. Empty or `/` means the home page. A leading or trailing slash, `.md`, a `#fragment` and the full address work too.',
    ),
})

/** A page's full text. */
export const pageSchema = z
  .object({
    path: z.string().describe('The path that was requested.'),
    content: z.string().describe('Full text of the page, as Markdown.'),
  })
  .meta({ id: 'Page' })

/** Reads one page of a site. */
export const getPage = endpoint({
  operationId: 'getPage',
  tag: 'Discovery',
  method: 'post',
  path: '/discovery/v1/page/{domain}',
  summary: 'Read one page',
  description: 'Returns the full text of one documentation page.',
  key: 'assistant',
  limits: publicLimits('page'),
  body: pageRequestSchema,
  query: undefined,
  responses: {
    200: { description: 'The page.', schema: pageSchema },
    404: { description: 'No such page, or the site has no search index yet.' },
  },
})

/** A page's full text; see `pageSchema`. */
export type Page = z.infer<typeof pageSchema>
