import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { problemSchema } from './problem.ts'

const domain = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?$/, 'must be 1–100 lower-case letters, digits, dots or hyphens')
  .describe('Identifier of the site in every address, such as `acme` or `docs.acme.com`.')

const origin = z
  .string()
  .max(300)
  .regex(/^https?:\/\/[^/\s?#@]+$/, 'must be an origin such as https://docs.example.com, without a path')

/** Where pages come from. */
export const sourceSchema = z
  .object({
    kind: z.literal('folder'),
    folder: z.string().min(1).max(4_000).describe('Absolute path of a folder on the server’s machine.'),
  })
  .meta({ id: 'Source' })

export const siteRequestSchema = z.object({
  domain,
  name: z.string().min(1).max(200).nullish().describe('What readers know the site as; the domain when left out.'),
  url: z.url().max(1_000).nullish().describe('Address that page paths are relative to, for absolute links.'),
  origins: z.array(origin).max(100).nullish().describe('Web origins whose pages may use the site’s keys; none: any.'),
  sources: z.array(sourceSchema).min(1).max(20),
})

export const siteSchema = z
  .object({
    domain: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    origins: z.array(z.string()),
    sources: z.array(sourceSchema),
    pages: z.int().describe('Pages in the index.'),
    sections: z.int(),
    createdAt: z.iso.datetime(),
    syncedAt: z.iso.datetime().nullable().describe('End of the last complete sync.'),
  })
  .meta({ id: 'Site' })

export const syncProblemSchema = z.object({
  path: z.string().describe('The file, relative to its source.'),
  line: z.int().nullable(),
  column: z.int().nullable(),
  reason: z.string(),
  indexed: z.boolean().describe('True when the page was indexed all the same, read as plain Markdown.'),
})

export const syncSchema = z
  .object({
    id: z.string(),
    domain: z.string(),
    status: z.enum(['running', 'completed', 'failed']),
    total: z.int().nullable().describe('Pages found; null until the source has been listed.'),
    read: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    removed: z.int(),
    failed: z.int().describe('Pages that could not be indexed; the others are.'),
    problems: z.array(syncProblemSchema),
    error: z.string().nullable().describe('Why the sync failed.'),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Sync' })

export const keyRequestSchema = z
  .object({
    kind: z.enum(['assistant', 'administrator']),
    site: domain.nullish().describe('Domain of the site; for an assistant key.'),
    name: z.string().min(1).max(200).nullish(),
    expiresAt: z.iso.datetime().nullish(),
  })
  .refine((key) => (key.kind === 'assistant') === (typeof key.site === 'string'), {
    path: ['site'],
    message: 'names the site of an assistant key, and is left out for an administrator key',
  })

export const keySchema = z
  .object({
    id: z.string(),
    kind: z.enum(['assistant', 'administrator']),
    site: z.string().nullable(),
    name: z.string().nullable(),
    hint: z.string().describe('The last characters of the key.'),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().nullable(),
    revokedAt: z.iso.datetime().nullable(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Key' })

export const createdKeySchema = keySchema
  .extend({ key: z.string().describe('The key itself, shown this once.') })
  .meta({ id: 'CreatedKey' })

const administration = { tag: 'Administration', key: 'administrator', limits: [], query: undefined } as const
const missing = (thing: string) => ({ description: `No such ${thing}.`, schema: problemSchema })

export const createSite = endpoint({
  ...administration,
  operationId: 'createSite',
  method: 'post',
  path: '/admin/v1/sites',
  summary: 'Add a site',
  body: siteRequestSchema,
  responses: {
    201: { description: 'The site.', schema: siteSchema },
    409: { description: 'A site of this domain exists.', schema: problemSchema },
  },
})

export const listSites = endpoint({
  ...administration,
  operationId: 'listSites',
  method: 'get',
  path: '/admin/v1/sites',
  summary: 'List the sites',
  body: undefined,
  responses: { 200: { description: 'All sites, by domain.', schema: z.object({ sites: z.array(siteSchema) }) } },
})

export const startSync = endpoint({
  ...administration,
  operationId: 'startSync',
  method: 'post',
  path: '/admin/v1/sites/{domain}/syncs',
  summary: 'Read a site’s sources and bring its index up to date',
  description: 'Runs in the background. A sync that already runs for the site is returned instead of a second one.',
  body: undefined,
  responses: { 202: { description: 'The sync.', schema: syncSchema }, 404: missing('site') },
})

export const getSync = endpoint({
  ...administration,
  operationId: 'getSync',
  method: 'get',
  path: '/admin/v1/sites/{domain}/syncs/{id}',
  summary: 'Follow a sync',
  body: undefined,
  responses: { 200: { description: 'The sync.', schema: syncSchema }, 404: missing('sync') },
})

export const createKey = endpoint({
  ...administration,
  operationId: 'createKey',
  method: 'post',
  path: '/admin/v1/keys',
  summary: 'Create a key',
  body: keyRequestSchema,
  responses: { 201: { description: 'The key, shown this once.', schema: createdKeySchema }, 404: missing('site') },
})

export const listKeys = endpoint({
  ...administration,
  operationId: 'listKeys',
  method: 'get',
  path: '/admin/v1/keys',
  summary: 'List the keys',
  body: undefined,
  responses: { 200: { description: 'All keys, newest first.', schema: z.object({ keys: z.array(keySchema) }) } },
})

export const revokeKey = endpoint({
  ...administration,
  operationId: 'revokeKey',
  method: 'delete',
  path: '/admin/v1/keys/{id}',
  summary: 'Revoke a key',
  body: undefined,
  responses: { 204: { description: 'Revoked; also when it was before.' }, 404: missing('key') },
})

export type Source = z.infer<typeof sourceSchema>
export type SiteRequest = z.infer<typeof siteRequestSchema>
export type Site = z.infer<typeof siteSchema>
export type Sync = z.infer<typeof syncSchema>
export type SyncProblem = z.infer<typeof syncProblemSchema>
export type KeyRequest = z.infer<typeof keyRequestSchema>
export type Key = z.infer<typeof keySchema>
export type CreatedKey = z.infer<typeof createdKeySchema>
