import type { Emit } from '../page/panel-seam.ts'
import { type ConversationState, restingConversation, viewOf } from './conversation.ts'
import { AskProblem } from './problem.ts'
import type { PreparedQuestion } from './question.ts'
import type { Queue } from './queue.ts'
import type { Requester } from './server-address.ts'
import type { Session, SessionContext } from './session.ts'
import { createSlice, type Readable } from './slice.ts'
import type { SavedThread } from './thread.ts'

/** The open conversation, and what the reader can do in it. */
export interface Conversation {
  readonly state: Readable<ConversationState>
  /** The chat with the server. Undefined until its file has loaded. */
  readonly session: Readable<Session | undefined>
  /** The state right now: while an answer arrives, `state` follows in steps. */
  now(): ConversationState
  /** The reader is about to ask, so it's time to load the chat. */
  prepare(): Promise<void>
  /** Asks a question, or queues it while another is being answered or waits for the connection. */
  ask(question: PreparedQuestion): void
  /** Replaces a question and asks it; everything after it is dropped. */
  edit(id: string, question: string): void
  /** Asks the last question again. */
  retry(): void
  /** Stops the running answer. */
  stop(): Promise<void>
  /** Opens another conversation in place of this one. */
  open(thread: SavedThread): void
  /** Shows what another tab has added to this conversation. */
  follow(thread: SavedThread): void
  close(): void
}

interface ConversationSettings {
  /** The open thread. */
  readonly thread: Readable<SavedThread>
  readonly queue: Queue
  requester(): Requester
  readonly fetch: typeof fetch
  readonly emit: Emit
  /** Loads the chat's file. */
  loadSession(): Promise<(context: SessionContext, thread: SavedThread) => Session>
  /** Gives a question back that the reader stopped before it was sent. */
  giveBack(question: PreparedQuestion): void
}

/** Creates the conversation. It takes questions at once, and sends them when the chat has loaded. */
export function createConversation(settings: ConversationSettings): Conversation {
  const { thread, queue, requester, fetch, emit, giveBack } = settings
  const state = createSlice(restingConversation(thread.get().messages))
  const session = createSlice<Session | undefined>(undefined)
  let loading: Promise<void> | undefined
  const now = () => {
    session.get()?.sync()
    return state.get()
  }
  const sendNext = () => {
    const { isBusy, problem } = viewOf(now())
    const next = session.get() && !isBusy && !problem ? queue.next() : undefined
    if (next) void session.get()?.send(next)
  }
  const start = (chat: Session) => {
    const { asked } = state.get()
    session.set(chat)
    state.change({ asked: undefined })
    if (asked && viewOf(now()).isBusy) queue.add(asked)
    else if (asked) void chat.send(asked)
  }
  const fail = () => {
    loading = undefined
    const { asked, messages } = state.get()
    // Nobody waits for it.
    if (!asked && messages.length === 0) return
    const error = new AskProblem(navigator.onLine ? 'unreachable' : 'offline', 'The chat could not be loaded.', {
      code: 'chat_not_loaded',
    })
    state.change({ status: 'error', error })
    emit('error', { code: error.code, retryable: error.retryable })
  }
  const load = () => {
    loading ??= settings
      .loadSession()
      .then((create) => start(create({ requester, fetch, emit, state, settled: sendNext }, thread.get())), fail)
    return loading
  }
  const loadForQuestion = () => {
    state.change({ status: 'submitted', error: undefined })
    void load()
  }
  return {
    state,
    session,
    now,
    prepare: load,
    ask(question) {
      const chat = session.get()
      const { isBusy, problem, asked } = viewOf(now())
      if (isBusy || asked || problem?.kind === 'offline') queue.add(question)
      else if (chat) void chat.send(question)
      else state.change({ asked: question })
      if (!chat && problem?.kind !== 'offline') loadForQuestion()
    },
    edit(id, question) {
      if (!viewOf(now()).isBusy) void session.get()?.edit(id, question)
    },
    retry() {
      const chat = session.get()
      if (chat) void chat.retry()
      else loadForQuestion()
    },
    async stop() {
      const { asked } = state.get()
      if (asked) giveBack(asked)
      if (asked) state.set(restingConversation(state.get().messages))
      else await session.get()?.stop()
    },
    open(next) {
      const chat = session.get()
      if (chat) chat.open(next)
      else state.set(restingConversation(next.messages))
      if (!chat && next.messages.length > 0) void load()
    },
    follow(next) {
      const chat = session.get()
      if (chat) chat.follow(next)
      else state.change({ messages: next.messages })
      if (!chat && next.messages.length > 0) void load()
    },
    close: () => session.get()?.close(),
  }
}
