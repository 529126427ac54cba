import { getMcpServerCard, sendMcpMessage } from '@sidenote/contract'
import { readSiteLimits } from '../../administration/sites/site-limits.ts'
import { countAgentCall } from '../../administration/statistics/count-agent-call.ts'
import { serverAddress } from '../admission/own-origin.ts'
import { abortOnClose } from '../answers/event-stream.ts'
import type { Routes } from '../mount/gate.ts'
import { mountOpenDiscovery } from '../mount/mount-discovery.ts'
import type { McpCall, McpDependencies } from './mcp-call.ts'
import { writeServerCard } from './server-card.ts'

/** Mounts the Model Context Protocol. Nothing is kept between requests, so any process can answer any of them. */
export const mountMcp = (routes: Routes, dependencies: McpDependencies): void => {
  mountOpenDiscovery(routes, sendMcpMessage, async ({ body, site, isOpen, request, response }) => {
    const { signal } = abortOnClose(response)
    const { proofOfWork } = await readSiteLimits(routes.gate.database, site)
    const call: McpCall = { routes, dependencies, site, isOpen, hasAsk: !proofOfWork, request, response, signal }
    if (body.method === 'tools/call') {
      // Figures help owners; a call doesn’t fail because of them.
      await countAgentCall(routes.gate.database, site).catch((error: unknown) => {
        dependencies.log.warn({ err: error }, 'call of an agent not counted')
      })
    }
    // Loaded with the first message, because most sites have none.
    const [{ createMcpServer }, { exchangeMessage }] = await Promise.all([
      import('./mcp-server.ts'),
      import('./exchange.ts'),
    ])
    await exchangeMessage({ request, response, body, signal }, () => createMcpServer(call))
  })

  mountOpenDiscovery(routes, getMcpServerCard, async ({ site, isOpen, request, response }) => {
    const { version, config } = dependencies
    const url = serverAddress(request, config.publicUrl)
    response.vary('Authorization').set('Cache-Control', `${isOpen ? 'public' : 'private'}, max-age=300`)
    response.json(writeServerCard(site, { url: `${url}/mcp/${request.params.domain}`, version, isOpen }))
  })
}
