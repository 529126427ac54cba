import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { publicLimits } from './limits.ts'

/** Restricts search and answers to some pages. A page that names no version or language matches any. */
export const filterSchema = z
  .object({
    version: z.string().max(100).nullish(),
    language: z.string().max(100).nullish(),
    tag: z.string().max(100).nullish(),
  })
  .meta({ id: 'Filter' })

/** Body of `searchPages`. */
export const searchRequestSchema = z.object({
  query: z.string().trim().min(1).max(1_000).describe('What to look for, in words.'),
  pageSize: z.int().min(1).max(50).nullish().describe('How many sections to return. Default 10.'),
  scoreThreshold: z.number().min(0).max(1).nullish().describe('Omit results below this score.'),
  filter: filterSchema.nullish(),
  currentPath: z
    .string()
    .max(200)
    .nullish()
    .describe(
      'Path of the page that the reader is on. If a page exists in several versions or languages, theirs is found.',
    ),
  typing: z
    .boolean()
    .nullish()
    .describe('The reader is still typing: the last word also matches as a prefix. Default false.'),
})

const searchResultSchema = z
  .object({
    content: z.string().describe('The section, as Markdown.'),
    path: z.string().describe('Path of the page, for `POST /discovery/v1/page/{domain}`.'),
    metadata: z.object({
      title: z.string(),
      description: z.string().nullable(),
      heading: z.string().nullable().describe('Heading of the section. Null for the text before the first heading.'),
      anchor: z.string().nullable().describe('Fragment of that heading, without `#`.'),
      url: z.string().describe('Address of the section. Relative to the site if the site’s address is unknown.'),
      score: z
        .number()
        .min(0)
        .max(1)
        .describe('How well it matches. Pages are ordered by the score of their first section.'),
      breadcrumbs: z
        .array(z.string())
        .describe('The page’s groups in the navigation, its title, and the headings down to the section.'),
    }),
  })
  .meta({ id: 'SearchResult' })

/** Answer of `searchPages`: the sections of a page stand together, the best page first. */
export const searchResponseSchema = z.array(searchResultSchema)

/** Searches a site's pages. */
export const searchPages = endpoint({
  operationId: 'searchPages',
  tag: 'Discovery',
  method: 'post',
  path: '/discovery/v1/search/{domain}',
  summary: 'Search the documentation',
  description:
    'Returns sections, grouped by page, the best page first. Each page starts with its best section; the first pages may ' +
    'have up to two more if these are likely to answer as well.',
  key: 'assistant',
  limits: publicLimits('search'),
  body: searchRequestSchema,
  query: undefined,
  responses: { 200: { description: 'The best sections, page by page.', schema: searchResponseSchema } },
})

/** Restricts search and answers to some pages; see `filterSchema`. */
export type Filter = z.infer<typeof filterSchema>
/** Body of `searchPages`; see `searchRequestSchema`. */
export type SearchRequest = z.infer<typeof searchRequestSchema>
/** One section that search found. `score` is 0–1. */
export type SearchResult = z.infer<typeof searchResultSchema>
