import { setTimeout as wait } from 'node:timers/promises'
import type { Redis } from '../../database/redis.ts'
import type { AnswerJournal } from './answer-journal.ts'
import { interrupted, shuttingDown, uiMessageStream } from './event-stream.ts'

/** An answer while it is made, here or in another process, for as many readers as come. */
export interface RunningAnswer {
  readonly threadId: string
  /** Everything from the start, then what comes. */
  readonly read: (signal: AbortSignal) => AsyncIterable<string>
  /** A reader has had all of it: nobody will look for the rest. */
  readonly forget: () => void
}

interface OwnAnswer {
  readonly id: string
  readonly journal: AnswerJournal
  readonly stop: () => void
}

/** Running answers, as the processes of a fleet show them to each other through Redis. */
export interface SharedAnswers {
  /** Writes an answer to Redis while it is made. Never rejects: the answer itself needs no Redis. */
  readonly share: (chat: string, answer: OwnAnswer) => Promise<void>
  /** Whether the chat of an answer of this process has gone on in another one since. */
  readonly isReplaced: (chat: string, answer: Pick<OwnAnswer, 'id' | 'journal'>) => Promise<boolean>
  /** The running answer of a chat, whichever process makes it; none when Redis is away. */
  readonly find: (chat: string) => Promise<RunningAnswer | undefined>
  /** Stops the running answer of a chat, whichever process makes it. */
  readonly stop: (chat: string) => Promise<void>
  /** This answer of the chat need not be found again. */
  readonly forget: (chat: string, id: string) => Promise<void>
  readonly close: () => void
}

/** What comes within this time is written to Redis as one, and read from there as often. All in milliseconds. */
const batch = 100
/** A process that makes an answer writes at least this often. */
const signOfLife = 1_500
/** After so much silence the process is taken for dead. */
const silence = 5_000
/** In seconds: how long the text of an answer outlives its process, and its last reader. */
const textSeconds = 60
const pointerSeconds = 600

/** Deletes a chat’s pointer where it still names this answer: another one of the chat may have begun meanwhile. */
const deletePointer = `
local pointer = redis.call('GET', KEYS[1])
if pointer and string.match(pointer, '^[^ ]+') == ARGV[1] then redis.call('DEL', KEYS[1]) end`

const endWith = (errorText: string): string => uiMessageStream.chunk({ type: 'error', errorText }) + uiMessageStream.end

/**
 * Each answer is a Redis stream of `{from, text, end}`, where `from` counts characters: whoever reads knows what it has had,
 * also when the answer was written anew because Redis had lost it. A key of the chat names the answer that runs.
 */
