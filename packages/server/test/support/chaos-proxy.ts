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
  close: () => Promise<void>
}

/** Opens a TCP proxy on a free port in front of `host:port`. */
export const startChaosProxy = async (host: string, port: number): Promise<ChaosProxy> => {
  const sockets = new Set<Socket>()
  let isFrozen = false
  const server = createServer((client) => {
    const upstream = connect(port, host)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
      socket.on('error', () => {})
    }
    client.pipe(upstream).pipe(client)
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
  return { port: own, freeze, thaw, cut, mend: () => listen(own), close: cut }
}
