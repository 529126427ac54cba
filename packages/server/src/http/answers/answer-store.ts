import type { Redis } from '../../database/redis.ts'

/** Seconds that the text of an answer outlives its process, and its last reader. */
const textSeconds = 60
const pointerSeconds = 600

/** Deletes a chat’s pointer only if it still names this answer: the chat may have a later one. */
const deletePointer = `
local pointer = redis.call('GET', KEYS[1])
if pointer and string.match(pointer, '^[^ ]+') == ARGV[1] then redis.call('DEL', KEYS[1]) end`

/** The answer that runs in a chat. */
interface Pointer {
  readonly id: string
  readonly threadId: string
}

/** A piece of an answer’s text; `from` counts the characters before it. */
interface Piece {
  readonly from: number
  readonly text: string
  readonly isEnd: boolean
}

/**
 * Running answers in Redis: a stream of pieces for each answer, and a pointer from each chat to its answer. Because pieces
 * say where they begin, a reader can follow even when Redis has lost the text and it was written again.
 */
export const createAnswerStore = ({ client, prefix, within }: Redis) => {
  const chatKey = (chat: string) => `${prefix}chat:${chat}`
  const answerKey = (id: string) => `${prefix}answer:${id}`
  const stopChannel = `${prefix}stop-answer`
  const readPointer = async (chat: string): Promise<Pointer | undefined> => {
    const [id, threadId] = ((await within(client.get(chatKey(chat)))) ?? '').split(' ')
    return id && threadId ? { id, threadId } : undefined
  }

  return {
    /** Where processes publish the ids of answers that are to stop. */
    stopChannel,
    readPointer,
    /** Points the chat to this answer, and returns the id of the one before. */
    setPointer: async (chat: string, { id, threadId }: Pointer): Promise<string | undefined> => {
      const options = { expiration: { type: 'EX', value: pointerSeconds }, GET: true } as const
      const before = await within(client.set(chatKey(chat), `${id} ${threadId}`, options))
      return typeof before === 'string' ? before.split(' ')[0] : undefined
    },
    deletePointer: async (chat: string, id: string): Promise<void> => {
      await within(client.eval(deletePointer, { keys: [chatKey(chat)], arguments: [id] }))
    },
    /** The answer that a chat points to, if its text is still there. */
    find: async (chat: string): Promise<Pointer | undefined> => {
      const pointer = await readPointer(chat)
      return pointer && (await within(client.exists(answerKey(pointer.id)))) ? pointer : undefined
    },
    /** @throws when Redis has lost the pieces before this one */
    append: async (id: string, { from, text, isEnd }: Piece): Promise<void> => {
      const key = answerKey(id)
      const fields = { from: String(from), text, end: isEnd ? '1' : '' }
      const replies = await within(client.multi().xAdd(key, '*', fields).expire(key, textSeconds).xLen(key).exec())
      if (from > 0 && Number(replies?.[2]) === 1) throw new Error('Redis has lost the beginning of the answer.')
    },
    /** The pieces after an entry of the stream; all of them after the empty string. */
    readPieces: async (id: string, after: string): Promise<(Piece & { readonly entry: string })[]> => {
      const entries = await within(client.xRange(answerKey(id), after === '' ? '-' : `(${after}`, '+'))
      return (entries ?? []).map(({ id: entry, message }) => ({
        entry,
        from: Number(message.from),
        text: message.text ?? '',
        isEnd: message.end === '1',
      }))
    },
    publishStop: async (id: string): Promise<void> => {
      await within(client.publish(stopChannel, id))
    },
  }
}

/** As `createAnswerStore` returns it. */
export type AnswerStore = ReturnType<typeof createAnswerStore>
