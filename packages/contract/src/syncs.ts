import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'

const syncProblemSchema = z.object({
  path: z.string().describe('The file, relative to its source.'),
  line: z.int().nullable(),
  column: z.int().nullable(),
  reason: z.string(),
  indexed: z.boolean().describe('True if the page was indexed anyway, as plain Markdown.'),
})

/** One sync of a site: how far it is, and which pages couldn't be read. All counts are pages unless they say otherwise. */
export const syncSchema = z
  .object({
    id: z.string(),
    domain: z.string(),
    status: z
      .enum(['waiting', 'running', 'completed', 'failed'])
      .describe('`waiting`: it begins when others have ended, of which only so many run at a time.'),
    total: z.int().nullable().describe('Number of pages. Null until the source has been listed.'),
    read: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    failed: z.int().describe('Pages that couldn’t be indexed. The others are.'),
    problems: z.array(syncProblemSchema),
    embeddings: z
      .object({ sections: z.int(), embedded: z.int().describe('Sections that have an embedding.') })
      .nullable()
      .describe('Null without an embedding model, and until all pages have been read.'),
    error: z.string().nullable().describe('Why the sync failed.'),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Sync' })

/** Starts a sync, or returns the one that is already running for the site. */
export const startSync = endpoint({
  ...administration,
  operationId: 'startSync',
  method: 'post',
  path: '/admin/v1/sites/{domain}/syncs',
  summary: 'Read a site’s sources and update its index',
  description:
    'Runs in the background, at once or when others have ended. If a sync of the site is already running or waiting, that one is returned.',
  responses: { 202: { description: 'The sync.', schema: syncSchema }, 404: noSuchSite },
})

/** Fetches a sync. The CLI polls it to draw its progress bar. */
export const getSync = endpoint({
  ...administration,
  operationId: 'getSync',
  method: 'get',
  path: '/admin/v1/sites/{domain}/syncs/{id}',
  summary: 'Follow a sync',
  responses: { 200: { description: 'The sync.', schema: syncSchema }, 404: { description: 'No such sync.' } },
})

/** A sync's progress and outcome; see `syncSchema`. */
export type Sync = z.infer<typeof syncSchema>
/** A page that a sync couldn't read, or could read only as plain Markdown. Lines and columns count from 1. */
export type SyncProblem = z.infer<typeof syncProblemSchema>