export const openSharedAnswers = (
  redis: Redis,
  { log, shutdown }: { log: (error: unknown) => void; shutdown: AbortSignal },
): SharedAnswers => {
  const { client, prefix, within } = redis
  const chatKey = (chat: string) => `${prefix}chat:${chat}`
  const answerKey = (id: string) => `${prefix}answer:${id}`
  const stopChannel = `${prefix}stop-answer`
  const stops = new Map<string, () => void>()
  /** Those that Redis has been told of: another answer that it names for the chat is a later one. */
  const told = new WeakSet<AnswerJournal>()
  const subscriber = client.duplicate()
  // It connects again by itself and tells its troubles as events; Redis being away is logged where the client is made.
  subscriber.on('error', () => undefined)
  void subscriber
    .connect()
    .then(() => subscriber.subscribe(stopChannel, (id) => stops.get(id)?.()))
    .catch(() => undefined)

  const readPointer = async (chat: string) => {
    const [id, threadId] = ((await within(client.get(chatKey(chat)))) ?? '').split(' ')
    return id && threadId ? { id, threadId } : undefined
  }
  const publishStop = (id: string) => within(client.publish(stopChannel, id))

  const forget: SharedAnswers['forget'] = async (chat, id) => {
    try {
      await within(client.eval(deletePointer, { keys: [chatKey(chat)], arguments: [id] }))
    } catch {
      // It expires.
    }
  }

  const announce = async (chat: string, id: string, journal: AnswerJournal) => {
    const options = { expiration: { type: 'EX', value: pointerSeconds }, GET: true } as const
    const before = await within(client.set(chatKey(chat), `${id} ${journal.threadId}`, options))
    const earlier = typeof before === 'string' ? before.split(' ')[0] : undefined
    // A chat has one running answer: who asks again no longer waits for the one before.
    if (earlier && earlier !== id) await publishStop(earlier)
  }

  const write = async (id: string, journal: AnswerJournal, from: number): Promise<number> => {
    const text = journal.textFrom(from)
    const entry = { from: String(from), text, end: journal.isEnded() ? '1' : '' }
    const key = answerKey(id)
    const replies = await within(client.multi().xAdd(key, '*', entry).expire(key, textSeconds).xLen(key).exec())
    if (from > 0 && Number(replies?.[2]) === 1) throw new Error('Redis has lost what was written before.')
    return from + text.length
  }

  const share: SharedAnswers['share'] = async (chat, { id, journal, stop }) => {
    stops.set(id, stop)
    let announced = false
    let sent = 0
    let wroteAt = 0
    for (;;) {
      const isEnded = journal.isEnded()
      try {
        if (!announced) {
          await announce(chat, id, journal)
          announced = true
          told.add(journal)
        }
        if (isEnded || sent < journal.length() || performance.now() - wroteAt > signOfLife) {
          sent = await write(id, journal, sent)
          wroteAt = performance.now()
        }
      } catch {
        // Redis may come back empty: all of it is written anew.
        sent = 0
        announced = false
        if (!isEnded) await wait(signOfLife / 2)
      }
      if (isEnded) break
      if (sent >= journal.length() && !journal.isEnded()) await Promise.race([journal.changed(), wait(signOfLife)])
      if (!journal.isEnded()) await wait(batch)
    }
    stops.delete(id)
  }

  const readEntries = async (id: string, after: string) => {
    const entries = await within(client.xRange(answerKey(id), after === '' ? '-' : `(${after}`, '+'))
    return (entries ?? []).map(({ id: entry, message }) => ({
      entry,
      from: Number(message.from),
      text: message.text ?? '',
      isEnd: message.end === '1',
    }))
  }

  async function* follow(id: string, signal: AbortSignal, onEnd: () => void): AsyncGenerator<string> {
    let after = ''
    let had = 0
    let heardAt = performance.now()
    while (!signal.aborted) {
      const entries = await readEntries(id, after).catch(() => [])
      for (const { entry, from, text, isEnd } of entries) {
        after = entry
        heardAt = performance.now()
        if (from > had) continue
        const fresh = text.slice(had - from)
        had += fresh.length
        if (fresh !== '') yield fresh
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

  return {
    share,
    forget,
    async isReplaced(chat, { id, journal }) {
      if (!told.has(journal)) return false
      const pointer = await readPointer(chat).catch(() => undefined)
      return pointer !== undefined && pointer.id !== id
    },
    async find(chat) {
      try {
        const pointer = await readPointer(chat)
        if (!pointer || !(await within(client.exists(answerKey(pointer.id))))) return undefined
        const { id, threadId } = pointer
        let isOver = false
        const onEnd = () => {
          isOver = true
        }
        return {
          threadId,
          read: (signal) => follow(id, signal, onEnd),
          // It goes on when it is this process that stops.
          forget: () => void (isOver && forget(chat, id)),
        }
      } catch (error) {
        log(error)
        return undefined
      }
    },
    async stop(chat) {
      try {
        const pointer = await readPointer(chat)
        if (!pointer) return
        await publishStop(pointer.id)
        await forget(chat, pointer.id)
      } catch (error) {
        log(error)
      }
    },
    close: () => subscriber.destroy(),
  }
}
