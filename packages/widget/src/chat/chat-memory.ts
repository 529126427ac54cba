import type { ChatState } from 'ai'
import type { ChatMessage } from './message.ts'

/** The state of a chat at one moment. */
export type ChatSnapshot = Pick<ChatState<ChatMessage>, 'messages' | 'status' | 'error'>

/** A conversation that the AI SDK's chat writes and the panel reads. It exists before the SDK is loaded. */
export interface ChatMemory extends ChatState<ChatMessage> {
  /** Names the conversation, also to the server. */
  readonly id: string
  read(): ChatSnapshot
  subscribe(listener: () => void): () => void
}

/** How often a growing answer is rendered, in ms. A change of status is rendered at once. */
const interval = 30

const copy = <Thing>(thing: Thing): Thing => {
  if (typeof thing !== 'object' || thing === null || !('parts' in thing) || !Array.isArray(thing.parts)) return thing
  return { ...thing, parts: thing.parts.map((part) => ({ ...part })) }
}

/** Creates the memory of a conversation. @param messages those it starts with */
export function createChatMemory(id: string, messages: readonly ChatMessage[]): ChatMemory {
  let current: ChatSnapshot = { messages: [...messages], status: 'ready', error: undefined }
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new Set<() => void>()
  const notify = () => {
    clearTimeout(timer)
    timer = undefined
    for (const listener of listeners) listener()
  }
  const change = (changes: Partial<ChatSnapshot>) => {
    current = { ...current, ...changes }
    if (!changes.messages) notify()
    else timer ??= setTimeout(notify, interval)
  }
  return {
    id,
    get status() {
      return current.status
    },
    set status(status) {
      change({ status })
    },
    get error() {
      return current.error
    },
    set error(error) {
      change({ error })
    },
    get messages() {
      return current.messages
    },
    set messages(next) {
      change({ messages: [...next] })
    },
    pushMessage: (message) => change({ messages: [...current.messages, copy(message)] }),
    popMessage: () => change({ messages: current.messages.slice(0, -1) }),
    replaceMessage: (index, message) =>
      change({ messages: current.messages.map((old, at) => (at === index ? copy(message) : old)) }),
    snapshot: copy,
    read: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
