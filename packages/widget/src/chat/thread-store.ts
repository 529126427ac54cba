import { withoutBytes } from './attachments.ts'
import { encodeJson } from './encode-json.ts'
import { isUnfinishedAnswer } from './exchange.ts'
import { emptyThread, isEmpty, isSavedThread, type SavedThread, type Thread } from './thread.ts'
import { memoryStorage, type TextStorage } from './thread-storage.ts'

/** What threads are stored by. */
export interface ThreadStoreSettings {
  readonly domain: string
  /** Identifier of the signed-in reader. Each reader has their own conversations. */
  readonly reader?: string | undefined
  /** Days after its last use that a thread is kept. @default 30 */
  readonly days?: number | undefined
  /** Returns the storage. Even naming `localStorage` may throw. */
  open(): TextStorage
  now?(): number
}

const day = 24 * 3_600 * 1_000

/** A browser's storage is small, so messages per conversation, conversations, and characters in all are limited. */
const longestThread = 60
const maximumEarlier = 30
const maximumCharacters = 1_000_000

/** Storage that never fails: what the browser refuses goes into memory. */
function createStorage(open: () => TextStorage) {
  const memory = memoryStorage()
  const attempt = <Result>(act: (storage: TextStorage) => Result): Result | undefined => {
    try {
      return act(open())
    } catch {
      return act(memory)
    }
  }
  return {
    read(key: string): unknown {
      try {
        return attempt((storage) => JSON.parse(storage.getItem(key) ?? 'null'))
      } catch {
        return undefined
      }
    },
    write: (key: string, value: string) => void attempt((storage) => storage.setItem(key, value)),
    remove(key: string) {
      memory.removeItem(key)
      attempt((storage) => storage.removeItem(key))
    },
    /** Whether the browser refused the value, so that only this page knows it. */
    isInMemory: (key: string): boolean => memory.getItem(key) !== null,
  }
}

/** The messages, with the other tab's end of an answer that has none here: this one may have read only its beginning. */
function withEnds(messages: Thread['messages'], others: Thread['messages']) {
  return messages.map((message) => {
    const other = isUnfinishedAnswer(message) && others.find(({ id }) => id === message.id)
    return other && !isUnfinishedAnswer(other) ? other : message
  })
}

/** Inserts messages that another tab has added, each after the same message as there, but never between a question and its answer. */
function mergeMessages(thread: Thread, others: Thread['messages'], isKnown: (id: string) => boolean) {
  const messages = withEnds(thread.messages, others)
  for (const [index, message] of others.entries()) {
    if (isKnown(message.id)) continue
    let place = messages.findIndex(({ id }) => id === others[index - 1]?.id) + 1 || messages.length
    while (message.role === 'user' && messages[place]?.role === 'assistant') place++
    messages.splice(place, 0, message)
  }
  return messages
}

/**
 * Stores a site's conversations in the browser: the current one and earlier ones. If the browser forbids storage, or its
 * storage is full, they only last as long as the page.
 */
