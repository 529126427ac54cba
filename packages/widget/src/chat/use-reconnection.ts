import type { ChatOnFinishCallback } from 'ai'
import { useEffect, useRef, useState } from 'react'
import { isOpen, toExchanges } from './exchange.ts'
import type { ChatMessage } from './message.ts'
import { AskProblem, isNetworkError } from './problem.ts'
import type { SavedThread } from './thread.ts'
import { wait } from './wait.ts'

/** The wait before each try to reconnect, in ms. */
const waits = [500, 1_500, 3_000]

/** In ms. The server ends an answer within this time and keeps it for a minute, so older ones are gone. */
const longestAnswer = 6 * 60_000

/** A try to reconnect to a running answer. */
export interface Reconnection {
  readonly attempt: number
  readonly of: number
}

const untilOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine || signal.aborted) return resolve()
    addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve())
  })

/** What the AI SDK reports at the end of a stream. */
export type Finish = Parameters<ChatOnFinishCallback<ChatMessage>>[0]

/** The exchange that a single answer would make. */
export const exchangeOfAnswer = (message: ChatMessage) => toExchanges([{ id: '', role: 'user', parts: [] }, message])[0]

/** Whether the last question has no whole answer yet. */
export const isUnfinished = (messages: readonly ChatMessage[]): boolean => {
  const last = toExchanges(messages).at(-1)
  return last !== undefined && isOpen(last)
}

/**
 * Reconnects to an answer whose connection was lost, or that was running when the reader left the page. The server sends it
 * from the start, so nothing is lost or repeated.
 */
export function useReconnection(thread: SavedThread) {
  const [reconnection, setReconnection] = useState<Reconnection>()
  const running = useRef<AbortController>(undefined)
  const resumeStream = useRef(async () => {})
  /** How the last stream ended. */
  const outcome = useRef({ isLost: false, hasBegun: false })

  const giveUp = () => {
    running.current?.abort()
    running.current = undefined
    setReconnection(undefined)
  }
  const reconnect = async (isReload: boolean) => {
    const run = new AbortController()
    running.current = run
    for (let attempt = 1; attempt <= waits.length; attempt++) {
      setReconnection({ attempt, of: waits.length })
      await wait(isReload && attempt === 1 ? 0 : (waits[attempt - 1] ?? 0), run.signal)
      await untilOnline(run.signal)
      if (run.signal.aborted) return
      outcome.current = { isLost: false, hasBegun: false }
      await resumeStream.current().catch(onError)
      if (run.signal.aborted) return
      if (!outcome.current.isLost) break
      if (outcome.current.hasBegun) attempt = 0
    }
    giveUp()
  }
  const onError = (error: Error) => {
    // While a server restarts, the proxy in front of it answers.
    const isDown = error instanceof AskProblem && Number(error.status) >= 500
    if (isDown || isNetworkError(error)) outcome.current = { ...outcome.current, isLost: true }
  }
  const onFinish = ({ message, isAbort, isError }: Finish) => {
    const exchange = exchangeOfAnswer(message)
    const isCut = !isError && exchange !== undefined && isOpen(exchange)
    // The first part of an answer names its thread.
    const hasBegun = message.metadata?.threadId !== undefined
    outcome.current = { isLost: !isAbort && (isCut || outcome.current.isLost), hasBegun }
    if (running.current) return
    if (outcome.current.isLost && hasBegun) void reconnect(false)
    // A refusal before the answer began says nothing about the next answer.
    else outcome.current = { isLost: false, hasBegun: false }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: checked once for each conversation that is opened
  useEffect(() => {
    if (isUnfinished(thread.messages) && Date.now() - thread.savedAt < longestAnswer) void reconnect(true)
    return giveUp
  }, [thread])
  return { reconnection, isRunning: () => running.current !== undefined, giveUp, onError, onFinish, resumeStream }
}
