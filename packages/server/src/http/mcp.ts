import { sendMcpMessage } from '@sidenote/contract'
import type { SearchIndex } from '../search/search-index.ts'
import type { Routes } from './mount/gate.ts'
import { mountDiscovery } from './mount/mount-discovery.ts'

interface McpDependencies {
  readonly searchIndex: SearchIndex
  readonly version: string
}

/** Mounts the Model Context Protocol. Nothing is kept between requests, so any process can answer any of them. */
export const mountMcp = (routes: Routes, { searchIndex, version }: McpDependencies): void =>
  mountDiscovery(routes, sendMcpMessage, async ({ body, site, request, response }) => {
    // Loaded with the first message, because most sites have none.
    const { createMcpServer, StreamableHTTPServerTransport } = await import('./mcp-server.ts')
    const server = createMcpServer(searchIndex, site, version)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    response.once('close', () => void server.close())
    await server.connect(transport)
    await transport.handleRequest(request, response, body)
  })