export function createThreadStore({ domain, reader, days = 30, open, now = Date.now }: ThreadStoreSettings) {
  const key = `sidenote:${domain}${reader ? `@${encodeURIComponent(reader)}` : ''}`
  const earlierKey = `${key}:earlier`
  const storage = createStorage(open)
  const isInMemory = () => storage.isInMemory(key)
  const isFresh = ({ savedAt }: SavedThread): boolean => now() - savedAt <= days * day
  const complete = (stored: Partial<SavedThread>): SavedThread => ({ ...emptyThread(), ...stored })

  const current = (): SavedThread | undefined => {
    const stored = storage.read(key)
    return isSavedThread(stored) ? complete(stored) : undefined
  }
  const earlier = (): SavedThread[] => {
    const stored = storage.read(earlierKey)
    return Array.isArray(stored) ? stored.filter(isSavedThread).map(complete).filter(isFresh) : []
  }
  const writeEarlier = (threads: readonly SavedThread[]): void => {
    let rest = threads.slice(0, maximumEarlier)
    while (rest.length > 1 && encodeJson(rest).length > maximumCharacters) rest = rest.slice(0, -1)
    if (rest.length === 0) storage.remove(earlierKey)
    else storage.write(earlierKey, encodeJson(rest))
  }
  const shelve = (thread: SavedThread): void => {
    if (thread.messages.length > 0)
      writeEarlier([{ ...thread, draft: '', contexts: [] }, ...earlier().filter(({ id }) => id !== thread.id)])
  }
  /** Ids of the messages that this page has had. Others in its stored conversation come from another tab. */
  const ownIds = new Set<string>()
  const remember = <Kind extends Thread>(thread: Kind): Kind => {
    for (const { id } of thread.messages) ownIds.add(id)
    return thread
  }
  /** The thread as it will be stored, including what another tab has added to it. */
  const toSave = (thread: Thread, stored: SavedThread | undefined): SavedThread => {
    const others = stored?.id === thread.id ? stored.messages : []
    const messages = mergeMessages(remember(thread), others, (id) => ownIds.has(id))
    return { ...thread, messages: messages.slice(-longestThread).map(withoutBytes), savedAt: now() }
  }
  /** The conversation that surely isn't among the earlier ones, which are many characters to read for each letter typed. */
  let droppedId = ''
  const drop = (unwanted: string): void => {
    const before = earlier()
    const after = before.filter(({ id }) => id !== unwanted)
    if (after.length < before.length) writeEarlier(after)
  }
  return {
    /** The stored conversation, or an empty one. Reading stores nothing. */
    read(): SavedThread {
      const stored = current()
      if (stored && isFresh(stored)) return remember(stored)
      if (stored) storage.remove(key)
      return emptyThread(stored?.fp ?? earlier()[0]?.fp)
    },
    /**
     * Stores the conversation. An empty one leaves nothing behind, not even `fp`. If another tab has stored a different
     * conversation, that becomes an earlier one; what another tab has added to this one is kept.
     */
    write(thread: Thread): void {
      const other = current()
      if (other && other.id !== thread.id) {
        droppedId = ''
        shelve(other)
      }
      if (droppedId !== thread.id) drop(thread.id)
      droppedId = thread.id
      const text = encodeJson(toSave(thread, other))
      if (isEmpty(thread)) storage.remove(key)
      else storage.write(key, text)
    },
    /** Earlier conversations, newest first. */
    earlier,
    /** Moves a conversation to the earlier ones. The current one is then empty. */
    shelve(thread: Thread): void {
      droppedId = ''
      const stored = current()
      shelve(toSave(thread, stored))
      if (stored?.id === thread.id) storage.remove(key)
    },
    drop,
    /**
     * The conversation as another tab has changed it. Undefined if it hasn't, or if the conversation isn't current any more.
     * The end of an answer that the other tab has lost is stored again.
     */
    changed(thread: Thread): SavedThread | undefined {
      const stored = current()
      if (isInMemory() || stored?.id !== thread.id) return undefined
      const own = toSave(thread, undefined)
      const visible = ({ messages, feedback }: Thread) => encodeJson([messages, feedback])
      const whole = { ...stored, messages: withEnds(stored.messages, own.messages) }
      if (visible(whole) !== visible(stored)) storage.write(key, encodeJson(whole))
      return visible(whole) === visible(own) ? undefined : whole
    },
    /** Whether a conversation is stored, as the current or an earlier one. */
    has: (id: string): boolean => isInMemory() || current()?.id === id || earlier().some((thread) => thread.id === id),
    /** Deletes the current conversation. */
    forget: () => storage.remove(key),
    forgetEarlier: () => storage.remove(earlierKey),
  }
}

/** See `createThreadStore`. */
export type ThreadStore = ReturnType<typeof createThreadStore>
