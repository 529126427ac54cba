import { z } from 'zod'
import { languageTag } from './language-tag.ts'
import { allowedHosts, publicUrl } from './web-address.ts'

const pageLanguage = languageTag
  .optional()
  .describe('Language of pages that don’t name theirs, such as `de`. Detected from the text by default.')

const folderSourceSchema = z
  .object({
    kind: z.literal('folder'),
    folder: z.string().min(1).max(4_000).describe('Absolute path of a folder on the server’s machine.'),
    language: pageLanguage,
  })
  .meta({ id: 'FolderSource' })

const gitSourceSchema = z
  .object({
    kind: z.literal('git'),
    repository: z
      .string()
      .min(1)
      .max(2_000)
      .describe('The repository’s https address, or its absolute path on the server’s machine.'),
    branch: z.string().min(1).max(200).optional().describe('Defaults to the repository’s default branch.'),
    folder: z.string().min(1).max(1_000).optional().describe('Folder in the repository that holds the pages.'),
    user: z
      .string()
      .max(200)
      .regex(/^[^\s:]+$/, 'must be a name without spaces and colons')
      .optional()
      .describe(
        'User name to send with the token, for hosts that check it, such as `x-token-auth` on Bitbucket. Default `x-access-token`.',
      ),
    hasToken: z
      .boolean()
      .optional()
      .describe('Whether a token is stored for this repository. The token itself can’t be read back.'),
    language: pageLanguage,
  })
  .meta({ id: 'GitSource' })

/** A git source in a request: with a `token`, which answers never repeat. Read by `sites add`, `sites update` and syncs. */
export const gitSourceRequestSchema = gitSourceSchema
  .omit({ hasToken: true })
  .extend({
    token: z
      .string()
      .min(1)
      .max(4_000)
      .nullish()
      .describe(
        'Token for reading a private repository over https. It can’t be read back. Omit it to keep the stored token; send null to remove it.',
      ),
  })
  .meta({ id: 'GitSourceRequest' })

/** A website that a sync crawls. The server checks every address it fetches against private networks and `allowedHosts`. */
export const websiteSourceSchema = z
  .object({
    kind: z.literal('website'),
    url: publicUrl.describe('A sitemap (an address ending in .xml or .xml.gz), or the page to start crawling from.'),
    maximumPages: z.int().min(1).max(100_000).optional().describe('Default 1,000.'),
    maximumDepth: z.int().min(0).max(100).optional().describe('How many links away from the start. Default 20.'),
    maximumMinutes: z.number().min(0.01).max(1_440).optional().describe('Default 60.'),
    delayMilliseconds: z
      .int()
      .min(0)
      .max(60_000)
      .optional()
      .describe('Shortest time between two requests. Default 100. A longer Crawl-delay in robots.txt wins.'),
    allowedHosts,
    language: pageLanguage,
  })
  .meta({ id: 'WebsiteSource' })

/** An OpenAPI document, from a file or an address. A sync makes a page for each operation and tag, and an overview. */
export const openApiSourceSchema = z
  .object({
    kind: z.literal('openapi'),
    file: z.string().min(1).max(4_000).optional().describe('Absolute path of a file on the server’s machine.'),
    url: publicUrl.optional().describe('Address of the document. Give either this or `file`.'),
    path: z
      .string()
      .regex(/^[\w./-]{1,200}$/, 'must be a path such as api-reference')
      .optional()
      .describe('Path under which the pages appear. Default `api-reference`.'),
    allowedHosts,
    language: pageLanguage,
  })
  .meta({ id: 'OpenApiSource' })

/** Where a site's pages come from, as answers show it: without secrets. `kind` selects the variant. */
export const sourceSchema = z
  .discriminatedUnion('kind', [folderSourceSchema, gitSourceSchema, websiteSourceSchema, openApiSourceSchema])
  .meta({ id: 'Source' })

/** A source in a request: like `sourceSchema`, but a git source may carry its token. */
export const sourceRequestSchema = z
  .discriminatedUnion('kind', [folderSourceSchema, gitSourceRequestSchema, websiteSourceSchema, openApiSourceSchema])
  .meta({ id: 'SourceRequest' })

/** A source as the server stores and shows it; see `sourceSchema`. */
export type Source = z.infer<typeof sourceSchema>
/** A source as clients send it; see `sourceRequestSchema`. */
export type SourceRequest = z.infer<typeof sourceRequestSchema>
