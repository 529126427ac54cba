import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { stoppedByReader } from '../../assistant/answer.ts'
import type { AnswerChunk } from '../../assistant/chunk.ts'
import type { Redis } from '../../database/redis.ts'
import { interrupted, shuttingDown, uiMessageStream } from './answer-encoding.ts'
import { createAnswerJournal } from './answer-journal.ts'
import { encodeChunks } from './encode-chunks.ts'
import { type OwnAnswer, openSharedAnswers, type RunningAnswer } from './shared-answers.ts'
import { defaultTimes } from './stream-writer.ts'

/** A chat of one reader on one site. Nobody else finds its answer. */
export interface Chat {
  readonly siteId: string
  readonly fp: string
  /** Chosen by the client. */
  readonly id: string
}

interface AnswerStream {
  readonly threadId: string
  readonly chunks: AsyncIterable<AnswerChunk>
  /** Stops the work on the answer. */
  readonly abort: AbortController
  readonly onError: (error: unknown) => void
}

/** Answers that continue when their reader has left, until they end or are stopped. */
export interface RunningAnswers {
  /** False when memory for answers is used up: a new one then has to end with its connection. */
  readonly hasRoom: () => boolean
  /** Starts an answer. A chat has one running answer: the one before is stopped. */
  readonly start: (chat: Chat, stream: AnswerStream) => RunningAnswer
  readonly find: (chat: Chat) => Promise<RunningAnswer | undefined>
  readonly stop: (chat: Chat) => Promise<void>
  /** Waits until this process makes no answer, at most this long. */
  readonly untilIdle: (milliseconds: number) => Promise<void>
  readonly close: () => void
}

interface Entry extends OwnAnswer {
  readonly abort: AbortController
}

/** In characters; answers end far below. */
const longestJournal = 1_000_000
/** In characters, of all journals. */
const mostMemory = 64_000_000
/** The deadlines of the models end an answer earlier. */
const longestMilliseconds = 300_000
/** How long an answer that has ended waits for a reader who lost the connection. */
const waitMilliseconds = 60_000

/** Writes an answer into its journal, to its end. */
const writeJournal = async (
  shutdown: AbortSignal,
  { journal, abort }: Pick<Entry, 'journal' | 'abort'>,
  { chunks, onError }: AnswerStream,
): Promise<void> => {
  const end = () => abort.abort(new Error('The server is shutting down.'))
  const timer = setTimeout(() => abort.abort(new Error('The answer took too long.')), longestMilliseconds)
  shutdown.addEventListener('abort', end, { once: true })
  if (shutdown.aborted) end()
  const append = (text: string) => {
    journal.append(text)
    if (journal.length() > longestJournal) abort.abort(new Error('The answer became too long.'))
    return undefined
  }
  await encodeChunks(chunks, append, {
    encoding: uiMessageStream,
    coalesce: defaultTimes.coalesce,
    onError,
    errorText: () => (shutdown.aborted ? shuttingDown : interrupted),
  })
  clearTimeout(timer)
  shutdown.removeEventListener('abort', end)
  journal.end(uiMessageStream.end)
}

const createEntry = ({ threadId, abort }: AnswerStream): Entry => ({
  id: randomUUID(),
  journal: createAnswerJournal(threadId),
  abort,
  stop: () => abort.abort(stoppedByReader),
  isAnnounced: false,
})

/** A hash: it is a key in Redis, where an `fp` has no business. */
const nameOf = ({ siteId, fp, id }: Chat): string =>
  createHash('sha256')
    .update(JSON.stringify([siteId, fp, id]))
    .digest('base64url')

/** Opens the running answers of this process, and with Redis those of its fleet. */
export const openRunningAnswers = (dependencies: {
  readonly log: Logger
  readonly shutdown: AbortSignal
  readonly redis?: Redis | undefined
}): RunningAnswers => {
  const { log, shutdown, redis } = dependencies
  const entries = new Map<string, Entry>()
  const work = new Set<Promise<unknown>>()
  const onError = (error: unknown) => log.warn({ err: error }, 'could not reach the running answers of other processes')
  const shared = redis && openSharedAnswers(redis, { onError, shutdown })

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
  const track = (promise: Promise<unknown>) => {
    work.add(promise)
    void promise.finally(() => work.delete(promise))
  }
  const run = async (name: string, entry: Entry, stream: AnswerStream): Promise<void> => {
    await writeJournal(shutdown, entry, stream)
    setTimeout(() => forget(name, entry), waitMilliseconds).unref()
  }
  /** The answer of a chat, if this process makes it. */
  const findHere = async (name: string): Promise<Entry | undefined> => {
    const entry = entries.get(name)
    return entry && (await shared?.isReplaced(name, entry)) ? undefined : entry
  }

  return {
    hasRoom: () => [...entries.values()].reduce((sum, { journal }) => sum + journal.length(), 0) < mostMemory,
    start(chat, stream) {
      const name = nameOf(chat)
      entries.get(name)?.stop()
      const entry = createEntry(stream)
      entries.set(name, entry)
      track(run(name, entry, stream))
      if (shared) track(shared.share(name, entry))
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
      entry?.stop()
      if (entry) forget(name, entry)
      else await shared?.stop(name)
    },
    async untilIdle(milliseconds) {
      await Promise.race([Promise.all(work), wait(milliseconds, undefined, { ref: false })])
    },
    close: () => shared?.close(),
  }
}
