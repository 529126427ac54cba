import { mayStore } from '../page/may-store.ts'
import type { WidgetOptions } from '../page/options.ts'
import { withoutBytes } from './attachments.ts'
import type { ChatMessage } from './conversation.ts'
import { encodeJson } from './encode-json.ts'
import type { PageContext } from '../page/page-context.ts'

/** What is kept of a conversation across pages and visits. */
export interface StoredThread {
  /** Names the conversation, also to the server; random. */
  readonly id: string
  /** Who asks: random, and the same for all questions from this browser. */
  readonly fp: string
  readonly messages: readonly ChatMessage[]
  readonly draft: string
  /** What the next question is to be asked about. */
  readonly contexts: readonly PageContext[]
  /** What the reader said about answers, by message id. */
  readonly feedback: Readonly<Record<string, boolean>>
  /** The words that the reader agreed to before the first question. */
  readonly agreed: string
}

/** A thread as it was found. */
export interface KeptThread extends StoredThread {
  /** When it was last touched, in ms since 1970. */
  readonly savedAt: number
}

/** Where it is kept; the browser's `localStorage` is one. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const day = 24 * 3_600 * 1_000

/** At most this many messages of a conversation, conversations and characters are kept: a browser's storage is small. */
const longest = 60
const mostEarlier = 30
const mostCharacters = 1_000_000

const randomId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export const emptyThread = (fp: string = randomId()): KeptThread => ({
  id: randomId(),
  fp,
  messages: [],
  draft: '',
  contexts: [],
  feedback: {},
  agreed: '',
  savedAt: 0,
})

/** Nothing of a conversation is left, nor anything that the reader is about to say. */
export const isEmpty = ({ messages, draft, contexts, agreed }: StoredThread): boolean =>
  messages.length === 0 && contexts.length === 0 && !draft && !agreed

/** Whether what was stored still is what this version writes. */
const isStored = (value: unknown): value is KeptThread =>
  typeof value === 'object' &&
  value !== null &&
  'fp' in value &&
  typeof value.fp === 'string' &&
  'savedAt' in value &&
  typeof value.savedAt === 'number' &&
  'messages' in value &&
  Array.isArray(value.messages) &&
  value.messages.every((message) => typeof message?.id === 'string' && Array.isArray(message?.parts))

/** The storage that owner and reader agree on. Throws when that is none, or when the browser forbids it. */
export function threadStorage(options: WidgetOptions): TextStorage {
  if (!mayStore(options)) throw new Error('This conversation is kept in memory alone.')
  return options.storage === 'session' ? sessionStorage : localStorage
}

/** The identifier of the reader who is signed in: it stands behind the signature. */
export const readerOf = ({ reader }: WidgetOptions): string | undefined => reader?.split('.')[3]

/** What a thread is kept by. */
export interface Keeping {
  readonly domain: string
  /** Identifier of the reader who is signed in; each has conversations of their own. */
  readonly reader?: string | undefined
  /** For how many days after it was last touched it is kept. @default 30 */
  readonly days?: number | undefined
  /** Gives the storage; even naming `localStorage` may throw. */
  open(): TextStorage
  now?(): number
}

