import { type McpServer, ProtocolError, ProtocolErrorCode, ResourceNotFoundError } from '@modelcontextprotocol/server'
import type { Database } from '../../database/database.ts'
import type { SiteRow } from '../../database/tables.ts'
import { listPages } from '../../search/export.ts'
import { readPage } from '../../search/pages.ts'
import { visibleText } from '../../visible-text.ts'

/** A list has at most this many pages; its cursor leads to the next ones. */
const pagesInList = 200
const mimeType = 'text/markdown'

const rootOf = ({ domain }: Pick<SiteRow, 'domain'>): string => `docs://${domain}/`

const uriOf = (site: Pick<SiteRow, 'domain'>, path: string): string =>
  rootOf(site) + path.split('/').map(encodeURIComponent).join('/')

/** The path in an address, which may be written with or without escapes. */
const pathIn = (site: Pick<SiteRow, 'domain'>, uri: string): string | undefined => {
  if (!uri.startsWith(rootOf(site))) return undefined
  const path = uri.slice(rootOf(site).length)
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const readCursor = (cursor = '0'): number => {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor)
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `The cursor "${cursor}" is not one of this list.`)
}

/** Serves the pages of a site as resources, in the order of its navigation. */
export const addResources = ({ server }: McpServer, database: Database, site: SiteRow): void => {
  server.setRequestHandler('resources/list', async ({ params }) => {
    const start = readCursor(params?.cursor)
    const { pages } = await listPages(database, site)
    const end = start + pagesInList
    return {
      resources: pages.slice(start, end).map(({ path, title, description }) => ({
        uri: uriOf(site, path),
        name: path || '/',
        title: visibleText(title),
        ...(description && { description: visibleText(description) }),
        mimeType,
      })),
      ...(end < pages.length && { nextCursor: String(end) }),
    }
  })
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      { uriTemplate: `${rootOf(site)}{+path}`, name: 'page', title: `A page of ${visibleText(site.name)}`, mimeType },
    ],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const path = pathIn(site, uri)
    const page = path === undefined ? undefined : await readPage(database, site, path)
    if (!page) throw new ResourceNotFoundError(uri, `The documentation of ${site.name} has no page "${uri}".`)
    return { contents: [{ uri, mimeType, text: visibleText(page.content) }] }
  })
}
