import type { Filter } from '@sidenote/contract'
import type { FileUIPart } from 'ai'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { WidgetOptions } from '../page/options.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { type Attachment, mostFiles } from './attachments.ts'
import { chosenFilter, type Exchange, filesOf, type MessageDetails, toExchanges } from './conversation.ts'
import { currentPath, type PageContext } from '../page/page-context.ts'
import { postFeedback, type Rating } from './post-feedback.ts'
import { AskProblem, problemOfError } from './problem.ts'
import { emptyThread, type KeptThread, openThread, readerOf, threadStorage } from './thread.ts'
import { isUnfinished, type Resuming, useChatSession } from './use-chat-session.ts'
import { usePageTitle } from './use-page-title.ts'
import { useStoring } from './use-save-thread.ts'

/** At most this many snippets stand beside one question. */
const mostContexts = 5

/** A question that waits until the one before is answered. */
export interface QueuedQuestion {
  readonly id: string
  readonly question: string
  readonly details: MessageDetails
  readonly files: FileUIPart[]
}

export interface Assistant {
  readonly exchanges: readonly Exchange[]
  /** A question is being answered. */
  readonly isBusy: boolean
  /** A connection was lost, and the answer is looked for again. */
  readonly resuming: Resuming | undefined
  /** Why the last question has no whole answer. */
  readonly problem: AskProblem | undefined
  /** What is searched for before the model is asked, as the server words it. */
  readonly searching: string | undefined
  /** Which part of the documentation is asked: what the owner set, and what the reader chose. */
  readonly filter: Filter
  /** Hosts that images in answers may come from. */
  readonly imageHosts: readonly string[]
  readonly draft: string
  readonly contexts: readonly PageContext[]
  /** Files that go with the next question. */
  readonly attachments: readonly Attachment[]
  /** Media types that may be attached; none, and there is nothing to attach with. */
  readonly attachmentTypes: readonly string[]
  /** Title of the page that goes with the question; nothing when the reader took it away. */
  readonly page: string | undefined
  readonly feedback: Readonly<Record<string, boolean>>
  /** The words that the reader agreed to before the first question. */
  readonly agreed: string
  readonly queue: readonly QueuedQuestion[]
  /** Conversations before this one, the newest first. */
  readonly earlier: readonly KeptThread[]
  /**
   * Asks, or queues the question while another is being answered or waits for the connection.
   * @param filter what the reader has chosen
   */
  ask(question: string, contexts?: readonly PageContext[], filter?: Filter): void
  /** Asks another question in the place of one; what was said after it is dropped. */
  edit(exchange: Exchange, question: string): void
  unqueue(id: string): void
  stop(): void
  retry(): void
  /** Starts a new conversation; this one becomes an earlier one. */
  reset(): void
  /** Starts anew as somebody else, and leaves nothing of the conversation in the browser. */
  forget(): void
  /** Goes on with an earlier conversation. */
  recall(thread: KeptThread): void
  removeEarlier(id: string): void
  /** Leaves nothing of any conversation in the browser. */
  forgetAll(): void
  agree(words: string): void
  write(draft: string): void
  add(context: PageContext): void
  remove(context: PageContext): void
  attach(attachments: readonly Attachment[]): void
  detach(attachment: Attachment): void
  removePage(): void
  rate(messageId: string, rating: Rating): Promise<boolean>
}

const none: readonly string[] = []

const isSame = (one: PageContext, other: PageContext): boolean => one.value === other.value && one.path === other.path

/** Why the last question has no whole answer: an error now, or a connection that ended without one. */
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

/** This site's conversations in the browser, and which of them is open. */
function useThreads(options: WidgetOptions) {
  const latest = useRef(options)
  latest.current = options
  const { domain, storageDays: days } = options
  const reader = readerOf(options)
  const store = useMemo(
    () => openThread({ domain, reader, days, open: () => threadStorage(latest.current) }),
    [domain, reader, days],
  )
  const [thread, setThread] = useState(() => store.read())
  const [earlier, setEarlier] = useState(() => store.earlier())
  return { store, thread, setThread, earlier, look: () => setEarlier(store.earlier()) }
}

/** Sends queued questions one by one, each when the one before has come to a good end. */
function useQueue(isReady: boolean, send: (asked: Omit<QueuedQuestion, 'id'>) => void) {
  const [queue, setQueue] = useState<readonly QueuedQuestion[]>([])
  const latest = useRef(send)
  latest.current = send
  const [next] = queue
  useEffect(() => {
    if (!isReady || !next) return
    setQueue((all) => all.filter(({ id }) => id !== next.id))
    latest.current(next)
  }, [isReady, next])
  return { queue, setQueue }
}

