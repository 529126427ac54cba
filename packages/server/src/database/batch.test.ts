import { expect, test } from 'vitest'
import { inBatches } from './batch.ts'

/** Batches that end when they are told to. */
const openBatches = () => {
  const batches: { asked: readonly number[]; end: (error?: Error) => void }[] = []
  const ask = inBatches((asked: readonly number[]) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>()
    const end = (error?: Error) => (error ? reject(error) : resolve(asked.map((one) => `answer ${one}`)))
    batches.push({ asked, end })
    return promise
  })
  return { batches, ask }
}

const turn = () => new Promise((resolve) => setImmediate(resolve))

test('what is asked while a batch is under way goes together with the next, and nothing earlier answers it', async () => {
  const { batches, ask } = openBatches()
  const first = ask(1)
  await turn()
  const others = [ask(2), ask(3)]
  await turn()
  expect(batches.map(({ asked }) => asked)).toEqual([[1]])
  batches[0]?.end()
  expect(await first).toBe('answer 1')
  await turn()
  expect(batches.map(({ asked }) => asked)).toEqual([[1], [2, 3]])
  batches[1]?.end()
  expect(await Promise.all(others)).toEqual(['answer 2', 'answer 3'])
})

test('a batch that fails is an error for those in it, and the next one is asked', async () => {
  const { batches, ask } = openBatches()
  const [first, second] = [ask(1), ask(2)]
  await turn()
  const third = ask(3)
  batches[0]?.end(new Error('The store is away.'))
  await expect(first).rejects.toThrow('The store is away.')
  await expect(second).rejects.toThrow('The store is away.')
  await turn()
  batches[1]?.end()
  expect(await third).toBe('answer 3')
})
