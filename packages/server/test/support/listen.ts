import { createServer, type Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** Where a server listens, and what ends it and all of its connections. */
interface Listening {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

/** Lets a server listen on this machine, on a free port unless one is named. */
export const listen = async (
  server: Server | SecureServer,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<Listening> => {
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A port that nobody uses at the moment. */
export const freePort = async (): Promise<number> => {
  const { port, close } = await listen(createServer())
  await close()
  return port
}
