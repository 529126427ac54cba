import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from '../../database/redis.ts'
import { interrupted, shuttingDown, uiMessageStream } from './answer-encoding.ts'
import type { AnswerJournal } from './answer-journal.ts'
import { type AnswerStore, createAnswerStore } from './answer-store.ts'

/** An answer while it is made, here or in another process, for any number of readers. */
export interface RunningAnswer {
  readonly threadId: string
  /** Yields everything from the start, then what follows. */
  readonly read: (signal: AbortSignal) => AsyncIterable<string>
  /** Tells that a reader has all of it, so that it need not be found again. */
  readonly forget: () => void
}

/** An answer of this process. */
export interface OwnAnswer {
  readonly id: string
  readonly journal: AnswerJournal
  readonly stop: () => void
  /** True once the chat points to it in Redis: if it then points to another answer, that is a later one. */
  isAnnounced: boolean
}

/** The running answers of a fleet, which its processes show each other through Redis. */
export interface SharedAnswers {
  /** Writes an answer to Redis while it is made. Never rejects: the answer itself doesn’t need Redis. */
  readonly share: (chat: string, answer: OwnAnswer) => Promise<void>
  /** Whether the chat has continued in another process since this answer. */
  readonly isReplaced: (chat: string, answer: Pick<OwnAnswer, 'id' | 'isAnnounced'>) => Promise<boolean>
  /** The running answer of a chat, whichever process makes it; undefined when Redis is away. */
  readonly find: (chat: string) => Promise<RunningAnswer | undefined>
  /** Stops the running answer of a chat, whichever process makes it. */
  readonly stop: (chat: string) => Promise<void>
  /** Removes the answer from its chat. */
  readonly forget: (chat: string, id: string) => Promise<void>
  readonly close: () => void
}

/** Milliseconds between two writes, and between two reads. */
const batch = 100
/** A process that makes an answer writes at least this often, in milliseconds. */
const signOfLife = 1_500
/** After this many milliseconds without a write, readers take the process for dead. */
const silence = 5_000

const endWith = (errorText: string): string => uiMessageStream.chunk({ type: 'error', errorText }) + uiMessageStream.end

/** Writes a running answer to the store until it ends. When Redis fails, it starts over: Redis may come back empty. */
const writeAnswer = async (store: AnswerStore, chat: string, answer: OwnAnswer): Promise<void> => {
  const { id, journal } = answer
  let position = 0
  let wroteAt = 0
  const announce = async () => {
    const before = await store.setPointer(chat, { id, threadId: journal.threadId })
    // A chat has one running answer: a new question ends the one before.
    if (before && before !== id) await store.publishStop(before)
    answer.isAnnounced = true
  }
  let isPointed = false
  for (;;) {
    const isEnd = journal.isEnded()
    try {
      if (!isPointed) await announce()
      isPointed = true
      if (isEnd || position < journal.length() || performance.now() - wroteAt > signOfLife) {
        const text = journal.textFrom(position)
        await store.append(id, { from: position, text, isEnd: journal.isEnded() })
        position += text.length
        wroteAt = performance.now()
      }
    } catch {
      position = 0
      isPointed = false
      if (!isEnd) await wait(signOfLife / 2)
    }
    if (isEnd) return
    if (position >= journal.length() && !journal.isEnded()) await Promise.race([journal.changed(), wait(signOfLife)])
    if (!journal.isEnded()) await wait(batch)
  }
}

interface Following {
  readonly signal: AbortSignal
  readonly shutdown: AbortSignal
  /** Called when the answer has ended, or its process has died. */
  readonly onEnd: () => void
}

/** Yields the text of another process’s answer, from its start. */
async function* followAnswer(
  store: AnswerStore,
  id: string,
  { signal, shutdown, onEnd }: Following,
): AsyncGenerator<string> {
  let after = ''
  let length = 0
  let heardAt = performance.now()
  while (!signal.aborted) {
    const pieces = await store.readPieces(id, after).catch(() => [])
    for (const { entry, from, text, isEnd } of pieces) {
      after = entry
      heardAt = performance.now()
      if (from > length) continue
      const rest = text.slice(length - from)
      length += rest.length
      if (rest !== '') yield rest
      if (isEnd) return onEnd()
    }
    if (performance.now() - heardAt > silence) {
      onEnd()
      return yield endWith(interrupted)
    }
    if (shutdown.aborted) return yield endWith(shuttingDown)
    await wait(batch, undefined, { signal }).catch(() => undefined)
  }
}

/** Subscribes to the ids of answers that are to stop. */
const subscribeToStops = (redis: Redis, channel: string, onStop: (id: string) => void) => {
  const subscriber = redis.client.duplicate()
  // It reconnects by itself and reports failures as events; the first client logs that Redis is away.
  subscriber.on('error', () => undefined)
  void subscriber
    .connect()
    .then(() => subscriber.subscribe(channel, onStop))
    .catch(() => undefined)
  return subscriber
}

/** Opens the running answers of the fleet. */
export const openSharedAnswers = (
  redis: Redis,
  { onError, shutdown }: { readonly onError: (error: unknown) => void; readonly shutdown: AbortSignal },
): SharedAnswers => {
  const store = createAnswerStore(redis)
  const stops = new Map<string, () => void>()
  const subscriber = subscribeToStops(redis, store.stopChannel, (id) => stops.get(id)?.())
  // The pointer expires, so a failure costs nothing.
  const forget = (chat: string, id: string) => store.deletePointer(chat, id).catch(() => undefined)
  const reported = <Value>(work: Promise<Value>) =>
    work.catch((error: unknown) => {
      onError(error)
      return undefined
    })
  const show = (chat: string, { id, threadId }: { id: string; threadId: string }): RunningAnswer => {
    let isOver = false
    const onEnd = () => {
      isOver = true
    }
    return {
      threadId,
      read: (signal) => followAnswer(store, id, { signal, shutdown, onEnd }),
      // When this process stops, the answer continues in its own.
      forget: () => void (isOver && forget(chat, id)),
    }
  }

  return {
    forget,
    async share(chat, answer) {
      stops.set(answer.id, answer.stop)
      await writeAnswer(store, chat, answer)
      stops.delete(answer.id)
    },
    async isReplaced(chat, { id, isAnnounced }) {
      if (!isAnnounced) return false
      const pointer = await store.readPointer(chat).catch(() => undefined)
      return pointer !== undefined && pointer.id !== id
    },
    async find(chat) {
      const pointer = await reported(store.find(chat))
      return pointer && show(chat, pointer)
    },
    async stop(chat) {
      const pointer = await reported(store.readPointer(chat))
      if (!pointer) return
      await reported(store.publishStop(pointer.id))
      await forget(chat, pointer.id)
    },
    close: () => subscriber.destroy(),
  }
}
