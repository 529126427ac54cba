import type { WidgetOptions } from '../page/options.ts'
import { currentPath, type PageContext } from '../page/page-context.ts'
import type { PanelSeam } from '../page/panel-seam.ts'
import { type AskedQuestion, type Consent, createConsent } from './consent.ts'
import { isBusy } from './conversation.ts'
import { type Conversation, createConversation } from './create-conversation.ts'
import { createDraft, type Draft } from './draft.ts'
import { createFeedback, type Feedback } from './feedback.ts'
import { watchPageTitle } from './page-title.ts'
import { postFeedback } from './post-feedback.ts'
import { createQueue, type Queue } from './queue.ts'
import { saveThread } from './save-thread.ts'
import type { Requester } from './server-address.ts'
import type { Session, SessionContext } from './session.ts'
import { createSharing, type Sharing } from './sharing.ts'
import { createSlice, type Slice } from './slice.ts'
import { createStarters, type Starters } from './starters.ts'
import type { SavedThread, Thread } from './thread.ts'
import { readerOf, threadStorage } from './thread-storage.ts'
import { createThreadStore } from './thread-store.ts'
import { createThreads, type Threads } from './threads.ts'

/** The search beside the assistant. */
export interface SearchState {
  readonly isOpen: boolean
  /** Kept while the search is closed. */
  readonly query: string
}

/**
 * Everything that the panel knows, apart from what the SDK's chat knows. It needs no React: parts of the panel follow the
 * slice that they show, and call its verbs.
 */
export interface PanelStore {
  readonly options: Slice<WidgetOptions>
  readonly threads: Threads
  readonly conversation: Conversation
  readonly draft: Draft
  readonly queue: Queue
  readonly feedback: Feedback
  readonly consent: Consent
  readonly search: Slice<SearchState>
  readonly starters: Starters
  readonly sharing: Sharing
  /** Asks a question about what the draft has attached, once the reader has agreed to what the owner wants. */
  ask(question: AskedQuestion): void
  /** Replaces a question and asks it; everything after it is dropped. */
  edit(exchange: { readonly id: string; readonly contexts: readonly PageContext[] }, text: string): void
  /** Stores what isn't stored yet, and ends all requests. */
  close(): void
}

/** What the store is made of. */
export interface StoreSettings {
  readonly options: WidgetOptions
  readonly seam: Pick<PanelSeam, 'fetch' | 'emit'>
  /** Loads the chat's file. */
  loadSession(): Promise<(context: SessionContext, thread: SavedThread) => Session>
}

/** Creates the store of one reader of one site. */
export function createPanelStore({ options: initialOptions, seam, loadSession }: StoreSettings): PanelStore {
  const { fetch, emit } = seam
  const ending = new AbortController()
  const options = createSlice(initialOptions)
  const { domain, storageDays: days } = initialOptions
  const reader = readerOf(initialOptions)
  const saved = createThreadStore({ domain, reader, days, open: () => threadStorage(options.get()) })
  const open = createSlice(saved.read())
  const first = open.get()
  const requester = (): Requester => ({ options: options.get(), fp: options.get().reader ?? open.get().fp })
  const draft = createDraft(first, watchPageTitle(ending.signal))
  const queue = createQueue()
  const starters = createStarters({ requester, fetch, signal: ending.signal })
  const search = createSlice<SearchState>({ isOpen: false, query: '' })
  let contextCount = first.contexts.length
  draft.state.subscribe(() => {
    const { length } = draft.state.get().contexts
    // Whoever adds a selection is about to ask.
    if (length > contextCount) search.change({ isOpen: false })
    contextCount = length
  })
  const conversation = createConversation({
    thread: open,
    queue,
    requester,
    fetch,
    emit,
    loadSession,
    giveBack({ question, details }) {
      draft.write(question)
      for (const context of details.contexts ?? []) draft.add(context)
    },
  })
  const feedback = createFeedback(first.feedback, async (messageId, rating) => {
    const threadId = conversation.now().messages.find(({ id }) => id === messageId)?.metadata?.threadId
    await postFeedback({ ...requester(), fetch }, { messageId, threadId }, rating)
    emit('feedback', { helpful: rating.helpful })
  })
  const sharing = createSharing({
    requester,
    fetch,
    threadOf: (messageId) => conversation.now().messages.find(({ id }) => id === messageId)?.metadata?.threadId,
    currentPath,
  })
  const ask = ({ text, contexts, filter }: AskedQuestion) => {
    const question = text.trim()
    if (!question) return
    if (consent.isNeeded()) return consent.hold({ text, contexts, filter })
    search.change({ isOpen: false })
    sharing.close()
    const { details, files } = draft.take(contexts)
    emit('ask', { contexts: details.contexts?.length ?? 0 })
    conversation.ask({ question, files, details: { ...details, ...(filter ? { filter } : {}) } })
  }
  const consent = createConsent({
    agreed: first.agreed,
    text: () => options.get().consent ?? '',
    ask,
    write: draft.write,
  })
  const current = (): Thread => {
    const { text, contexts } = draft.state.get()
    const { id, fp } = open.get()
    const { messages } = conversation.state.get()
    return {
      id,
      fp,
      messages,
      draft: text,
      contexts,
      feedback: feedback.state.get(),
      agreed: consent.state.get().agreed,
    }
  }
  const threads = createThreads({
    open,
    saved,
    conversation,
    current,
    show(thread) {
      queue.clear()
      feedback.state.set(thread.feedback)
      draft.renew(thread)
      conversation.open(thread)
    },
    showFeedback: feedback.state.set,
    withdraw: () => consent.state.change({ agreed: '' }),
  })
  saveThread({
    current,
    isBusy: () => isBusy(conversation.state.get()),
    write() {
      conversation.now()
      saved.write(current())
    },
    follow: threads.follow,
    slices: [conversation.state, draft.state, feedback.state, consent.state],
    signal: ending.signal,
  })
  if (first.messages.length > 0) void conversation.prepare()
  return {
    options,
    threads,
    conversation,
    draft,
    queue,
    feedback,
    consent,
    search,
    starters,
    sharing,
    ask,
    edit({ id, contexts }, text) {
      const question = text.trim()
      if (!question) return
      // The text changed after the question that's being edited.
      if (consent.isNeeded()) consent.hold({ text: question, contexts })
      else conversation.edit(id, question)
    },
    close() {
      ending.abort()
      conversation.close()
    },
  }
}
