import { z } from 'zod'
import { administration, noSuchSite } from './administration.ts'
import { endpoint } from './endpoint.ts'
import { sourceRequestSchema, sourceSchema } from './sources.ts'
import { syncSchema } from './syncs.ts'
import { originSchema, webUrl } from './web-address.ts'

/** The identifier of a site, 1–100 characters. Every address that names a site has it as `{domain}`. */
export const domainSchema = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9.-]{0,98}[a-z0-9])?$/, 'must be 1–100 lower-case letters, digits, dots or hyphens')
  .describe('Identifier of the site in every address, such as `acme` or `docs.acme.com`.')

/** Names of the dashboard's own pages: they stand where a site's domain does in its addresses. */
const dashboardPages = ['assets', 'connect', 'join', 'organization', 'setup']

/** Body of `createSite`. Read by the CLI's `sites add` too. */
export const siteRequestSchema = z.object({
  domain: domainSchema.refine(
    (domain) => !dashboardPages.includes(domain),
    `must not be ${dashboardPages.join(', ')}: the dashboard has pages of these names`,
  ),
  name: z.string().min(1).max(200).nullish().describe('What readers call the site. Defaults to the domain.'),
  url: webUrl
    .max(1_000)
    .regex(
      /^\w+:\/\/[^/?#@\\]+(?:\/[^?#]*)?$/,
      'must be an address such as https://docs.example.com/guide, without a user, a query or a fragment',
    )
    .nullish()
    .describe('Address of the published site. Page paths are appended to it to make absolute links.'),
  origins: z
    .array(originSchema)
    .max(100)
    .nullish()
    .describe('Web origins whose pages may use the site’s keys. An empty list allows any origin.'),
  sources: z.array(sourceRequestSchema).min(1).max(20),
  schedule: z
    .string()
    .min(9)
    .max(100)
    .nullish()
    .describe('When to sync automatically: a five-field cron expression in UTC, such as `0 * * * *`.'),
})

const siteChangeSchema = siteRequestSchema
  .omit({ domain: true, sources: true })
  .extend({
    origins: siteRequestSchema.shape.origins.describe('Replaces all current origins. An empty list allows any origin.'),
    addOrigins: z.array(originSchema).max(100).optional().describe('Origins to add to those that are listed.'),
    removeOrigins: z
      .array(originSchema)
      .max(100)
      .optional()
      .describe('Origins to take from those that are listed. At least one must be left.'),
    sources: z.array(sourceRequestSchema).min(1).max(20).optional().describe('Replaces all current sources.'),
    addSources: z
      .array(sourceRequestSchema)
      .max(20)
      .optional()
      .describe(
        'Sources to add. One that reads the same folder, address or file as a current source, or the same branch and folder of a repository, replaces it.',
      ),
    removeSources: z
      .array(z.string().min(1).max(4_000))
      .max(20)
      .optional()
      .describe(
        'Folders, repositories, addresses or files of the sources to remove. At least one source must be left.',
      ),
  })
  .refine(({ origins, addOrigins, removeOrigins }) => origins === undefined || !(addOrigins ?? removeOrigins), {
    path: ['origins'],
    message: 'replaces all origins, so it is not allowed together with addOrigins or removeOrigins',
  })
  .refine(({ sources, addSources, removeSources }) => sources === undefined || !(addSources ?? removeSources), {
    path: ['sources'],
    message: 'replaces all sources, so it is not allowed together with addSources or removeSources',
  })

/** A site as administrators see it, with the size of its index. */
export const siteSchema = z
  .object({
    domain: z.string(),
    name: z.string(),
    url: z.string().nullable(),
    origins: z.array(z.string()),
    sources: z.array(sourceSchema),
    schedule: z.string().nullable(),
    webhook: z
      .string()
      .nullable()
      .describe('Path on this server of the webhook that syncs the site. Null without one.'),
    signedReaders: z.boolean().describe('Whether an application can sign its readers.'),
    pages: z.int().describe('Pages in the index.'),
    sections: z.int(),
    createdAt: z.iso.datetime(),
    syncedAt: z.iso.datetime().nullable().describe('End of the last complete sync.'),
    lastSync: syncSchema
      .pick({ id: true, status: true, error: true, startedAt: true, finishedAt: true })
      .nullable()
      .describe('The latest sync, whatever came of it. Null before the first.'),
  })
  .meta({ id: 'Site' })

/** Adds a site. It has no pages until its first sync. */
export const createSite = endpoint({
  ...administration,
  operationId: 'createSite',
  role: 'editor',
  method: 'post',
  path: '/admin/v1/sites',
  summary: 'Add a site',
  body: siteRequestSchema,
  responses: {
    201: { description: 'The site.', schema: siteSchema },
    409: { description: 'A site with this domain already exists, or the organization has as many as it may have.' },
  },
})

/** Lists the organization's sites. */
export const listSites = endpoint({
  ...administration,
  operationId: 'listSites',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites',
  summary: 'List the sites',
  responses: { 200: { description: 'All sites, by domain.', schema: z.object({ sites: z.array(siteSchema) }) } },
})

/** Fetches one site. */
export const getSite = endpoint({
  ...administration,
  operationId: 'getSite',
  role: 'viewer',
  method: 'get',
  path: '/admin/v1/sites/{domain}',
  summary: 'Fetch a site',
  responses: { 200: { description: 'The site.', schema: siteSchema }, 404: noSuchSite },
})

/** Deletes a site and everything stored for it. */
export const deleteSite = endpoint({
  ...administration,
  operationId: 'deleteSite',
  role: 'editor',
  method: 'delete',
  path: '/admin/v1/sites/{domain}',
  summary: 'Delete a site and everything that belongs to it',
  description:
    'Deletes its pages, keys, conversations and settings. Projects that named the site stay, without a site.',
  responses: { 204: { description: 'Deleted.' }, 404: noSuchSite },
})

/** Changes a site. `null` resets a field: the name to the domain, the origins to any. */
export const updateSite = endpoint({
  ...administration,
  operationId: 'updateSite',
  role: 'editor',
  method: 'patch',
  path: '/admin/v1/sites/{domain}',
  summary: 'Change a site',
  description:
    'Fields you omit keep their value; null resets a field. `origins` and `sources` replace all that are there; the fields that begin with `add` and `remove` leave the others as they are. The next complete sync removes the pages of sources that are gone.',
  body: siteChangeSchema,
  responses: { 200: { description: 'The site.', schema: siteSchema }, 404: noSuchSite },
})

/** Body of `createSite`; see `siteRequestSchema`. */
export type SiteRequest = z.infer<typeof siteRequestSchema>
/** Body of `updateSite`. `null` resets a field, an absent one stays. */
export type SiteChange = z.infer<typeof siteChangeSchema>
/** A site as administrators see it; see `siteSchema`. */
export type Site = z.infer<typeof siteSchema>
