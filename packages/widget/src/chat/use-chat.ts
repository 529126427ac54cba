import type { FileUIPart } from 'ai'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ChatEngine, ChatListeners } from './chat-engine.ts'
import { type ChatMemory, type ChatSnapshot, createChatMemory } from './chat-memory.ts'
import type { ChatMessage, MessageDetails } from './conversation.ts'
import { AskProblem } from './problem.ts'
import type { Asking } from './transport.ts'

interface Question {
  readonly text: string
  readonly metadata: MessageDetails
  readonly files: FileUIPart[]
  readonly messageId?: string | undefined
}

/** The SDK's chat, as far as the panel uses it. */
export interface Chat extends ChatSnapshot {
  /** The reader is about to ask: time to fetch what asks. */
  prepare(): void
  /** @param question `messageId` names the question that it takes the place of, with all that came after */
  sendMessage(question: Question): Promise<void>
  /** Goes on reading an answer that is being made. */
  resumeStream(): Promise<void>
  regenerate(): Promise<void>
  stop(): Promise<void>
  clearError(): void
  setMessages(next: ChatMessage[] | ((before: ChatMessage[]) => ChatMessage[])): void
}

interface ChatSettings extends ChatListeners {
  readonly id: string
  readonly messages: readonly ChatMessage[]
  readonly asking: () => Asking
  readonly fetch: typeof fetch
}

let asked = 0

/** Acts for which the SDK is needed wait for it; all the others only touch the memory. */
function createChat(memory: ChatMemory, { asking, fetch }: ChatSettings, listeners: ChatListeners) {
  let engine: Promise<ChatEngine> | undefined
  /** Goes up when the reader stops: what still waits is then not sent any more. */
  let turn = 0
  const load = () => {
    engine ??= import('./chat-engine.ts').then((module) => new module.ChatEngine(memory, asking, fetch, listeners))
    engine.catch(() => {
      engine = undefined
    })
    return engine
  }
  const act = async (ask: (chat: ChatEngine) => Promise<void>) => {
    const own = ++turn
    memory.error = undefined
    memory.status = 'submitted'
    try {
      const chat = await load()
      if (own === turn) await ask(chat)
    } catch {
      if (own !== turn) return
      memory.error = new AskProblem(navigator.onLine ? 'unreachable' : 'offline', 'What asks could not be loaded.')
      memory.status = 'error'
      listeners.onError?.(memory.error)
    }
  }
  return {
    prepare: () => void load().catch(() => {}),
    sendMessage({ text, metadata, files, messageId }: Question) {
      // Named so that the SDK finds it: the question is to be seen at once, even while the SDK is on its way.
      const id = messageId ?? `asked-${Date.now().toString(36)}-${++asked}`
      const place = memory.messages.findIndex((message) => message.id === id)
      const before = place < 0 ? memory.messages : memory.messages.slice(0, place)
      memory.messages = [...before, { id, role: 'user', metadata, parts: [...files, { type: 'text', text }] }]
      return act((chat) => chat.sendMessage({ text, files, metadata, messageId: id }))
    },
    /** Nothing is shown of it until there is an answer. */
    async resumeStream() {
      const own = ++turn
      const chat = await load()
      if (own === turn) await chat.resumeStream()
    },
    regenerate: () => act((chat) => chat.regenerate()),
    async stop() {
      turn++
      await (await engine?.catch(() => undefined))?.stop()
      memory.status = 'ready'
    },
    clearError() {
      memory.error = undefined
      memory.status = 'ready'
    },
    setMessages(next: Parameters<Chat['setMessages']>[0]) {
      memory.messages = typeof next === 'function' ? next(memory.messages) : next
    },
  }
}

/** Like the SDK's hook of this name, but the SDK itself is fetched only when it is needed. */
export function useChat(settings: ChatSettings): Chat {
  const latest = useRef(settings)
  latest.current = settings
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is another chat
  const { memory, chat } = useMemo(() => {
    const made = createChatMemory(settings.id, settings.messages)
    const listeners: ChatListeners = {
      onData: (part) => latest.current.onData?.(part),
      onFinish: (end) => latest.current.onFinish?.(end),
      onError: (error) => latest.current.onError?.(error),
    }
    return { memory: made, chat: createChat(made, settings, listeners) }
  }, [settings.id])
  useEffect(() => () => void chat.stop(), [chat])
  return { ...useSyncExternalStore(memory.subscribe, memory.read), ...chat }
}
