import { createServer } from 'node:http'
import { type GaugeSources, startMetrics } from '../../watch/metrics.ts'
import { listen } from './listen.ts'
import { takeTurns } from './take-turns.ts'

/** The running metrics server. */
export interface MetricsServer {
  readonly url: string
  readonly stop: () => void
}

/**
 * Serves `/metrics` on its own port, which readers can’t reach.
 *
 * @throws ConfigError when the port is taken
 */
export const serveMetrics = async (
  sources: GaugeSources,
  { host, port }: { host: string; port: number },
): Promise<MetricsServer> => {
  const metrics = startMetrics(sources)
  const server = createServer(async (request, response) => {
    const [path] = (request.url ?? '').split('?')
    if (path !== '/metrics' || request.method !== 'GET') return void response.writeHead(404).end()
    try {
      const text = await metrics.write()
      response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text)
    } catch {
      response.writeHead(500).end()
    }
  })
  takeTurns(server)
  const stop = () => {
    metrics.stop()
    server.close()
    server.closeAllConnections()
  }
  try {
    return { url: await listen(server, { host, port, variable: 'SIDENOTE_METRICS_PORT' }), stop }
  } catch (error) {
    metrics.stop()
    throw error
  }
}
