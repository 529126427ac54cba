import { AbstractChat, type ChatInit } from 'ai'
import type { ChatMemory } from './chat-memory.ts'
import type { ChatMessage } from './message.ts'
import type { Requester } from './server-address.ts'
import { createTransport } from './transport.ts'

/** Callbacks of a chat. */
export type ChatListeners = Pick<ChatInit<ChatMessage>, 'onData' | 'onFinish' | 'onError'>

/** What a chat talks to the server with. */
export interface ChatConnection {
  /** The current options and reader, read for each request. */
  requester(): Requester
  readonly fetch: typeof fetch
}

/** The AI SDK's chat over our memory. It's in a file of its own, which is fetched when the reader starts to write. */
export class ChatEngine extends AbstractChat<ChatMessage> {
  constructor(memory: ChatMemory, { requester, fetch }: ChatConnection, listeners: ChatListeners) {
    super({ ...listeners, id: memory.id, state: memory, transport: createTransport(requester, fetch) })
  }
}
