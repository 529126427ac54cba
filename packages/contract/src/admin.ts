import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { languageTag } from './language.ts'

export const domainSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?$/, 'must be 1–100 lower-case letters, digits, dots or hyphens')
  .describe('Identifier of the site in every address, such as `acme` or `docs.acme.com`.')

export const originSchema = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .regex(/^https?:\/\/[^/\s?#@]+$/, 'must be an origin such as https://docs.example.com, without a path')

/** A day, at whose beginning in UTC it is meant, or a time, in UTC or with its offset. */
export const dayOrTimeSchema = z.union([z.iso.date(), z.iso.datetime({ offset: true })])

const webUrl = z.url({ protocol: /^https?$/, abort: true })
/** An address that is shown and logged, so without a secret. */
export const publicUrl = webUrl
  .max(2_000)
  .regex(
    /^\w+:\/\/[^/?#@\\]+(?:[/?#]|$)/,
    'must be an address such as https://docs.example.com, without a user or a password',
  )

const allowedHosts = z
  .array(
    z
      .string()
      .regex(/^[\w.-]+(?::\d{1,5})?$|^\[[0-9a-fA-F:.]+\](?::\d{1,5})?$/, 'must be a host such as docs.internal:8080'),
  )
  .max(20)
  .optional()
  .describe('Hosts that may be read although they are not public, with or without a port.')

const pageLanguage = languageTag
  .optional()
  .describe('Language of the pages that do not say theirs, such as `de`; told by their words when left out.')

export const folderSourceSchema = z
  .object({
    kind: z.literal('folder'),
    folder: z.string().min(1).max(4_000).describe('Absolute path of a folder on the server’s machine.'),
    language: pageLanguage,
  })
  .meta({ id: 'FolderSource' })

export const gitSourceSchema = z
  .object({
    kind: z.literal('git'),
    repository: z
      .string()
      .min(1)
      .max(2_000)
      .describe('Address of the repository (https), or the absolute path of one on the server’s machine.'),
    branch: z.string().min(1).max(200).optional().describe('The repository’s default branch when left out.'),
    folder: z.string().min(1).max(1_000).optional().describe('Folder of the pages in the repository.'),
    user: z
      .string()
      .max(200)
      .regex(/^[^\s:]+$/, 'must be a name without spaces and colons')
      .optional()
      .describe(
        'Name that goes with the token where the host looks at it, such as `x-token-auth` of Bitbucket; `x-access-token` when left out.',
      ),
    hasToken: z
      .boolean()
      .optional()
      .describe('Whether the server signs in with a token. It is written, never read back.'),
    language: pageLanguage,
  })
  .meta({ id: 'GitSource' })

export const gitSourceRequestSchema = gitSourceSchema
  .omit({ hasToken: true })
  .extend({
    token: z
      .string()
      .min(1)
      .max(4_000)
      .nullish()
      .describe(
        'What the server signs in with to read a private repository, by https alone. Written, never read back; what the site has for this repository stays when it is left out, and null takes it away.',
      ),
  })
  .meta({ id: 'GitSourceRequest' })

export const websiteSourceSchema = z
  .object({
    kind: z.literal('website'),
    url: publicUrl.describe('A sitemap (an address that ends in .xml or .xml.gz), or the address to start from.'),
    maximumPages: z.int().min(1).max(100_000).optional().describe('1,000 when left out.'),
    maximumDepth: z.int().min(0).max(100).optional().describe('Links away from the start; 20 when left out.'),
    maximumMinutes: z.number().min(0.01).max(1_440).optional().describe('60 when left out.'),
    delayMilliseconds: z
      .int()
      .min(0)
      .max(60_000)
      .optional()
      .describe('Least time between two requests; 100 when left out. A longer Crawl-delay of robots.txt counts.'),
    allowedHosts,
    language: pageLanguage,
  })
  .meta({ id: 'WebsiteSource' })

export const openApiSourceSchema = z
  .object({
    kind: z.literal('openapi'),
    file: z.string().min(1).max(4_000).optional().describe('Absolute path of a file on the server’s machine.'),
    url: publicUrl.optional().describe('Address of the document. Give either this or `file`.'),
    path: z
      .string()
      .regex(/^[\w./-]{1,200}$/, 'must be a path such as api-reference')
      .optional()
      .describe('Path of the pages; `api-reference` when left out.'),
    allowedHosts,
    language: pageLanguage,
  })
  .meta({ id: 'OpenApiSource' })

/** Where pages come from. */
export const sourceSchema = z
  .discriminatedUnion('kind', [folderSourceSchema, gitSourceSchema, websiteSourceSchema, openApiSourceSchema])
  .meta({ id: 'Source' })

/** A source as it is given, with its secret. */
export const sourceRequestSchema = z
  .discriminatedUnion('kind', [folderSourceSchema, gitSourceRequestSchema, websiteSourceSchema, openApiSourceSchema])
  .meta({ id: 'SourceRequest' })

export const siteRequestSchema = z.object({
  domain: domainSchema,
  name: z.string().min(1).max(200).nullish().describe('What readers know the site as; the domain when left out.'),
  url: webUrl
    .max(1_000)
    .regex(
      /^\w+:\/\/[^/?#@\\]+(?:\/[^?#]*)?$/,
      'must be an address such as https://docs.example.com/guide, without a user, a query or a fragment',
    )
    .nullish()
    .describe('Address that page paths are relative to, for absolute links.'),
  origins: z
    .array(originSchema)
    .max(100)
    .nullish()
    .describe('Web origins whose pages may use the site’s keys; none: any.'),
  sources: z.array(sourceRequestSchema).min(1).max(20),
  schedule: z
    .string()
    .min(9)
    .max(100)
    .nullish()
    .describe('When to sync by itself: a cron expression of five fields in UTC, such as `0 * * * *`.'),
})

/** What is null is taken away: the site is called by its domain then, and any origin may use its keys. */
export const siteChangeSchema = siteRequestSchema.omit({ domain: true, sources: true }).extend({
  sources: z.array(sourceRequestSchema).min(1).max(20).optional().describe('Take the place of all earlier ones.'),
})

export const siteSchema = z
  .object({
    domain: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    origins: z.array(z.string()),
    sources: z.array(sourceSchema),
    schedule: z.string().nullable(),
    webhook: z.string().nullable().describe('Path on this server of the webhook that syncs it; null: it has none.'),
    signedReaders: z.boolean().describe('Whether an application may sign its readers.'),
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
    embeddings: z
      .object({ sections: z.int(), embedded: z.int().describe('Sections that are found by meaning as well.') })
      .nullable()
      .describe('Null without an embedding model, and until the pages have been read.'),
    error: z.string().nullable().describe('Why the sync failed.'),
    startedAt: z.iso.datetime(),
    finishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Sync' })

/** What every operation of the administration begins with. */
export const administration = {
  tag: 'Administration',
  key: 'administrator',
  limits: [],
  body: undefined,
  query: undefined,
} as const

export const noSuchSite = { description: 'No such site.' } as const

export const createSite = endpoint({
  ...administration,
  operationId: 'createSite',
  method: 'post',
  path: '/admin/v1/sites',
  summary: 'Add a site',
  body: siteRequestSchema,
  responses: {
    201: { description: 'The site.', schema: siteSchema },
    409: { description: 'A site of this domain exists.' },
  },
})

export const listSites = endpoint({
  ...administration,
  operationId: 'listSites',
  method: 'get',
  path: '/admin/v1/sites',
  summary: 'List the sites',
  responses: { 200: { description: 'All sites, by domain.', schema: z.object({ sites: z.array(siteSchema) }) } },
})

export const getSite = endpoint({
  ...administration,
  operationId: 'getSite',
  method: 'get',
  path: '/admin/v1/sites/{domain}',
  summary: 'Fetch a site',
  responses: { 200: { description: 'The site.', schema: siteSchema }, 404: noSuchSite },
})

export const deleteSite = endpoint({
  ...administration,
  operationId: 'deleteSite',
  method: 'delete',
  path: '/admin/v1/sites/{domain}',
  summary: 'Delete a site with all that belongs to it',
  description: 'Its pages, keys, conversations and settings. Projects that name it stay, and name no site any more.',
  responses: { 204: { description: 'Deleted.' }, 404: noSuchSite },
})

export const updateSite = endpoint({
  ...administration,
  operationId: 'updateSite',
  method: 'patch',
  path: '/admin/v1/sites/{domain}',
  summary: 'Change a site',
  description:
    'What is left out stays as it is, what is null is taken away. Pages of sources that are gone are removed by the next complete sync.',
  body: siteChangeSchema,
  responses: { 200: { description: 'The site.', schema: siteSchema }, 404: noSuchSite },
})

export const startSync = endpoint({
  ...administration,
  operationId: 'startSync',
  method: 'post',
  path: '/admin/v1/sites/{domain}/syncs',
  summary: 'Read a site’s sources and bring its index up to date',
  description: 'Runs in the background. A sync that already runs for the site is returned instead of a second one.',
  responses: { 202: { description: 'The sync.', schema: syncSchema }, 404: noSuchSite },
})

export const getSync = endpoint({
  ...administration,
  operationId: 'getSync',
  method: 'get',
  path: '/admin/v1/sites/{domain}/syncs/{id}',
  summary: 'Follow a sync',
  responses: { 200: { description: 'The sync.', schema: syncSchema }, 404: { description: 'No such sync.' } },
})

export const createdWebhookSchema = z
  .object({
    path: z.string().describe('Path on this server that the webhook is sent to.'),
    secret: z.string().describe('Signs the webhook, shown this once.'),
  })
  .meta({ id: 'CreatedWebhook' })

export const createWebhook = endpoint({
  ...administration,
  operationId: 'createWebhook',
  method: 'post',
  path: '/admin/v1/sites/{domain}/webhook',
  summary: 'Make a signed webhook that syncs a site',
  description: 'Takes the place of the site’s earlier webhook, if it had one.',
  responses: { 201: { description: 'The webhook.', schema: createdWebhookSchema }, 404: noSuchSite },
})

export const deleteWebhook = endpoint({
  ...administration,
  operationId: 'deleteWebhook',
  method: 'delete',
  path: '/admin/v1/sites/{domain}/webhook',
  summary: 'Remove a site’s webhook',
  responses: { 204: { description: 'The site has no webhook any more.' }, 404: noSuchSite },
})

export const receiveWebhook = endpoint({
  ...administration,
  key: null,
  operationId: 'receiveWebhook',
  method: 'post',
  path: '/webhooks/v1/{id}',
  summary: 'Sync a site, as its repository’s host asks',
  description:
    'No key: the header `X-Hub-Signature-256` (GitHub, Gitea, Forgejo) or `X-Hub-Signature` (Bitbucket) is `sha256=` and the hexadecimal HMAC-SHA256 of the body under the secret of the webhook, or `X-Gitlab-Token` is the secret. The body may be anything up to 1 MB.',
  responses: {
    202: { description: 'A sync was started, or one runs already.' },
    401: { description: 'The signature is missing or wrong, or there is no such webhook.' },
  },
})

export type Source = z.infer<typeof sourceSchema>
export type SourceRequest = z.infer<typeof sourceRequestSchema>
export type SiteRequest = z.infer<typeof siteRequestSchema>
export type SiteChange = z.infer<typeof siteChangeSchema>
export type Site = z.infer<typeof siteSchema>
export type Sync = z.infer<typeof syncSchema>
export type SyncProblem = z.infer<typeof syncProblemSchema>
