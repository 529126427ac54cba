import { expect, test } from 'vitest'
import { SyncPool } from './sync-pool.ts'

const open = (bounds: { syncs: number; organizationSyncs: number }) => {
  const pool = new SyncPool(bounds)
  const begun: string[] = []
  const enter = (name: string, signal = new AbortController().signal) => {
    const place = pool.enter({ organizationId: name[0] ?? '', signal })
    place.untilTurn.then(
      () => begun.push(name),
      () => {},
    )
    return place
  }
  return { begun, enter }
}
const settle = () => new Promise(setImmediate)

test('an organization with many syncs leaves room for those of others, whose turn comes first', async () => {
  const { begun, enter } = open({ syncs: 3, organizationSyncs: 2 })
  const places = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map((name) => enter(name))
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  expect(places.map(({ isWaiting }) => isWaiting)).toEqual([false, false, true, true, false, true, true])
  places[0]?.leave()
  places[0]?.leave()
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'c1'])
})

test('every sync gets its turn, and never more than the bounds at a time', async () => {
  const { begun, enter } = open({ syncs: 2, organizationSyncs: 1 })
  const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']
  const places = new Map(names.map((name) => [name, enter(name)]))
  const running = new Set<string>()
  for (let ended = 0; ended < names.length; ended++) {
    await settle()
    for (const name of begun.splice(0)) running.add(name)
    expect(running.size).toBeLessThanOrEqual(2)
    expect(new Set([...running].map((name) => name[0])).size).toBe(running.size)
    const [first] = running
    running.delete(first ?? '')
    places.get(first ?? '')?.leave()
  }
  expect(running.size).toBe(0)
})

test('one that is stopped while it waits gives its place up', async () => {
  const { begun, enter } = open({ syncs: 1, organizationSyncs: 1 })
  const first = enter('a1')
  const abort = new AbortController()
  const stopped = enter('b1', abort.signal)
  enter('c1')
  abort.abort(new Error('stopped'))
  await expect(stopped.untilTurn).rejects.toThrow('stopped')
  first.leave()
  await settle()
  expect(begun).toEqual(['a1', 'c1'])
  await expect(enter('d1', AbortSignal.abort(new Error('late'))).untilTurn).rejects.toThrow('late')
})
