import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AnswerChunk } from '../src/assistant/chunk.ts'
import { abortOnClose, writeEventStream } from '../src/http/answers/event-stream.ts'
import type { EventStreamTimes } from '../src/http/answers/stream-writer.ts'
import { readChunks, until } from './support/assistant-server.ts'
import { listen } from './support/listen.ts'

/** Serves the chunks to whoever asks, and says how the serving went. */
const serve = async (
  chunks: (signal: AbortSignal) => AsyncIterable<AnswerChunk>,
  times?: Partial<EventStreamTimes>,
) => {
  const seen: { done: boolean; errors: unknown[]; signal?: AbortSignal } = { done: false, errors: [] }
  const server = createServer(async (_request, response) => {
    const abort = abortOnClose(response)
    seen.signal = abort.signal
    await writeEventStream(response, chunks(abort.signal), {
      threadId: 'thread_1',
      abort,
      onError: (error) => seen.errors.push(error),
      ...(times && { times }),
    })
    seen.done = true
  })
  return { seen, ...(await listen(server)) }
}

async function* say(...chunks: AnswerChunk[]): AsyncGenerator<AnswerChunk> {
  yield* chunks
}

test('deltas of one text are joined, of two texts never, and their order stays', async () => {
  const delta = (id: string, text: string): AnswerChunk => ({ type: 'text-delta', id, delta: text })
  const { url, close } = await serve(() =>
    say(delta('a', '1'), delta('a', '2'), delta('a', '3'), delta('b', '4'), delta('b', '5'), { type: 'finish' }),
  )
  const chunks = readChunks(await (await fetch(url)).text())
  const texts = chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk] : []))
  expect(texts.map((chunk) => chunk.delta).join('')).toBe('12345')
  expect(
    texts
      .filter((chunk) => chunk.id === 'a')
      .map((chunk) => chunk.delta)
      .join(''),
  ).toBe('123')
  expect(texts.length).toBeLessThan(5)
  expect(chunks.at(-1)).toEqual({ type: 'finish' })
  close()
})

test('chunks that stop without finish end with an error', async () => {
  const { url, close } = await serve(() => say({ type: 'start' }))
  const raw = await (await fetch(url)).text()
  expect(readChunks(raw).at(-1)?.type).toBe('error')
  expect(raw.endsWith('data: [DONE]\n\n')).toBe(true)
  close()
})

test('chunks that fail end with an error that says nothing of the cause, which is told to the server', async () => {
  const { url, seen, close } = await serve(async function* () {
    yield { type: 'start' }
    throw new Error('SECRET')
  })
  const raw = await (await fetch(url)).text()
  expect(readChunks(raw).at(-1)?.type).toBe('error')
  expect(raw).not.toContain('SECRET')
  expect(seen.errors).toEqual([new Error('SECRET')])
  close()
})

test('nothing is written after finish', async () => {
  const { url, close } = await serve(() => say({ type: 'finish' }, { type: 'start' }))
  expect(readChunks(await (await fetch(url)).text())).toEqual([{ type: 'finish' }])
  close()
})

test('a client that does not read is waited for, and dropped in the end', async () => {
  let pulled = 0
  const { port, seen, close } = await serve(
    async function* (signal) {
      while (!signal.aborted) {
        pulled++
        yield { type: 'data-filler', data: 'x'.repeat(100_000) }
      }
    },
    { stalled: 150 },
  )
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
  socket.on('error', () => {})
  socket.pause()
  await until(() => seen.done)
  expect(seen.signal?.aborted).toBe(true)
  expect(pulled).toBeLessThan(1_000)
  socket.destroy()
  close()
})

describe('by default', () => {
  afterEach(() => void vi.useRealTimers())
  const secondsPass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000)
  const open = (port: number) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    return socket.on('error', () => {})
  }
  /** As `until`, by a clock that no test stops. */
  const untilReally = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((resolve) => setImmediate(resolve))
  }

  test('a silent stream says something every 15 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const { port, close } = await serve(async function* (signal) {
      yield { type: 'start' }
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    })
    const socket = open(port)
    let read = ''
    socket.on('data', (bytes) => {
      read += bytes
    })
    await untilReally(() => read.includes('"start"'))
    for (let times = 1; times <= 3; times += 1) {
      await secondsPass(15)
      await untilReally(() => read.split(': keep-alive').length > times)
    }
    expect(read.match(/: keep-alive/g)?.length).toBeGreaterThanOrEqual(3)
    socket.destroy()
    close()
  })

  test('a client that does not read is dropped after 60 s', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    let pulled = 0
    const { port, seen, close } = await serve(async function* (signal) {
      while (!signal.aborted) {
        pulled += 1
        yield { type: 'data-filler', data: 'x'.repeat(100_000) }
      }
    })
    const socket = open(port).pause()
    // Nothing of it goes anywhere any more: not in so many turns of the event loop.
    let [before, turns] = [0, 0]
    await untilReally(() => {
      turns = pulled > 0 && pulled === before ? turns + 1 : 0
      before = pulled
      return turns > 200
    })
    await secondsPass(59)
    expect(seen.done).toBe(false)
    await secondsPass(1)
    await untilReally(() => seen.done)
    expect(seen.signal?.aborted).toBe(true)
    socket.destroy()
    close()
  })
})

test('100 clients that do not read are all dropped at the deadline, and have not filled the memory', async () => {
  let pulled = 0
  let aborted = 0
  const { port, close } = await serve(
    async function* (signal) {
      signal.addEventListener('abort', () => {
        aborted++
      })
      while (!signal.aborted) {
        pulled++
        yield { type: 'data-filler', data: 'x'.repeat(100_000) }
      }
    },
    { stalled: 500 },
  )
  const before = process.memoryUsage().rss
  const sockets = Array.from({ length: 100 }, () => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'))
    return socket.on('error', () => {}).pause()
  })
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 20)
  await until(() => aborted === 100)
  clearInterval(looking)
  expect(most - before).toBeLessThan(150_000_000)
  const written = pulled
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(pulled).toBe(written)
  for (const socket of sockets) socket.destroy()
  close()
})
