import { createServer, type Server } from 'node:net'
import type { Settings } from './settings.ts'

/** The demo is only for the person at this machine. */
export const host = '127.0.0.1'

/** What to do when the port of the manual is taken. */
export const docsPortAdvice = 'Choose another: npx -y pnpm@12 demo --docs-port 4101'

/** Resolves when `server` listens. @throws Error with a sentence that names the port and says what to do. */
export const listen = (server: Pick<Server, 'listen' | 'once' | 'off'>, port: number, advice: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'is taken by another program' : `can’t be used (${error.message})`
      reject(new Error(`Port ${port} ${reason}. ${advice}`))
    }
    server.once('error', refuse)
    server.listen(port, host, () => {
      server.off('error', refuse)
      resolve()
    })
  })

/** @throws Error if something already listens on `port`. */
const requireFreePort = async (port: number, advice: string): Promise<void> => {
  const probe = createServer()
  await listen(probe, port, advice)
  await new Promise((resolve) => probe.close(resolve))
}

/** @throws Error if something already listens on a port of the demo */
export const requireDemoPorts = async ({ serverPort, docsPort }: Settings): Promise<void> => {
  await requireFreePort(serverPort, 'Choose another: SIDENOTE_PORT=4100 npm start')
  await requireFreePort(docsPort, docsPortAdvice)
}
