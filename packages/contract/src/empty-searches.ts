import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { asTable, listQuery, nextCursor, nextCursorHeader } from './list-query.ts'

const emptySearchSchema = z
  .object({
    query: z.string(),
    count: z.int(),
    agentCount: z.int().describe('How many of them came from agents, through MCP.'),
    lastSearchedAt: z.iso.datetime(),
  })
  .meta({ id: 'EmptySearch' })

/** Query of `listEmptySearches`. The server parses the address with it. */
export const emptySearchesQuerySchema = z.object(listQuery)

/** Searches that found no page, counted by their text. */
export const emptySearchesSchema = z.object({ searches: z.array(emptySearchSchema), nextCursor })

/** Lists searches without results, the most frequent first. */
export const listEmptySearches = endpoint({
  ...administration,
  operationId: 'listEmptySearches',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites/{domain}/empty-searches',
  summary: 'List searches without results',
  description: 'Empty unless the site stores questions. Counts are per day, so a range is widened to whole days.',
  query: emptySearchesQuerySchema,
  responses: {
    200: {
      description: 'The most frequent first.',
      schema: emptySearchesSchema,
      headers: nextCursorHeader,
      ...asTable,
    },
    404: noSuchSite,
  },
})

/** A search that found no page, and how often it was made. */
export type EmptySearch = z.infer<typeof emptySearchSchema>
/** Query of `listEmptySearches`, with numbers already parsed. */
export type EmptySearchesQuery = z.infer<typeof emptySearchesQuerySchema>
/** Answer of `listEmptySearches`; see `emptySearchesSchema`. */
export type EmptySearches = z.infer<typeof emptySearchesSchema>
