import { useRef, useState } from 'react'
import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { problemOfError } from './problem.ts'
import type { Requester } from './server-address.ts'
import { stopAnswer } from './stop-answer.ts'
import type { SavedThread } from './thread.ts'
import { useChat } from './use-chat.ts'
import { exchangeOfAnswer, useReconnection } from './use-reconnection.ts'
import { wait } from './wait.ts'

/** How long the next question waits for the server to confirm that the last answer was stopped, in ms. */
const longestStop = 3_000

/** What a session is about. */
interface ChatSession {
  readonly seam: PanelSeam
  readonly options: WidgetOptions
  readonly thread: SavedThread
  readonly fp: string
}

/** The chat with the server: its messages, and whether an answer is running. */
export function useChatSession({ seam, options, thread, fp }: ChatSession) {
  const requester = useRef<Requester>({ options, fp })
  requester.current = { options, fp }
  const [searching, setSearching] = useState<string>()
  const stopping = useRef<Promise<void>>(undefined)
  const { reconnection, isRunning, giveUp, onError, onFinish, resumeStream } = useReconnection(thread)
  const chat = useChat({
    id: thread.id,
    messages: thread.messages,
    requester: () => requester.current,
    // A question that overtakes the stop request would be stopped by it.
    fetch: async (...request) => {
      await stopping.current
      return seam.fetch(...request)
    },
    onData({ type, data }) {
      if (type === 'data-search') setSearching(data.query)
    },
    onFinish(finish) {
      onFinish(finish)
      const answer = exchangeOfAnswer(finish.message)?.answer
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
    const request = stopAnswer(thread.id, requester.current, seam.fetch).catch(() => {})
    stopping.current = Promise.race([request, wait(longestStop)])
    await chat.stop()
    // Let the end of the stream write its last messages before they are marked as stopped.
    await wait(0)
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
  return {
    chat,
    requester,
    searching,
    setSearching,
    reconnection: isStreaming ? undefined : reconnection,
    isBusy: chat.status === 'submitted' || isStreaming || reconnection !== undefined,
    stop,
  }
}
