import { connect, createServer, type Socket } from 'node:net'

/** A way to another server that can be cut and mended. */
export interface ChaosProxy {
  readonly port: number
  /** Ends every connection and lets none in. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** Lets nothing through any more, and keeps every connection. */
  freeze: () => void
  thaw: () => void
  /** Leads new connections to another port. Those that are open stay as they are, frozen or not. */
  readonly leadTo: (port: number) => void
  close: () => Promise<void>
}

/** Opens a TCP proxy on a free port in front of `host:port`. */
export const startChaosProxy = async (host: string, port: number): Promise<ChaosProxy> => {
  const sockets = new Set<Socket>()
  let isFrozen = false
  let target = port
  const server = createServer((client) => {
    const upstream = connect(target, host)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      socket.on('error', () => {})
    }
    client.pipe(upstream).pipe(client)
    // A server that refuses is not one that hangs.
    upstream.once('close', () => client.destroy())
    if (isFrozen) upstream.pause()
  })
  const listen = (on: number) => new Promise<void>((resolve) => server.listen(on, '127.0.0.1', resolve))
  await listen(0)
  const address = server.address()
  const own = typeof address === 'object' && address ? address.port : 0
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  const freeze = () => {
    isFrozen = true
    for (const socket of sockets) socket.pause()
  }
  const thaw = () => {
    isFrozen = false
    for (const socket of sockets) socket.resume()
  }
  const leadTo = (other: number) => {
    isFrozen = false
    target = other
  }
  return { port: own, freeze, thaw, leadTo, cut, mend: () => listen(own), close: cut }
}
