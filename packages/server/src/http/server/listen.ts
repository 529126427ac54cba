import { createServer, type RequestListener, type Server } from 'node:http'
import { type Config, ConfigError } from '../../config.ts'
import { answerClientErrors, requireHost } from './client-error.ts'
import { createSlowRequests, type SlowRequests } from './slow-requests.ts'
import { takeTurns } from './take-turns.ts'
import { boundUnread, type CutOff } from './unread-answers.ts'

const headersMilliseconds = 5_000
/** For a body of at most 1 MB. With the time between two checks, no client holds a connection for ten seconds. */
const requestMilliseconds = 7_000
/** Longer than proxies keep an idle connection, or they would lose a request now and then. */
const keepAliveMilliseconds = 65_000
const checkMilliseconds = 1_000

/** Streams have shorter deadlines of their own, and heartbeats: none is silent for this long. */
const stalledMilliseconds = 120_000

interface HttpServerOptions {
  /** The requests that may take longer than 7 s to arrive. @default none */
  readonly slowRequests?: SlowRequests
  /** Milliseconds after which a silent connection is closed. @default 120000 */
  readonly stalled?: number
  /** What answers may hold that clients don’t read, in bytes, of all together. @default 134217728 */
  readonly unread?: number
  /** Called when answers were cut off because they held more than that. */
  readonly onCutOff?: (cutOff: CutOff) => void
}

/** An HTTP server that doesn’t wait for clients that send slowly or don’t read, and answers one request of each at a time. */
export const createHttpServer = (listener: RequestListener, options: HttpServerOptions = {}): Server => {
  const { slowRequests = createSlowRequests(), stalled = stalledMilliseconds, unread, onCutOff } = options
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
  takeTurns(server)
  boundUnread(server, { ...(unread !== undefined && { most: unread }), onCutOff })
  answerClientErrors(server, slowRequests)
  return server
}

/**
 * Listens, and returns the address to reach the server at.
 *
 * @throws ConfigError when the port is taken, or the host isn’t an address of this machine
 */
export const listen = (
  server: Server,
  { host, port, variable = 'SIDENOTE_PORT' }: Pick<Config, 'host' | 'port'> & { variable?: string },
): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const options = variable === 'SIDENOTE_PORT' ? `--port or ${variable}` : variable
      const conflict = `Port ${port} of ${host} is taken. Stop the program that uses it, or choose another port with ${options}.`
      const sentence = error.code === 'EADDRINUSE' ? conflict : `Cannot listen on ${host}:${port}: ${error.message}`
      reject(new ConfigError(sentence, { cause: error }))
    })
    server.listen(port, host, () => {
      const address = server.address()
      const bound = typeof address === 'object' && address ? address.port : port
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${bound}`)
    })
  })

const anyHosts = ['http://0.0.0.0:', 'http://[::]:']

/** The address that `listen` returned, for browsers: they can’t open the address that means all of them. */
export const browserAddress = (url: string): string => {
  const start = anyHosts.find((host) => url.startsWith(host))
  return start === undefined ? url : `http://localhost:${url.slice(start.length)}`
}

/** Counts the open requests. Returns a function that waits until there are none, at most this many milliseconds. */
export const watchRequests = (server: Server) => {
  let active = 0
  let onIdle = () => {}
  server.on('request', (_request, response) => {
    // Counting, logging, timing and watching listen once each, and a `pipeline` adds as many. Node warns at ten.
    response.setMaxListeners(20)
    active += 1
    response.once('close', () => {
      active -= 1
      if (active === 0) onIdle()
    })
  })
  return async (milliseconds: number): Promise<void> => {
    if (active === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      onIdle = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
