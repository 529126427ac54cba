import { execFile } from 'node:child_process'

/** What systemd sets for a service that tells its state. */
interface ServiceEnvironment {
  readonly NOTIFY_SOCKET?: string | undefined
  /** How long it waits for a sign of life, in microseconds. */
  readonly WATCHDOG_USEC?: string | undefined
  readonly PATH?: string | undefined
}

/**
 * Tells systemd that the service is ready, and from then on that it lives, twice in the time after which systemd would restart
 * it; nothing elsewhere. Node has no datagrams on local sockets, so `systemd-notify` sends them: the unit needs
 * `NotifyAccess=all`.
 *
 * @returns what ends the signs of life, and says that the service is stopping
 */
export const notifySystemd = (environment: ServiceEnvironment): (() => void) => {
  const { NOTIFY_SOCKET, WATCHDOG_USEC, PATH } = environment
  if (!NOTIFY_SOCKET) return () => {}
  const send = (state: string) => {
    const options = { env: { NOTIFY_SOCKET, ...(PATH !== undefined && { PATH }) } }
    // Where it is missing, systemd hears nothing and says so itself.
    execFile('systemd-notify', [state], options, () => {}).unref()
  }
  send('READY=1')
  const milliseconds = Number(WATCHDOG_USEC) / 1_000
  const timer = milliseconds > 0 ? setInterval(() => send('WATCHDOG=1'), milliseconds / 2).unref() : undefined
  return () => {
    clearInterval(timer)
    send('STOPPING=1')
  }
}
