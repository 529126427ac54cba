import type { Server } from 'node:http'

/** How long answers may continue after the signal to stop, in milliseconds. */
const drainMilliseconds = 25_000
/** Then their streams get this long to say that the server restarts. */
const farewellMilliseconds = 3_000
/** For everything else. All three together stay below the 30 s after which a process is killed. */
const closingMilliseconds = 1_500

interface Drained {
  readonly server: Server
  /** Waits until no request is open, at most this many milliseconds. */
  readonly untilIdle: (milliseconds: number) => Promise<void>
  /** Waits until no answer is made, at most this many milliseconds. */
  readonly untilAnswered: (milliseconds: number) => Promise<void>
  /** Ends the streams that are still open. */
  readonly shutdown: AbortController
  /** Ends work in the background: syncs, agent jobs. */
  readonly stopWork: () => Promise<unknown>
  /** Closes everything that was opened. */
  readonly close: () => Promise<void>
}

const endInOrder = async (
  { server, untilIdle, untilAnswered, shutdown, stopWork, close }: Drained,
  milliseconds: number,
): Promise<void> => {
  const work = stopWork()
  // An answer whose reader has left can still be followed from another process.
  const wait = (most: number) => Promise.all([untilIdle(most), untilAnswered(most)])
  await wait(milliseconds)
  shutdown.abort()
  await wait(farewellMilliseconds)
  // Idle connections stay open until now: a request could be on its way on any of them.
  server.close()
  server.closeAllConnections()
  await work
  await close()
}

/** Lets answers end, then closes everything. @throws Error when that takes too long: a database that hangs never closes */
export const drain = async (parts: Drained, milliseconds = drainMilliseconds): Promise<void> => {
  const most = milliseconds + farewellMilliseconds + closingMilliseconds
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The server had not stopped ${most} ms after the signal.`)), most)
  })
  await Promise.race([endInOrder(parts, milliseconds), deadline]).finally(() => clearTimeout(timer))
}
