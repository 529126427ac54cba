import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { asTable, listQuery, nextCursor, nextCursorHeader } from './list-query.ts'

const syncProblemSchema = z.object({
  path: z.string().describe('The file, relative to its source.'),
  line: z.int().nullable(),
  column: z.int().nullable(),
  reason: z.string(),
  indexed: z.boolean().describe('True if the page was indexed anyway, as plain Markdown.'),
})

const brokenLinkSchema = z.object({
  path: z.string().describe('The file with the link, relative to its source.'),
  heading: z.string().nullable().describe('The heading above the link. Null above the first one.'),
  text: z.string().describe('The words of the link.'),
  target: z.string().describe('Where it leads, such as `/guide/install#linux`; `#linux` within the page.'),
  missing: z.enum(['page', 'anchor']).describe('What the site doesn’t have: the page, or only that place on it.'),
})

/** What a sync says of the addresses of a source's pages. */
const syncedSourceSchema = z.object({
  place: z.string().describe('The source’s folder, repository, address or file.'),
  generator: z
    .string()
    .nullable()
    .describe('What builds its pages, as its files say. Null if no generator was recognized.'),
  pages: z.int(),
  addressed: z.int().describe('Pages whose address is known, not taken from the name of the file.'),
  example: z
    .string()
    .nullable()
    .describe('The address of one of them; a path if the site’s address is unknown. Null without pages.'),
})

/** One sync of a site: how far it is, and which pages couldn't be read. All counts are pages unless they say otherwise. */
export const syncSchema = z
  .object({
    id: z.string(),
    domain: z.string(),
    status: z
      .enum(['waiting', 'running', 'completed', 'failed', 'cancelled'])
      .describe(
        '`waiting`: it begins when others have ended, of which only so many run at a time. `cancelled`: somebody ended it; what it had read until then is in the index.',
      ),
    total: z.int().nullable().describe('Number of pages. Null until the source has been listed.'),
    read: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    failed: z.int().describe('Pages that couldn’t be indexed. The others are.'),
    problems: z.array(syncProblemSchema),
    sources: z.array(syncedSourceSchema).describe('The sources that have been read to their end.'),
    embeddings: z
      .object({ sections: z.int(), embedded: z.int().describe('Sections that have an embedding.') })
      .nullable()
      .describe('Null without an embedding model, and until all pages have been read.'),
    brokenLinks: z
      .object({ count: z.int(), links: z.array(brokenLinkSchema).describe('The first 1,000, by file.') })
      .nullable()
      .describe('Links of the pages to pages and headings that the index doesn’t have. Null until all have been read.'),
    error: z.string().nullable().describe('Why the sync failed.'),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Sync' })

/** Starts a sync, or returns the one that is already running for the site. */
export const startSync = endpoint({
  ...administration,
  operationId: 'startSync',
  role: 'editor',
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
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites/{domain}/syncs/{id}',
  summary: 'Follow a sync',
  responses: { 200: { description: 'The sync.', schema: syncSchema }, 404: { description: 'No such sync.' } },
})

/** A sync as lists show it: with the number of its problems in place of them. */
const syncSummarySchema = syncSchema
  .omit({ problems: true, sources: true, brokenLinks: true })
  .extend({ problemCount: z.int(), brokenLinkCount: z.int().describe('0 also when they were not looked for.') })
  .meta({ id: 'SyncSummary' })

/** Query of `listSyncs`. The server parses the address with it. */
export const syncsQuerySchema = z.object(listQuery)

/** One page of syncs, the latest first. */
export const syncsSchema = z.object({ syncs: z.array(syncSummarySchema), nextCursor })

/** Lists the syncs of a site, whoever started them: an administrator, the schedule or the webhook. */
export const listSyncs = endpoint({
  ...administration,
  operationId: 'listSyncs',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites/{domain}/syncs',
  summary: 'List the syncs of a site',
  description: 'Also those that its schedule or its webhook started. Kept for 30 days; the last one stays.',
  query: syncsQuerySchema,
  responses: {
    200: { description: 'The latest first.', schema: syncsSchema, headers: nextCursorHeader, ...asTable },
    404: noSuchSite,
  },
})

/** Ends a sync that waits or runs, in whichever process. */
export const cancelSync = endpoint({
  ...administration,
  operationId: 'cancelSync',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/sites/{domain}/syncs/{id}/cancel',
  summary: 'Cancel a sync',
  description:
    'Answers when it has ended, or after five seconds with `finishedAt` still null. The pages that it had read stay in the index; pages that are gone from the sources stay until a sync is complete.',
  responses: {
    200: { description: 'The sync.', schema: syncSchema },
    404: { description: 'No such sync.' },
    409: { description: 'The sync has ended before.' },
  },
})

/** A sync in a list; see `syncsSchema`. */
export type SyncSummary = z.infer<typeof syncSummarySchema>
/** Query of `listSyncs`, with numbers already parsed. */
export type SyncsQuery = z.infer<typeof syncsQuerySchema>
/** Answer of `listSyncs`; see `syncsSchema`. */
export type SyncList = z.infer<typeof syncsSchema>
/** A sync's progress and outcome; see `syncSchema`. */
export type Sync = z.infer<typeof syncSchema>
/** What a sync says of the addresses of a source's pages; see `syncSchema`. */
export type SyncedSource = z.infer<typeof syncedSourceSchema>
/** A page that a sync couldn't read, or could read only as plain Markdown. Lines and columns count from 1. */
export type SyncProblem = z.infer<typeof syncProblemSchema>
/** A link that leads nowhere; see `syncSchema`. */
export type BrokenLink = z.infer<typeof brokenLinkSchema>
