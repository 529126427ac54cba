import type { ChatOnFinishCallback } from 'ai'
import type { Reconnection } from './conversation.ts'
import { isUnfinishedAnswer } from './exchange.ts'
import type { ChatMessage } from './message.ts'
import { AskProblem, isNetworkError } from './problem.ts'
import { wait } from './wait.ts'

/** The wait before each try to reconnect, in ms. */
const waits = [500, 1_500, 3_000]

const untilOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine || signal.aborted) return resolve()
    addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve())
  })

/** What the AI SDK reports at the end of a stream. */
export type Finish = Parameters<ChatOnFinishCallback<ChatMessage>>[0]

interface ReconnectorSettings {
  /** Reads the running answer again, from its start. */
  resume(): Promise<void>
  /** Shows a try, or its end. */
  show(reconnection: Reconnection | undefined): void
}

/**
 * Reconnects to an answer whose connection was lost, or that was running when the reader left the page. The server sends it
 * from the start, so nothing is lost or repeated.
 */
export function createReconnector({ resume, show }: ReconnectorSettings) {
  let running: AbortController | undefined
  /** How the last stream ended. */
  let outcome = { isLost: false, hasBegun: false }

  const giveUp = () => {
    running?.abort()
    running = undefined
    show(undefined)
  }
  const onError = (error: Error) => {
    // While a server restarts, the proxy in front of it answers.
    const isDown = error instanceof AskProblem && Number(error.status) >= 500
    if (isDown || isNetworkError(error)) outcome = { ...outcome, isLost: true }
  }
  /** @param isReload whether the page was loaded anew: then the first try is at once */
  const start = async (isReload: boolean) => {
    const run = new AbortController()
    running = run
    for (let attempt = 1; attempt <= waits.length; attempt++) {
      show({ attempt, of: waits.length })
      await wait(isReload && attempt === 1 ? 0 : (waits[attempt - 1] ?? 0), run.signal)
      await untilOnline(run.signal)
      if (run.signal.aborted) return
      outcome = { isLost: false, hasBegun: false }
      await resume().catch(onError)
      if (run.signal.aborted) return
      if (!outcome.isLost) break
      if (outcome.hasBegun) attempt = 0
    }
    giveUp()
  }
  return {
    start,
    giveUp,
    onError,
    isRunning: () => running !== undefined,
    onFinish({ message, isAbort, isError }: Finish) {
      const isCut = !isError && isUnfinishedAnswer(message)
      // The first part of an answer names its thread.
      const hasBegun = message.metadata?.threadId !== undefined
      outcome = { isLost: !isAbort && (isCut || outcome.isLost), hasBegun }
      if (running) return
      if (outcome.isLost && hasBegun) void start(false)
      // A refusal before the answer began says nothing about the next answer.
      else outcome = { isLost: false, hasBegun: false }
    },
  }
}
