import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { expect, test } from 'vitest'
import { type GatheredParts, gatherDeltas } from './gather-deltas.ts'

const word = (delta: string, id = 'a'): LanguageModelV4StreamPart => ({ type: 'text-delta', id, delta })

const readAll = async (parts: GatheredParts): Promise<LanguageModelV4StreamPart[]> => {
  const read: LanguageModelV4StreamPart[] = []
  for (let part = await parts.next(); part; part = await parts.next()) read.push(part)
  return read
}

test('the first words go on at once, the next ones together, and their order stays', async () => {
  const end: LanguageModelV4StreamPart = { type: 'text-end', id: 'a' }
  const stream = ReadableStream.from([word('1'), word('2'), word('3'), word('4', 'b'), end, word('5', 'c')])
  expect(await readAll(gatherDeltas(stream))).toEqual([word('1'), word('23'), word('4', 'b'), end, word('5', 'c')])
})

test('the signature of a thought is not joined with its words', async () => {
  const thought: LanguageModelV4StreamPart = { type: 'reasoning-delta', id: 'a', delta: 'x' }
  const signed: LanguageModelV4StreamPart = { ...thought, delta: '', providerMetadata: { test: { signature: 's' } } }
  const stream = ReadableStream.from([thought, thought, thought, signed])
  expect(await readAll(gatherDeltas(stream))).toEqual([thought, { ...thought, delta: 'xx' }, signed])
})

test('a failure comes after the words before it', async () => {
  const parts = gatherDeltas(
    ReadableStream.from(
      (async function* () {
        yield word('1')
        yield word('2')
        throw new Error('cut')
      })(),
    ),
  )
  expect(await parts.next()).toEqual(word('1'))
  expect(await parts.next()).toEqual(word('2'))
  await expect(parts.next()).rejects.toThrow('cut')
})

test('a model that nobody listens to is not read on, and is let go when nobody wants more', async () => {
  let pulled = 0
  let cancelled = false
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    pull(controller) {
      pulled++
      controller.enqueue(word('x'.repeat(1_000)))
    },
    cancel() {
      cancelled = true
    },
  })
  const parts = gatherDeltas(stream)
  await parts.next()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(pulled).toBeLessThan(200)
  parts.leave()
  expect(cancelled).toBe(true)
})
