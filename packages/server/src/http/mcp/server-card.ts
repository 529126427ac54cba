import type { mcpServerCardSchema } from '@sidenote/contract'
import type { z } from 'zod'
import type { SiteRow } from '../../database/tables.ts'

const schema = 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'
/** Characters, as the card’s schema has it. */
const longestTitle = 100

interface CardDetails {
  /** Where the server answers. */
  readonly url: string
  readonly version: string
  readonly isOpen: boolean
}

/** Writes what a client may know of a site’s MCP server before it connects. */
export const writeServerCard = (
  { domain, name, url: websiteUrl }: Pick<SiteRow, 'domain' | 'name' | 'url'>,
  { url, version, isOpen }: CardDetails,
): z.infer<typeof mcpServerCardSchema> => {
  const authorization = {
    name: 'Authorization',
    description: 'Bearer and an assistant key',
    isRequired: true,
    isSecret: false,
  }
  const title = name.slice(0, longestTitle)
  return {
    $schema: schema,
    name: `${new URL(url).hostname.split('.').toReversed().join('.')}/${domain}`,
    version,
    title,
    description: 'Searches and reads documentation, and answers questions from it.',
    ...(websiteUrl && { websiteUrl }),
    remotes: [{ type: 'streamable-http', url, ...(!isOpen && { headers: [authorization] }) }],
  }
}
