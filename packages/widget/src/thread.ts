import type { ChatMessage } from './conversation.ts'
import type { PageContext } from './page-context.ts'
import { encodeJson } from './transport.ts'

/** What is kept of a conversation across pages and visits. */
export interface StoredThread {
  /** Who asks: random, and the same for all questions from this browser. */
  readonly fp: string
  readonly messages: readonly ChatMessage[]
  readonly draft: string
  /** What the next question is to be asked about. */
  readonly contexts: readonly PageContext[]
  /** What the reader said about answers, by message id. */
  readonly feedback: Readonly<Record<string, boolean>>
}

/** Where it is kept; the browser's `localStorage` is one. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem'>

/** How long a conversation is kept after it was last touched. */
const lifetime = 30 * 24 * 3_600 * 1_000

/** At most this many messages are kept, so that a browser's storage is never filled. */
const longest = 60

const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const emptyThread = (fp: string = randomId()): StoredThread => ({
  fp,
  messages: [],
  draft: '',
  contexts: [],
  feedback: {},
})

/** Whether what was stored still is what this version writes. */
const isStored = (value: unknown): value is StoredThread & { savedAt: number } =>
  typeof value === 'object' &&
  value !== null &&
  'fp' in value &&
  typeof value.fp === 'string' &&
  'savedAt' in value &&
  typeof value.savedAt === 'number' &&
  'messages' in value &&
  Array.isArray(value.messages) &&
  value.messages.every((message) => typeof message?.id === 'string' && Array.isArray(message?.parts))

/**
 * Keeps one site's conversation. A browser that forbids storage, or whose storage is full, costs the conversation its
 * memory and nothing else.
 * @param open gives the storage; even naming `localStorage` may throw
 */
export function openThread(domain: string, open: () => TextStorage, now: () => number = Date.now) {
  const key = `sidenote:${domain}`
  const attempt = <Result>(act: (storage: TextStorage) => Result): Result | undefined => {
    try {
      return act(open())
    } catch {
      return undefined
    }
  }
  return {
    /** What was kept, or an empty conversation; reading stores nothing. */
    read(): StoredThread {
      const stored: unknown = attempt((storage) => JSON.parse(storage.getItem(key) ?? 'null'))
      if (!isStored(stored)) return emptyThread()
      return now() - stored.savedAt > lifetime ? emptyThread() : { ...emptyThread(stored.fp), ...stored }
    },
    write(thread: StoredThread): void {
      const kept = { ...thread, messages: thread.messages.slice(-longest), savedAt: now() }
      attempt((storage) => storage.setItem(key, encodeJson(kept)))
    },
  }
}
