import { Chat } from '@ai-sdk/react'
import type { Emit } from '../page/panel-seam.ts'
import { type ConversationState, isUnfinished } from './conversation.ts'
import { answerOf } from './exchange.ts'
import { type ChatMessage, filesOf } from './message.ts'
import { problemOfError } from './problem.ts'
import type { PreparedQuestion } from './question.ts'
import { createReconnector, type Finish } from './reconnection.ts'
import type { Requester } from './server-address.ts'
import { createSlice, type Readable, type Slice } from './slice.ts'
import { stopAnswer } from './stop-answer.ts'
import { randomId, type SavedThread } from './thread.ts'
import { createTransport } from './transport.ts'
import { wait } from './wait.ts'

/** How long the next question waits for the server to confirm that the last answer was stopped, in ms. */
const longestStop = 3_000

/** In ms. The server ends an answer within this time and keeps it for a minute, so older ones are gone. */
const longestAnswer = 6 * 60_000

/** What a session needs from the rest of the panel. */
export interface SessionContext {
  /** The current options and reader, read for each request. */
  requester(): Requester
  readonly fetch: typeof fetch
  readonly emit: Emit
  readonly state: Slice<ConversationState>
  /** Called when the chat has become free for the next question. */
  settled(): void
}

/** The chat of the AI SDK with the server. It's in a file of its own, which is fetched when the reader starts to write. */
export interface Session {
  /** The SDK's chat of the open conversation, for `useChat`. */
  readonly chat: Readable<Chat<ChatMessage>>
  /** Copies the chat's messages and status into the conversation's state. */
  sync(): void
  /** Opens another conversation. */
  open(thread: SavedThread): void
  /** Takes over what another tab has added to the conversation. */
  follow(thread: SavedThread): void
  send(question: PreparedQuestion): Promise<void>
  /** Replaces a question and asks it; everything after it is dropped. */
  edit(id: string, question: string): Promise<void>
  /** Asks the last question again. */
  retry(): Promise<void>
  /** Stops the running answer, on the server too. */
  stop(): Promise<void>
  /** Ends all requests. The server goes on answering. */
  close(): void
}

/** The messages with the last answer marked as stopped; with an empty one if there is none yet. */
function markStopped(messages: readonly ChatMessage[]): ChatMessage[] {
  const last = messages.at(-1)
  const metadata = { ...last?.metadata, stopped: true }
  if (last?.role === 'assistant') return [...messages.slice(0, -1), { ...last, metadata }]
  return [...messages, { id: `stopped-${last?.id}`, role: 'assistant', parts: [], metadata }]
}

/** Creates the chat of a conversation. */
export function createSession(context: SessionContext, thread: SavedThread): Session {
  const { requester, emit, state } = context
  /** Set while the reader stops an answer: resolves once the server has confirmed it. */
  let stopping: Promise<unknown> | undefined
  let isStopping = false
  const transport = createTransport(requester, async (...request) => {
    // A question that overtakes the stop request would be stopped by it.
    await stopping
    return context.fetch(...request)
  })
  const reconnector = createReconnector({
    resume: () => chats.get().resumeStream(),
    show(reconnection) {
      const isOver = state.get().reconnection !== undefined && !reconnection
      state.change({ reconnection })
      if (isOver) settle()
    },
  })

  const onFinish = (finish: Finish) => {
    reconnector.onFinish(finish)
    if (finish.isAbort || finish.isError) return
    const { details, sources } = answerOf(finish.message)
    emit('answer', { answered: details.answered !== false, sources: sources.length })
  }
  const onError = (error: Error) => {
    reconnector.onError(error)
    if (reconnector.isRunning()) return
    const { code, retryable, status } = problemOfError(error, { hasText: false, isOnline: navigator.onLine })
    emit('error', { code, retryable, status })
  }
  /** A chat whose reports count as long as it's the open one. */
  const createChat = ({ id, messages }: SavedThread): Chat<ChatMessage> => {
    const isOpen = (): boolean => chats.get() === chat
    const chat: Chat<ChatMessage> = new Chat<ChatMessage>({
      id,
      messages: [...messages],
      transport,
      generateId: randomId,
      onData: ({ type, data }) => {
        if (type === 'data-search' && isOpen()) state.change({ searching: data.query })
      },
      onFinish: (finish) => isOpen() && onFinish(finish),
      onError: (error) => isOpen() && onError(error),
    })
    return chat
  }
  const chats = createSlice(createChat(thread))

  const sync = () => {
    const { messages, status, error } = chats.get()
    state.change({ messages, status, error })
  }
  const settle = () => {
    if (isStopping) return
    sync()
    context.settled()
  }
  const act = async (run: (chat: Chat<ChatMessage>) => Promise<void>) => {
    const chat = chats.get()
    state.change({ searching: undefined })
    const end = run(chat)
    sync()
    await end
    if (chat === chats.get()) settle()
  }
  /** Reads on an answer that was running when the reader left. */
  const resume = ({ messages, savedAt }: SavedThread) => {
    if (isUnfinished(messages) && Date.now() - savedAt < longestAnswer) void reconnector.start(true)
  }
  const open = (next: SavedThread) => {
    const before = chats.get()
    chats.set(createChat(next))
    void before.stop()
    reconnector.giveUp()
    state.change({ searching: undefined })
    sync()
    resume(next)
  }
  sync()
  resume(thread)

  return {
    chat: chats,
    sync,
    open,
    follow(next) {
      chats.get().messages = [...next.messages]
      sync()
      resume(next)
    },
    send: ({ question, details, files }) =>
      act((chat) => chat.sendMessage({ text: question, metadata: details, files })),
    async edit(id, question) {
      const chat = chats.get()
      const before = chat.messages.find((message) => message.id === id)
      if (!before) return
      chat.clearError()
      const metadata = before.metadata ?? {}
      await act(() => chat.sendMessage({ text: question, metadata, files: filesOf(before), messageId: id }))
    },
    retry: () => act((chat) => chat.regenerate()),
    async stop() {
      if (isStopping) return
      isStopping = true
      const chat = chats.get()
      reconnector.giveUp()
      const request = stopAnswer(chat.id, requester(), context.fetch).catch(() => {})
      stopping = Promise.race([request, wait(longestStop)])
      await chat.stop()
      chat.clearError()
      chat.messages = markStopped(chat.messages)
      sync()
      await stopping
      isStopping = false
      settle()
    },
    close() {
      reconnector.giveUp()
      void chats.get().stop()
    },
  }
}
