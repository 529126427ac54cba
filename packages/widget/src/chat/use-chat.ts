import type { FileUIPart } from 'ai'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ChatConnection, ChatEngine, ChatListeners } from './chat-engine.ts'
import { type ChatMemory, type ChatSnapshot, createChatMemory } from './chat-memory.ts'
import type { ChatMessage, MessageDetails } from './message.ts'
import { AskProblem } from './problem.ts'

interface Question {
  readonly text: string
  readonly metadata: MessageDetails
  readonly files: FileUIPart[]
  readonly messageId?: string | undefined
}

/** The parts of the AI SDK's chat that the panel uses. */
export interface Chat extends ChatSnapshot {
  /** The reader is about to ask, so it's time to fetch the SDK. */
  prepare(): void
  /** @param question `messageId` names the question that it replaces, along with everything after it */
  sendMessage(question: Question): Promise<void>
  /** Resumes reading a running answer. */
  resumeStream(): Promise<void>
  regenerate(): Promise<void>
  stop(): Promise<void>
  clearError(): void
  setMessages(next: ChatMessage[] | ((before: ChatMessage[]) => ChatMessage[])): void
}

interface ChatSettings extends ChatConnection, ChatListeners {
  readonly id: string
  readonly messages: readonly ChatMessage[]
}

let questionCount = 0

/** Actions that need the SDK wait for it; all others only change the memory. */
function createChat(memory: ChatMemory, connection: ChatConnection, listeners: ChatListeners) {
  let engine: Promise<ChatEngine> | undefined
  /** Grows when the reader stops: an action of an earlier turn that still waits is then dropped. */
  let turn = 0
  const load = () => {
    engine ??= import('./chat-engine.ts').then((module) => new module.ChatEngine(memory, connection, listeners))
    engine.catch(() => {
      engine = undefined
    })
    return engine
  }
  const act = async (ask: (chat: ChatEngine) => Promise<void>) => {
    const thisTurn = ++turn
    memory.error = undefined
    memory.status = 'submitted'
    try {
      const chat = await load()
      if (thisTurn === turn) await ask(chat)
    } catch {
      if (thisTurn !== turn) return
      memory.error = new AskProblem(navigator.onLine ? 'unreachable' : 'offline', 'The chat could not be loaded.')
      memory.status = 'error'
      listeners.onError?.(memory.error)
    }
  }
  return {
    prepare: () => void load().catch(() => {}),
    sendMessage({ text, metadata, files, messageId }: Question) {
      // It gets an id that the SDK will find, since the question has to be visible at once, even before the SDK is loaded.
      const id = messageId ?? `asked-${Date.now().toString(36)}-${++questionCount}`
      const index = memory.messages.findIndex((message) => message.id === id)
      const before = index < 0 ? memory.messages : memory.messages.slice(0, index)
      memory.messages = [...before, { id, role: 'user', metadata, parts: [...files, { type: 'text', text }] }]
      return act((chat) => chat.sendMessage({ text, files, metadata, messageId: id }))
    },
    /** Shows nothing until there is an answer. */
    async resumeStream() {
      const thisTurn = ++turn
      const chat = await load()
      if (thisTurn === turn) await chat.resumeStream()
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

/** Like the AI SDK's hook of this name, but fetches the SDK only when it's needed. */
export function useChat(settings: ChatSettings): Chat {
  const latest = useRef(settings)
  latest.current = settings
  // biome-ignore lint/correctness/useExhaustiveDependencies: another conversation is another chat
  const { memory, chat } = useMemo(() => {
    const newMemory = createChatMemory(settings.id, settings.messages)
    const listeners: ChatListeners = {
      onData: (part) => latest.current.onData?.(part),
      onFinish: (end) => latest.current.onFinish?.(end),
      onError: (error) => latest.current.onError?.(error),
    }
    return { memory: newMemory, chat: createChat(newMemory, settings, listeners) }
  }, [settings.id])
  useEffect(() => () => void chat.stop(), [chat])
  return { ...useSyncExternalStore(memory.subscribe, memory.read), ...chat }
}
