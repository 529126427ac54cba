import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { organizationHourly } from './limits.ts'

/** Criteria that a page must meet; a page that names no version or language meets any. */
export const filterSchema = z
  .object({
    version: z.string().max(100).nullish(),
    language: z.string().max(100).nullish(),
    tag: z.string().max(100).nullish(),
  })
  .meta({ id: 'Filter' })

export const searchRequestSchema = z.object({
  query: z.string().trim().min(1).max(1_000).describe('What is asked, in words.'),
  pageSize: z.int().min(1).max(50).nullish().describe('How many sections to return. Default 10.'),
  scoreThreshold: z.number().min(0).max(1).nullish().describe('Leave out results below this score.'),
  filter: filterSchema.nullish(),
  currentPath: z
    .string()
    .max(200)
    .nullish()
    .describe(
      'Path of the page that the reader is on: of pages in several versions or languages, those of its own are found.',
    ),
  typing: z
    .boolean()
    .nullish()
    .describe('The reader is still typing: the last word is also taken for the beginning of one. Default false.'),
})

export const searchResultSchema = z
  .object({
    content: z.string().describe('The section, as Markdown.'),
    path: z.string().describe('Path of the page; `POST /discovery/v1/page/{domain}` takes it.'),
    metadata: z.object({
      title: z.string(),
      description: z.string().nullable(),
      heading: z.string().nullable().describe('Heading of the section; null for the text before the first heading.'),
      anchor: z.string().nullable().describe('Fragment of that heading, without `#`.'),
      url: z.string().describe('Where a reader finds the section; relative to the site when its address is unknown.'),
      score: z
        .number()
        .min(0)
        .max(1)
        .describe('How well it matches. Entries are in the order of their pages’ first ones.'),
      breadcrumbs: z
        .array(z.string())
        .describe('The groups of the navigation that the page is in, its title, and the headings down to the section.'),
    }),
  })
  .meta({ id: 'SearchResult' })

export const searchResponseSchema = z.array(searchResultSchema)

export const searchPages = endpoint({
  operationId: 'searchPages',
  tag: 'Discovery',
  method: 'post',
  path: '/discovery/v1/search/{domain}',
  summary: 'Search the documentation',
  description:
    'Returns sections, those of a page together and the best page first. Every page has its best section first; of the ' +
    'first pages up to two further ones follow it, where these are likely to answer as well.',
  key: 'assistant',
  limits: [organizationHourly('search')],
  body: searchRequestSchema,
  query: undefined,
  responses: { 200: { description: 'The sections that answer best, page by page.', schema: searchResponseSchema } },
})

export type Filter = z.infer<typeof filterSchema>
export type SearchRequest = z.infer<typeof searchRequestSchema>
export type SearchResult = z.infer<typeof searchResultSchema>
