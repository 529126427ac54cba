import { expect, test } from 'vitest'
import { createAnswerJournal } from './answer-journal.ts'

const readAll = async (texts: AsyncIterable<string>): Promise<string> => {
  let all = ''
  for await (const text of texts) all += text
  return all
}

test('every one of a thousand readers gets the whole answer, whenever they come', async () => {
  const journal = createAnswerJournal('thread')
  const readers: Promise<string>[] = []
  const follow = (count: number) => {
    for (let at = 0; at < count; at++) readers.push(readAll(journal.read(new AbortController().signal)))
  }
  follow(500)
  for (let word = 0; word < 20; word++) {
    journal.append(`${word} `)
    if (word % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
    follow(25)
  }
  journal.end('end')
  const whole = `${Array.from({ length: 20 }, (_, word) => `${word} `).join('')}end`
  expect(new Set(await Promise.all(readers))).toEqual(new Set([whole]))
  expect(readers).toHaveLength(1_000)
})

test('others have their turn between many readers of one answer', async () => {
  const journal = createAnswerJournal('thread')
  let woken = 0
  const follow = async () => {
    for await (const _text of journal.read(new AbortController().signal)) woken += 1
  }
  const readers = Array.from({ length: 1_000 }, follow)
  await Promise.resolve()
  journal.append('A word.')
  const seen: number[] = []
  for (let turn = 0; turn < 10; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
    seen.push(woken)
  }
  expect(seen[0]).toBeLessThan(100)
  expect(seen.at(-1)).toBeGreaterThan(seen[0] ?? 0)
  journal.end('')
  await Promise.all(readers)
  expect(woken).toBe(1_000)
})

test('a reader who leaves is gone at once, and no other goes on by it', async () => {
  const journal = createAnswerJournal('thread')
  const leave = new AbortController()
  const left = readAll(journal.read(leave.signal))
  const stays = readAll(journal.read(new AbortController().signal))
  journal.append('One. ')
  await new Promise((resolve) => setImmediate(resolve))
  leave.abort()
  expect(await left).toBe('One. ')
  journal.end('Two.')
  expect(await stays).toBe('One. Two.')
})
