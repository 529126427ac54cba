import type { Logger } from 'pino'

/** Stops the server at the first signal, and ends the process at once at the second. */
export const stopOnSignals = (server: { readonly stop: () => Promise<void> }, log: Logger): void => {
  let signals = 0
  const receive = (signal: NodeJS.Signals) => {
    signals += 1
    if (signals > 1) process.exit(130)
    log.info({ signal }, 'stopping: running answers can end, new requests are refused')
    server.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', receive)
  process.on('SIGINT', receive)
  // A terminal that closes may send this twice, and no person is waiting there.
  process.on('SIGHUP', (signal) => {
    if (signals === 0) receive(signal)
  })
}
