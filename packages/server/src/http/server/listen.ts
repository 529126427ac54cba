import { createServer, type RequestListener, type Server } from 'node:http'
import { type Config, ConfigError } from '../../config.ts'
import { answerClientErrors, requireHost } from './client-error.ts'

const headersMilliseconds = 5_000
/** For a body of 1 MB at most. With the time between two checks, nobody holds a connection for ten seconds, busy or not. */
const requestMilliseconds = 7_000
/** Longer than what proxies keep an idle connection for, or one of their requests is lost now and then. */
const keepAliveMilliseconds = 65_000
const checkMilliseconds = 1_000

/** Streams have a shorter patience of their own. Nothing is silent for so long: streams have heartbeats. */
const stalledMilliseconds = 120_000

/** An HTTP server that does not wait for clients that send slowly, nor for those that do not read. */
export const createHttpServer = (listener: RequestListener, stalled = stalledMilliseconds): Server => {
  const server = createServer(
    {
      headersTimeout: headersMilliseconds,
      requestTimeout: requestMilliseconds,
      keepAliveTimeout: keepAliveMilliseconds,
      connectionsCheckingInterval: checkMilliseconds,
      requireHostHeader: false,
    },
    requireHost(listener),
  )
  server.timeout = stalled
  answerClientErrors(server)
  return server
}

/**
 * Listens, and gives the address to reach the server at.
 *
 * @throws ConfigError when the port is taken or the host is not of this machine.
 */
export const listen = (
  server: Server,
  { host, port, variable = 'SIDENOTE_PORT' }: Pick<Config, 'host' | 'port'> & { variable?: string },
): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} of ${host} is taken. Stop what uses it, or choose another with ${variable === 'SIDENOTE_PORT' ? '--port or ' : ''}${variable}.`
      const sentence = error.code === 'EADDRINUSE' ? taken : `Cannot listen on ${host}:${port}: ${error.message}`
      reject(new ConfigError(sentence, { cause: error }))
    })
    server.listen(port, host, () => {
      const address = server.address()
      const bound = typeof address === 'object' && address ? address.port : port
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`)
    })
  })

/** An address for browsers of one that `listen` gives: no browser opens that of all addresses. */
export const browserAddress = (url: string): string =>
  url.replace(/^http:\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, 'http://localhost')

/** Counts the requests that are being answered. What it returns waits until there are none, at most so long. */
export const watchRequests = (server: Server) => {
  let active = 0
  let tell = () => {}
  server.on('request', (_request, response) => {
    // Counted, logged, timed and watched, each by one; a `pipeline` into it listens as often again. Ten are too few.
    response.setMaxListeners(20)
    active += 1
    response.once('close', () => {
      active -= 1
      if (active === 0) tell()
    })
  })
  return async (milliseconds: number): Promise<void> => {
    if (active === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      tell = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
