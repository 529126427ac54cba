import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openSearchTurns } from './search-turns.ts'

/** Searches that end when they are told to; in the order in which they began. */
const createSearches = () => {
  const takeTurn = openSearchTurns()
  const begun: { readonly name: string; readonly end: (error?: Error) => void }[] = []
  const ask = (asker: string | undefined, name: string): Promise<string> =>
    takeTurn(
      asker,
      () =>
        new Promise((resolve, reject) => {
          begun.push({ name, end: (error) => (error ? reject(error) : resolve(name)) })
        }),
    )
  const names = async () => {
    for (let turn = 0; turn < 5; turn += 1) await nextTurn()
    return begun.map(({ name }) => name)
  }
  return { ask, names, begun }
}

test('the searches of an asker go on one after the other, and those of others wait for none of them', async () => {
  const { ask, names, begun } = createSearches()
  const all = ['a', 'b', 'c'].map((name) => ask('flooder', name))
  const others = [ask('reader', 'x'), ask(undefined, 'y'), ask(undefined, 'z')]
  expect(await names()).toEqual(['a', 'x', 'y', 'z'])
  begun[0]?.end()
  expect(await names()).toEqual(['a', 'x', 'y', 'z', 'b'])
  for (const { end } of begun) end()
  expect(await names()).toEqual(['a', 'x', 'y', 'z', 'b', 'c'])
  begun.at(-1)?.end()
  expect(await Promise.all([...all, ...others])).toEqual(['a', 'b', 'c', 'x', 'y', 'z'])
})

test('a search that fails is followed by the next, and is told to nobody else', async () => {
  const { ask, names, begun } = createSearches()
  const outcomes = Promise.allSettled(['a', 'b'].map((name) => ask('reader', name)))
  await names()
  begun[0]?.end(new Error('The database is away.'))
  expect(await names()).toEqual(['a', 'b'])
  begun[1]?.end()
  expect(await outcomes).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: 'b' }])
})