/** Lives as long as the page. */
function inMemory(): TextStorage {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

/**
 * Keeps one site's conversations: the current one, and earlier ones. A browser that forbids storage, or whose storage is
 * full, costs them their memory beyond the page and nothing else.
 */
export function openThread({ domain, reader, days = 30, open, now = Date.now }: Keeping) {
  const key = `sidenote:${domain}${reader ? `@${encodeURIComponent(reader)}` : ''}`
  const earlierKey = `${key}:earlier`
  const memory = inMemory()
  const attempt = <Result>(act: (storage: TextStorage) => Result): Result | undefined => {
    try {
      return act(open())
    } catch {
      return act(memory)
    }
  }
  const parse = (name: string): unknown => {
    try {
      return attempt((storage) => JSON.parse(storage.getItem(name) ?? 'null'))
    } catch {
      return undefined
    }
  }
  /** What could not be stored is only known here: what the storage has is older, and nobody else's. */
  const isFull = (): boolean => memory.getItem(key) !== null
  const isFresh = ({ savedAt }: KeptThread): boolean => now() - savedAt <= days * day
  const remove = (name: string) => {
    memory.removeItem(name)
    attempt((storage) => storage.removeItem(name))
  }
  const whole = (stored: Partial<KeptThread>): KeptThread => ({ ...emptyThread(), ...stored })

  const current = (): KeptThread | undefined => {
    const stored = parse(key)
    return isStored(stored) ? whole(stored) : undefined
  }
  const earlier = (): KeptThread[] => {
    const stored = parse(earlierKey)
    return Array.isArray(stored) ? stored.filter(isStored).map(whole).filter(isFresh) : []
  }
  const writeEarlier = (threads: readonly KeptThread[]): void => {
    let kept = threads.slice(0, mostEarlier)
    while (kept.length > 1 && encodeJson(kept).length > mostCharacters) kept = kept.slice(0, -1)
    if (kept.length === 0) remove(earlierKey)
    else attempt((storage) => storage.setItem(earlierKey, encodeJson(kept)))
  }
  const shelve = (thread: KeptThread): void => {
    if (thread.messages.length > 0)
      writeEarlier([{ ...thread, draft: '', contexts: [] }, ...earlier().filter(({ id }) => id !== thread.id)])
  }
  /** Messages that this page has had. What else is stored of its conversation, another tab has added. */
  const seen = new Set<string>()
  const see = <Thread extends StoredThread>(thread: Thread): Thread => {
    for (const { id } of thread.messages) seen.add(id)
    return thread
  }
  /**
   * The thread as it is kept: with what another tab has added, each behind the message that it stands behind there, but no
   * question between another and its answer.
   */
  const toKeep = (thread: StoredThread, stored: KeptThread | undefined): KeptThread => {
    const messages = [...see(thread).messages]
    const others = stored?.id === thread.id ? stored.messages : []
    for (const [index, message] of others.entries()) {
      if (seen.has(message.id)) continue
      let place = messages.findIndex(({ id }) => id === others[index - 1]?.id) + 1 || messages.length
      while (message.role === 'user' && messages[place]?.role === 'assistant') place++
      messages.splice(place, 0, message)
    }
    return { ...thread, messages: messages.slice(-longest).map(withoutBytes), savedAt: now() }
  }
  /** Which conversation is known not to be among the earlier ones: they are many characters to read at each word. */
  let dropped = ''
  const drop = (unwanted: string): void => {
    const before = earlier()
    const after = before.filter(({ id }) => id !== unwanted)
    if (after.length < before.length) writeEarlier(after)
  }
  return {
    /** What was kept, or an empty conversation; reading stores nothing. */
    read(): KeptThread {
      const stored = current()
      if (stored && isFresh(stored)) return see(stored)
      if (stored) remove(key)
      return emptyThread(stored?.fp ?? earlier()[0]?.fp)
    },
    /**
     * An empty conversation leaves nothing behind, `fp` included. The conversation of another tab becomes an earlier one;
     * what another tab has said in this one stays.
     */
    write(thread: StoredThread): void {
      const other = current()
      if (other && other.id !== thread.id) {
        dropped = ''
        shelve(other)
      }
      if (dropped !== thread.id) drop(thread.id)
      dropped = thread.id
      const kept = encodeJson(toKeep(thread, other))
      if (isEmpty(thread)) remove(key)
      else attempt((storage) => storage.setItem(key, kept))
    },
    /** Earlier conversations, the newest first. */
    earlier,
    /** Puts a conversation among the earlier ones; the current one is empty then. */
    shelve(thread: StoredThread): void {
      dropped = ''
      const stored = current()
      shelve(toKeep(thread, stored))
      if (stored?.id === thread.id) remove(key)
    },
    drop,
    /** The conversation as another tab has left it; nothing when that is how this page shows it, or when it is not open any more. */
    changed(thread: StoredThread): KeptThread | undefined {
      const stored = current()
      if (isFull() || stored?.id !== thread.id) return undefined
      const told = ({ messages, feedback }: StoredThread) => encodeJson([messages, feedback])
      return told(stored) === told(toKeep(thread, undefined)) ? undefined : stored
    },
    /** Whether a conversation is kept, open or earlier. */
    has: (id: string): boolean => isFull() || current()?.id === id || earlier().some((kept) => kept.id === id),
    /** Leaves nothing of the current conversation. */
    forget: () => remove(key),
    forgetEarlier: () => remove(earlierKey),
  }
}

export type ThreadStore = ReturnType<typeof openThread>
