import { sendMcpMessage } from '@sidenote/contract'
import type { IRouter } from 'express'
import type { SearchIndex } from '../search/search-index.ts'
import { type Gate, mountDiscovery } from './mount/mount.ts'

interface Mcp extends Gate {
  readonly searchIndex: SearchIndex
  readonly version: string
}

/** Mounts the Model Context Protocol. Nothing is kept between requests, so any process may answer any of them. */
export const mountMcp = (router: IRouter, { searchIndex, version, ...gate }: Mcp): void =>
  mountDiscovery(router, gate, sendMcpMessage, async ({ body, site, request, response }) => {
    // Read with the first message: most sites have none of this.
    const { createMcpServer, StreamableHTTPServerTransport } = await import('./mcp-server.ts')
    const server = createMcpServer(searchIndex, site, version)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    response.once('close', () => void server.close())
    await server.connect(transport)
    await transport.handleRequest(request, response, body)
  })
