import { AbstractChat, type ChatInit } from 'ai'
import type { ChatMemory } from './chat-memory.ts'
import type { ChatMessage } from './conversation.ts'
import { type Asking, createTransport } from './transport.ts'

/** What the chat tells while it goes on. */
export type ChatListeners = Pick<ChatInit<ChatMessage>, 'onData' | 'onFinish' | 'onError'>

/** The SDK's chat over a memory of ours. It stands in a file of its own, which is fetched when a reader begins to write. */
export class ChatEngine extends AbstractChat<ChatMessage> {
  constructor(memory: ChatMemory, asking: () => Asking, ownFetch: typeof fetch, listeners: ChatListeners) {
    super({ ...listeners, id: memory.id, state: memory, transport: createTransport(asking, ownFetch) })
  }
}
