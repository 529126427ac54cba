import type { ChatState } from 'ai'
import type { ChatMessage } from './conversation.ts'

/** What a chat is at a moment. */
export type ChatSnapshot = Pick<ChatState<ChatMessage>, 'messages' | 'status' | 'error'>

/** A conversation as the SDK's chat writes it and as the panel reads it; it is there before the SDK is. */
export interface ChatMemory extends ChatState<ChatMessage> {
  /** Names the conversation, also to the server. */
  readonly id: string
  read(): ChatSnapshot
  subscribe(listener: () => void): () => void
}

/** How often a growing answer is shown, in ms. A change of status is told at once. */
const interval = 30

const copy = <Thing>(thing: Thing): Thing => {
  if (typeof thing !== 'object' || thing === null || !('parts' in thing) || !Array.isArray(thing.parts)) return thing
  return { ...thing, parts: thing.parts.map((part) => ({ ...part })) }
}

export function createChatMemory(id: string, messages: readonly ChatMessage[]): ChatMemory {
  let now: ChatSnapshot = { messages: [...messages], status: 'ready', error: undefined }
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const tell = () => {
    clearTimeout(timer)
    timer = undefined
    for (const listener of listeners) listener()
  }
  const change = (changes: Partial<ChatSnapshot>) => {
    now = { ...now, ...changes }
    if (!changes.messages) tell()
    else timer ??= setTimeout(tell, interval)
  }
  return {
    id,
    get status() {
      return now.status
    },
    set status(status) {
      change({ status })
    },
    get error() {
      return now.error
    },
    set error(error) {
      change({ error })
    },
    get messages() {
      return now.messages
    },
    set messages(given) {
      change({ messages: [...given] })
    },
    pushMessage: (message) => change({ messages: [...now.messages, copy(message)] }),
    popMessage: () => change({ messages: now.messages.slice(0, -1) }),
    replaceMessage: (index, message) =>
      change({ messages: now.messages.map((old, at) => (at === index ? copy(message) : old)) }),
    snapshot: copy,
    read: () => now,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
