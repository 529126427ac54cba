import { sendMcpMessage } from '@sidenote/contract'
import type { Logger } from 'pino'
import { countAgentCall } from '../administration/statistics/count-agent-call.ts'
import type { SearchIndex } from '../search/search-index.ts'
import type { Routes } from './mount/gate.ts'
import { mountDiscovery } from './mount/mount-discovery.ts'

interface McpDependencies {
  readonly log: Logger
  readonly searchIndex: SearchIndex
  readonly version: string
}

/** Mounts the Model Context Protocol. Nothing is kept between requests, so any process can answer any of them. */
export const mountMcp = (routes: Routes, { searchIndex, version, log }: McpDependencies): void =>
  mountDiscovery(routes, sendMcpMessage, async ({ body, site, request, response }) => {
    if ('method' in body && body.method === 'tools/call') {
      // Figures help owners; a call doesn’t fail because of them.
      await countAgentCall(routes.gate.database, site).catch((error: unknown) => {
        log.warn({ err: error }, 'call of an agent not counted')
      })
    }
    // Loaded with the first message, because most sites have none.
    const { createMcpServer, StreamableHTTPServerTransport } = await import('./mcp-server.ts')
    const server = createMcpServer(searchIndex, site, version)
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    response.once('close', () => void server.close())
    await server.connect(transport)
    await transport.handleRequest(request, response, body)
  })