/** What the next question is made of. */
function useDraft(thread: KeptThread) {
  const [draft, write] = useState(thread.draft)
  const [contexts, setContexts] = useState(thread.contexts)
  const [attachments, setAttachments] = useState<readonly Attachment[]>([])
  const [hasPage, setHasPage] = useState(true)
  const title = usePageTitle()
  const page = hasPage ? title : undefined
  const add = useCallback((context: PageContext) => {
    setContexts((before) => [...before.filter((other) => !isSame(other, context)), context].slice(-mostContexts))
  }, [])
  return {
    ...{ draft, write, contexts, attachments, page, add },
    remove: (context: PageContext) => setContexts((before) => before.filter((other) => !isSame(other, context))),
    attach: (further: readonly Attachment[]) => setAttachments((before) => [...before, ...further].slice(0, mostFiles)),
    detach: (unwanted: Attachment) => setAttachments((before) => before.filter((other) => other !== unwanted)),
    removePage: () => setHasPage(false),
    /** What goes with the question that is asked now; the next one starts without. */
    take(extra: readonly PageContext[]): Pick<QueuedQuestion, 'details' | 'files'> {
      const asked = [...contexts, ...extra].slice(-mostContexts)
      const details = {
        ...(asked.length > 0 ? { contexts: asked } : {}),
        ...(page ? { path: currentPath(), page } : {}),
      }
      setContexts([])
      setAttachments([])
      write('')
      return { details, files: attachments.map(({ part }) => part) }
    },
    renew(next: Pick<KeptThread, 'draft' | 'contexts'>) {
      write(next.draft)
      setContexts(next.contexts)
      setAttachments([])
      setHasPage(true)
    },
  }
}

/** Everything the panel knows and can do. */
export function useAssistant(seam: PanelSeam, options: WidgetOptions): Assistant {
  const { store, thread, setThread, earlier, look } = useThreads(options)
  const [agreed, agree] = useState(thread.agreed)
  const [feedback, setFeedback] = useState(thread.feedback)
  const { take, renew, ...composed } = useDraft(thread)
  const session = useChatSession(seam, options, thread, options.reader ?? thread.fp)
  const { chat, asking, searching, setSearching, resuming, isBusy } = session
  const { messages, setMessages } = chat
  const { draft, contexts } = composed
  const stored = { id: thread.id, fp: thread.fp, messages, draft, contexts, feedback, agreed }
  const exchanges = useMemo(() => toExchanges(messages, options.supportUrl), [messages, options.supportUrl])
  const last = exchanges.at(-1)
  const problem = useMemo(() => problemOf(chat.error, isBusy, last), [chat.error, isBusy, last])
  const send = ({ question: text, details, files }: Omit<QueuedQuestion, 'id'>, messageId?: string) => {
    setSearching(undefined)
    void chat.sendMessage({ text, metadata: details, files, messageId })
  }
  const { queue, setQueue } = useQueue(!isBusy && !problem, send)

  /** Opens another conversation in the place of this one. */
  const open = (next: KeptThread) => {
    chat.clearError()
    setSearching(undefined)
    setQueue([])
    setFeedback(next.feedback)
    renew(next)
    setThread(next)
    look()
  }
  useStoring({
    ...{ store, isBusy, thread: stored },
    follow(isBack) {
      look()
      // Forgotten in another tab.
      if (messages.length > 0 && !store.has(thread.id)) empty()
      const next = store.changed(stored)
      // What another tab still reads comes from there when it is whole; what it left behind is read here.
      if (!next || (isUnfinished(next.messages) && !isBack)) return
      setMessages([...next.messages])
      setFeedback(next.feedback)
      setThread(next)
    },
  })
  const empty = () => {
    setMessages([])
    agree('')
    open(emptyThread())
  }
  const leave = async () => {
    if (isBusy) await session.stop()
    store.shelve(stored)
  }
  const forget = async () => {
    if (isBusy) await session.stop()
    store.forget()
    empty()
  }

  return {
    ...{ exchanges, isBusy, resuming, problem, searching, feedback, agreed, agree, queue, earlier, ...composed },
    filter: { ...chosenFilter(messages), ...options.filter },
    imageHosts: options.imageHosts ?? none,
    attachmentTypes: options.attachments ?? none,
    ask(question, extra = [], filter = undefined) {
      const text = question.trim()
      if (!text) return
      const taken = take(extra)
      const asked = { ...taken, question: text, details: { ...taken.details, ...(filter ? { filter } : {}) } }
      seam.emit('ask', { contexts: taken.details.contexts?.length ?? 0 })
      if (isBusy || problem?.kind === 'offline')
        setQueue((all) => [...all, { ...asked, id: `queued-${Date.now()}-${all.length}` }])
      else send(asked)
    },
    edit({ id }, question) {
      const text = question.trim()
      const before = messages.find((message) => message.id === id)
      if (!text || isBusy || !before) return
      chat.clearError()
      send({ question: text, details: before.metadata ?? {}, files: filesOf(before) }, id)
    },
    write(text) {
      chat.prepare()
      composed.write(text)
    },
    unqueue: (unwanted) => setQueue((all) => all.filter(({ id }) => id !== unwanted)),
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
      // It is none of the earlier ones any more.
      store.write(next)
      open(next)
    },
    removeEarlier(id) {
      store.drop(id)
      look()
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
        await postFeedback(asking.current, { messageId, threadId }, rating, seam.fetch)
        seam.emit('feedback', { helpful: rating.helpful })
        return true
      } catch {
        setFeedback(before)
        return false
      }
    },
  }
}
