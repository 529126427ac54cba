import type { ChatOnFinishCallback } from 'ai'
import { useEffect, useRef, useState } from 'react'
import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { type ChatMessage, isOpen, toExchanges } from './conversation.ts'
import { AskProblem, isNetworkError, problemOfError } from './problem.ts'
import { stopAnswer } from './stop-answer.ts'
import type { KeptThread } from './thread.ts'
import type { Asking } from './transport.ts'
import { useChat } from './use-chat.ts'

/** How often a lost connection is tried again, and how long before each, in ms. */
const waits = [500, 1_500, 3_000]

/** The server ends an answer within this time and keeps it for a minute: older ones need not be asked for. In ms. */
const longestAnswer = 6 * 60_000

/** Which try it is to go on reading. */
export interface Resuming {
  readonly attempt: number
  readonly of: number
}

/** How long the next question waits at most for the server to have heard that the one before was stopped, in ms. */
const longestStop = 3_000

const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const untilOnline = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (navigator.onLine || signal.aborted) return resolve()
    addEventListener('online', () => resolve(), { once: true, signal })
    signal.addEventListener('abort', () => resolve())
  })

type Finish = Parameters<ChatOnFinishCallback<ChatMessage>>[0]

const exchangeOf = (message: ChatMessage) => toExchanges([{ id: '', role: 'user', parts: [] }, message])[0]

/** The last question has no whole answer yet. */
export const isUnfinished = (messages: readonly ChatMessage[]): boolean => {
  const last = toExchanges(messages).at(-1)
  return last !== undefined && isOpen(last)
}

/**
 * Goes on reading an answer whose connection was lost, or that was running when the page was left. The server sends it
 * from its start, so nothing is missing and nothing is there twice.
 */
function useResuming(thread: KeptThread) {
  const [resuming, setResuming] = useState<Resuming>()
  const running = useRef<AbortController>(undefined)
  const resumeStream = useRef(async () => {})
  /** What became of the stream that was read last. */
  const outcome = useRef({ isLost: false, hasBegun: false })

  const giveUp = () => {
    running.current?.abort()
    running.current = undefined
    setResuming(undefined)
  }
  const resume = async (isReload: boolean) => {
    const run = new AbortController()
    running.current = run
    for (let attempt = 1; attempt <= waits.length; attempt++) {
      setResuming({ attempt, of: waits.length })
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
    // What stands before a server that starts anew speaks for it.
    const isDown = error instanceof AskProblem && Number(error.status) >= 500
    if (isDown || isNetworkError(error)) outcome.current = { ...outcome.current, isLost: true }
  }
  const onFinish = ({ message, isAbort, isError }: Finish) => {
    const exchange = exchangeOf(message)
    const isCut = !isError && exchange !== undefined && isOpen(exchange)
    // The very first part of an answer names its thread.
    const hasBegun = message.metadata?.threadId !== undefined
    outcome.current = { isLost: !isAbort && (isCut || outcome.current.isLost), hasBegun }
    if (running.current) return
    if (outcome.current.isLost && hasBegun) void resume(false)
    // What was refused before it began says nothing of the next answer.
    else outcome.current = { isLost: false, hasBegun: false }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at once for each conversation that is opened
  useEffect(() => {
    if (isUnfinished(thread.messages) && Date.now() - thread.savedAt < longestAnswer) void resume(true)
    return giveUp
  }, [thread])
  return { resuming, isRunning: () => running.current !== undefined, giveUp, onError, onFinish, resumeStream }
}

/** The chat with the server: what was said, and whether an answer is being made. What a request needs is read when it is sent. */
export function useChatSession(seam: PanelSeam, options: WidgetOptions, thread: KeptThread, fp: string) {
  const asking = useRef<Asking>({ options, fp })
  asking.current = { options, fp }
  const [searching, setSearching] = useState<string>()
  const stopping = useRef<Promise<void>>(undefined)
  const { resuming, isRunning, giveUp, onError, onFinish, resumeStream } = useResuming(thread)
  const chat = useChat({
    id: thread.id,
    messages: thread.messages,
    asking: () => asking.current,
    // A question that overtook the word to stop would be stopped by it.
    fetch: async (...request) => {
      await stopping.current
      return seam.fetch(...request)
    },
    onData({ type, data }) {
      if (type === 'data-search') setSearching(data.query)
    },
    onFinish(finish) {
      onFinish(finish)
      const answer = exchangeOf(finish.message)?.answer
      if (finish.isAbort || finish.isError || !answer) return
      const { details, sources } = answer
      seam.emit('answer', { answered: details.answered !== false, sources: sources.length })
    },
    onError(error) {
      onError(error)
      if (isRunning()) return
      const { code, retryable, status } = problemOfError(error, { hasText: false, isOnline: navigator.onLine })
      seam.emit('error', { code, retryable, status })
    },
  })
  resumeStream.current = chat.resumeStream
  const { setMessages } = chat

  const stop = async () => {
    giveUp()
    const told = stopAnswer(thread.id, asking.current, seam.fetch).catch(() => {})
    stopping.current = Promise.race([told, wait(longestStop)])
    await chat.stop()
    // What the end of the stream still writes comes before the note that it was stopped; the server's word need not.
    await new Promise((resolve) => setTimeout(resolve))
    chat.clearError()
    setMessages((all) => {
      const last = all.at(-1)
      const metadata = { ...last?.metadata, stopped: true }
      if (last?.role === 'assistant') return [...all.slice(0, -1), { ...last, metadata }]
      return [...all, { id: `stopped-${last?.id}`, role: 'assistant', parts: [], metadata }]
    })
    await stopping.current
  }
  const isStreaming = chat.status === 'streaming'
  const isBusy = chat.status === 'submitted' || isStreaming || resuming !== undefined
  return { chat, asking, searching, setSearching, resuming: isStreaming ? undefined : resuming, isBusy, stop }
}
