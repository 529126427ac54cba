import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { stoppedByReader } from '../../assistant/answer.ts'
import type { AnswerChunk } from '../../assistant/chunk.ts'
import type { Redis } from '../../database/redis.ts'
import { type AnswerJournal, createAnswerJournal } from './answer-journal.ts'
import { defaultTimes, encodeChunks, interrupted, shuttingDown, uiMessageStream } from './event-stream.ts'
import { openSharedAnswers, type RunningAnswer } from './shared-answers.ts'

/** Whose answer it is: a chat of one reader on one site. Nobody else finds it. */
export interface Chat {
  readonly siteId: string
  readonly fp: string
  /** As the client chose it. */
  readonly id: string
}

interface MadeAnswer {
  readonly threadId: string
  readonly chunks: AsyncIterable<AnswerChunk>
  /** Ends the making. */
  readonly abort: AbortController
  readonly onError: (error: unknown) => void
}

/** Answers that go on when their reader has left, until they end or are stopped. */
export interface RunningAnswers {
  /** False when so much is kept already that an answer has to live with its connection. */
  readonly hasRoom: () => boolean
  /** Makes an answer to its end. A chat has one running answer: the one before is stopped. */
  readonly start: (chat: Chat, made: MadeAnswer) => RunningAnswer
  readonly find: (chat: Chat) => Promise<RunningAnswer | undefined>
  readonly stop: (chat: Chat) => Promise<void>
  /** Waits until no answer is made here any more, at most so long. */
  readonly untilIdle: (milliseconds: number) => Promise<void>
  readonly close: () => void
}

interface Entry {
  readonly id: string
  readonly journal: AnswerJournal
  readonly abort: AbortController
}

/** All in characters. An answer ends far below the first; when the second is reached, answers are not kept. */
const longestJournal = 1_000_000
const mostKept = 64_000_000
/** The deadlines of the models end an answer before. */
const longestMilliseconds = 300_000
/** How long the end of an answer waits for a reader who has lost the connection. */
const keptMilliseconds = 60_000

const nameOf = ({ siteId, fp, id }: Chat): string =>
  createHash('sha256')
    .update(JSON.stringify([siteId, fp, id]))
    .digest('base64url')

/** Opens the register of running answers: of this process, and with Redis those of its neighbours. */
export const openRunningAnswers = (options: {
  readonly log: Logger
  readonly shutdown: AbortSignal
  readonly redis?: Redis | undefined
}): RunningAnswers => {
  const { log, shutdown, redis } = options
  const entries = new Map<string, Entry>()
  const making = new Set<Promise<unknown>>()
  const onTrouble = (error: unknown) => log.warn({ err: error }, 'running answers of other processes not reached')
  const shared = redis && openSharedAnswers(redis, { log: onTrouble, shutdown })

  const forget = (name: string, entry: Entry) => {
    if (entries.get(name) !== entry) return
    entries.delete(name)
    void shared?.forget(name, entry.id)
  }
  const show = (name: string, entry: Entry): RunningAnswer => ({
    threadId: entry.journal.threadId,
    read: entry.journal.read,
    forget: () => forget(name, entry),
  })

  const make = async (name: string, entry: Entry, { chunks, onError }: MadeAnswer): Promise<void> => {
    const { journal, abort } = entry
    const end = () => abort.abort(new Error('The server is shutting down.'))
    const timer = setTimeout(() => abort.abort(new Error('The answer took too long.')), longestMilliseconds)
    shutdown.addEventListener('abort', end, { once: true })
    if (shutdown.aborted) end()
    const append = (text: string) => {
      journal.append(text)
      if (journal.length() > longestJournal) abort.abort(new Error('The answer became too long.'))
      return undefined
    }
    const errorText = () => (shutdown.aborted ? shuttingDown : interrupted)
    await encodeChunks(chunks, append, {
      ...{ encoding: uiMessageStream, coalesce: defaultTimes.coalesce },
      ...{ onError, errorText },
    })
    clearTimeout(timer)
    shutdown.removeEventListener('abort', end)
    journal.end(uiMessageStream.end)
    setTimeout(() => forget(name, entry), keptMilliseconds).unref()
  }

  /** The answer of a chat, when it is this process that makes it. */
  const findHere = async (name: string): Promise<Entry | undefined> => {
    const entry = entries.get(name)
    return entry && (await shared?.isReplaced(name, entry)) ? undefined : entry
  }

  const track = (work: Promise<unknown>) => {
    making.add(work)
    void work.finally(() => making.delete(work))
  }

  return {
    hasRoom: () => [...entries.values()].reduce((sum, { journal }) => sum + journal.length(), 0) < mostKept,
    start(chat, made) {
      const name = nameOf(chat)
      entries.get(name)?.abort.abort(stoppedByReader)
      const entry: Entry = { id: randomUUID(), journal: createAnswerJournal(made.threadId), abort: made.abort }
      entries.set(name, entry)
      track(make(name, entry, made))
      if (shared) track(shared.share(name, { ...entry, stop: () => made.abort.abort(stoppedByReader) }))
      return show(name, entry)
    },
    async find(chat) {
      const name = nameOf(chat)
      const entry = await findHere(name)
      return entry ? show(name, entry) : shared?.find(name)
    },
    async stop(chat) {
      const name = nameOf(chat)
      const entry = await findHere(name)
      entry?.abort.abort(stoppedByReader)
      if (entry) forget(name, entry)
      else await shared?.stop(name)
    },
    async untilIdle(milliseconds) {
      await Promise.race([Promise.all(making), wait(milliseconds, undefined, { ref: false })])
    },
    close: () => shared?.close(),
  }
}
