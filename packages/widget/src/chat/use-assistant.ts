import { useMemo, useState } from 'react'
import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import type { Assistant, PreparedQuestion } from './assistant.ts'
import { type Exchange, toExchanges } from './exchange.ts'
import { filesOf, filterOf } from './message.ts'
import { postFeedback } from './post-feedback.ts'
import { AskProblem, problemOfError } from './problem.ts'
import { emptyThread, type SavedThread } from './thread.ts'
import { useChatSession } from './use-chat-session.ts'
import { useDraft } from './use-draft.ts'
import { useQueue } from './use-queue.ts'
import { isUnfinished } from './use-reconnection.ts'
import { useSaveThread } from './use-save-thread.ts'
import { useThreads } from './use-threads.ts'

const none: readonly string[] = []

/** Why the last question has no whole answer: an error now, or a connection that once ended without one. */
function problemOf(error: Error | undefined, isBusy: boolean, last: Exchange | undefined): AskProblem | undefined {
  const answer = last?.answer
  if (isBusy) return undefined
  if (error)
    return problemOfError(error, {
      hasText: Boolean(answer?.text),
      isOnline: navigator.onLine,
      details: answer?.details,
    })
  if (!last || answer?.details.stopped || answer?.isWhole) return undefined
  return new AskProblem('cut', 'The answer ended before it was complete.')
}

/** Creates the assistant: conversation, draft, queue and storage in one object. */
export function useAssistant(seam: PanelSeam, options: WidgetOptions): Assistant {
  const { store, thread, setThread, earlier, refreshEarlier } = useThreads(options)
  const [agreed, agree] = useState(thread.agreed)
  const [feedback, setFeedback] = useState(thread.feedback)
  const { take, renew, ...draftParts } = useDraft(thread)
  const session = useChatSession({ seam, options, thread, fp: options.reader ?? thread.fp })
  const { chat, requester, searching, setSearching, reconnection, isBusy } = session
  const { messages, setMessages } = chat
  const { draft, contexts } = draftParts
  const current = { id: thread.id, fp: thread.fp, messages, draft, contexts, feedback, agreed }
  const exchanges = useMemo(() => toExchanges(messages, options.supportUrl), [messages, options.supportUrl])
  const last = exchanges.at(-1)
  const problem = useMemo(() => problemOf(chat.error, isBusy, last), [chat.error, isBusy, last])
  const send = ({ question: text, details, files }: PreparedQuestion, messageId?: string) => {
    setSearching(undefined)
    void chat.sendMessage({ text, metadata: details, files, messageId })
  }
  const { queue, enqueue, unqueue, clearQueue } = useQueue(!isBusy && !problem, send)

  /** Opens another conversation in place of this one. */
  const open = (next: SavedThread) => {
    chat.clearError()
    setSearching(undefined)
    clearQueue()
    setFeedback(next.feedback)
    renew(next)
    setThread(next)
    refreshEarlier()
  }
  const empty = () => {
    setMessages([])
    agree('')
    open(emptyThread())
  }
  useSaveThread({
    store,
    isBusy,
    thread: current,
    follow(isBack) {
      refreshEarlier()
      // Deleted in another tab.
      if (messages.length > 0 && !store.has(thread.id)) empty()
      const next = store.changed(current)
      // An answer that another tab still reads comes from there once it's whole; after a return it's read here.
      if (!next || (isUnfinished(next.messages) && !isBack)) return
      setMessages([...next.messages])
      setFeedback(next.feedback)
      setThread(next)
    },
  })
  const leave = async () => {
    if (isBusy) await session.stop()
    store.shelve(current)
  }
  const forget = async () => {
    if (isBusy) await session.stop()
    store.forget()
    empty()
  }

  return {
    exchanges,
    isBusy,
    reconnection,
    problem,
    searching,
    feedback,
    agreed,
    agree,
    queue,
    unqueue,
    earlier,
    ...draftParts,
    filter: { ...filterOf(messages), ...options.filter },
    imageHosts: options.imageHosts ?? none,
    attachmentTypes: options.attachments ?? none,
    ask(text, extra = [], filter = undefined) {
      const question = text.trim()
      if (!question) return
      const { details, files } = take(extra)
      const prepared = { question, files, details: { ...details, ...(filter ? { filter } : {}) } }
      seam.emit('ask', { contexts: details.contexts?.length ?? 0 })
      if (isBusy || problem?.kind === 'offline') enqueue(prepared)
      else send(prepared)
    },
    edit({ id }, text) {
      const question = text.trim()
      const before = messages.find((message) => message.id === id)
      if (!question || isBusy || !before) return
      chat.clearError()
      send({ question, details: before.metadata ?? {}, files: filesOf(before) }, id)
    },
    write(text) {
      chat.prepare()
      draftParts.write(text)
    },
    stop: () => void session.stop(),
    retry() {
      setSearching(undefined)
      void chat.regenerate()
    },
    async reset() {
      await leave()
      open(emptyThread(thread.fp))
    },
    forget: () => void forget(),
    async recall(next) {
      await leave()
      // Writing it takes it out of the earlier ones.
      store.write(next)
      open(next)
    },
    removeEarlier(id) {
      store.drop(id)
      refreshEarlier()
    },
    forgetAll() {
      store.forgetEarlier()
      void forget()
    },
    async rate(messageId, rating) {
      const before = feedback
      setFeedback({ ...before, [messageId]: rating.helpful })
      const threadId = messages.find(({ id }) => id === messageId)?.metadata?.threadId
      try {
        await postFeedback({ ...requester.current, fetch: seam.fetch }, { messageId, threadId }, rating)
        seam.emit('feedback', { helpful: rating.helpful })
        return true
      } catch {
        setFeedback(before)
        return false
      }
    },
  }
}
