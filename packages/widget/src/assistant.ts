import { useChat } from '@ai-sdk/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type ChatMessage, type Exchange, threadOf, toExchanges } from './conversation.ts'
import type { WidgetOptions } from './options.ts'
import { currentPath, type PageContext } from './page-context.ts'
import type { PanelSeam } from './panel-seam.ts'
import { AskProblem, problemOfError } from './problem.ts'
import { openThread, type StoredThread } from './thread.ts'
import { type Asking, createTransport, postFeedback } from './transport.ts'
import { usePageTitle } from './use-page-title.ts'

/** At most this many snippets stand beside one question. */
const mostContexts = 5

export interface Assistant {
  readonly exchanges: readonly Exchange[]
  /** A question is being answered. */
  readonly isBusy: boolean
  /** Why the last question has no whole answer. */
  readonly problem: AskProblem | undefined
  readonly draft: string
  readonly contexts: readonly PageContext[]
  /** Title of the page that goes with the question; nothing when the reader took it away. */
  readonly page: string | undefined
  readonly feedback: Readonly<Record<string, boolean>>
  ask(question: string, contexts?: readonly PageContext[]): void
  stop(): void
  retry(): void
  reset(): void
  write(draft: string): void
  add(context: PageContext): void
  remove(context: PageContext): void
  removePage(): void
  rate(messageId: string, helpful: boolean): Promise<boolean>
}

const isSame = (one: PageContext, other: PageContext): boolean => one.value === other.value && one.path === other.path

/** Writes the thread soon after it changed, and at once when the reader leaves. Nothing is stored before there is any. */
function useStoring(store: ReturnType<typeof openThread>, thread: StoredThread): void {
  const latest = useRef(thread)
  const isTouched = useRef(false)
  latest.current = thread
  if (thread.messages.length > 0 || thread.draft || thread.contexts.length > 0) isTouched.current = true
  const { messages, draft, contexts, feedback } = thread
  // biome-ignore lint/correctness/useExhaustiveDependencies: what changed is the reason to write, not what is written
  useEffect(() => {
    if (!isTouched.current) return
    const timer = setTimeout(() => store.write(latest.current), 300)
    return () => clearTimeout(timer)
  }, [store, messages, draft, contexts, feedback])
  useEffect(() => {
    const leave = () => isTouched.current && store.write(latest.current)
    addEventListener('pagehide', leave)
    return () => removeEventListener('pagehide', leave)
  }, [store])
}

/** Why the last question has no whole answer: an error now, or a connection that ended without one. */
function problemOf(error: Error | undefined, isBusy: boolean, last: Exchange | undefined): AskProblem | undefined {
  const answer = last?.answer
  if (error) return problemOfError(error, Boolean(answer?.text), navigator.onLine)
  if (isBusy || !last || answer?.details.stopped || answer?.isWhole) return undefined
  return new AskProblem('cut', 'The answer ended before it was complete.')
}

/** The chat itself, with what a request needs read at the moment it is sent. */
function useConversation(seam: PanelSeam, options: WidgetOptions, stored: StoredThread) {
  const asking = useRef<Asking>({ options, fp: stored.fp, threadId: threadOf(stored.messages) })
  asking.current = { ...asking.current, options }
  const transport = useMemo(() => createTransport(() => asking.current, seam.fetch), [seam])
  const chat = useChat<ChatMessage>({
    messages: [...stored.messages],
    transport,
    throttle: 30,
    onFinish({ message, isAbort, isError }) {
      const exchange = toExchanges([{ id: '', role: 'user', parts: [] }, message])[0]
      if (isAbort || isError || !exchange?.answer) return
      const { details, sources } = exchange.answer
      seam.emit('answer', { answered: details.answered !== false, sources: sources.length })
    },
    onError(error) {
      const { code, retryable, status } = problemOfError(error, false, navigator.onLine)
      seam.emit('error', { code, retryable, status })
    },
  })
  const thread = threadOf(chat.messages)
  if (thread) asking.current = { ...asking.current, threadId: thread }
  return { chat, asking }
}

/** Everything the panel knows and can do. */
export function useAssistant(seam: PanelSeam, options: WidgetOptions): Assistant {
  const store = useMemo(() => openThread(options.domain, () => localStorage), [options.domain])
  const [stored] = useState(() => store.read())
  const { chat, asking } = useConversation(seam, options, stored)
  const [draft, write] = useState(stored.draft)
  const [contexts, setContexts] = useState(stored.contexts)
  const [feedback, setFeedback] = useState(stored.feedback)
  const [hasPage, setHasPage] = useState(true)
  const title = usePageTitle()
  useStoring(store, { fp: stored.fp, messages: chat.messages, draft, contexts, feedback })

  const { messages, setMessages, status } = chat
  const exchanges = useMemo(() => toExchanges(messages), [messages])
  const isBusy = status === 'submitted' || status === 'streaming'
  const add = useCallback((context: PageContext) => {
    setContexts((before) => [...before.filter((other) => !isSame(other, context)), context].slice(-mostContexts))
  }, [])

  const markStopped = () =>
    setMessages((all) => {
      const last = all.at(-1)
      const metadata = { ...last?.metadata, stopped: true }
      if (last?.role === 'assistant') return [...all.slice(0, -1), { ...last, metadata }]
      return [...all, { id: `stopped-${last?.id}`, role: 'assistant', parts: [], metadata }]
    })
  const stop = async () => {
    await chat.stop()
    markStopped()
  }

  return {
    exchanges,
    isBusy,
    problem: problemOf(chat.error, isBusy, exchanges.at(-1)),
    draft,
    contexts,
    page: hasPage ? title : undefined,
    feedback,
    async ask(question, extra = []) {
      const text = question.trim()
      if (!text) return
      if (isBusy) await stop()
      const asked = [...contexts, ...extra].slice(-mostContexts)
      setContexts([])
      write('')
      seam.emit('ask', { contexts: asked.length })
      const details = { ...(asked.length > 0 ? { contexts: asked } : {}), ...(hasPage ? { path: currentPath() } : {}) }
      void chat.sendMessage({ text, metadata: details })
    },
    stop: () => void stop(),
    retry: () => void chat.regenerate(),
    async reset() {
      if (isBusy) await chat.stop()
      chat.clearError()
      setMessages([])
      setContexts([])
      setFeedback({})
      write('')
      setHasPage(true)
      asking.current = { ...asking.current, threadId: undefined }
    },
    write,
    add,
    remove: (context) => setContexts((before) => before.filter((other) => !isSame(other, context))),
    removePage: () => setHasPage(false),
    async rate(messageId, helpful) {
      const before = feedback
      setFeedback({ ...before, [messageId]: helpful })
      try {
        await postFeedback(asking.current, messageId, helpful, seam.fetch)
        seam.emit('feedback', { helpful })
        return true
      } catch {
        setFeedback(before)
        return false
      }
    },
  }
}
